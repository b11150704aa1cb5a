import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const requestPasskeyLogin: CallOf<typeof contracts, 'requestPasskeyLogin'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/login/passkey/options',
  access: 'public',
  from: 'json',
  failure: 'Failed to login',
};

export const loginByPasskey: CallOf<typeof contracts, 'loginByPasskey'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/login/passkey',
  access: 'public',
  from: 'json',
  failure: 'Failed to login',
  success: 'Logged in successfully.',
};

export const requestPasskeyConfirmation: CallOf<typeof contracts, 'requestPasskeyConfirmation'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/reauthenticate/passkey/options',
  access: 'super',
  from: 'json',
  failure: 'Failed to confirm that it is you',
};

export const reauthenticateByPasskey: CallOf<typeof contracts, 'reauthenticateByPasskey'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/reauthenticate/passkey',
  access: 'super',
  from: 'json',
  failure: 'Failed to confirm that it is you',
  success: 'Thank you. You can continue.',
};

export const listPasskeys: CallOf<typeof contracts, 'listPasskeys'> = {
  method: 'GET',
  path: '/api/v1/superadmin/auth/passkeys/list',
  access: 'super',
  from: 'query',
  failure: 'Failed to fetch your passkeys',
};

export const requestPasskey: CallOf<typeof contracts, 'requestPasskey'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/passkeys/options',
  access: 'super',
  from: 'json',
  failure: 'Failed to add the passkey',
};

export const addPasskey: CallOf<typeof contracts, 'addPasskey'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/passkeys/add',
  access: 'super',
  from: 'json',
  failure: 'Failed to add the passkey',
  success: 'Passkey added successfully',
};

export const updatePasskey: CallOf<typeof contracts, 'updatePasskey'> = {
  method: 'PUT',
  path: '/api/v1/superadmin/auth/passkeys/update',
  access: 'super',
  from: 'json',
  failure: 'Failed to rename the passkey',
  success: 'Passkey renamed successfully',
};

export const deletePasskey: CallOf<typeof contracts, 'deletePasskey'> = {
  method: 'DELETE',
  path: '/api/v1/superadmin/auth/passkeys/delete',
  access: 'super',
  from: 'json',
  failure: 'Failed to remove the passkey',
  success: 'Passkey removed successfully',
};

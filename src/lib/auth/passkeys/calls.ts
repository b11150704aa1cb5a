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

export const requestAdminPasskeyLogin: CallOf<typeof contracts, 'requestAdminPasskeyLogin'> = {
  method: 'POST',
  path: '/api/v1/company/auth/login/passkey/options',
  access: 'public',
  from: 'json',
  failure: 'Failed to login',
};

export const loginAdminByPasskey: CallOf<typeof contracts, 'loginAdminByPasskey'> = {
  method: 'POST',
  path: '/api/v1/company/auth/login/passkey',
  access: 'public',
  from: 'json',
  failure: 'Failed to login',
  success: 'Logged in successfully.',
};

export const requestAdminPasskeyConfirmation: CallOf<typeof contracts, 'requestAdminPasskeyConfirmation'> = {
  method: 'POST',
  path: '/api/v1/company/auth/reauthenticate/passkey/options',
  access: 'admin',
  from: 'json',
  failure: 'Failed to confirm that it is you',
};

export const reauthenticateAdminByPasskey: CallOf<typeof contracts, 'reauthenticateAdminByPasskey'> = {
  method: 'POST',
  path: '/api/v1/company/auth/reauthenticate/passkey',
  access: 'admin',
  from: 'json',
  failure: 'Failed to confirm that it is you',
  success: 'Thank you. You can continue.',
};

export const listAdminPasskeys: CallOf<typeof contracts, 'listAdminPasskeys'> = {
  method: 'GET',
  path: '/api/v1/company/auth/passkeys/list',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch your passkeys',
};

export const requestAdminPasskey: CallOf<typeof contracts, 'requestAdminPasskey'> = {
  method: 'POST',
  path: '/api/v1/company/auth/passkeys/options',
  access: 'admin',
  from: 'json',
  failure: 'Failed to add the passkey',
};

export const addAdminPasskey: CallOf<typeof contracts, 'addAdminPasskey'> = {
  method: 'POST',
  path: '/api/v1/company/auth/passkeys/add',
  access: 'admin',
  from: 'json',
  failure: 'Failed to add the passkey',
  success: 'Passkey added successfully',
};

export const updateAdminPasskey: CallOf<typeof contracts, 'updateAdminPasskey'> = {
  method: 'PUT',
  path: '/api/v1/company/auth/passkeys/update',
  access: 'admin',
  from: 'json',
  failure: 'Failed to rename the passkey',
  success: 'Passkey renamed successfully',
};

export const deleteAdminPasskey: CallOf<typeof contracts, 'deleteAdminPasskey'> = {
  method: 'DELETE',
  path: '/api/v1/company/auth/passkeys/delete',
  access: 'admin',
  from: 'json',
  failure: 'Failed to remove the passkey',
  success: 'Passkey removed successfully',
};

export const requestMemberPasskeyLogin: CallOf<typeof contracts, 'requestMemberPasskeyLogin'> = {
  method: 'POST',
  path: '/api/v1/user/auth/login/passkey/options',
  access: 'public',
  from: 'json',
  failure: 'Failed to login',
};

export const loginMemberByPasskey: CallOf<typeof contracts, 'loginMemberByPasskey'> = {
  method: 'POST',
  path: '/api/v1/user/auth/login/passkey',
  access: 'public',
  from: 'json',
  failure: 'Failed to login',
  success: 'Logged in successfully.',
};

export const requestMemberPasskeyConfirmation: CallOf<typeof contracts, 'requestMemberPasskeyConfirmation'> = {
  method: 'POST',
  path: '/api/v1/user/auth/reauthenticate/passkey/options',
  access: 'member',
  from: 'json',
  failure: 'Failed to confirm that it is you',
};

export const reauthenticateMemberByPasskey: CallOf<typeof contracts, 'reauthenticateMemberByPasskey'> = {
  method: 'POST',
  path: '/api/v1/user/auth/reauthenticate/passkey',
  access: 'member',
  from: 'json',
  failure: 'Failed to confirm that it is you',
  success: 'Thank you. You can continue.',
};

export const listMemberPasskeys: CallOf<typeof contracts, 'listMemberPasskeys'> = {
  method: 'GET',
  path: '/api/v1/user/auth/passkeys/list',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch your passkeys',
};

export const requestMemberPasskey: CallOf<typeof contracts, 'requestMemberPasskey'> = {
  method: 'POST',
  path: '/api/v1/user/auth/passkeys/options',
  access: 'member',
  from: 'json',
  failure: 'Failed to add the passkey',
};

export const addMemberPasskey: CallOf<typeof contracts, 'addMemberPasskey'> = {
  method: 'POST',
  path: '/api/v1/user/auth/passkeys/add',
  access: 'member',
  from: 'json',
  failure: 'Failed to add the passkey',
  success: 'Passkey added successfully',
};

export const updateMemberPasskey: CallOf<typeof contracts, 'updateMemberPasskey'> = {
  method: 'PUT',
  path: '/api/v1/user/auth/passkeys/update',
  access: 'member',
  from: 'json',
  failure: 'Failed to rename the passkey',
  success: 'Passkey renamed successfully',
};

export const deleteMemberPasskey: CallOf<typeof contracts, 'deleteMemberPasskey'> = {
  method: 'DELETE',
  path: '/api/v1/user/auth/passkeys/delete',
  access: 'member',
  from: 'json',
  failure: 'Failed to remove the passkey',
  success: 'Passkey removed successfully',
};

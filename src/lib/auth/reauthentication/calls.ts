import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const reauthenticateAdmin: CallOf<typeof contracts, 'reauthenticateAdmin'> = {
  method: 'POST',
  path: '/api/v1/company/auth/reauthenticate',
  access: 'admin',
  from: 'json',
  failure: 'Failed to confirm that it is you',
  success: 'Thank you. You can continue.',
};

export const requestConfirmationCode: CallOf<typeof contracts, 'requestConfirmationCode'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/reauthenticate/send',
  access: 'super',
  from: 'json',
  failure: 'Failed to send OTP',
  success: 'OTP sent successfully. Please check your email.',
};

export const reauthenticateSuperAdmin: CallOf<typeof contracts, 'reauthenticateSuperAdmin'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/reauthenticate',
  access: 'super',
  from: 'json',
  failure: 'Failed to confirm that it is you',
  success: 'Thank you. You can continue.',
};

export const reauthenticateMember: CallOf<typeof contracts, 'reauthenticateMember'> = {
  method: 'POST',
  path: '/api/v1/user/auth/reauthenticate',
  access: 'member',
  from: 'json',
  failure: 'Failed to confirm that it is you',
  success: 'Thank you. You can continue.',
};

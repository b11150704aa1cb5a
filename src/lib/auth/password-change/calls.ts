import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

const update = {
  method: 'PUT',
  from: 'json',
  failure: 'Failed to updated password',
  success: 'Password updated successfully',
} as const;

export const updatePassword: CallOf<typeof contracts, 'updatePassword'> = {
  ...update,
  path: '/api/v1/user/auth/password/update',
  access: 'member',
};

export const updateAdminPassword: CallOf<typeof contracts, 'updateAdminPassword'> = {
  ...update,
  path: '/api/v1/company/auth/password/update',
  access: 'admin',
};

import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const updatePassword: CallOf<typeof contracts, 'updatePassword'> = {
  method: 'PUT',
  path: '/api/v1/user/auth/password/update',
  access: 'member',
  from: 'json',
  failure: 'Failed to updated password',
  success: 'Password updated successfully',
};

export const updateAdminPassword: CallOf<typeof contracts, 'updateAdminPassword'> = {
  ...updatePassword,
  path: '/api/v1/company/auth/password/update',
  access: 'admin',
};

import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const ROLES = ['USER', 'ADMIN'] as const;

export const ACCOUNT_STATUSES = ['ACTIVE', 'INACTIVE', 'BLOCKED'] as const;

/** Orders of the accounts, by registration. */
export const MEMBER_SORTS = ['newest', 'oldest'] as const;

export const EMAIL_TAKEN = 'Another account already has this email address.';

/** A search counts its matches up to here; `total` is one more if there are more. Without a search the count is exact. */
export const SEARCH_COUNT_MAX = 1_000;

export const listMembers: CallOf<typeof contracts, 'listMembers'> = {
  method: 'GET',
  path: '/api/v1/admin/auth/list',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch users',
};

export const addMember: CallOf<typeof contracts, 'addMember'> = {
  method: 'POST',
  path: '/api/v1/admin/auth/add',
  access: 'admin',
  from: 'json',
  failure: 'Failed to add the user',
  success: 'User added successfully',
};

export const updateMember: CallOf<typeof contracts, 'updateMember'> = {
  method: 'PUT',
  path: '/api/v1/admin/auth/update',
  access: 'admin',
  from: 'json',
  failure: 'Failed to update the user',
  success: 'User updated successfully',
};

export const setMemberStatus: CallOf<typeof contracts, 'setMemberStatus'> = {
  method: 'PUT',
  path: '/api/v1/admin/member/status',
  access: 'admin',
  from: 'json',
  failure: 'Failed to change the status',
  success: 'Status changed successfully',
};

export const deleteMember: CallOf<typeof contracts, 'deleteMember'> = {
  method: 'DELETE',
  path: '/api/v1/admin/auth/delete',
  access: 'admin',
  from: 'json',
  failure: 'Failed to delete the user',
  success: 'User deleted successfully',
};

export const resetMemberFactors: CallOf<typeof contracts, 'resetMemberFactors'> = {
  method: 'POST',
  path: '/api/v1/admin/member/factors/reset',
  access: 'admin',
  from: 'json',
  failure: 'Failed to remove the second factors',
  success: 'Second factors removed successfully',
};

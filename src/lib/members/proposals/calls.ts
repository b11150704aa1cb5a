import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const listAdminChanges: CallOf<typeof contracts, 'listAdminChanges'> = {
  method: 'GET',
  path: '/api/v1/admin/member/changes',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the waiting changes',
};

export const confirmAdminChange: CallOf<typeof contracts, 'confirmAdminChange'> = {
  method: 'POST',
  path: '/api/v1/admin/member/changes/confirm',
  access: 'admin',
  from: 'json',
  failure: 'Failed to confirm the change',
  success: 'Change confirmed successfully',
};

export const refuseAdminChange: CallOf<typeof contracts, 'refuseAdminChange'> = {
  method: 'POST',
  path: '/api/v1/admin/member/changes/refuse',
  access: 'admin',
  from: 'json',
  failure: 'Failed to refuse the change',
  success: 'Change refused',
};

export const withdrawAdminChange: CallOf<typeof contracts, 'withdrawAdminChange'> = {
  method: 'POST',
  path: '/api/v1/admin/member/changes/withdraw',
  access: 'admin',
  from: 'json',
  failure: 'Failed to withdraw the change',
  success: 'Change withdrawn',
};

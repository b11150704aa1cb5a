import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const updateSettings: CallOf<typeof contracts, 'updateSettings'> = {
  method: 'PUT',
  path: '/api/v1/admin/settings/update',
  access: 'admin',
  from: 'json',
  failure: 'Failed to update settings',
  success: 'Settings updated successfully',
};

export const confirmSettings: CallOf<typeof contracts, 'confirmSettings'> = {
  method: 'POST',
  path: '/api/v1/admin/settings/confirm',
  access: 'admin',
  from: 'json',
  failure: 'Failed to confirm the change',
  success: 'Change confirmed successfully',
};

export const refuseSettings: CallOf<typeof contracts, 'refuseSettings'> = {
  method: 'POST',
  path: '/api/v1/admin/settings/refuse',
  access: 'admin',
  from: 'json',
  failure: 'Failed to refuse the change',
  success: 'Change refused',
};

export const withdrawSettings: CallOf<typeof contracts, 'withdrawSettings'> = {
  method: 'POST',
  path: '/api/v1/admin/settings/withdraw',
  access: 'admin',
  from: 'json',
  failure: 'Failed to withdraw the change',
  success: 'Change withdrawn',
};

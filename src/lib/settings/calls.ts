import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const getSettings: CallOf<typeof contracts, 'getSettings'> = {
  method: 'GET',
  path: '/api/v1/admin/settings/get',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch settings',
};

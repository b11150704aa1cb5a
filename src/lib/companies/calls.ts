import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const getPlatform: CallOf<typeof contracts, 'getPlatform'> = {
  method: 'GET',
  path: '/api/v1/user/platform/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch platform settings',
};

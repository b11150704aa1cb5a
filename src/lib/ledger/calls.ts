import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const listGlobalStock: CallOf<typeof contracts, 'listGlobalStock'> = {
  method: 'GET',
  path: '/api/v1/user/stock/global',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch global stock',
};

export const listMyStock: CallOf<typeof contracts, 'listMyStock'> = {
  method: 'GET',
  path: '/api/v1/user/stock/mine',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch your stock',
};

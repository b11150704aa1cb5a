import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const getStockHistory: CallOf<typeof contracts, 'getStockHistory'> = {
  method: 'GET',
  path: '/api/v1/user/stock/history',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch your stock history',
};

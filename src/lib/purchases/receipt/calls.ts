import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const getReceipt: CallOf<typeof contracts, 'getReceipt'> = {
  method: 'GET',
  path: '/api/v1/user/transaction/receipt',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch the receipt',
};

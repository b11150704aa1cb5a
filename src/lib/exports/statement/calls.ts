import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const exportStatement: CallOf<typeof contracts, 'exportStatement'> = {
  method: 'GET',
  path: '/api/v1/user/transaction/export',
  access: 'member',
  from: 'query',
  failure: 'Failed to export',
};

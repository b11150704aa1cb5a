/** What the browser needs of the calls of settlements. */
import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const listSettlements: CallOf<typeof contracts, 'listSettlements'> = {
  method: 'GET',
  path: '/api/v1/admin/reconciliation/settlement/list',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the settlements',
};

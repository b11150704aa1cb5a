import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const getProof: CallOf<typeof contracts, 'getProof'> = {
  method: 'GET',
  path: '/api/v1/user/stock/proof/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to make the proof of your stock',
};

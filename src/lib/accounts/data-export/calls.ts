import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const getOwnData: CallOf<typeof contracts, 'getOwnData'> = {
  method: 'GET',
  path: '/api/v1/user/auth/export/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to collect your data',
};

import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const getSite: CallOf<typeof contracts, 'getSite'> = {
  method: 'GET',
  path: '/api/v1/site/get',
  access: 'public',
  from: 'query',
  failure: 'Failed to fetch site settings',
};

import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const listReferred: CallOf<typeof contracts, 'listReferred'> = {
  method: 'GET',
  path: '/api/v1/user/referral/list',
  access: 'member',
  from: 'query',
  failure: 'Failed to load the members whom you referred',
};

export const getReferral: CallOf<typeof contracts, 'getReferral'> = {
  method: 'GET',
  path: '/api/v1/user/referral/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch referral figures',
};

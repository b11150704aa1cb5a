import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const getDashboard: CallOf<typeof contracts, 'getDashboard'> = {
  method: 'GET',
  path: '/api/v1/admin/dashboard/get',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch dashboard figures',
};

export const getMemberStatistics: CallOf<typeof contracts, 'getMemberStatistics'> = {
  method: 'GET',
  path: '/api/v1/admin/member/statistics',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch member statistics',
};

export const getTransactionStatistics: CallOf<typeof contracts, 'getTransactionStatistics'> = {
  method: 'GET',
  path: '/api/v1/admin/transaction/statistics',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch transaction statistics',
};

export const getCollection: CallOf<typeof contracts, 'getCollection'> = {
  method: 'GET',
  path: '/api/v1/admin/dashboard/collection',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch collection figures',
};

import type { CallOf } from '../../../core/contract.ts';
import type * as contracts from './contract.ts';

export const getUnproven: CallOf<typeof contracts, 'getUnproven'> = {
  method: 'GET',
  path: '/api/v1/admin/transaction/unproven/get',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the orders without a proof',
};

export const rejectUnproven: CallOf<typeof contracts, 'rejectUnproven'> = {
  method: 'POST',
  path: '/api/v1/admin/transaction/reject-unproven',
  access: 'admin',
  from: 'json',
  failure: 'Failed to reject the orders without a proof',
};

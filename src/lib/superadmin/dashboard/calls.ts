import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const getSuperDashboard: CallOf<typeof contracts, 'getSuperDashboard'> = {
  method: 'GET',
  path: '/api/v1/superadmin/dashboard/get',
  access: 'super',
  from: 'query',
  failure: 'Failed to fetch the dashboard',
};

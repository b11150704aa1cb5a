import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const listEvents: CallOf<typeof contracts, 'listEvents'> = {
  method: 'GET',
  path: '/api/v1/admin/events',
  access: 'admin',
  from: 'query',
  failure: 'Failed to load the events',
};

import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

/** Bound of `total` for a filtered trail: one more means "more than this". Without a filter `total` is exact. */
export const TRAIL_FOUND_MAX = 1_000;

export const listAudit: CallOf<typeof contracts, 'listAudit'> = {
  method: 'GET',
  path: '/api/v1/admin/audit/list',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the audit trail',
};

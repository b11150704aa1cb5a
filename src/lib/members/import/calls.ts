/** What the browser needs of the calls that import members from a file. */
import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

const BASE = '/api/v1/admin/member/import';

/** Most members in one file. */
export const IMPORT_ROWS_MAX = 2_000;
/** Most bytes of one file. */
export const IMPORT_BYTES_MAX = 1024 * 1024;

export const readMembers: CallOf<typeof contracts, 'readMembers'> = {
  method: 'POST',
  path: `${BASE}/read`,
  access: 'admin',
  from: 'upload',
  failure: 'Failed to read the members',
};

export const importMembers: CallOf<typeof contracts, 'importMembers'> = {
  method: 'POST',
  path: `${BASE}/add`,
  access: 'admin',
  from: 'upload',
  failure: 'Failed to import the members',
};

/** What the browser needs of the calls that read and import statements. */
import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

const BASE = '/api/v1/admin/reconciliation/statement';

export const readStatement: CallOf<typeof contracts, 'readStatement'> = {
  method: 'POST',
  path: `${BASE}/read`,
  access: 'admin',
  from: 'upload',
  failure: 'Failed to read the statement',
  success: 'Statement read',
};

export const getProgress: CallOf<typeof contracts, 'getProgress'> = {
  method: 'GET',
  path: `${BASE}/progress`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the progress',
};

export const importStatement: CallOf<typeof contracts, 'importStatement'> = {
  method: 'POST',
  path: `${BASE}/import`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to import the statement',
  success: 'Statement imported',
};

export const listStatements: CallOf<typeof contracts, 'listStatements'> = {
  method: 'GET',
  path: `${BASE}/list`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the statements',
};

export const deleteStatement: CallOf<typeof contracts, 'deleteStatement'> = {
  method: 'DELETE',
  path: `${BASE}/delete`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to delete the statement',
  success: 'Statement deleted',
};

/** What the browser needs of the calls of the reconciliation. */
import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

const BASE = '/api/v1/admin/reconciliation';

export const getSummary: CallOf<typeof contracts, 'getSummary'> = {
  method: 'GET',
  path: `${BASE}/summary/get`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the reconciliation',
};

export const listMatches: CallOf<typeof contracts, 'listMatches'> = {
  method: 'GET',
  path: `${BASE}/match/list`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the bank rows',
};

export const approveMatches: CallOf<typeof contracts, 'approveMatches'> = {
  method: 'POST',
  path: `${BASE}/approve`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to approve the purchases',
};

export const assignRow: CallOf<typeof contracts, 'assignRow'> = {
  method: 'POST',
  path: `${BASE}/assign`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to assign the bank row',
};

export const undoRow: CallOf<typeof contracts, 'undoRow'> = {
  method: 'POST',
  path: `${BASE}/undo`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to undo',
};

export const linkRows: CallOf<typeof contracts, 'linkRows'> = {
  method: 'POST',
  path: `${BASE}/link`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to link the bank rows',
};

export const rejectClaim: CallOf<typeof contracts, 'rejectClaim'> = {
  method: 'POST',
  path: `${BASE}/reject`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to reject the purchase',
  success: 'Purchase rejected',
};

export const listRules: CallOf<typeof contracts, 'listRules'> = {
  method: 'GET',
  path: `${BASE}/rule/list`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the rules',
};

export const deleteRule: CallOf<typeof contracts, 'deleteRule'> = {
  method: 'DELETE',
  path: `${BASE}/rule/delete`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to delete the rule',
  success: 'Rule deleted',
};

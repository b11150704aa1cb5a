import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

/** Keys of a company that are neither revoked nor expired. */
export const KEYS_MAX = 20;
/** A key without a number of days works so long. */
export const KEY_DAYS_DEFAULT = 90;
export const KEY_DAYS_MAX = 365;
/** Addresses and networks of one key. */
export const NETWORKS_MAX = 20;

const BASE = '/api/v1/admin/integrations/keys';

export const listKeys: CallOf<typeof contracts, 'listKeys'> = {
  method: 'GET',
  path: `${BASE}/list`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to load the API keys',
};

export const addKey: CallOf<typeof contracts, 'addKey'> = {
  method: 'POST',
  path: `${BASE}/add`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to make the API key',
  success: 'API key made. Copy it now: it is shown only once.',
};

export const revokeKey: CallOf<typeof contracts, 'revokeKey'> = {
  method: 'POST',
  path: `${BASE}/revoke`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to revoke the API key',
  success: 'API key revoked',
};

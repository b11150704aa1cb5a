import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

/** The lists that have views, each with the parameters of its address that a view keeps: never a search, which names people. */
export const VIEW_PARAMS = {
  purchases: ['tab', 'status', 'waiting', 'from', 'to', 'method', 'amountFrom', 'amountTo', 'flag', 'sort', 'bank'],
  users: ['status', 'deletion', 'from', 'to', 'role', 'account', 'sort'],
} as const;

export const VIEW_LISTS = ['purchases', 'users'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

/** For each admin and list. */
export const VIEWS_MAX = 20;

const BASE = '/api/v1/admin/saved-views';

export const listSavedViews: CallOf<typeof contracts, 'listSavedViews'> = {
  method: 'GET',
  path: `${BASE}/list`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to load the views',
};

export const addSavedView: CallOf<typeof contracts, 'addSavedView'> = {
  method: 'POST',
  path: `${BASE}/add`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to save the view',
  success: 'View saved',
};

export const deleteSavedView: CallOf<typeof contracts, 'deleteSavedView'> = {
  method: 'DELETE',
  path: `${BASE}/delete`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to delete the view',
  success: 'View deleted',
};

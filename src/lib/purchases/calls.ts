import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

/** Upper bound of the count in a search of a company's purchases; `total` is one above it when more match. */
export const SEARCH_COUNT_MAX = 1_000;

export const PAYMENT_METHODS = ['BANK', 'UPI', 'MANUAL', 'CRYPTO'] as const;
/** Orders of a company's purchases: by submission, or by the final amount. */
export const PURCHASE_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
/** What a pending purchase can be looked at for (docs/contract.md, List purchases); `none`: that it has none of them. */
export const PURCHASE_FLAGS = [
  'none',
  'amount',
  'reference',
  'reversed',
  'file',
  'hold',
  'waiting',
  'late',
  'new',
  'unverified',
  'bank',
] as const;
export type PurchaseFlag = (typeof PURCHASE_FLAGS)[number];

/**
 * The bank state of a purchase. `UNKNOWN`: no statement says anything yet. `SEEN`: one row has its reference and
 * amount. `NOT_FOUND`: a statement was read beyond its day without it. `SUGGESTED`: a row with another
 * number may be its payment. `CHECKING`: a row has its number, and an admin looks at it; for a buyer also every row that does not name them.
 */
export const BANK_STATES = [
  'UNKNOWN',
  'SEEN',
  'NOT_FOUND',
  'AMOUNT_DIFFERS',
  'SUGGESTED',
  'CHECKING',
  'CONFLICT',
] as const;
export type BankState = (typeof BANK_STATES)[number];

/** Filters by the bank state; each state is in exactly one of them (bank-filter.rules.ts). */
export const BANK_FILTERS = ['seen', 'differs', 'missing', 'checking', 'none'] as const;
export type BankFilter = (typeof BANK_FILTERS)[number];

export const getPrice: CallOf<typeof contracts, 'getPrice'> = {
  method: 'GET',
  path: '/api/v1/user/package/price/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch token price',
};

export const submitPayment: CallOf<typeof contracts, 'submitPayment'> = {
  method: 'POST',
  path: '/api/v1/user/package/purchase',
  access: 'member',
  from: 'json',
  failure: 'Failed to submit token purchase',
  success: 'Token purchase submitted successfully',
};

export const listTransactions: CallOf<typeof contracts, 'listTransactions'> = {
  method: 'GET',
  path: '/api/v1/user/transaction/list',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch transactions',
};

export const listTransactionsAsAdmin: CallOf<typeof contracts, 'listTransactionsAsAdmin'> = {
  method: 'GET',
  path: '/api/v1/admin/transaction/list',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch transactions',
};

export const getTransactionAsAdmin: CallOf<typeof contracts, 'getTransactionAsAdmin'> = {
  method: 'GET',
  path: '/api/v1/admin/transaction/get',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch the transaction',
};

export const approvePurchase: CallOf<typeof contracts, 'approvePurchase'> = {
  method: 'POST',
  path: '/api/v1/admin/transaction/approve',
  access: 'admin',
  from: 'json',
  failure: 'Failed to approve the purchase',
  success: 'Purchase approved successfully',
};

export const rejectPurchase: CallOf<typeof contracts, 'rejectPurchase'> = {
  method: 'POST',
  path: '/api/v1/admin/transaction/reject',
  access: 'admin',
  from: 'json',
  failure: 'Failed to reject the purchase',
  success: 'Purchase rejected successfully',
};

export const rejectPurchasesOf: CallOf<typeof contracts, 'rejectPurchasesOf'> = {
  method: 'POST',
  path: '/api/v1/admin/transaction/reject-all',
  access: 'admin',
  from: 'json',
  failure: 'Failed to reject the purchases',
};

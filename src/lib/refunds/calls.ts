import type { CallFacts, CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const REFUND_STATES = [
  'WAITING_FOR_ACCOUNT',
  'WAITING_FOR_APPROVAL',
  'APPROVED',
  'EXPORTED',
  'PAID',
  'CANCELLED',
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A reversed approval, or a bank row above what the purchase cost. */
export const REFUND_CAUSES = ['REVERSAL', 'OVERPAID'] as const;
export type RefundCause = (typeof REFUND_CAUSES)[number];

/** Refunds in one payout file. */
export const PAYOUTS_MAX = 500;

const USER = '/api/v1/user/refunds';
const ADMIN = '/api/v1/admin/refunds';

const read = (path: string, access: CallFacts['access'], failure: string): CallFacts => ({
  method: 'GET',
  path,
  access,
  from: 'query',
  failure,
});
const write = (verb: string, failure: string, success: string): CallFacts => ({
  method: 'POST',
  path: `${ADMIN}/${verb}`,
  access: 'admin',
  from: 'json',
  failure,
  success,
});

export const listRefunds: CallOf<typeof contracts, 'listRefunds'> = read(
  `${USER}/list`,
  'member',
  'Failed to load the refunds',
);
export const setRefundAccount: CallOf<typeof contracts, 'setRefundAccount'> = {
  method: 'POST',
  path: `${USER}/account`,
  access: 'member',
  from: 'json',
  failure: 'Failed to save the account',
  success: 'Account saved',
};

export const listRefundsAsAdmin: CallOf<typeof contracts, 'listRefundsAsAdmin'> = read(
  `${ADMIN}/list`,
  'admin',
  'Failed to load the refunds',
);
export const listRefundable: CallOf<typeof contracts, 'listRefundable'> = read(
  `${ADMIN}/due`,
  'admin',
  'Failed to load the money to pay back',
);
export const addRefund: CallOf<typeof contracts, 'addRefund'> = write(
  'add',
  'Failed to create the refund',
  'Refund created. The member is asked for their account.',
);
export const approveRefund: CallOf<typeof contracts, 'approveRefund'> = write(
  'approve',
  'Failed to approve the refund',
  'Refund approved',
);
export const askRefundAccount: CallOf<typeof contracts, 'askRefundAccount'> = write(
  'ask',
  'Failed to ask for the account',
  'The member is asked for their account again',
);
export const cancelRefund: CallOf<typeof contracts, 'cancelRefund'> = write(
  'cancel',
  'Failed to cancel the refund',
  'Refund cancelled',
);
export const exportRefunds: CallOf<typeof contracts, 'exportRefunds'> = write(
  'export',
  'Failed to export the refunds',
  'Payout file made. Please upload it to your bank.',
);
export const payRefund: CallOf<typeof contracts, 'payRefund'> = write(
  'pay',
  'Failed to mark the refund as paid',
  'Refund marked as paid',
);
export const reopenRefund: CallOf<typeof contracts, 'reopenRefund'> = write(
  'reopen',
  'Failed to reopen the refund',
  'Refund reopened. The member is asked for another account.',
);
export const showRefundAccount: CallOf<typeof contracts, 'showRefundAccount'> = write(
  'account',
  'Failed to show the account',
  'OK',
);

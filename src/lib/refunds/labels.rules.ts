/** What people call the states and causes of refunds. Apart, so that screens load nothing else. */
import type { RefundCause, RefundState } from './calls.ts';

export const STATE_LABELS: Readonly<Record<RefundState, string>> = {
  WAITING_FOR_ACCOUNT: 'Waiting for account',
  WAITING_FOR_APPROVAL: 'Waiting for approval',
  APPROVED: 'To pay',
  EXPORTED: 'Exported',
  PAID: 'Paid',
  CANCELLED: 'Cancelled',
};

export const CAUSE_LABELS: Readonly<Record<RefundCause, string>> = {
  REVERSAL: 'Reversed',
  OVERPAID: 'Overpaid',
};

/** Until the payout is under way. */
export function canChange(state: RefundState): boolean {
  return state === 'WAITING_FOR_ACCOUNT' || state === 'WAITING_FOR_APPROVAL' || state === 'APPROVED';
}

/** What people call the states and causes of refunds. Apart, so that screens load nothing else. */
import { t } from '../core/texts.ts';
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

/** An account as `payeeHint` masks it, for the member in the language at work. */
export function payeeText(hint: string): string {
  const [, bank, number] = /^(\w{4}) account (\S+)$/.exec(hint) ?? [];
  return bank && number ? t('{bank} account {number}', { bank, number }) : hint;
}

/** Until the payout is under way. */
export function canChange(state: RefundState): boolean {
  return state === 'WAITING_FOR_ACCOUNT' || state === 'WAITING_FOR_APPROVAL' || state === 'APPROVED';
}

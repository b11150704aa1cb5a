/** What can be paid back, when a refund changes, and how it is called. Amounts in paise. */
import { maskAccountNumber, maskUpi } from '../beneficiaries/rules.ts';
import { assert } from '../core/errors.ts';
import { formatRupeesOfPaise, type Paise } from '../core/money.ts';
import type { RefundCause, RefundState } from './calls.ts';
import { STATE_LABELS } from './labels.rules.ts';

/** Digits of a refund's number. */
export const NUMBER_DIGITS = 10;

/** `RFD-` and the digits. @param n from 0 */
export function refundNumber(n: number): string {
  return `RFD-${String(n).padStart(NUMBER_DIGITS, '0')}`;
}

/**
 * What a payout is found by on a statement: one token of letters and digits, because banks drop other characters. A payout
 * that follows one that came back has another reference.
 * @param attempt from 1
 */
export function referenceOf(number: string, attempt: number): string {
  return `${number.replace('-', '')}${attempt > 1 ? `R${attempt}` : ''}`;
}

/** What is known of a purchase and its money. */
export interface MoneyFacts {
  readonly status: string;
  readonly finalPaise: Paise;
  /**
   * What the bank's credits have for this purchase: its allocations, and what of these credits is open. Null where no statement has
   * the payment.
   */
  readonly rowPaise: Paise | null;
  /** Its open allocations: spent as long as it is approved. Null where no statement has the payment. */
  readonly allocatedPaise: Paise | null;
  /** All refunds of the purchase that are not cancelled. */
  readonly refundedPaise: Paise;
  /** The causes of those that are not paid yet: after a payment the rest can be paid back. */
  readonly causes: readonly string[];
  /** Another approved purchase that has this payment. */
  readonly otherOrder: string | null;
  /** Another order that has the bank's payment with the number of this one, of which less than its price is left. */
  readonly orderWithRow: string | null;
  /** The bank has taken the payment back itself. */
  readonly isTakenBack: boolean;
  /** The account of the buyer was deleted. */
  readonly isErased: boolean;
}

/** Why money of a purchase in this status is paid back; null if it is not. */
export function causeOf(status: string): RefundCause | null {
  if (status === 'REVERSED') return 'REVERSAL';
  return status === 'APPROVED' ? 'OVERPAID' : null;
}

/** What came in: what the bank's rows say, else what was approved. */
export function receivedPaise({ rowPaise, finalPaise }: Pick<MoneyFacts, 'rowPaise' | 'finalPaise'>): Paise {
  return rowPaise ?? finalPaise;
}

/** The money that can still be paid back: received, less what the purchase uses and what was paid back. Never below 0. */
export function availablePaise(facts: MoneyFacts): Paise {
  const price = facts.status === 'REVERSED' ? 0n : (facts.allocatedPaise ?? facts.finalPaise);
  const left = receivedPaise(facts) - price - facts.refundedPaise;
  return left > 0n ? left : 0n;
}

/** Why this refund can't be; null if it can. `amountPaise` null for all that is available. */
export function refundProblem(facts: MoneyFacts, amountPaise: Paise | null): string | null {
  const cause = causeOf(facts.status);
  if (cause === null) return 'Only a reversed or an overpaid purchase can be refunded.';
  if (facts.isErased) return 'The account of this member was deleted, so nobody can say where to pay.';
  if (facts.causes.includes(cause)) return 'This purchase already has a refund for that. Please cancel it first.';
  return moneyProblem(facts, amountPaise);
}

/** Why the money of a refund is not the member's any more; null if it is. `facts` without the refund itself. */
export function moneyProblem(facts: MoneyFacts, amountPaise: Paise | null): string | null {
  if (facts.otherOrder !== null) return `This payment belongs to ${facts.otherOrder}, which is approved.`;
  if (facts.orderWithRow !== null) return `This payment was given to ${facts.orderWithRow}.`;
  if (facts.isTakenBack) return 'The bank has already taken this payment back.';
  const available = availablePaise(facts);
  if (available <= 0n) return 'Nothing of this payment is left to pay back.';
  if (amountPaise !== null && amountPaise > available)
    return `Only ${formatRupeesOfPaise(available)} of this payment can be paid back.`;
  return null;
}

export interface FreeRow {
  readonly rowId: string;
  readonly freePaise: Paise;
}

/** The credits that pay a refund, in their order. @throws Error if they have less than the amount */
export function partsOf(amountPaise: Paise, rows: readonly FreeRow[]): { rowId: string; amountPaise: Paise }[] {
  let left = amountPaise;
  const parts = rows.flatMap(({ rowId, freePaise }) => {
    const taken = freePaise < left ? freePaise : left;
    left -= taken;
    return taken > 0n ? [{ rowId, amountPaise: taken }] : [];
  });
  assert(left === 0n, 'the credits of a refund have its amount');
  return parts;
}

/** Where a refund is paid to. */
export type Payee =
  | { readonly kind: 'BANK'; readonly holderName: string; readonly accountNumber: string; readonly ifscCode: string }
  | { readonly kind: 'UPI'; readonly holderName: string; readonly upi: string };

/** Enough to recognise an account, too little to pay to it. */
export function payeeHint(payee: Payee): string {
  if (payee.kind === 'UPI') return `UPI ${maskUpi(payee.upi)}`;
  return `${payee.ifscCode.slice(0, 4)} account ${maskAccountNumber(payee.accountNumber)}`;
}

/** Why this admin can't approve the refund; null if nothing of these is against it. */
export function approvalProblem(
  refund: {
    readonly state: RefundState;
    readonly userId: string;
    readonly payeeVersion: number;
  },
  by: { readonly adminId: string; readonly payeeVersion: number },
): { readonly code: 'conflict' | 'forbidden'; readonly text: string; readonly isOutdated?: true } | null {
  if (refund.userId === by.adminId)
    return { code: 'forbidden', text: 'You can’t approve a refund to yourself. Another admin has to do it.' };
  if (refund.state !== 'WAITING_FOR_APPROVAL')
    return {
      code: 'conflict',
      text: `This refund can’t be approved now: ${STATE_LABELS[refund.state].toLowerCase()}.`,
    };
  if (refund.payeeVersion !== by.payeeVersion)
    return {
      code: 'conflict',
      text: 'The member has entered another account. Please look at it before you approve.',
      isOutdated: true,
    };
  return null;
}

/** The refund that a notice tells the member of. */
export interface NotedRefund {
  readonly state: RefundState;
  readonly amountPaise: string;
  readonly orderNumber: string;
}

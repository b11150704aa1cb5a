/* What is said of a purchase from its comparison with the bank statements (docs/product.md, Reconciliation). */
import { formatBankDay } from '../core/bank-days.ts';
import { formatRupees } from '../core/format.ts';
import { formatRupeesOfPaise, parsePaise } from '../core/money.ts';
import { t } from '../core/texts.ts';
import type { AdminTransaction, Transaction } from './contract.ts';

type Compared = Pick<
  Transaction,
  'status' | 'finalAmount' | 'bankState' | 'bankSeenOn' | 'bankAmount' | 'statementReadUntil' | 'received'
>;

function otherAmountText({ bankAmount, finalAmount }: Compared): string | null {
  return bankAmount === null
    ? null
    : t('Found {amount}, due {due}.', { amount: formatRupees(bankAmount), due: formatRupees(finalAmount) });
}

type Received = Pick<Transaction, 'received' | 'finalAmount'>;
type PartPaid = Received & Partial<Pick<Transaction, 'bankState'>>;

/** '₹1,416.00 of ₹2,360.00 received'; null without a part payment. */
export const receivedText = ({ received, finalAmount }: Received): string | null =>
  received === null
    ? null
    : t('{received} of {due} received', { received: formatRupees(received), due: formatRupees(finalAmount) });

/** The same as a sentence, with what is still due, unless another payment may be that; null without a part payment. */
export function partPaidText(purchase: PartPaid): string | null {
  const { received, finalAmount, bankState } = purchase;
  if (received === null) return null;
  const sums = { received: formatRupees(received), due: formatRupees(finalAmount) };
  return bankState === 'SUGGESTED'
    ? t('{received} of {due} received. A payment that may be yours is being checked.', sums)
    : t('{received} of {due} received. {amount} are still due.', { ...sums, amount: stillDue(purchase) ?? '' });
}

/** '₹944.00'; null without a part payment. */
function stillDue({ received, finalAmount }: Received): string | null {
  if (received === null) return null;
  return formatRupeesOfPaise((parsePaise(finalAmount) ?? 0n) - (parsePaise(received) ?? 0n));
}

/** The sentence for the buyer; null while no statement says anything. */
export function buyerBankText(purchase: Compared): string | null {
  const { status, bankState, bankSeenOn, statementReadUntil } = purchase;
  const isPending = status === 'PENDING';
  const partText = partPaidText(purchase);
  if (partText !== null) return partText;
  switch (bankState) {
    case 'SEEN': {
      if (bankSeenOn === null) return null;
      const day = formatBankDay(bankSeenOn);
      return isPending
        ? t('Seen at the bank on {day}, waiting for approval.', { day })
        : t('Seen at the bank on {day}.', { day });
    }
    case 'NOT_FOUND': {
      if (statementReadUntil === null) return null;
      const day = formatBankDay(statementReadUntil);
      return isPending
        ? t('Not found yet: the statement was read up to {day}.', { day })
        : t('Not found: the statement was read up to {day}.', { day });
    }
    case 'AMOUNT_DIFFERS':
      return otherAmountText(purchase);
    case 'SUGGESTED':
      return isPending ? t('A payment that may be yours is being checked.') : null;
    case 'CHECKING':
      return isPending ? t('We are checking this payment with the bank.') : null;
    case 'CONFLICT':
      // A decision has answered the question.
      return isPending
        ? t(
            'At the bank, more than one payment or order comes into question. Our team decides: there is nothing for you to do.',
          )
        : null;
    default:
      return null;
  }
}

/** The sentence for admins; null while no statement says anything. */
export function adminBankText(
  purchase: Pick<
    AdminTransaction,
    'status' | 'finalAmount' | 'bankState' | 'bankSeenOn' | 'bankAmount' | 'statementReadUntil' | 'received'
  >,
): string | null {
  const partText = receivedText(purchase);
  if (partText !== null)
    return purchase.bankState === 'SUGGESTED'
      ? `${partText}. Another payment at the bank may be the rest: look at it in Reconciliation.`
      : `${partText}, ${stillDue(purchase)} remain due.`;
  const { bankState, bankSeenOn, bankAmount, finalAmount, statementReadUntil } = purchase;
  switch (bankState) {
    case 'SEEN':
    case 'AMOUNT_DIFFERS': {
      if (bankSeenOn === null || bankAmount === null) return null;
      const seen = `Seen at the bank on ${formatBankDay(bankSeenOn)}: ${formatRupees(bankAmount)}`;
      return bankState === 'SEEN' ? `${seen}.` : `${seen}, due ${formatRupees(finalAmount)}.`;
    }
    case 'NOT_FOUND':
      return (
        statementReadUntil && `Not at the bank: the statement was read up to ${formatBankDay(statementReadUntil)}.`
      );
    case 'SUGGESTED':
      return 'A payment at the bank may be this one: look at it in Reconciliation.';
    case 'CHECKING':
      return purchase.status === 'APPROVED'
        ? 'The bank took the payment of this approved order back: look at it in Reconciliation.'
        : 'The bank has a payment with this number, and something differs: look at it in Reconciliation.';
    case 'CONFLICT':
      return 'In conflict at the bank: more than one payment or claim comes into question. Look at it in Reconciliation.';
    default:
      return null;
  }
}

/**
 * The marker of a reference number: 'VERIFIED', 'FAILED', or null while nothing is decided. A number that another buyer named too says
 * nothing: anybody can name it.
 */
export function verificationOf({
  status,
  bankState,
  referenceState,
  received,
}: Pick<Transaction, 'status' | 'bankState' | 'referenceState' | 'received'>): 'VERIFIED' | 'FAILED' | null {
  // A part of the money says nothing about the rest.
  if (received !== null) return null;
  if (referenceState === 'MATCHED') return 'VERIFIED';
  if (referenceState === 'CONFLICT') return null;
  if (bankState === 'SEEN') return status === 'REVERSED' ? null : 'VERIFIED';
  return bankState !== 'UNKNOWN' && status === 'REJECTED' ? 'FAILED' : null;
}

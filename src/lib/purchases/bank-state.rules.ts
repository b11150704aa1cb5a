/* What is said of a purchase from its comparison with the bank statements (docs/product.md, Reconciliation). */
import { formatBankDay } from '../core/bank-days.ts';
import { formatRupees } from '../core/format.ts';
import { t } from '../core/texts.ts';
import type { AdminTransaction, Transaction } from './contract.ts';

type Compared = Pick<
  Transaction,
  'status' | 'finalAmount' | 'bankState' | 'bankSeenOn' | 'bankAmount' | 'statementReadUntil'
>;

function otherAmountText({ bankAmount, finalAmount }: Compared): string | null {
  return bankAmount === null
    ? null
    : t('Found {amount}, due {due}.', { amount: formatRupees(bankAmount), due: formatRupees(finalAmount) });
}

/** The sentence for the buyer; null while no statement says anything. */
export function buyerBankText(purchase: Compared): string | null {
  const { status, bankState, bankSeenOn, statementReadUntil } = purchase;
  const isPending = status === 'PENDING';
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
    case 'CONFLICT':
      return isPending
        ? t(
            'On the bank statement, your number fits more than one payment or order. Our team decides: there is nothing for you to do.',
          )
        : t('On the bank statement, your number fits more than one payment or order.');
    default:
      return null;
  }
}

/** The sentence for admins; null while no statement says anything. */
export function adminBankText(
  purchase: Pick<AdminTransaction, 'finalAmount' | 'bankState' | 'bankSeenOn' | 'bankAmount' | 'statementReadUntil'>,
): string | null {
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
    case 'CONFLICT':
      return 'In conflict at the bank: its number fits more than one payment or claim.';
    default:
      return null;
  }
}

/** The marker of a reference number: 'VERIFIED', 'FAILED', or null while nothing is known. */
export function verificationOf({
  status,
  bankState,
  referenceState,
}: Pick<Transaction, 'status' | 'bankState' | 'referenceState'>): 'VERIFIED' | 'FAILED' | null {
  if (referenceState === 'MATCHED') return 'VERIFIED';
  if (referenceState === 'CONFLICT' || bankState === 'CONFLICT' || bankState === 'AMOUNT_DIFFERS') return 'FAILED';
  if (bankState === 'SEEN') return status === 'REVERSED' ? null : 'VERIFIED';
  return bankState === 'NOT_FOUND' && status === 'REJECTED' ? 'FAILED' : null;
}

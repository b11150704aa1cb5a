/**
 * Which credit of the bank is a settlement (docs/decisions/0240): the only one with the number of its transfer as a whole
 * reference, if its amount is the settlement's net sum to the paisa, nothing else was decided about it, and no buyer names it.
 */
import type { Paise } from '../../core/money.ts';
import type { Side } from '../rules.ts';
import type { SettlementState } from './contract.ts';

export interface Settlement {
  readonly id: string;
  /** Normalised; null while the aggregator has not stated it. */
  readonly utr: string | null;
  /** The sum of its lines; below zero if the aggregator took more than it gave. */
  readonly netPaise: Paise;
}

/** A row of the settlement's account that has the number of its transfer. */
export interface TransferRow {
  readonly id: string;
  readonly side: Side;
  readonly amountPaise: Paise;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** A purchase was approved, or approved first, with it or with its number; or an admin or a rule marked it. */
  readonly isUsed: boolean;
  /** A pending purchase names its number: the payment may be its buyer's, whatever the file says. */
  readonly isClaimed: boolean;
}

export interface CreditOutcome {
  readonly state: SettlementState;
  /** The only credit with the settlement's number, also if it differs; null for none and for several. */
  readonly credit: TransferRow | null;
}

/**
 * What the bank says about a settlement.
 * @param rows those of its account with its number
 * @param isShared another settlement of the account has the same number
 */
export function creditOf(settlement: Settlement, rows: readonly TransferRow[], isShared: boolean): CreditOutcome {
  if (settlement.netPaise <= 0n) return { state: 'NOTHING_DUE', credit: null };
  const credits = rows.filter((row) => row.side === 'CREDIT');
  const [credit = null, second] = credits;
  if (settlement.utr === null || credit === null) return { state: 'NOT_FOUND', credit: null };
  if (second || isShared) return { state: 'CONFLICT', credit: null };
  const debits = rows.filter((row) => row.side === 'DEBIT');
  // Of the same day counts: files list a day in either order.
  if (debits.some((debit) => debit.amountPaise === credit.amountPaise && debit.date >= credit.date))
    return { state: 'TAKEN_BACK', credit };
  if (debits.length > 0) return { state: 'CONFLICT', credit };
  if (credit.isUsed) return { state: 'USED', credit };
  if (credit.isClaimed) return { state: 'CLAIMED', credit };
  return { state: credit.amountPaise === settlement.netPaise ? 'CREDITED' : 'DIFFERS', credit };
}

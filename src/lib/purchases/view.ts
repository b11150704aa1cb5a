/** Rows of purchases as they go over the wire. */
import { formatPaise, formatPercent, formatPrice } from '../core/money.ts';
import { mediaPath } from '../core/paths.ts';
import type { AdminTransaction, Transaction } from './contract.ts';
import type { PurchaseRow, TransactionRow } from './list-store.ts';
import { accountAgeIfNew, amountDifference, orderAgeIfLate } from './rules.ts';

/** `conflicts`: ids of pending purchases whose reference number another purchase has too. */
export function transactionOf(row: TransactionRow, conflicts: ReadonlySet<string>): Transaction {
  return { ...fieldsOf(row), referenceState: referenceStateOf(row, conflicts) };
}

function referenceStateOf(row: TransactionRow, conflicts: ReadonlySet<string>): Transaction['referenceState'] {
  if (row.reference_number === null) return null;
  if (row.status === 'APPROVED') return 'MATCHED';
  return conflicts.has(row.id) ? 'CONFLICT' : null;
}

function fieldsOf(row: TransactionRow): Omit<Transaction, 'referenceState'> {
  return {
    id: row.id,
    orderNumber: row.order_number,
    paymentMethod: row.payment_method,
    price: formatPrice(row.price_micros),
    totalQuantity: Number(row.quantity),
    orderAmount: formatPaise(row.order_amount_paise),
    gstPercentage: formatPercent(row.fee_bps),
    gstAmount: formatPaise(row.fee_paise),
    finalAmount: formatPaise(row.final_amount_paise),
    amount: formatPaise(row.claimed_amount_paise),
    status: row.status,
    referenceNumber: row.reference_number,
    transactionId: row.transaction_id,
    receipt: row.receipt_id !== null && row.mime !== null ? { url: mediaPath(row.receipt_id), mime: row.mime } : null,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    rejectReason: row.reject_reason,
    transactionHash: row.entry_hash,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    reversalReason: row.status === 'REVERSED' ? row.reversal_reason : null,
    reversalHash: row.reversal_hash,
  };
}

/** Order numbers of others with the same reference, open or reversed, and with the same file, by id of the purchase. */
export interface Likenesses {
  readonly reference: ReadonlyMap<string, readonly string[]>;
  readonly reversed: ReadonlyMap<string, readonly string[]>;
  readonly file: ReadonlyMap<string, readonly string[]>;
}

/** `names`: of admins, by id. */
export function adminTransactionOf(
  row: PurchaseRow,
  like: Likenesses,
  names: ReadonlyMap<string, string>,
): AdminTransaction {
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null));
  const isOpen = row.status === 'PENDING';
  return {
    ...fieldsOf(row),
    paidTo: row.beneficiary,
    user: { referralCode: row.member_id, name: row.name, mobile: row.mobile },
    decidedBy: nameOf(row.decided_by),
    reversedBy: nameOf(row.reversed_by),
    flags: {
      amountDiffers: isOpen ? amountDifference(row.final_amount_paise, row.claimed_amount_paise) : null,
      referenceConflict: [...(like.reference.get(row.id) ?? [])],
      referenceReversed: [...(like.reversed.get(row.id) ?? [])],
      sameFileSeen: [...(like.file.get(row.id) ?? [])],
      memberNotVerified: isOpen && !row.is_approved,
      lateProofSeconds: isOpen ? orderAgeIfLate(row.order_age_seconds) : null,
      newAccountSeconds: isOpen ? accountAgeIfNew(row.joined_at, row.created_at) : null,
    },
  };
}

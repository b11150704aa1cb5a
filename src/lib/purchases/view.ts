/** Rows of purchases as they go over the wire. */

import { needsSecondApprover } from '../companies/rules.ts';
import type { Paise } from '../core/money.ts';
import { formatPaise, formatPercent, formatPrice } from '../core/money.ts';
import { mediaPath } from '../core/paths.ts';
import type { AdminTransaction, Transaction } from './contract.ts';
import type { AdminName, PurchaseRow, TransactionRow } from './list-store.ts';
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

/** Who asks, and what the company asks of its admins. */
export interface Asked {
  readonly actorId: string;
  /** Above it two admins have to agree; null where one does. */
  readonly abovePaise: Paise | null;
  /** Of admins, by id. */
  readonly names: ReadonlyMap<string, AdminName>;
}

export function adminTransactionOf(row: PurchaseRow, like: Likenesses, asked: Asked): AdminTransaction {
  const { names, actorId, abovePaise } = asked;
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id)?.name ?? null));
  const halfOf = (id: string | null, at: Date | null): AdminTransaction['firstApproval'] => {
    const admin = id === null ? undefined : names.get(id);
    return admin?.counts && at ? { by: admin.name, at: at.toISOString(), isMine: id === actorId } : null;
  };
  const reversal = row.status === 'APPROVED' ? halfOf(row.reversal_asked_by, row.reversal_asked_at) : null;
  const isOpen = row.status === 'PENDING';
  return {
    ...fieldsOf(row),
    paidTo: row.beneficiary,
    user: { id: row.user_id, referralCode: row.member_id, name: row.name, mobile: row.mobile },
    decidedBy: nameOf(row.decided_by),
    reversedBy: nameOf(row.reversed_by),
    isDecidedByMe: (row.reversed_by ?? row.decided_by) === actorId,
    isOwn: row.user_id === actorId,
    needsTwoAdmins: needsSecondApprover(row.final_amount_paise, abovePaise),
    firstApproval: isOpen ? halfOf(row.first_approved_by, row.first_approved_at) : null,
    reversalAsked: reversal && { ...reversal, reason: row.reversal_reason ?? '' },
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

/** Maps rows of purchases to the output of the calls. */

import { type FirstAdmin, firstAdminKey } from '../../approvals/rules.ts';
import { needsSecondApprover } from '../../companies/rules.ts';
import type { Paise, PriceMicros } from '../../core/money.ts';
import { formatPaise, formatPercent, formatPrice } from '../../core/money.ts';
import { mediaPath } from '../../core/paths.ts';
import type { AdminTransaction, Transaction } from '../contract.ts';
import { accountAgeIfNew, amountDifference, orderAgeIfLate, worthPaise } from '../rules.ts';
import type { PurchaseRow, TransactionRow } from './store.ts';

/** @param conflicts ids of pending purchases whose reference number another purchase also has */
export function transactionOf(row: TransactionRow, conflicts: ReadonlySet<string>): Transaction {
  return {
    ...fieldsOf(row),
    ...(row.bank?.isDisclosed === false && undisclosed(row)),
    referenceState: referenceStateOf(row, conflicts),
    unreadMessages: row.thread?.unreadByMember ?? 0,
  };
}

/**
 * For a buyer whom the row does not name: a number from somebody else's screenshot opens nothing. What is neither the row's nor known
 * by it stays.
 */
function undisclosed({ bank, status }: TransactionRow): Pick<Transaction, 'bankState' | 'bankSeenOn' | 'bankAmount'> {
  const state = bank?.state ?? 'UNKNOWN';
  const isOpen = state === 'UNKNOWN' || state === 'NOT_FOUND' || state === 'SUGGESTED';
  // Nobody checks a claim that is decided.
  const shown = status === 'PENDING' ? 'CHECKING' : 'UNKNOWN';
  return { bankState: isOpen ? state : shown, bankSeenOn: null, bankAmount: null };
}

function referenceStateOf(row: TransactionRow, conflicts: ReadonlySet<string>): Transaction['referenceState'] {
  if (row.reference_number === null) return null;
  if (row.status === 'APPROVED') return 'MATCHED';
  return conflicts.has(row.id) ? 'CONFLICT' : null;
}

function fieldsOf(row: TransactionRow): Omit<Transaction, 'referenceState' | 'unreadMessages'> {
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
    holdEndedAt: row.hold_ended_at?.toISOString() ?? null,
    receipt: row.receipt_id !== null && row.mime !== null ? { url: mediaPath(row.receipt_id), mime: row.mime } : null,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    rejectReason: row.reject_reason,
    transactionHash: row.entry_hash,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    reversalReason: row.status === 'REVERSED' ? row.reversal_reason : null,
    reversalHash: row.reversal_hash,
    bankState: row.bank?.state ?? 'UNKNOWN',
    bankSeenOn: row.bank?.seenOn ?? null,
    bankAmount: row.bank?.amountPaise == null ? null : formatPaise(BigInt(row.bank.amountPaise)),
    statementReadUntil: row.bank?.readUntil ?? null,
    // A match can also wait for a second admin.
    received: receivedOf(row),
    isReconciled: row.status === 'APPROVED' && row.bank?.isMatched === true,
    waitingForBuyerSince: row.status === 'PENDING' ? timeOf(row.thread?.waitingSince) : null,
    messageCount: row.thread?.messages ?? 0,
  };
}

/** The sum of the part payments; null for none. */
function receivedOf({ parts }: TransactionRow): string | null {
  if (parts === null) return null;
  return formatPaise(parts.reduce((sum, part) => sum + BigInt(part.amountPaise), 0n));
}

/** @param time as PostgreSQL writes it into JSON */
const timeOf = (time: string | null | undefined): string | null => (time ? new Date(time).toISOString() : null);

/** Order numbers of other purchases by the id of a purchase. */
export interface SimilarPurchases {
  /** Pending or approved, with the same reference number. */
  readonly reference: ReadonlyMap<string, readonly string[]>;
  /** Reversed, with the same reference number. */
  readonly reversed: ReadonlyMap<string, readonly string[]>;
  /** In any status, with the same receipt file. */
  readonly file: ReadonlyMap<string, readonly string[]>;
}

/** What the list shows depends on: the admin who reads it, the company's bound, and the names of admins. */
export interface AdminView {
  readonly actorId: string;
  /** Above this worth two admins have to agree; null if one is always enough. */
  readonly abovePaise: Paise | null;
  /** Of the last 30 days. */
  readonly highestPriceMicros: PriceMicros;
  /** Names of admins by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly firstAdmins: ReadonlyMap<string, FirstAdmin>;
}

export function adminTransactionOf(row: PurchaseRow, similar: SimilarPurchases, view: AdminView): AdminTransaction {
  const { names, actorId, abovePaise } = view;
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null));
  const approval = view.firstAdmins.get(firstAdminKey('purchase.approve', row.id));
  const reversal = view.firstAdmins.get(firstAdminKey('purchase.reverse', row.id));
  const isOpen = row.status === 'PENDING';
  return {
    ...fieldsOf(row),
    unreadMessages: row.thread?.unreadByAdmins ?? 0,
    parts: (row.parts ?? []).map(({ rowId, date, amountPaise }) => ({
      rowId,
      date,
      amount: formatPaise(BigInt(amountPaise)),
    })),
    version: row.corrections,
    paidTo: row.beneficiary,
    user: { id: row.user_id, referralCode: row.member_id, name: row.name, mobile: row.mobile },
    decidedBy: nameOf(row.decided_by),
    reversedBy: nameOf(row.reversed_by),
    isDecidedByMe: (row.reversed_by ?? row.decided_by) === actorId,
    isOwn: row.user_id === actorId,
    needsTwoAdmins: needsSecondApprover(
      worthPaise({ finalAmountPaise: row.final_amount_paise, quantity: row.quantity }, view.highestPriceMicros),
      abovePaise,
    ),
    firstApproval: approval ? firstAdminOf(approval, actorId) : null,
    reversalAsked: reversal ? { ...firstAdminOf(reversal, actorId), reason: reversal.reason } : null,
    flags: {
      amountDiffers: isOpen ? amountDifference(row.final_amount_paise, row.claimed_amount_paise) : null,
      referenceConflict: [...(similar.reference.get(row.id) ?? [])],
      referenceReversed: [...(similar.reversed.get(row.id) ?? [])],
      sameFileSeen: [...(similar.file.get(row.id) ?? [])],
      memberNotVerified: isOpen && !row.is_approved,
      lateProofSeconds: isOpen ? orderAgeIfLate(row.order_age_seconds) : null,
      newAccountSeconds: isOpen ? accountAgeIfNew(row.joined_at, row.created_at) : null,
    },
  };
}

function firstAdminOf(first: FirstAdmin, actorId: string): NonNullable<AdminTransaction['firstApproval']> {
  return { by: first.name, at: first.at.toISOString(), isMine: first.id === actorId };
}

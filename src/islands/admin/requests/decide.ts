import { CallError, call } from '@/islands/api.ts';
import { refresh } from '@/islands/data.ts';
import { formatTime } from '@/lib/core/format.ts';
import {
  type AdminTransaction,
  approvePurchase,
  listTransactionsAsAdmin,
  rejectPurchase,
} from '@/lib/purchases/contract.ts';

export type Decision = 'approve' | 'reject';

/** What came of a decision. `lost`: somebody else was quicker, or the purchase is gone. `failed`: it may be tried again. */
export interface Outcome {
  readonly kind: 'done' | 'lost' | 'failed';
  readonly message: string;
  /** Who decided what, where somebody else was quicker. */
  readonly other?: string;
}

/** Another purchase with the same reference is approved: this one still waits. */
const WAITS_STILL = 'same UTR or Transaction Number';

/** Sends one decision and tells what came of it; the lists are read again whatever that is. */
export async function decide(
  decision: Decision,
  purchase: Pick<AdminTransaction, 'id' | 'orderNumber'>,
  reason = '',
): Promise<Outcome> {
  try {
    const { message } =
      decision === 'approve'
        ? await call(approvePurchase, { id: purchase.id })
        : await call(rejectPurchase, { id: purchase.id, ...(reason.trim() !== '' && { reason: reason.trim() }) });
    return { kind: 'done', message };
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    const isLost = cause.status === 404 || (cause.status === 409 && !cause.message.includes(WAITS_STILL));
    if (!isLost) return { kind: 'failed', message: cause.message };
    const other = await decidedByOther(purchase);
    return { kind: 'lost', message: cause.message, ...(other !== null && { other }) };
  } finally {
    refresh(listTransactionsAsAdmin);
  }
}

/** The sentence that says who has decided a purchase, null while it waits or when nothing can be said of it. */
export async function decidedByOther(purchase: Pick<AdminTransaction, 'id' | 'orderNumber'>): Promise<string | null> {
  try {
    const input = { page: 1, limit: 100, search: purchase.orderNumber, status: 'ALL' } as const;
    const { data } = await call(listTransactionsAsAdmin, input);
    const found = data.records.find((it) => it.id === purchase.id);
    return found ? decidedSentence(found, Date.now()) : null;
  } catch {
    return null;
  }
}

const JUST_NOW_MS = 60_000;

/** 'PUR-123456 was approved by Vikram Shah just now.' */
export function decidedSentence(
  purchase: Pick<AdminTransaction, 'orderNumber' | 'status' | 'decidedAt' | 'decidedBy'>,
  nowMs: number,
): string | null {
  if (purchase.status === 'PENDING' || purchase.decidedAt === null) return null;
  const isFresh = Math.abs(nowMs - new Date(purchase.decidedAt).getTime()) < JUST_NOW_MS;
  const word = purchase.status === 'APPROVED' ? 'approved' : 'rejected';
  const who = purchase.decidedBy === null ? '' : ` by ${purchase.decidedBy}`;
  return `${purchase.orderNumber} was ${word}${who} ${isFresh ? 'just now' : `at ${formatTime(purchase.decidedAt)}`}.`;
}

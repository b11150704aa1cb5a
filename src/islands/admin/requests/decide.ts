import { CallError, call } from '@/islands/api.ts';
import { refresh } from '@/islands/data.ts';
import { formatTime } from '@/lib/core/format.ts';
import {
  type AdminTransaction,
  approvePurchase,
  listTransactionsAsAdmin,
  rejectPurchase,
} from '@/lib/purchases/contract.ts';
import { reversePurchase, withdrawReversal } from '@/lib/purchases/reverse-contract.ts';

/** On what waits. */
export type Decision = 'approve' | 'reject';
/** Whatever is done to one purchase. */
export type Act = Decision | 'reverse';

/**
 * What came of a decision. `first`: noted, a second admin has to agree. `lost`: somebody else was quicker, or the purchase
 * is gone. `failed`: it may be tried again.
 */
export interface Outcome {
  readonly kind: 'done' | 'first' | 'lost' | 'failed';
  readonly message: string;
  /** Who decided what, where somebody else was quicker. */
  readonly other?: string;
}

/** Another purchase with the same reference is approved, or the first of two admins asks again: it still waits. */
const WAITS_STILL = /same UTR or Transaction Number|Another admin has to/;

/** Sends one decision and tells what came of it; the lists are read again whatever that is. */
export async function decide(
  act: Act,
  purchase: Pick<AdminTransaction, 'id' | 'orderNumber'>,
  reason = '',
): Promise<Outcome> {
  try {
    const { message, data } = await send(act, purchase.id, reason.trim());
    return { kind: data.status === STATUS_AFTER[act] ? 'done' : 'first', message };
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    const isLost = cause.status === 404 || (cause.status === 409 && !WAITS_STILL.test(cause.message));
    if (!isLost) return { kind: 'failed', message: cause.message };
    const other = await decidedByOther(purchase);
    return { kind: 'lost', message: cause.message, ...(other !== null && { other }) };
  } finally {
    refresh(listTransactionsAsAdmin);
  }
}

const STATUS_AFTER: Record<Act, AdminTransaction['status']> = {
  approve: 'APPROVED',
  reject: 'REJECTED',
  reverse: 'REVERSED',
};

function send(act: Act, id: string, reason: string) {
  if (act === 'approve') return call(approvePurchase, { id });
  if (act === 'reject') return call(rejectPurchase, { id, ...(reason !== '' && { reason }) });
  return call(reversePurchase, { id, reason });
}

/** Ends a reversal that waits for a second admin. @returns what is to be said, and whether it went */
export async function withdraw(id: string): Promise<{ isDone: boolean; message: string }> {
  try {
    return { isDone: true, message: (await call(withdrawReversal, { id })).message };
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    return { isDone: false, message: cause.message };
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
  purchase: Pick<AdminTransaction, 'orderNumber' | 'status' | 'decidedAt' | 'decidedBy' | 'reversedAt' | 'reversedBy'>,
  nowMs: number,
): string | null {
  const isReversed = purchase.status === 'REVERSED';
  const at = isReversed ? purchase.reversedAt : purchase.decidedAt;
  if (purchase.status === 'PENDING' || at === null) return null;
  const isFresh = Math.abs(nowMs - new Date(at).getTime()) < JUST_NOW_MS;
  const by = isReversed ? purchase.reversedBy : purchase.decidedBy;
  const who = by === null ? '' : ` by ${by}`;
  return `${purchase.orderNumber} was ${purchase.status.toLowerCase()}${who} ${isFresh ? 'just now' : `at ${formatTime(at)}`}.`;
}

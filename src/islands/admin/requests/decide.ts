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
  /** Where somebody else was quicker: who decided what. */
  readonly other?: string;
  /** Where not this purchase but the server or the line was in the way: when to go on, null where nobody knows. */
  readonly pause?: { readonly seconds: number | null };
}

/** Another purchase with the same reference is approved, or the first of two admins asks again: it still waits. */
const WAITS_STILL = /same UTR or Transaction Number|Another admin has to/;

/** No answer, too many calls, or a server that is away: the next purchase would fare the same. */
const IN_THE_WAY: readonly number[] = [0, 429, 502, 503, 504];

/**
 * Sends one decision and tells what came of it. An answer can get lost after the server has decided; asked again, it says
 * that this has been decided already, and what this admin wanted and has decided counts as done.
 */
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
    const { status, message } = cause;
    if (IN_THE_WAY.includes(status)) return { kind: 'failed', message, pause: { seconds: cause.retryAfterSeconds } };
    if (status === 404) return { kind: 'lost', message };
    if (status !== 409) return { kind: 'failed', message };
    const now = await readAgain(purchase);
    const other = now && decidedSentence(now, Date.now());
    if (now && isMine(act, now))
      return now.status === STATUS_AFTER[act]
        ? { kind: 'done', message: other ?? message }
        : { kind: 'first', message };
    if (WAITS_STILL.test(message)) return { kind: 'failed', message };
    return { kind: 'lost', message, ...(other && { other }) };
  }
}

/** What is asked for is so, or half so, and by the admin who asks. */
function isMine(act: Act, now: AdminTransaction): boolean {
  if (now.status === STATUS_AFTER[act]) return now.isDecidedByMe;
  if (act === 'approve' && now.status === 'PENDING') return now.firstApproval?.isMine ?? false;
  return act === 'reverse' && now.status === 'APPROVED' && (now.reversalAsked?.isMine ?? false);
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

/** The purchase as it is now; null where it can't be read. */
async function readAgain(purchase: Pick<AdminTransaction, 'id' | 'orderNumber'>): Promise<AdminTransaction | null> {
  try {
    const input = { page: 1, limit: 100, search: purchase.orderNumber, status: 'ALL' } as const;
    const { data } = await call(listTransactionsAsAdmin, input);
    return data.records.find((it) => it.id === purchase.id) ?? null;
  } catch {
    return null;
  }
}

/** The sentence that says who has decided a purchase, null while it waits or when nothing can be said of it. */
export async function decidedByOther(purchase: Pick<AdminTransaction, 'id' | 'orderNumber'>): Promise<string | null> {
  const now = await readAgain(purchase);
  return now && decidedSentence(now, Date.now());
}

const JUST_NOW_MS = 60_000;

/** 'PUR-123456 was approved by Vikram Shah just now.' */
export function decidedSentence(
  purchase: Pick<
    AdminTransaction,
    'orderNumber' | 'status' | 'decidedAt' | 'decidedBy' | 'reversedAt' | 'reversedBy' | 'isDecidedByMe'
  >,
  nowMs: number,
): string | null {
  const isReversed = purchase.status === 'REVERSED';
  const at = isReversed ? purchase.reversedAt : purchase.decidedAt;
  if (purchase.status === 'PENDING' || at === null) return null;
  const isFresh = Math.abs(nowMs - new Date(at).getTime()) < JUST_NOW_MS;
  const by = purchase.isDecidedByMe ? 'you' : isReversed ? purchase.reversedBy : purchase.decidedBy;
  const who = by === null ? '' : ` by ${by}`;
  return `${purchase.orderNumber} was ${purchase.status.toLowerCase()}${who} ${isFresh ? 'just now' : `at ${formatTime(at)}`}.`;
}

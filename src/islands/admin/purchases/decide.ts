import { CallError, call } from '@/islands/api.ts';
import { formatTime } from '@/lib/core/format.ts';
import { approvePurchase, listTransactionsAsAdmin, rejectPurchase } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { reversePurchase } from '@/lib/purchases/reverse/calls.ts';
import { failedFor, type Outcome, stopsAll } from '../lists/outcome.ts';

/** On a pending purchase. */
export type Decision = 'approve' | 'reject';
/** Any action on one purchase. */
export type Act = Decision | 'reverse';

/** Reasons of a conflict that leave the purchase pending: nobody else has decided it. */
const STILL_PENDING: readonly (string | undefined)[] = [
  'same_reference',
  'second_admin_needed',
  'not_enough_stock',
  'outdated',
];

/**
 * Sends one decision. An answer can get lost after the server has decided; a second try then conflicts, and a decision
 * that is already as this admin wanted it counts as done.
 * @param sendDecision another call that decides in the same way
 */
export async function decide(
  act: Act,
  purchase: Pick<AdminTransaction, 'id' | 'orderNumber'> & Partial<Pick<AdminTransaction, 'version' | 'bankState'>>,
  reason = '',
  sendDecision = send,
): Promise<Outcome> {
  try {
    const { message, data } = await sendDecision(act, purchase, reason.trim());
    return { kind: data.status === STATUS_AFTER[act] ? 'done' : 'first', message };
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    const { status, message } = cause;
    if (stopsAll(cause)) return failedFor(cause);
    if (status === 404) return { kind: 'lost', message };
    if (status !== 409) return { kind: 'failed', message };
    const now = await readPurchase(purchase);
    const other = now && decidedSentence(now, Date.now());
    if (now && isMine(act, now))
      return now.status === STATUS_AFTER[act]
        ? { kind: 'done', message: other ?? message }
        : { kind: 'first', message };
    if (STILL_PENDING.includes(cause.reason)) return { kind: 'failed', message };
    return { kind: 'lost', message, ...(other && { other }) };
  }
}

/** Whether this admin has already made the decision, or the first half of it. */
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

type Answer = { readonly message: string; readonly data: Pick<AdminTransaction, 'status'> };
type Sent = Pick<AdminTransaction, 'id'> & Partial<Pick<AdminTransaction, 'version' | 'bankState'>>;

function send(act: Act, { id, version, bankState }: Sent, reason: string): Promise<Answer> {
  if (act === 'approve')
    return call(approvePurchase, { id, ...(version !== undefined && { version }), ...(bankState && { bankState }) });
  if (act === 'reject') return call(rejectPurchase, { id, ...(reason !== '' && { reason }) });
  return call(reversePurchase, { id, reason });
}

/** The purchase as it is now; null where it can't be read. */
export async function readPurchase(
  purchase: Pick<AdminTransaction, 'id' | 'orderNumber'>,
): Promise<AdminTransaction | null> {
  try {
    const input = { page: 1, limit: 100, search: purchase.orderNumber, status: 'ALL' } as const;
    const { data } = await call(listTransactionsAsAdmin, input);
    return data.records.find((it) => it.id === purchase.id) ?? null;
  } catch {
    return null;
  }
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

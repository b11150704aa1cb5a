import { type RefObject, useState } from 'react';
import { CallError, call } from '@/islands/api.ts';
import { toast } from '@/islands/toasts.ts';
import { useForm } from '@/islands/ui/useForm.ts';
import { type Answer, useSubmit } from '@/islands/ui/useSubmit.ts';
import { formatRupees } from '@/lib/core/format.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { assignRow, listRules, rejectClaim } from '@/lib/reconciliation/calls.ts';
import type { BankRowView, Bucket } from '@/lib/reconciliation/contract.ts';
import { decide } from '../purchases/decide.ts';
import { approvePair, firstReason, isFullMatch, type MatchAct, ruleTextOf } from './decisions.ts';
import { FIGURES } from './figures.ts';
import type { MatchQueue } from './useMatchQueue.ts';

/** The latest decision of this admin, and what takes it back. */
export type Undoable =
  | { readonly kind: 'approved' | 'linked'; readonly purchase: AdminTransaction }
  | { readonly kind: 'waiting'; readonly row: BankRowView; readonly orderNumber: string }
  | { readonly kind: 'part'; readonly row: BankRowView; readonly orderNumber: string }
  | { readonly kind: 'marked'; readonly row: BankRowView }
  /** With the row that the rejection decided about; null for none. */
  | { readonly kind: 'rejected'; readonly row: BankRowView | null; readonly orderNumber: string };

const REASON_LENGTH_MIN = 3;
const RULE_LENGTH_MIN = 4;

export type MatchReview = ReturnType<typeof useMatchReview>;

interface ReviewOptions {
  readonly bucket: Bucket;
  readonly queue: MatchQueue;
  /** The chosen claim. */
  readonly claim: AdminTransaction | undefined;
  readonly desk: RefObject<HTMLElement | null>;
}

/** The decision on the match on show: the question, what is sent, and what is said of it. */
export function useMatchReview({ bucket, queue, claim, desk }: ReviewOptions) {
  const row = queue.current?.row ?? null;
  const [question, setQuestion] = useState<MatchAct | null>(null);
  const [isRule, setRule] = useState(false);
  const [acceptShortfall, setAcceptShortfall] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const form = useForm({ reason: '', ruleText: '' });
  const { reason, ruleText } = form.values;

  const submission = useSubmit({
    form,
    check: () => {
      if (question === null) return false;
      const needsReason = question === 'notOurs' || (question === 'approve' && !isFullMatch(bucket));
      if (needsReason && reason.trim().length < REASON_LENGTH_MIN) return { reason: 'Please enter a reason.' };
      if (question === 'notOurs' && isRule && ruleText.trim().length < RULE_LENGTH_MIN)
        return { ruleText: `Please enter at least ${RULE_LENGTH_MIN} characters of the text.` };
      return null;
    },
    send: () =>
      send({ act: question, bucket, row, claim, reason, acceptShortfall, ruleText: isRule ? ruleText : undefined }),
    refreshes: [...FIGURES, listTransactionsAsAdmin, listRules],
    onDone: done,
  });

  function ask(next: MatchAct | null): void {
    setQuestion(next);
    setRule(false);
    setAcceptShortfall(false);
    form.fill({ reason: firstReason(bucket, next), ruleText: row ? ruleTextOf(row) : '' });
    submission.reset();
    if (next === null) desk.current?.focus({ preventScroll: true });
  }

  function done(decision: Undoable | null): void {
    if (decision) {
      setUndoable(decision);
      setAnnouncement(sentenceOf(decision));
    }
    step(1, true);
  }

  function step(by: 1 | -1, isDecided = false): void {
    ask(null);
    queue.step(by, isDecided);
  }

  /** The latest decision was taken back. */
  function undone(sentence: string): void {
    setUndoable(null);
    setAnnouncement(sentence);
    queue.restart();
  }

  const shortfall = { row, acceptShortfall, setAcceptShortfall };
  return { question, form, submission, isRule, setRule, shortfall, announcement, undoable, ask, step, undone };
}

interface Decision {
  readonly act: MatchAct | null;
  readonly bucket: Bucket;
  readonly row: BankRowView | null;
  readonly claim: AdminTransaction | undefined;
  readonly reason: string;
  readonly acceptShortfall: boolean;
  readonly ruleText: string | undefined;
}

/** @returns null if another admin was quicker. @throws CallError with why it was refused */
async function send({
  act,
  bucket,
  row,
  claim,
  reason,
  acceptShortfall,
  ruleText,
}: Decision): Promise<Answer<Undoable | null>> {
  if (act === 'notOurs' && row) {
    const { message } = await call(assignRow, { rowId: row.id, notOurs: true, reason, ruleText });
    return { message, data: { kind: 'marked', row: { ...row, bucket: 'NOT_OURS' } } };
  }
  if (!claim) throw new CallError(0, ['Please choose a claim.']);
  if (act === 'approve' && row) {
    const pair = { rowId: row.id, purchaseId: claim.id, reason: reason.trim(), acceptShortfall };
    const { message, isWaiting, isPart } = await approvePair(bucket, pair);
    if (isPart) return { message, data: { kind: 'part', row, orderNumber: claim.orderNumber } };
    if (isWaiting) return { message, data: { kind: 'waiting', row, orderNumber: claim.orderNumber } };
    return { message, data: { kind: bucket === 'ALREADY_USED' ? 'linked' : 'approved', purchase: claim } };
  }
  let isSettled = false;
  const { kind, message, other } = await decide('reject', claim, reason, async (_, { id }, text) => {
    const input = { purchaseId: id, ...(row && { rowId: row.id }), ...(text !== '' && { reason: text }) };
    const answer = await call(rejectClaim, input);
    isSettled = answer.data.bucket === 'DECIDED';
    return { message: answer.message, data: { status: 'REJECTED' } };
  });
  if (kind === 'failed') throw new CallError(0, [message]);
  if (kind !== 'lost') {
    const settled = row && isSettled ? { ...row, bucket: 'DECIDED' as const } : null;
    return { message, data: { kind: 'rejected', row: settled, orderNumber: claim.orderNumber } };
  }
  toast.error(other ?? message);
  return { message: '', data: null };
}

/** What has become of a match. */
export function sentenceOf(decision: Undoable): string {
  if ('purchase' in decision) return `${decision.purchase.orderNumber} ${decision.kind}.`;
  if (decision.kind === 'waiting') return `${decision.orderNumber} is waiting for a second admin.`;
  if (decision.kind === 'part') return `Part payment of ${decision.orderNumber} recorded.`;
  if (decision.kind === 'rejected') return `${decision.orderNumber} rejected.`;
  return `${formatRupees(decision.row.amount)} marked as not ours.`;
}

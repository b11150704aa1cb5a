import type { KeyboardEvent } from 'react';
import { toast } from '@/islands/toasts.ts';
import { REASONS } from '@/lib/core/ready-sentences.ts';
import type { Bucket } from '@/lib/reconciliation/contract.ts';
import type { Zoom } from '../purchases/useZoom.ts';
import { actsOf, isOpenIn, type MatchAct, REASONS_OF } from './decisions.ts';
import type { ChosenClaim } from './useClaimChoice.ts';
import type { MatchQueue } from './useMatchQueue.ts';
import type { MatchReview } from './useMatchReview.ts';

export interface DeskState {
  readonly bucket: Bucket;
  readonly queue: MatchQueue;
  readonly review: MatchReview;
  readonly choice: ChosenClaim;
  readonly zoom: Zoom;
  readonly bar: string | null;
  readonly onSearch: () => void;
  readonly onUndo: () => void;
}

/** The keys of the desk; they count while the focus is inside. */
export function deskKeys(desk: DeskState): (event: KeyboardEvent) => void {
  const { review } = desk;
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || review.submission.busy) return;
    const { target } = event;
    const isTyping =
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && !/radio|checkbox/.test(target.type));
    // An open dialog handles its keys itself.
    if (target instanceof Element && target.closest('dialog')) return;
    const key = event.key.toLowerCase();
    const leave = event.key === 'Escape' && review.question !== null ? () => review.ask(null) : null;
    const act = leave ?? (isTyping ? null : actionOf(desk, key));
    if (!act) return;
    event.preventDefault();
    act();
  };
}

/** What a key does to the match on show; null for nothing. */
function actionOf({ bucket, queue, review, choice, zoom, bar, onSearch, onUndo }: DeskState, key: string) {
  const { question } = review;
  if (question !== null) {
    const reasons = question === 'reject' ? REASONS : REASONS_OF[question];
    const reason = reasons[Number(key) - 1];
    if (reason !== undefined) return () => review.form.fill({ reason });
  } else if (choice.claims.length > 1 && /^[1-9]$/.test(key) && Number(key) <= choice.claims.length) {
    return () => choice.choose(Number(key) - 1);
  }
  if (key === 'u') return review.undoable ? onUndo : null;
  if (!queue.current) return null;
  const can = (act: MatchAct): boolean => actsOf(bucket).includes(act);
  if (key === 'n') return () => review.step(1);
  if (key === 'p' && queue.canGoBack) return () => review.step(-1);
  if (key === 'o' && can('notOurs')) return () => review.ask('notOurs');
  if (key === 'a' && can('approve')) {
    if (!choice.claim) return onSearch;
    if (!isOpenIn(bucket, choice.claim)) return null;
    return () => (bar === null ? review.ask('approve') : void toast.info(bar));
  }
  if (key === 'r' && can('reject') && choice.claim?.status === 'PENDING') return () => review.ask('reject');
  if (key === '/') return onSearch;
  if (key === '+' || key === '=') return zoom.in;
  if (key === '-') return zoom.out;
  return key === '0' ? zoom.fit : null;
}

import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toast } from '@/islands/toasts.ts';
import { useForm } from '@/islands/ui/useForm.ts';
import { REASONS } from '@/lib/core/ready-sentences.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { DeskEnd } from '../lists/DeskEnd.tsx';
import { DeskHead } from '../lists/DeskHead.tsx';
import type { Outcome } from '../lists/outcome.ts';
import { type Queue, useQueue } from '../lists/useQueue.ts';
import { DeskActions } from './DeskActions.tsx';
import type { Decision } from './decide.ts';
import { spanOf } from './flags.ts';
import { approvalBar } from './fourEyes.ts';
import { Claim } from './PaymentClaim.tsx';
import type { QueueFilter } from './purchaseQuery.ts';
import { ReceiptViewer } from './ReceiptViewer.tsx';
import { readRequests } from './readRequests.ts';
import { useDecision } from './useDecision.ts';
import { usePresentState } from './usePresentState.ts';
import { useZoom } from './useZoom.ts';

export interface ReviewDeskProps {
  /** Where to begin, and what comes after it on the page. */
  first: readonly AdminTransaction[];
  filter: QueueFilter;
  total: number;
  symbol: string;
  onClose: () => void;
}

const END_TEXTS = { done: 'Every request has been decided.', seen: 'You have seen every request.' };
const waitingText = (count: number): string => (count === 1 ? '1 request waiting' : `${count} requests waiting`);

/** One request at a time, next to its proof, decided by keys. Keys count while the focus is inside. */
export function ReviewDesk({ first, filter, total, symbol, onClose }: ReviewDeskProps) {
  const queue = useQueue(first, total, (page) => readRequests(filter, page));
  const { current } = queue;
  const desk = useRef<HTMLElement>(null);
  const zoom = useZoom(current?.id ?? '');
  const review = useReview(queue, desk);
  const { form } = review;

  usePreloaded(queue.next);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request takes the focus as it comes, before a key can miss it
  useLayoutEffect(() => {
    desk.current?.focus({ preventScroll: true });
    desk.current?.scrollIntoView({ block: 'start' });
  }, [current?.id]);

  const keys = useDeskKeys({
    isBusy: review.decision.busy,
    onEscape: () => (review.question ? review.ask(null) : onClose()),
    actionOf: (key) => {
      if (!current) return null;
      if (key === 'm') return () => desk.current?.querySelector<HTMLElement>('[data-messages]')?.click();
      return actionOf(review, queue, key) ?? zoomActionOf(zoom, key);
    },
  });

  return (
    <section
      className="desk grid min-w-0 scroll-mt-[76px] gap-4 focus:outline-none"
      ref={desk}
      tabIndex={-1}
      aria-label="Review requests"
      onKeyDown={keys}
    >
      <DeskHead waitingText={waitingText(queue.waiting)} announcement={review.announcement} onClose={onClose} />
      {current ? (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_392px]">
          <ReceiptViewer purchase={current} zoom={zoom} />
          <div className="card desk-claim grid grid-cols-1 gap-4">
            <div className="desk-title flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="text-lg">{current.orderNumber}</h2>
              <Waited since={current.createdAt} />
            </div>
            <Claim purchase={current} symbol={symbol} isBrief={review.question === 'reject'} />
            <DeskActions
              key={current.id}
              question={review.question}
              decision={review.decision}
              reason={form.field('reason')}
              bar={review.bar}
              decided={review.decided}
              onAsk={review.ask}
              onNext={() => review.step(1)}
            />
          </div>
        </div>
      ) : (
        <DeskEnd queue={queue} texts={END_TEXTS} onClose={onClose} />
      )}
    </section>
  );
}

type Review = ReturnType<typeof useReview>;

/** The decision on the request on show: asked, sent, and what is said of it. */
function useReview(queue: Queue<AdminTransaction>, desk: RefObject<HTMLElement | null>) {
  const { current } = queue;
  const [question, setQuestion] = useState<Decision | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const form = useForm({ reason: '' });
  const bar = current ? approvalBar(current) : null;
  const decision = useDecision({ act: question ?? 'approve', purchase: current, form, onDecided });
  const decided = usePresentState(current, decision.busy, queue.replace);

  function ask(next: Decision | null): void {
    setQuestion(next);
    form.fill({ reason: '' });
    decision.reset();
    if (next === null) desk.current?.focus({ preventScroll: true });
  }

  function step(by: 1 | -1, isDecided = false): void {
    ask(null);
    queue.step(by, isDecided);
  }

  function onDecided({ kind, message, other }: Outcome): void {
    if (!current) return;
    if (kind === 'lost') {
      decided.note(other ?? message);
      ask(null);
      return;
    }
    const isDone = kind === 'done';
    const word = question === 'approve' ? 'approved' : 'rejected';
    const sentence = `${current.orderNumber} ${isDone ? word : 'is waiting for a second admin'}.`;
    decided.note(sentence);
    setAnnouncement(sentence);
    step(1, isDone);
  }

  return { question, announcement, form, bar, decision, decided: decided.text, ask, step };
}

/** What a key does to the request on show. */
function actionOf(review: Review, queue: Queue<AdminTransaction>, key: string): (() => void) | null {
  const { question, form, bar, decided, ask, step } = review;
  const preset = question === 'reject' ? REASONS[Number(key) - 1] : undefined;
  if (preset) return () => form.fill({ reason: preset });
  if (key === 'n') return () => step(1);
  if (key === 'p' && queue.position > 1) return () => step(-1);
  if (key === 'a' && decided === null) return () => (bar === null ? ask('approve') : void toast.info(bar));
  if (key === 'r' && decided === null) return () => ask('reject');
  return null;
}

function usePreloaded(next: AdminTransaction | undefined): void {
  useEffect(() => {
    if (next?.receipt?.mime.startsWith('image/')) new Image().src = next.receipt.url;
  }, [next]);
}

interface DeskKeys {
  readonly isBusy: boolean;
  readonly onEscape: () => void;
  readonly actionOf: (key: string) => (() => void) | null;
}

function useDeskKeys({ isBusy, onEscape, actionOf }: DeskKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBusy) return;
    // A dialog over the desk has its own keys.
    if (event.target instanceof Element && event.target.closest('dialog')) return;
    const isTyping = event.target instanceof HTMLTextAreaElement;
    const act = event.key === 'Escape' ? onEscape : isTyping ? null : actionOf(event.key.toLowerCase());
    if (!act) return;
    event.preventDefault();
    act();
  };
}

function zoomActionOf(zoom: ReturnType<typeof useZoom>, key: string): (() => void) | null {
  if (key === '+' || key === '=') return zoom.in;
  if (key === '-') return zoom.out;
  return key === '0' ? zoom.fit : null;
}

function Waited({ since }: { since: string }) {
  const seconds = Math.max(0, Math.floor((Date.now() - new Date(since).getTime()) / 1000));
  return <p className="text-sm text-muted">Waiting for {spanOf(seconds)}</p>;
}

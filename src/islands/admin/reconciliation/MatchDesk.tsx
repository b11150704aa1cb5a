import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toast } from '@/islands/toasts.ts';
import { formatQuantity } from '@/lib/core/format.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { Bucket } from '@/lib/reconciliation/contract.ts';
import { DecideDialog } from '../purchases/DecideDialog.tsx';
import { useZoom } from '../purchases/useZoom.ts';
import { BUCKET_TEXTS } from './buckets.ts';
import { DeskEnd } from './DeskEnd.tsx';
import { barOf } from './decisions.ts';
import { deskKeys } from './deskKeys.ts';
import { LastDecision } from './LastDecision.tsx';
import { MatchColumns } from './MatchColumns.tsx';
import { useClaimChoice } from './useClaimChoice.ts';
import { keyOf, useMatchQueue } from './useMatchQueue.ts';
import { type MatchReview, useMatchReview } from './useMatchReview.ts';

const REJECTION_FINAL = 'A rejection cannot be undone here. The buyer can send the proof again.';

export interface MatchDeskProps {
  bucket: Bucket;
  total: number;
  /** The bucket to go on with; null when nothing is open. */
  next: Bucket | null;
  onBucket: (bucket: Bucket) => void;
}

/** A bank row, the claims that it may pay for, and the proof of the chosen one, decided by keys or by touch. */
export function MatchDesk({ bucket, total, next, onBucket }: MatchDeskProps) {
  const queue = useMatchQueue(bucket, total);
  const { current } = queue;
  const desk = useRef<HTMLElement>(null);
  const searchFrame = useRef<HTMLDivElement>(null);
  const choice = useClaimChoice(queue);
  const { claim } = choice;
  const review = useMatchReview({ bucket, queue, claim, desk });
  const zoom = useZoom(claim?.id ?? '');
  const [isUndoing, setUndoing] = useState(false);
  const [reversing, setReversing] = useState<AdminTransaction | null>(null);
  const bar = claim ? barOf(current?.row ?? null, claim) : null;

  usePreloaded(queue.next?.suggestions[0]?.purchase ?? queue.next?.purchase ?? undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each match takes the focus as it comes, before a key can miss it
  useLayoutEffect(() => {
    if (!current) return;
    desk.current?.focus({ preventScroll: true });
    // On a phone the decision is below: the next row is seen before it is decided.
    if ((desk.current?.getBoundingClientRect().top ?? 0) < 0) desk.current?.scrollIntoView({ block: 'start' });
  }, [current && keyOf(current)]);

  const keys = deskKeys({ bucket, queue, review, choice, zoom, bar, onSearch, onUndo });
  function onSearch(): void {
    searchFrame.current?.querySelector('input')?.focus();
  }
  function onUndo(): void {
    if (review.undoable?.kind === 'rejected' && review.undoable.row === null) toast.info(REJECTION_FINAL);
    else setUndoing(true);
  }

  return (
    <section
      className="desk grid min-w-0 scroll-mt-[76px] gap-4 focus:outline-none"
      ref={desk}
      tabIndex={-1}
      aria-label={`Decide: ${BUCKET_TEXTS[bucket].title}`}
      onKeyDown={keys}
    >
      <DeskHead waiting={queue.waiting} review={review} isUndoing={isUndoing} onUndoing={setUndoing} />
      {current ? (
        <MatchColumns
          match={current}
          bucket={bucket}
          choice={choice}
          review={review}
          zoom={zoom}
          bar={bar}
          searchFrame={searchFrame}
          onReverse={setReversing}
        />
      ) : (
        <DeskEnd queue={queue} bucket={bucket} next={next} onBucket={onBucket} />
      )}
      {reversing && (
        <DecideDialog
          decision="reverse"
          purchase={reversing}
          onClose={() => setReversing(null)}
          onDecided={({ orderNumber }) => {
            setReversing(null);
            review.undone(`The approval of ${orderNumber} was reversed.`);
          }}
        />
      )}
    </section>
  );
}

interface DeskHeadProps {
  waiting: number;
  review: MatchReview;
  isUndoing: boolean;
  onUndoing: (isUndoing: boolean) => void;
}

function DeskHead({ waiting, review, isUndoing, onUndoing }: DeskHeadProps) {
  return (
    <header className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm text-muted">{waiting === 1 ? '1 left' : `${formatQuantity(waiting)} left`}</p>
      <LastDecision review={review} isUndoing={isUndoing} onUndoing={onUndoing} />
      <p className="sr-only" role="status">
        {review.announcement}
      </p>
    </header>
  );
}

function usePreloaded(purchase: AdminTransaction | undefined): void {
  useEffect(() => {
    if (purchase?.receipt?.mime.startsWith('image/')) new Image().src = purchase.receipt.url;
  }, [purchase]);
}

import { useEffect, useRef } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { formatQuantity } from '@/lib/core/format.ts';
import type { Bucket } from '@/lib/reconciliation/contract.ts';
import { QueueNotice } from '../lists/QueueNotice.tsx';
import { BUCKET_TEXTS } from './buckets.ts';
import type { MatchQueue } from './useMatchQueue.ts';

interface DeskEndProps {
  bucket: Bucket;
  /** The bucket to go on with; null when nothing is open. */
  next: Bucket | null;
  onBucket: (bucket: Bucket) => void;
  queue: MatchQueue;
}

/** Behind the last match of a bucket: the way on. */
export function DeskEnd({ queue, bucket, next, onBucket }: DeskEndProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isOver = !queue.loading && queue.error === null;
  useEffect(() => {
    if (isOver) frame.current?.querySelector('button')?.focus();
  }, [isOver]);
  if (queue.loading || queue.error !== null)
    return <QueueNotice error={queue.loading ? null : queue.error} onRestart={queue.restart} />;
  const isDone = queue.waiting === 0;
  return (
    <div className="card" ref={frame}>
      <EmptyState
        drawing="done"
        role="status"
        text={isDone ? BUCKET_TEXTS[bucket].empty : 'You have seen every row of this group.'}
        hint={isDone ? undefined : `${formatQuantity(queue.waiting)} still open.`}
      >
        <span className="flex flex-wrap justify-center gap-3">
          {next && <Button onClick={() => onBucket(next)}>Go on: {BUCKET_TEXTS[next].title}</Button>}
          {!isDone && (
            <Button look="secondary" onClick={queue.restart}>
              Begin again
            </Button>
          )}
        </span>
      </EmptyState>
    </div>
  );
}

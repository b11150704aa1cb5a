import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { QueueNotice } from './QueueNotice.tsx';
import type { Queue } from './useQueue.ts';

interface DeskEndProps<Row> {
  queue: Queue<Row>;
  /** Said where nothing waits any more, and where some still wait after the last one was shown. */
  texts: { readonly done: string; readonly seen: string };
  onClose: () => void;
}

/** What a desk shows after its last item, and while it loads or fails to. */
export function DeskEnd<Row extends { readonly id: string }>(props: DeskEndProps<Row>) {
  const { queue, texts, onClose } = props;
  if (queue.loading || queue.error !== null)
    return <QueueNotice error={queue.loading ? null : queue.error} onRestart={queue.restart} />;
  const isDone = queue.waiting === 0;
  return (
    <div className="card">
      <EmptyState
        drawing="done"
        role="status"
        text={isDone ? texts.done : texts.seen}
        hint={isDone ? undefined : `${queue.waiting} still waiting.`}
      >
        {isDone ? (
          <Button look="secondary" onClick={onClose}>
            Back to the list
          </Button>
        ) : (
          <Button onClick={queue.restart}>Begin again with the oldest</Button>
        )}
      </EmptyState>
    </div>
  );
}

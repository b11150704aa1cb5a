import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';

interface QueueNoticeProps {
  /** Null while the queue is loading. */
  error: string | null;
  onRestart: () => void;
}

/** In place of a request: the queue is loading, or failed to. */
export function QueueNotice({ error, onRestart }: QueueNoticeProps) {
  if (error === null) {
    return (
      <p className="table-note" role="status">
        <span className="spinner" aria-hidden="true" /> Loading...
      </p>
    );
  }
  return (
    <EmptyState drawing="error" text={error} role="alert">
      <Button look="secondary" size="sm" icon="retry" onClick={onRestart}>
        Try again
      </Button>
    </EmptyState>
  );
}

import { LoadError } from '@/islands/ui/LoadError.tsx';

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
  return <LoadError text={error} onRetry={onRestart} />;
}

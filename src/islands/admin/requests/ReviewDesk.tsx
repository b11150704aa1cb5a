import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { toast } from '@/islands/toasts.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { Claim } from './Claim.tsx';
import { DeskActions } from './DeskActions.tsx';
import { type Decision, decide, decidedByOther } from './decide.ts';
import { REASONS, spanOf } from './flags.ts';
import { ReceiptViewer } from './ReceiptViewer.tsx';
import { approvalBar } from './second.ts';
import { type QueueFilter, useQueue } from './useQueue.ts';
import { useZoom } from './useZoom.ts';

export interface ReviewDeskProps {
  /** Where to begin, and what comes after it on the page. */
  first: readonly AdminTransaction[];
  filter: QueueFilter;
  total: number;
  symbol: string;
  onClose: () => void;
}

/** How often it is asked whether a colleague has decided what is on show. */
const WATCH_MS = 8000;

/** One request at a time, the proof beside the claim, decided by keys. Keys count while the focus is inside. */
export function ReviewDesk({ first, filter, total, symbol, onClose }: ReviewDeskProps) {
  const queue = useQueue(first, filter, total);
  const { current, next } = queue;
  const [asked, setAsked] = useState<Decision | null>(null);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [decided, setDecided] = useState<ReadonlyMap<string, string>>(new Map());
  const [said, setSaid] = useState('');
  const desk = useRef<HTMLElement>(null);
  const zoom = useZoom(current?.id ?? '');
  const bar = current ? approvalBar(current) : null;
  const over = current ? (decided.get(current.id) ?? null) : null;

  const note = (id: string, sentence: string): void => setDecided((before) => new Map(before).set(id, sentence));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request takes the focus as it comes
  useEffect(() => {
    desk.current?.focus({ preventScroll: true });
    desk.current?.scrollIntoView({ block: 'start' });
  }, [current?.id]);

  useEffect(() => {
    if (next?.receipt?.mime.startsWith('image/')) new Image().src = next.receipt.url;
  }, [next]);

  useEffect(() => {
    if (!current || over !== null || busy) return;
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return;
      const sentence = await decidedByOther(current);
      if (sentence)
        setDecided((before) => (before.has(current.id) ? before : new Map(before).set(current.id, sentence)));
    }, WATCH_MS);
    return () => clearInterval(timer);
  }, [current, over, busy]);

  function ask(decision: Decision | null): void {
    setAsked(decision);
    setReason('');
    setFailure(null);
    if (decision === null) desk.current?.focus({ preventScroll: true });
  }

  function step(by: 1 | -1, isDecided = false): void {
    ask(null);
    queue.step(by, isDecided);
  }

  async function confirm(): Promise<void> {
    if (!current || !asked || busy) return;
    setBusy(true);
    setFailure(null);
    const { kind, message, other } = await decide(asked, current, reason).finally(() => setBusy(false));
    if (kind === 'failed') {
      toast.error(message);
      setFailure(message);
    } else if (kind === 'lost') {
      toast.error(message);
      note(current.id, other ?? message);
      ask(null);
    } else {
      const isDone = kind === 'done';
      const word = asked === 'approve' ? 'approved' : 'rejected';
      const sentence = `${current.orderNumber} ${isDone ? word : 'is waiting for a second admin'}.`;
      toast.success(message);
      note(current.id, sentence);
      setSaid(sentence);
      step(1, isDone);
    }
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || busy) return;
    const isTyping = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (asked) ask(null);
      else onClose();
      return;
    }
    if (isTyping) return;
    const act = actionOf(event.key.toLowerCase());
    if (!act) return;
    event.preventDefault();
    act();
  }

  function actionOf(key: string): (() => void) | null {
    if (!current) return null;
    const preset = asked === 'reject' ? REASONS[Number(key) - 1] : undefined;
    if (preset) return () => setReason(preset);
    if (key === '+' || key === '=') return zoom.in;
    if (key === '-') return zoom.out;
    if (key === '0') return zoom.fit;
    if (key === 'n') return () => step(1);
    if (key === 'p' && queue.position > 1) return () => step(-1);
    if (over !== null) return null;
    if (key === 'a') return () => (bar === null ? ask('approve') : void toast.info(bar));
    if (key === 'r') return () => ask('reject');
    return null;
  }

  return (
    <section className="desk" ref={desk} tabIndex={-1} aria-label="Review requests" onKeyDown={press}>
      <header className="desk-head">
        <Button look="secondary" size="sm" icon="left" onClick={onClose} aria-keyshortcuts="Escape">
          Back to the list <kbd>Esc</kbd>
        </Button>
        <p className="desk-count">{queue.waiting === 1 ? '1 request waiting' : `${queue.waiting} requests waiting`}</p>
        <p className="sr-only" role="status">
          {said}
        </p>
      </header>
      {current ? (
        <div className="desk-grid">
          <ReceiptViewer purchase={current} zoom={zoom} />
          <div className="card desk-claim">
            <div className="desk-title">
              <h2>{current.orderNumber}</h2>
              <Waited since={current.createdAt} />
            </div>
            <Claim purchase={current} symbol={symbol} />
            <DeskActions
              key={current.id}
              asked={asked}
              busy={busy}
              reason={reason}
              failure={failure}
              bar={bar}
              decided={over}
              onAsk={ask}
              onReason={setReason}
              onConfirm={confirm}
              onNext={() => step(1)}
            />
          </div>
        </div>
      ) : (
        <DeskEnd queue={queue} onClose={onClose} />
      )}
    </section>
  );
}

function Waited({ since }: { since: string }) {
  const seconds = Math.max(0, Math.floor((Date.now() - new Date(since).getTime()) / 1000));
  return <p className="desk-waited">Waiting for {spanOf(seconds)}</p>;
}

function DeskEnd({ queue, onClose }: { queue: ReturnType<typeof useQueue>; onClose: () => void }) {
  if (queue.loading) {
    return (
      <p className="table-note" role="status">
        <span className="spinner" aria-hidden="true" /> Loading...
      </p>
    );
  }
  if (queue.error !== null) {
    return (
      <EmptyState drawing="error" text={queue.error} role="alert">
        <Button look="secondary" size="sm" icon="retry" onClick={queue.restart}>
          Try again
        </Button>
      </EmptyState>
    );
  }
  const isDone = queue.waiting === 0;
  return (
    <div className="card">
      <EmptyState
        drawing="done"
        role="status"
        text={isDone ? 'Every request has been decided.' : 'You have seen every request.'}
        hint={
          isDone
            ? undefined
            : queue.waiting === 1
              ? '1 is still waiting for a decision.'
              : `${queue.waiting} are still waiting for a decision.`
        }
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

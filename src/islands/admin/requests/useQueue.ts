import { useEffect, useRef, useState } from 'react';
import { CallError, call } from '@/islands/api.ts';
import { type AdminTransaction, listTransactionsAsAdmin } from '@/lib/purchases/contract.ts';

const AHEAD = 5;
const FETCHED = 50;

export interface QueueFilter {
  readonly search: string;
  /** Only what waits for a second admin. */
  readonly waiting?: 'second';
}

export interface Queue {
  readonly current: AdminTransaction | undefined;
  readonly next: AdminTransaction | undefined;
  /** From 1. */
  readonly position: number;
  /** How many wait in all, as last heard. */
  readonly waiting: number;
  readonly loading: boolean;
  readonly error: string | null;
  /** Goes on to the next one, and back with -1. `decided`: the current one waits no more. */
  step(by: 1 | -1, decided?: boolean): void;
  /** Begins again with the oldest that waits. */
  restart(): void;
}

/**
 * The requests one by one, the oldest first, each shown once. Those that are decided leave the list on the server and
 * shift its pages, so what has been seen is kept here and pages are read until something new comes.
 */
export function useQueue(first: readonly AdminTransaction[], filter: QueueFilter, total: number): Queue {
  const [items, setItems] = useState(first);
  const [at, setAt] = useState(0);
  const [waiting, setWaiting] = useState(total);
  const [exhausted, setExhausted] = useState(false);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const seen = useRef(new Set(first.map((it) => it.id)));

  async function more(): Promise<void> {
    setLoading(true);
    setError(null);
    try {
      for (let page = 1; ; page += 1) {
        const input = { page, limit: FETCHED, ...filter, status: 'PENDING' } as const;
        const { data } = await call(listTransactionsAsAdmin, input);
        setWaiting(data.total);
        const fresh = data.records.filter((it) => !seen.current.has(it.id));
        for (const it of fresh) seen.current.add(it.id);
        if (fresh.length > 0) return setItems((before) => [...before, ...fresh]);
        if (page >= data.lastPage) return setExhausted(true);
      }
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      setError(cause.message);
      setExhausted(true);
    } finally {
      setLoading(false);
    }
  }

  const isShort = items.length - at <= AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time the queue runs short
  useEffect(() => {
    if (isShort && !exhausted && !loading) void more();
  }, [isShort, exhausted, loading]);

  return {
    current: items[at],
    next: items[at + 1],
    position: at + 1,
    waiting,
    loading,
    error,
    step(by, decided = false) {
      setAt((now) => Math.max(0, Math.min(items.length, now + by)));
      if (decided) setWaiting((before) => Math.max(0, before - 1));
    },
    restart() {
      seen.current = new Set();
      setItems([]);
      setAt(0);
      setExhausted(false);
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import { CallError } from '@/islands/api.ts';
import type { Page, PageRequest } from '@/lib/core/pagination.ts';

const AHEAD = 5;
const FETCHED = 50;

interface Row {
  readonly id: string;
}

/** Reads a page of what waits. @throws CallError */
export type ReadPage<R> = (page: PageRequest) => Promise<Page<R>>;

export interface Queue<R> {
  readonly current: R | undefined;
  readonly next: R | undefined;
  /** From 1. */
  readonly position: number;
  /** How many wait in all, as last heard. */
  readonly waiting: number;
  readonly loading: boolean;
  readonly error: string | null;
  /** Goes on to the next one, and back with -1. `decided`: the current one waits no more. */
  step(by: 1 | -1, decided?: boolean): void;
  /** Shows a row as it is now: decisions on others may change it. */
  replace(fresh: R): void;
  /** Begins again with the first that waits. */
  restart(): void;
}

/**
 * What waits one by one, in the order of the list, each shown once. Those that are decided leave the list on the server and
 * shift its pages, so what has been seen is kept here and pages are read until something new comes.
 */
export function useQueue<R extends Row>(first: readonly R[], total: number, readPage: ReadPage<R>): Queue<R> {
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
        const data = await readPage({ page, limit: FETCHED });
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
    replace(fresh) {
      setItems((before) => before.map((it) => (it.id === fresh.id ? fresh : it)));
    },
    restart() {
      seen.current = new Set();
      setItems([]);
      setAt(0);
      setExhausted(false);
    },
  };
}

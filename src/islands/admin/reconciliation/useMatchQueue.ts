import { useEffect, useRef, useState } from 'react';
import { CallError, call } from '@/islands/api.ts';
import { listMatches } from '@/lib/reconciliation/calls.ts';
import type { Bucket, Match } from '@/lib/reconciliation/contract.ts';

const FETCHED = 50;

export interface MatchQueue {
  readonly current: Match | undefined;
  readonly next: Match | undefined;
  /** How many are in the bucket, as last read. */
  readonly waiting: number;
  readonly canGoBack: boolean;
  readonly loading: boolean;
  readonly error: string | null;
  /** Goes on to the next one, or back with -1. `isDecided`: the current one has left the bucket. */
  step(by: 1 | -1, isDecided?: boolean): void;
  /** Begins again with the first of the bucket. */
  restart(): void;
}

/** Identifies a match: its row, or its purchase where there is no row. */
export const keyOf = ({ row, purchase }: Match): string => row?.id ?? purchase?.id ?? '';

/**
 * The matches of a bucket one by one, each shown once. A decision changes what the others look like, so those that follow are
 * read again after it; the one on show is replaced only by a newer state of itself.
 */
export function useMatchQueue(bucket: Bucket, total: number): MatchQueue {
  const [shown, setShown] = useState<Shown>({ items: [], at: 0 });
  const [waiting, setWaiting] = useState(total);
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<string | null>(null);
  /** What is on show now: an answer may come after several steps. */
  const latest = useRef(shown);
  const isReading = useRef(false);
  /** Something was decided during a read, so that its answer may be out of date. */
  const isOutdated = useRef(false);

  function show(next: Shown): void {
    latest.current = next;
    setShown(next);
  }

  /** Reads what follows, and again if it has changed meanwhile. */
  async function read(): Promise<void> {
    isOutdated.current = isReading.current;
    if (isReading.current) return;
    isReading.current = true;
    setLoading(true);
    setError(null);
    try {
      const { records, total: count } = await readUnseen(bucket, () => latest.current);
      if (!isOutdated.current) setWaiting(count);
      show(merged(latest.current, records));
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      setError(cause.message);
    } finally {
      isReading.current = false;
      if (isOutdated.current) void read();
      else setLoading(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each bucket, which makes it again
  useEffect(() => void read(), []);

  function step(by: 1 | -1, isDecided = false): void {
    const { items, at } = latest.current;
    const to = Math.max(0, Math.min(items.length, at + by));
    show({ items, at: to });
    if (isDecided) setWaiting((before) => Math.max(0, before - 1));
    if (by === 1 && (isDecided || to >= items.length - 1)) void read();
  }

  return {
    current: shown.items[shown.at],
    next: shown.items[shown.at + 1],
    waiting,
    canGoBack: shown.at > 0,
    loading,
    error,
    step,
    restart() {
      show({ items: [], at: 0 });
      void read();
    },
  };
}

interface Shown {
  readonly items: readonly Match[];
  /** Index of the match on show; the ones before it were seen. */
  readonly at: number;
}

const seenOf = ({ items, at }: Shown): ReadonlySet<string> => new Set(items.slice(0, at).map(keyOf));

/** The first page with a match that was not seen; the last page if there is no such match. @throws CallError */
async function readUnseen(bucket: Bucket, shown: () => Shown) {
  for (let page = 1; ; page += 1) {
    const { data } = await call(listMatches, { bucket, page, limit: FETCHED });
    const seen = seenOf(shown());
    if (page >= data.lastPage || data.records.some((match) => !seen.has(keyOf(match)))) return data;
  }
}

/** What was seen, the match on show in its newest state, and what was read after it. */
function merged({ items, at }: Shown, records: readonly Match[]): Shown {
  const current = items[at];
  const seen = seenOf({ items, at });
  const newer = records.find((match) => current && keyOf(match) === keyOf(current));
  const others = records.filter((match) => match !== newer && !seen.has(keyOf(match)));
  return { items: [...items.slice(0, at), ...(current ? [newer ?? current] : []), ...others], at };
}

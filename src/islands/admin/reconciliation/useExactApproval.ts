import { useEffect, useRef, useState } from 'react';
import { CallError, call } from '@/islands/api.ts';
import { refresh } from '@/islands/refresh.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import { approveMatches, listMatches } from '@/lib/reconciliation/calls.ts';
import type { Match } from '@/lib/reconciliation/contract.ts';
import { FIGURES } from './figures.ts';

export type ApprovalResult = OutputOf<typeof approveMatches>['results'][number];

const PAGE = 100;
/** As many as one call approves: their names are shown in the result. */
const KNOWN_MAX = 500;
const SAMPLE = 10;

export interface ExactApproval {
  /** Ten at random; null while they load. */
  readonly sample: readonly Match[] | null;
  /** By purchase, as far as they were read. */
  readonly known: ReadonlyMap<string, Match>;
  readonly results: readonly ApprovalResult[];
  /** How many were approved, and how many wait for a second admin. */
  readonly approved: number;
  readonly waiting: number;
  readonly phase: 'asking' | 'running' | 'over';
  readonly error: string | null;
  /** How many of those that were read are of accounts that nobody has verified. */
  readonly unverifiedCount: number;
  /** Whether those are approved, too. */
  readonly withUnverified: boolean;
  setWithUnverified(withUnverified: boolean): void;
  run(): Promise<void>;
  /** Ends after the call that is under way. */
  stop(): void;
}

/** Some of a list in random order. */
function drawn<T>(list: readonly T[], count: number): readonly T[] {
  const rest = [...list];
  return Array.from({ length: Math.min(count, list.length) }, () => {
    const [one] = rest.splice(Math.floor(Math.random() * rest.length), 1);
    return one;
  }).filter((one) => one !== undefined);
}

/** The admin cannot approve it: an own purchase, or one that waits for a second admin after them. */
const isBlocked = (purchase: Match['purchase']): boolean =>
  purchase !== null && (purchase.isOwn || purchase.firstApproval?.isMine === true);

async function readExact(total: number): Promise<readonly Match[]> {
  const pages = Math.ceil(total / PAGE);
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const answers = await Promise.all(
    drawn(numbers, KNOWN_MAX / PAGE).map((page) => call(listMatches, { bucket: 'EXACT', page, limit: PAGE })),
  );
  return answers.flatMap(({ data }) => data.records).filter(({ purchase }) => !isBlocked(purchase));
}

/** Approves all exact matches in as many calls as that takes. @param total how many there are, by the summary */
export function useExactApproval(total: number): ExactApproval {
  const [matches, setMatches] = useState<readonly Match[] | null>(null);
  const [sample, setSample] = useState<readonly Match[] | null>(null);
  const [results, setResults] = useState<readonly ApprovalResult[]>([]);
  const [counts, setCounts] = useState({ approved: 0, waiting: 0 });
  const [phase, setPhase] = useState<ExactApproval['phase']>('asking');
  const [error, setError] = useState<string | null>(null);
  const [withUnverified, setWithUnverified] = useState(false);
  const isStopped = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the dialog opens
  useEffect(() => {
    readExact(total)
      .then((read) => {
        setMatches(read);
        setSample(drawn(read, SAMPLE));
      })
      .catch(fail);
    return () => {
      isStopped.current = true;
    };
  }, []);

  function fail(cause: unknown): void {
    if (!(cause instanceof CallError)) throw cause;
    setError(cause.message);
  }

  async function run(): Promise<void> {
    setPhase('running');
    setError(null);
    const seen = new Set<string>();
    isStopped.current = false;
    try {
      for (let isMore = true; isMore && !isStopped.current; ) {
        const { data } = await call(approveMatches, { bucket: 'EXACT', unverified: withUnverified });
        // What fails stays exact: a call that brings nothing new is the last one.
        const fresh = data.results.filter(({ purchaseId }) => !seen.has(purchaseId));
        for (const { purchaseId } of fresh) seen.add(purchaseId);
        setResults((before) => [...before, ...fresh]);
        const { approved, waiting } = data;
        setCounts((before) => ({ approved: before.approved + approved, waiting: before.waiting + waiting }));
        isMore = data.remaining > 0 && fresh.length > 0;
      }
    } catch (cause) {
      fail(cause);
    } finally {
      setPhase('over');
      refresh(...FIGURES, listMatches, listTransactionsAsAdmin);
    }
  }

  return {
    sample,
    known: new Map(matches?.flatMap((match) => (match.purchase ? [[match.purchase.id, match] as const] : []))),
    results,
    ...counts,
    phase,
    error,
    unverifiedCount: (matches ?? []).filter(({ label }) => label !== null).length,
    withUnverified,
    setWithUnverified,
    run,
    stop: () => {
      isStopped.current = true;
    },
  };
}

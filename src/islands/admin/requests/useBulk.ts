import { useRef, useState } from 'react';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { type Decision, decide } from './decide.ts';

export interface BulkResult {
  /** `first`: noted, a second admin has to agree. */
  readonly state: 'under way' | 'done' | 'first' | 'lost' | 'failed';
  readonly message: string;
}

export interface Bulk {
  readonly results: ReadonlyMap<string, BulkResult>;
  readonly running: boolean;
  /** Sends one decision after the other; a row that failed does not keep the next from being tried. */
  run(decision: Decision, rows: readonly AdminTransaction[], reason: string): Promise<void>;
  /** Ends after the row that is under way. */
  stop(): void;
}

export function useBulk(): Bulk {
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);

  function note(id: string, result: BulkResult): void {
    setResults((before) => new Map(before).set(id, result));
  }

  async function run(decision: Decision, rows: readonly AdminTransaction[], reason: string): Promise<void> {
    stopped.current = false;
    setRunning(true);
    try {
      for (const row of rows) {
        if (stopped.current) break;
        note(row.id, { state: 'under way', message: '' });
        const { kind, message, other } = await decide(decision, row, reason);
        note(row.id, { state: kind, message: other ?? message });
      }
    } finally {
      setRunning(false);
    }
  }

  function stop(): void {
    stopped.current = true;
  }

  return { results, running, run, stop };
}

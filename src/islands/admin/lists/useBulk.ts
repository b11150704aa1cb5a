import { useEffect, useRef, useState } from 'react';
import type { Outcome } from './outcome.ts';

interface Row {
  readonly id: string;
}

export interface BulkResult {
  /** `first`: noted, a second admin has to agree. */
  readonly state: 'under way' | 'done' | 'first' | 'lost' | 'failed';
  readonly message: string;
}

export interface Bulk {
  readonly results: ReadonlyMap<string, BulkResult>;
  readonly running: boolean;
  /** True while the server has asked to be left alone for a while; it goes on by itself. */
  readonly pausing: boolean;
  /** Sends one decision after the other; a row that failed does not keep the next from being tried. */
  run<R extends Row>(rows: readonly R[], decide: (row: R) => Promise<Outcome>): Promise<void>;
  /** Ends after the row that is under way. */
  stop(): void;
}

/** A pause that the server asks for is kept up to here; a longer one ends the run. */
const PAUSE_MAX_SECONDS = 120;
const TICK_MS = 250;

export function useBulk(): Bulk {
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const [running, setRunning] = useState(false);
  const [pausing, setPausing] = useState(false);
  const stopped = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: nobody reads the results once the dialog is gone
  useEffect(() => stop, []);

  function note(id: string, result: BulkResult): void {
    setResults((before) => new Map(before).set(id, result));
  }

  /** @returns whether to go on */
  async function wait(seconds: number | null | undefined): Promise<boolean> {
    if (!seconds || seconds > PAUSE_MAX_SECONDS) return false;
    setPausing(true);
    const untilMs = performance.now() + seconds * 1000;
    while (!stopped.current && performance.now() < untilMs) await new Promise((done) => setTimeout(done, TICK_MS));
    setPausing(false);
    return !stopped.current;
  }

  async function one<R extends Row>(row: R, decide: (row: R) => Promise<Outcome>): Promise<Outcome> {
    for (;;) {
      const outcome = await decide(row);
      if (!(await wait(outcome.pause?.seconds))) return outcome;
    }
  }

  async function run<R extends Row>(rows: readonly R[], decide: (row: R) => Promise<Outcome>): Promise<void> {
    stopped.current = false;
    setRunning(true);
    try {
      for (const row of rows) {
        if (stopped.current) break;
        note(row.id, { state: 'under way', message: '' });
        const { kind, message, other, pause } = await one(row, decide);
        note(row.id, { state: kind, message: other ?? message });
        if (pause) break;
      }
    } finally {
      setRunning(false);
    }
  }

  function stop(): void {
    stopped.current = true;
  }

  return { results, running, pausing, run, stop };
}

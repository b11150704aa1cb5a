/** Repeats the check of the start: a pooler may change its mode while the program runs (decision 0760). */
import { repeatEvery } from '../core/repeat.ts';
import type { Connections } from './client.ts';
import { checkCompanyLogin, PoolerMisfit } from './company-login.ts';

const CHECK_MS = 60_000;

export interface PoolerWatch {
  /** A sentence for the operator about the pooler, or null. */
  problem(): string | null;
  stop(): Promise<void>;
}

/** @param onChange gets what `problem` returns from now on */
export function watchPooler(
  connections: Connections,
  onChange: (problem: string | null) => void,
  everyMs: number = CHECK_MS,
): PoolerWatch {
  let problem: string | null = null;
  const check = async (): Promise<void> => {
    const before = problem;
    try {
      await checkCompanyLogin(connections);
      problem = null;
    } catch (cause) {
      // A database that is away says nothing about the pooler.
      if (cause instanceof PoolerMisfit) problem = cause.message;
    }
    if (problem !== before) onChange(problem);
  };
  return { problem: () => problem, stop: repeatEvery(everyMs, check) };
}

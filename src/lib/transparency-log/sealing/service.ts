/**
 * Seals rows of the stock ledgers and audit trails: appends their leaf hashes to the tree of their log, and signs its new
 * checkpoint. One program at a time does it for a log, in steps of which a crash leaves no half. What is sealed is never sealed
 * again: a log whose tiles, checkpoint, new rows or head outside the database do not agree stays as it is and is reported.
 */
import type { Logger } from 'pino';
import { DamagedHead } from '../heads/service.ts';
import { equalHashes } from '../tree.rules.ts';
import { compareLog, SealingFault, type StepServices, sealLog } from './steps/service.ts';
import * as store from './store.ts';

const ROUND_MS = 500;
/** Rounds between two comparisons of all logs with the heads that this node knows. */
const COMPARE_ROUNDS = 60;
/** Rounds in a row in which a log is left to other programs, which seal it within milliseconds, or within a minute if only they can judge it. */
const BLOCKED_ROUNDS = 150;
/** Rounds after a lost connection in which nothing is sealed, so that every node can say first that the database was set back. */
const SETTLE_ROUNDS = 4;

export interface SealingServices extends StepServices {
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Nothing is sealed before: witnesses may know that the database was set back. */
  readonly ready?: Promise<unknown>;
}

const BLOCKED =
  'another session of the database has held the lock of the log for more than a minute: end it if it is no node of yours (pg_locks, locktype advisory)';

type OnFault = (log: store.LogId, fault: string | null) => void;

/**
 * Does the same for each log.
 * @throws the first failure that is not of the data; what is wrong with a log is passed to `onFault`
 */
async function forEachLog(
  logs: readonly store.LogId[],
  work: (log: store.LogId) => Promise<boolean>,
  onFault: OnFault,
): Promise<void> {
  for (const log of logs) {
    try {
      if (await work(log)) onFault(log, null);
    } catch (cause) {
      if (!(cause instanceof SealingFault || cause instanceof DamagedHead)) throw cause;
      onFault(log, cause.message);
    }
  }
}

/** Compares every log that is not as this node knows it. */
async function compareAll(services: SealingServices, onFault: OnFault): Promise<void> {
  const changed: store.LogId[] = [];
  for (const { size, root, ...log } of await store.listTrees(services.database.platform)) {
    // What is wrong with a file is said when its log is sealed.
    const known = await services.heads.read(log).catch(() => null);
    if (known?.size !== size || !equalHashes(known.root, root)) changed.push(log);
  }
  await forEachLog(changed, (log) => compareLog(services, log).then(() => false), onFault);
}

/** @returns a function that stops sealing and waits for the present round */
export function startSealing(services: SealingServices): () => Promise<void> {
  const { database, log: logger } = services;
  const db = database.platform;
  const reported = new Map<string, string>();
  let blockedRounds = new Map<string, number>();
  let isFirst = true;
  let isAway = false;
  let roundsToCompare = 0;
  let roundsToSettle = 0;
  let isStopped = false;
  const keyOf = ({ kind, scopeId }: store.LogId): string => `${kind} ${scopeId}`;
  const onFault: OnFault = (log, fault) => {
    const key = keyOf(log);
    if (fault === null) reported.delete(key);
    else if (reported.get(key) !== fault) {
      reported.set(key, fault);
      logger.error({ log: key, fault }, 'sealing: a log cannot be sealed');
    }
  };
  const round = async (): Promise<void> => {
    try {
      if (roundsToCompare-- <= 0 || isAway) {
        await compareAll(services, onFault);
        roundsToCompare = COMPARE_ROUNDS;
        if (isAway) roundsToSettle = SETTLE_ROUNDS;
      }
      isAway = false;
      if (roundsToSettle-- > 0) return;
      const waiting = isFirst ? await store.listLogs(db) : await store.listWaiting(db);
      const before = blockedRounds;
      blockedRounds = new Map();
      const isSealed = async (log: store.LogId): Promise<boolean> => {
        if (await sealLog(services, log)) return true;
        const rounds = (before.get(keyOf(log)) ?? 0) + 1;
        blockedRounds.set(keyOf(log), rounds);
        if (rounds > BLOCKED_ROUNDS) throw new SealingFault(BLOCKED);
        return false;
      };
      await forEachLog(waiting, isSealed, onFault);
      isFirst = false;
    } catch (cause) {
      if (!isAway && !isStopped) logger.warn({ err: cause }, 'sealing failed and will be tried again');
      isAway = true;
    }
  };
  let wake = (): void => {};
  const stopped = Promise.withResolvers<void>();
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ROUND_MS);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = (async () => {
    await Promise.race([services.ready, stopped.promise]);
    while (!isStopped) {
      await round();
      if (!isStopped) await pause();
    }
  })();
  return async () => {
    isStopped = true;
    stopped.resolve();
    wake();
    await running;
  };
}

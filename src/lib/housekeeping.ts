/**
 * Deletes what has ended by itself, once at the start and then every ten minutes; what reads whole tables every hour.
 * Once a day, not at the start, it has ledgers and trails recomputed.
 */
import type { Logger } from 'pino';
import { deleteOldCodes } from './auth/code-store.ts';
import { CODES_KEPT_HOURS } from './auth/rules.ts';
import { deleteExpiredSessions } from './auth/session-store.ts';
import type { Database, Db } from './db/client.ts';
import { deleteEnded } from './limits/store.ts';
import { removeTakenOut } from './media/removal-service.ts';
import type { MediaStorage } from './media/storage.ts';
import { sweepUnattached } from './media/sweep-service.ts';
import { verifyDue } from './stats/verification-service.ts';

const EVERY_MS = 600_000;
/** Of so many runs one looks through the files too. */
const RUNS_A_SWEEP = 6;

interface House {
  readonly database: Database;
  readonly storage: MediaStorage;
  readonly log: Logger;
}

/** Sessions, counters and codes that have run out. */
export async function deleteExpired(db: Db): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteEnded(db);
  await deleteOldCodes(db, CODES_KEPT_HOURS);
}

/** Uploads that came to nothing, and those that were cut off. */
export async function sweepFiles({ db, storage }: { db: Db; storage: MediaStorage }): Promise<void> {
  await sweepUnattached(db, storage);
  await storage.sweep();
}

/** @returns a function that stops it and waits for a run under way */
export function startHousekeeping({ database, storage, log }: House): () => Promise<void> {
  const db = database.platform;
  const ending = new AbortController();
  let runs = 0;
  const attempt = (work: () => Promise<void>): Promise<void> =>
    work().catch((cause: unknown) => {
      if (!ending.signal.aborted) log.warn({ err: cause }, 'housekeeping failed; it is tried again later');
    });
  const run = async (): Promise<void> => {
    await attempt(() => deleteExpired(db));
    await attempt(() => removeTakenOut(db, storage, log));
    if (runs++ % RUNS_A_SWEEP === 0) await attempt(() => sweepFiles({ db, storage }));
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run).then(() => attempt(() => verifyDue(database, log, ending.signal)));
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await running;
  };
}

/** Deletes what has ended by itself: sessions and counters. Once at the start and then every ten minutes. */
import type { Logger } from 'pino';
import { deleteExpiredSessions } from './auth/session-store.ts';
import type { Db } from './db/client.ts';
import { deleteEnded } from './limits/store.ts';

const EVERY_MS = 600_000;

/** @returns a function that stops it and waits for a run under way */
export function startHousekeeping(db: Db, log: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      await deleteExpiredSessions(db);
      await deleteEnded(db);
    } catch (cause) {
      log.warn({ err: cause }, 'housekeeping failed; it is tried again later');
    }
  };
  const timer = setInterval(() => {
    running = running.then(run);
  }, EVERY_MS);
  timer.unref();
  running = run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

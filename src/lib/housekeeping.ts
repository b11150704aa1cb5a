/**
 * Deletes expired rows and ends holds at the start and every ten minutes, and orphaned files, which needs full table reads, every hour.
 * Verifies ledgers, audit trails and files once a day, never at the start.
 */

import type { Logger } from 'pino';
import { expire as expireApprovals } from './approvals/store.ts';
import { deleteOldDevices } from './auth/devices/store.ts';
import { deleteExpiredPending } from './auth/factors/pending/store.ts';
import { deleteOldCodes } from './auth/otp/store.ts';
import { deleteExpiredChallenges } from './auth/passkeys/challenges/store.ts';
import { CODE_RETENTION_HOURS, DEVICE_POLICY } from './auth/rules.ts';
import { deleteExpiredSessions } from './auth/sessions/store.ts';
import { repeatEvery } from './core/repeat.ts';
import type { Database, Db } from './db/client.ts';
import { checkFilesDue, verifyDue } from './health/verification/service.ts';
import { deleteEndedDeliveries } from './integrations/delivery/service.ts';
import { deleteOldMails, sweepOutbox } from './mail/outbox/service.ts';
import { deleteUnusedFiles } from './media/cleanup/service.ts';
import { deleteRemovedBytes } from './media/removal/service.ts';
import type { MediaStorage } from './media/storage.ts';
import { deleteOldNotifications } from './notifications/service.ts';
import { endHolds, recountHolds } from './purchases/holds/service.ts';
import { deleteEnded } from './rate-limits/store.ts';
import { deleteOldDrafts } from './reconciliation/drafts/store.ts';
import type { Secrets } from './secrets.ts';
import type { Heads } from './transparency-log/heads/service.ts';

const INTERVAL_MS = 600_000;
/** Every sixth run also sweeps the files. */
const RUNS_PER_SWEEP = 6;

interface Files {
  readonly db: Db;
  readonly storage: MediaStorage;
  readonly dataDir: string;
}

interface Services {
  readonly database: Database;
  readonly storage: MediaStorage;
  readonly dataDir: string;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly heads: Heads;
}

/**
 * Deletes expired sessions, unfinished sign-ins, rate limit counters, one-time codes, used challenges, devices, drafts of statements, old mails, notifications and deliveries to webhooks, and
 * closes expired proposals.
 */
export async function deleteExpired(db: Db): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteEnded(db);
  await deleteOldCodes(db, CODE_RETENTION_HOURS);
  await deleteExpiredChallenges(db);
  await deleteExpiredPending(db);
  await deleteOldMails(db);
  await deleteOldDevices(db, DEVICE_POLICY.days);
  await deleteOldDrafts(db);
  await deleteOldNotifications(db);
  await deleteEndedDeliveries(db);
  await expireApprovals(db, null);
}

/** Deletes uploads that no row uses, the files of interrupted uploads, and the files of mails whose row was deleted. */
export async function sweepFiles({ db, storage, dataDir }: Files): Promise<void> {
  await deleteUnusedFiles(db, storage);
  await storage.sweep();
  await sweepOutbox(db, dataDir);
}

/** @returns a function that stops housekeeping and waits for the current run */
export function startHousekeeping({ database, storage, dataDir, log, secrets, heads }: Services): () => Promise<void> {
  const db = database.platform;
  const ending = new AbortController();
  let runs = 0;
  const attempt = (work: () => Promise<void>): Promise<void> =>
    work().catch((cause: unknown) => {
      if (!ending.signal.aborted) log.warn({ err: cause }, 'housekeeping failed and will be tried again later');
    });
  const run = async (): Promise<void> => {
    await attempt(() => deleteExpired(db));
    await attempt(async () => void (await recountHolds(database)));
    await attempt(async () => void (await endHolds(database)));
    await attempt(() => deleteRemovedBytes(db, storage, log));
    if (runs++ % RUNS_PER_SWEEP === 0) await attempt(() => sweepFiles({ db, storage, dataDir }));
  };
  const runAndVerify = (): Promise<void> =>
    run()
      .then(() => attempt(() => verifyDue({ database, secrets, heads }, log, ending.signal)))
      .then(() => attempt(() => checkFilesDue({ database, storage }, log, ending.signal)));
  const stop = repeatEvery(INTERVAL_MS, runAndVerify, run());
  return async () => {
    ending.abort();
    await stop();
  };
}

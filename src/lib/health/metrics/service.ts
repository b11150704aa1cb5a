/** What `GET /metrics` reads when it is asked: connections of this node, and what waits in the database. */
import type { Database } from '../../db/client.ts';
import { gauge } from '../../metrics/service.ts';
import { listWaitingLogs } from '../../transparency-log/rollbacks/store.ts';
import { listRuns } from '../verification/store.ts';
import * as store from './store.ts';

/** @param database of the program that this process shows */
export function showMetrics(database: Database): void {
  gauge('launchbook_database_connections', 'Connections of this node to the database.', ['pool', 'state'], async () =>
    database.poolUse().map(({ pool, state, count }) => ({ labels: { pool, state }, value: count })),
  );
  gauge('launchbook_database_up', 'Whether the database answers this node.', [], async () => [
    { labels: {}, value: (await database.answers()) ? 1 : 0 },
  ]);
  const db = database.platform;
  showWaiting(
    'mails',
    'lane',
    'Mails that wait, by lane: 0 codes, 1 decisions, 2 the rest, 3 announcements and reminders',
    () => store.listWaitingMails(db),
  );
  showWaiting('purchases', 'status', 'Purchases that wait for a decision', async () => [
    await store.readPendingPurchases(db),
  ]);
  showWaiting('log_entries', 'log', 'Entries that no checkpoint covers yet, by log', () => store.listUnsealed(db));
  gauge(
    'launchbook_logs_paused',
    'Logs in which nothing is sealed before ledger:confirm-rollback, because the database was restored or set back.',
    [],
    async () => [{ labels: {}, value: (await listWaitingLogs(db)).length }],
  );
  showWaiting('webhook_deliveries', 'state', 'Events that wait for a receiver, by the state of their webhook', () =>
    store.listWaitingDeliveries(db),
  );
  gauge('launchbook_webhooks', 'Webhooks of all companies, by state.', ['state'], async () =>
    (await store.countWebhooks(db)).map(({ state, count }) => ({ labels: { state }, value: count })),
  );
  gauge(
    'launchbook_verification_failed',
    'Whether the last daily verification found a fault, by kind.',
    ['kind'],
    async () =>
      (await listRuns(db))
        .filter(({ kind }) => kind !== 'backup')
        .map(({ kind, fault }) => ({ labels: { kind }, value: fault === null ? 0 : 1 })),
  );
  gauge(
    'launchbook_unproven_holds_ratio',
    'What unproven holds reserve, as a part of what they may, in the company where it is the largest.',
    [],
    async () => [{ labels: {}, value: await store.readUnprovenRatio(db) }],
  );
  gauge('launchbook_failed_mails', 'Mails that were given up and not sent again.', [], async () => [
    { labels: {}, value: await store.countFailedMails(db) },
  ]);
}

/** Two metrics: how many wait, and how long the oldest has. */
function showWaiting(name: string, label: string, help: string, read: () => Promise<store.Waiting[]>): void {
  const shown = (of: 'count' | 'oldestSeconds') => async () =>
    (await read()).map((row) => ({ labels: { [label]: row.what }, value: row[of] }));
  gauge(`launchbook_waiting_${name}`, `${help}.`, [label], shown('count'));
  gauge(
    `launchbook_waiting_${name}_oldest_seconds`,
    `${help}: seconds since the oldest.`,
    [label],
    shown('oldestSeconds'),
  );
}

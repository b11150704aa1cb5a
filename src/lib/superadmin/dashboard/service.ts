/** Super admins see the figures of every company and the health of the platform. */
import type { OutputOf } from '../../core/contract.ts';
import { WAITS_LONG_SECONDS } from '../../dashboard/rules.ts';
import {
  diskWellness,
  MAIL_STUCK_SECONDS,
  mailWellness,
  nodeWellness,
  verificationWellness,
} from '../../health/rules.ts';
import { listNodes } from '../../health/store.ts';
import { listRuns } from '../../health/verification/store.ts';
import type { App, Result, Scope } from '../../scope.ts';
import { tokenOf } from '../../tokens/catalogue.ts';
import { listWaitingLogs } from '../../transparency-log/rollbacks/store.ts';
import type { CompanyFigures, getSuperDashboard as Dashboard, Health, SuperDashboard } from './contract.ts';
import { purchaseFigures, totalsOf } from './rules.ts';
import * as store from './store.ts';

type UnsentMails = Awaited<ReturnType<typeof store.listUnsentMails>>;

export async function getSuperDashboard(scope: Scope): Promise<Result<OutputOf<typeof Dashboard>>> {
  const db = scope.app.database.platform;
  const [companies, users, purchases, mails] = await Promise.all([
    store.listCompanySupplies(db, WAITS_LONG_SECONDS),
    store.listUserTotals(db),
    store.listPurchaseTotals(db),
    store.listUnsentMails(db, MAIL_STUCK_SECONDS),
  ]);
  const usersOf = new Map(users.map((row) => [row.companyId, row]));
  const figures = companies.map((row): CompanyFigures => {
    const { members = 0n, verified = 0n } = usersOf.get(row.id) ?? {};
    const remaining = row.private_supply - row.credited - row.held;
    return {
      id: row.id,
      companyName: row.company_name,
      tokenName: row.token_name,
      tokenSymbol: row.token_symbol,
      iconUrl: tokenOf(row.token_symbol)?.icon_url ?? null,
      isPaused: row.is_paused,
      isMoved: row.is_moved,
      members: Number(members),
      verified: Number(verified),
      ...purchaseFigures(purchases.filter((total) => total.companyId === row.id)),
      privateSupply: Number(row.private_supply),
      sold: Number(row.credited),
      held: Number(row.held),
      remaining: Number(remaining > 0n ? remaining : 0n),
      waitingLong: row.waiting_long,
      mailsStuck: stuckOf(mails, row.id),
    };
  });
  const totals = totalsOf(figures, stuckOf(mails, null));
  return { data: { totals, companies: figures, health: await healthOf(scope.app, mails, scope.now) } };
}

function stuckOf(mails: UnsentMails, companyId: string | null): number {
  const own = mails.find((it) => it.companyId === companyId);
  return own ? own.stuck + own.failed : 0;
}

async function healthOf(app: App, mails: UnsentMails, now: Date): Promise<Health> {
  const db = app.database.platform;
  const [roundTripMs, database, lastSent, nodes, runs, paused] = await Promise.all([
    app.database.roundTripMs(),
    store.readDatabase(db),
    store.readLastSent(db),
    listNodes(db),
    listRuns(db),
    listWaitingLogs(db),
  ]);
  const over = (part: 'waiting' | 'stuck' | 'failed'): number => mails.reduce((sum, it) => sum + it[part], 0);
  const unsent = { waiting: over('waiting'), stuck: over('stuck'), failed: over('failed') };
  const mailProblem = nodes.find((it) => it.mail_problem !== null)?.mail_problem ?? null;
  const oldest = mails.flatMap((it) => it.oldest ?? []).sort((a, b) => a.getTime() - b.getTime())[0];
  const secondsSince = (at: Date): number => (now.getTime() - at.getTime()) / 1000;
  const secondsUp = Math.max(0, ...nodes.map((it) => secondsSince(it.started_at)));
  return {
    database: {
      state: roundTripMs < DATABASE_SLOW_MS ? 'good' : 'warning',
      version: database.version,
      roundTripMs,
      sizeBytes: numberOf(database.sizeBytes),
    },
    mail: {
      state: mailWellness(unsent, mailProblem),
      way: app.config.smtpUrl === null ? 'folder' : 'smtp',
      ...unsent,
      problem: mailProblem,
      oldestWaitingAt: oldest?.toISOString() ?? null,
      lastSentAt: lastSent?.toISOString() ?? null,
    },
    nodes: nodes.map((node) => {
      const disk = { diskFreeBytes: numberOf(node.disk_free_bytes), diskTotalBytes: numberOf(node.disk_total_bytes) };
      return {
        name: node.name,
        state: nodeWellness({ secondsSilent: secondsSince(node.seen_at) }),
        version: node.version,
        startedAt: node.started_at.toISOString(),
        seenAt: node.seen_at.toISOString(),
        disk: { state: diskWellness(disk), freeBytes: disk.diskFreeBytes, totalBytes: disk.diskTotalBytes },
      };
    }),
    verifications: (['ledger', 'audit', 'files'] as const).map((kind) => {
      const run = runs.find((it) => it.kind === kind);
      const ranAt = run?.ran_at ?? null;
      const waiting = paused.filter((log) => log.kind === kind).length;
      const fault = pausedProblem(waiting) ?? run?.fault ?? null;
      return {
        kind,
        state: verificationWellness({ fault, secondsAgo: ranAt && secondsSince(ranAt), secondsUp }),
        ranAt: ranAt?.toISOString() ?? null,
        entries: Number(run?.entries ?? 0n),
        fault,
      };
    }),
  };
}

/** @param count logs in which nothing is sealed */
const pausedProblem = (count: number): string | null =>
  count === 0
    ? null
    : `The database was restored or set back: ${count === 1 ? 'one log waits' : `${count} logs wait`} for npm run ledger:confirm-rollback.`;

/** A longer round trip makes every page slow. */
const DATABASE_SLOW_MS = 100;

const numberOf = (bytes: bigint | null): number | null => (bytes === null ? null : Number(bytes));

/** The dashboard of the page; null if it could not be read: the screen then says what failed and offers a retry. */
export async function readSuperDashboard(scope: Scope): Promise<SuperDashboard | null> {
  try {
    return (await getSuperDashboard(scope)).data ?? null;
  } catch (err) {
    scope.app.log.error({ requestId: scope.request.id, err }, 'the dashboard of the platform could not be read');
    return null;
  }
}

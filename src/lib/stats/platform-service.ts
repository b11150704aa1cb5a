/** The figures of every company, and how the platform itself is. For super admins. */
import type { OutputOf } from '../core/contract.ts';
import type { App, Result, Scope } from '../scope.ts';
import { tokenOf } from '../tokens/catalogue.ts';
import { diskWellness, MAIL_STUCK_SECONDS, mailWellness, nodeWellness, verificationWellness } from './health-rules.ts';
import { listNodes } from './nodes-store.ts';
import type { CompanyFigures, getSuperDashboard as Dashboard, Health, SuperDashboard } from './platform-contract.ts';
import { purchaseFigures, totalsOf } from './platform-rules.ts';
import * as store from './platform-store.ts';
import { WAITS_LONG_SECONDS } from './rules.ts';
import { listRuns } from './verification-store.ts';

type UnsentMails = Awaited<ReturnType<typeof store.listUnsentMails>>;

export async function getSuperDashboard(scope: Scope): Promise<Result<OutputOf<typeof Dashboard>>> {
  const db = scope.app.database.platform;
  const [companies, users, purchases, mails] = await Promise.all([
    store.listCompanySupplies(db, WAITS_LONG_SECONDS),
    store.listUserTotals(db),
    store.listPurchaseTotals(db),
    store.listUnsentMails(db, MAIL_STUCK_SECONDS),
  ]);
  const usersOf = new Map(users.map((it) => [it.companyId, it]));
  const figures = companies.map((it): CompanyFigures => {
    const { members = 0n, verified = 0n } = usersOf.get(it.id) ?? {};
    const remaining = it.private_supply - it.credited - it.held;
    return {
      id: it.id,
      companyName: it.company_name,
      tokenName: it.token_name,
      tokenSymbol: it.token_symbol,
      iconUrl: tokenOf(it.token_symbol)?.icon_url ?? null,
      isPaused: it.is_paused,
      members: Number(members),
      verified: Number(verified),
      ...purchaseFigures(purchases.filter((total) => total.companyId === it.id)),
      privateSupply: Number(it.private_supply),
      sold: Number(it.credited),
      held: Number(it.held),
      remaining: Number(remaining > 0n ? remaining : 0n),
      waitingLong: it.waiting_long,
      mailsStuck: stuckOf(mails, it.id),
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
  const [roundTripMs, database, lastSent, nodes, runs] = await Promise.all([
    app.database.roundTripMs(),
    store.readDatabase(db),
    store.readLastSent(db),
    listNodes(db),
    listRuns(db),
  ]);
  const over = (part: 'waiting' | 'stuck' | 'failed'): number => mails.reduce((sum, it) => sum + it[part], 0);
  const unsent = { waiting: over('waiting'), stuck: over('stuck'), failed: over('failed') };
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
      state: mailWellness(unsent),
      way: app.config.smtpUrl === null ? 'folder' : 'smtp',
      ...unsent,
      oldestWaitingAt: oldest?.toISOString() ?? null,
      lastSentAt: lastSent?.toISOString() ?? null,
    },
    nodes: nodes.map((it) => {
      const disk = { diskFreeBytes: numberOf(it.disk_free_bytes), diskTotalBytes: numberOf(it.disk_total_bytes) };
      return {
        name: it.name,
        state: nodeWellness({ secondsSilent: secondsSince(it.seen_at) }),
        version: it.version,
        startedAt: it.started_at.toISOString(),
        seenAt: it.seen_at.toISOString(),
        disk: { state: diskWellness(disk), freeBytes: disk.diskFreeBytes, totalBytes: disk.diskTotalBytes },
      };
    }),
    verifications: (['ledger', 'audit'] as const).map((kind) => {
      const run = runs.find((it) => it.kind === kind);
      const ranAt = run?.ran_at ?? null;
      const fault = run?.fault ?? null;
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

/** A round trip that takes longer makes every page slow. */
const DATABASE_SLOW_MS = 100;

const numberOf = (bytes: bigint | null): number | null => (bytes === null ? null : Number(bytes));

/** What the page shows; null when it could not be read: the screen asks again and says what failed. */
export async function openSuperDashboard(scope: Scope): Promise<SuperDashboard | null> {
  try {
    return (await getSuperDashboard(scope)).data ?? null;
  } catch (err) {
    scope.app.log.error({ requestId: scope.request.id, err }, 'the dashboard of the platform could not be read');
    return null;
  }
}

/** Recomputes ledgers and trails, by command and once a day by itself, and keeps when that was and what did not fit. */
import type { KyselyPlugin } from 'kysely';
import type { Logger } from 'pino';
import { verifyTrails } from '../audit/service.ts';
import type { Database, Db } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema.ts';
import { verifyLedgers } from '../ledger/verify.ts';
import { VERIFY_EVERY_SECONDS, VERIFY_LEASE_SECONDS } from './health-rules.ts';
import { claimRun, saveRun, type VerificationKind } from './verification-store.ts';

/** What was found of one chain. */
export interface ChainReport {
  /** As 'ledger of COWL (…)'. */
  readonly chain: string;
  readonly entries: bigint;
  /** What fits, as '12 entries, 4000 tokens credited'. */
  readonly summary: string;
  /** What does not, as 'entry 3: …'; null when all fits. */
  readonly fault: string | null;
}

async function* verifyEach(db: Db, kind: VerificationKind): AsyncGenerator<ChainReport> {
  if (kind === 'ledger') {
    for await (const { symbol, companyId, entries, credited, fault } of verifyLedgers(db))
      yield {
        chain: `ledger of ${symbol} (${companyId})`,
        entries,
        summary: `${entries} entries, ${credited} tokens credited`,
        fault: fault && `entry ${fault.seq}: ${fault.reason}`,
      };
  } else {
    for await (const { scopeId, entries, fault } of verifyTrails(db))
      yield {
        chain: `audit trail of ${scopeId === PLATFORM_ID ? 'the platform' : `company ${scopeId}`}`,
        entries,
        summary: `${entries} entries`,
        fault: fault && `entry ${fault.seq}: ${fault.reason}`,
      };
  }
}

export interface VerificationRun {
  /** Whether all fits. */
  readonly fits: boolean;
  /** Whether the board will show this run: a database that may only be read, or is older, does not keep it. */
  readonly kept: boolean;
}

/** Each query asks first whether there is still time: a chain can be long, and a program that stops can not wait for it. */
function until(signal: AbortSignal): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      signal.throwIfAborted();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/**
 * Looks at one state of the database, however long it takes and whatever goes on meanwhile.
 * @throws the reason of `signal` once it is aborted; nothing is kept then
 */
export async function verify(
  database: Database,
  kind: VerificationKind,
  onReport: (report: ChainReport) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<VerificationRun> {
  let entries = 0n;
  let fault: string | null = null;
  await database.platform
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      for await (const report of verifyEach(tx.withPlugin(until(signal)), kind)) {
        entries += report.entries;
        if (report.fault !== null) fault ??= `${report.chain}: ${report.fault}`;
        onReport(report);
      }
    });
  const kept = await saveRun(database.platform, kind, { entries, fault }).then(
    () => true,
    () => false,
  );
  return { fits: fault === null, kept };
}

/** Runs what is due and no other node has taken. */
export async function verifyDue(
  database: Database,
  log: Pick<Logger, 'error' | 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  const due = { everySeconds: VERIFY_EVERY_SECONDS, leaseSeconds: VERIFY_LEASE_SECONDS };
  for (const kind of ['ledger', 'audit'] as const) {
    if (!(await claimRun(database.platform, kind, due))) continue;
    const report = ({ chain, fault }: ChainReport): void => {
      if (fault !== null) log.error({ chain, fault }, 'verification: a chain does not fit');
    };
    const { kept } = await verify(database, kind, report, signal);
    if (!kept) log.warn({ kind }, 'verification: the result could not be kept');
  }
}

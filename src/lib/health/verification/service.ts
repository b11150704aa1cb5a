/**
 * Verifies the logs of ledgers and audit trails, by command and once a day, and whether each row of a file has its file, once a day.
 * Stores time and result.
 */
import type { KyselyPlugin } from 'kysely';
import type { Logger } from 'pino';
import { type Database, type Db, inSnapshot } from '../../db/client.ts';
import { compareObjects } from '../../db/objects.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import { verifyLedgers } from '../../ledger/verification/service.ts';
import { compareFiles } from '../../media/check/service.ts';
import type { MediaStorage } from '../../media/storage.ts';
import type { Secrets } from '../../secrets.ts';
import { type Heads, NO_HEADS, readHeads } from '../../transparency-log/heads/service.ts';
import { anchorsOf } from '../../transparency-log/keys.rules.ts';
import { verifyTrails } from '../../transparency-log/trail/service.ts';
import type { Anchor, LogFault, VerifyOptions } from '../../transparency-log/verification/service.ts';
import { listCosignedNotes } from '../../transparency-log/witnesses/store.ts';
import { VERIFY_EVERY_SECONDS, VERIFY_LEASE_SECONDS } from '../rules.ts';
import { claimRun, saveRun, type VerificationKind } from './store.ts';

/** The result for one log. */
export interface ChainReport {
  /** For example 'ledger of COWL (…)'. */
  readonly chain: string;
  readonly entries: bigint;
  /** For example '12 entries, 4000 tokens credited'. */
  readonly summary: string;
  /** The first invalid entry, as 'entry 3: …', and each changed value of a row; none if the log is valid. */
  readonly faults: readonly string[];
}

async function* verifyEach(db: Db, kind: VerificationKind, options: VerifyOptions): AsyncGenerator<ChainReport> {
  const { count, faults } = await compareObjects(db);
  if (kind === 'audit' || faults.length > 0) yield { chain: SCHEMA, entries: 0n, summary: `${count} objects`, faults };
  if (kind === 'ledger') {
    for await (const { symbol, companyId, entries, credited, waiting, fault } of verifyLedgers(db, options))
      yield {
        chain: `ledger of ${symbol} (${companyId})`,
        entries,
        summary: `${entries} entries, ${credited} tokens credited${waitingText(waiting)}`,
        faults: entryFaults(fault),
      };
  } else {
    for await (const { scopeId, entries, waiting, fault, values } of verifyTrails(db, options))
      yield {
        chain: `audit trail of ${scopeId === PLATFORM_ID ? 'the platform' : `company ${scopeId}`}`,
        entries,
        summary: `${entries} entries${waitingText(waiting)}`,
        faults: [...entryFaults(fault), ...values],
      };
  }
}

/** The schema decides which values a row may have, and what is recorded of it. */
const SCHEMA = 'schema of the database';

const entryFaults = (fault: LogFault | null): string[] =>
  fault === null ? [] : [`entry ${fault.seq}: ${fault.reason}`];

/** Entries are sealed a second after they are written. */
function waitingText(waiting: bigint): string {
  return waiting === 0n ? '' : `, ${waiting} not sealed yet`;
}

export interface VerificationInput {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'keys'>;
  /** The last heads of the logs that this node knows. */
  readonly heads?: Pick<Heads, 'read'>;
  readonly anchors?: readonly Anchor[];
}

export interface VerificationRun {
  readonly isValid: boolean;
  /** True if the board will show this run. A read-only or an older database cannot store it. */
  readonly isStored: boolean;
}

/** Checks the signal before every query: a log can be long, and a program that stops cannot wait for it. */
function abortOn(signal: AbortSignal): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      signal.throwIfAborted();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/**
 * Verifies all logs of one kind in one snapshot of the database, also against what witnesses cosigned.
 * @param anchors checkpoints from outside the database
 * @throws the reason of `signal` if it is aborted; nothing is stored then
 */
export async function verify(
  { database, secrets, heads, anchors = [] }: VerificationInput,
  kind: VerificationKind,
  onReport: (report: ChainReport) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<VerificationRun> {
  let entries = 0n;
  let fault: string | null = null;
  const known = heads ? await readHeads(database.platform, heads) : NO_HEADS;
  await inSnapshot(database.platform, async (tx) => {
    const cosigned = (await listCosignedNotes(tx)).flatMap(anchorsOf);
    const options = { secrets, heads: known, anchors: [...anchors, ...cosigned] };
    for await (const report of verifyEach(tx.withPlugin(abortOn(signal)), kind, options)) {
      entries += report.entries;
      const [first] = report.faults;
      if (first !== undefined) fault ??= `${report.chain}: ${first}`;
      onReport(report);
    }
  });
  const isStored = await saveRun(database.platform, kind, { entries, fault }).then(
    () => true,
    () => false,
  );
  return { isValid: fault === null, isStored };
}

const DUE = { everySeconds: VERIFY_EVERY_SECONDS, leaseSeconds: VERIFY_LEASE_SECONDS };

/** Runs the verifications that are due, unless another node has claimed them. */
export async function verifyDue(
  input: VerificationInput,
  log: Pick<Logger, 'error' | 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  for (const kind of ['ledger', 'audit'] as const) {
    if (!(await claimRun(input.database.platform, kind, DUE))) continue;
    const report = ({ chain, faults }: ChainReport): void => {
      for (const fault of faults.slice(0, 20)) log.error({ chain, fault }, 'verification: a log is not valid');
    };
    const { isStored } = await verify(input, kind, report, signal);
    if (!isStored) log.warn({ kind }, 'verification: the result could not be stored');
  }
}

/** Compares files and rows if that is due and no other node has claimed it. @throws ApiError unavailable when a storage is away */
export async function checkFilesDue(
  { database: { platform }, storage }: { database: Pick<Database, 'platform'>; storage: MediaStorage },
  log: Pick<Logger, 'error' | 'info'>,
  signal: AbortSignal,
): Promise<void> {
  if (!(await claimRun(platform, 'files', DUE))) return;
  const { files, missing, unknown } = await compareFiles(platform, storage, signal);
  const [first] = missing;
  const fault = first === undefined ? null : `${missing.length} of ${files} files, the first is ${first}`;
  if (fault !== null) log.error({ missing: missing.slice(0, 20), count: missing.length }, 'files are missing');
  if (unknown > 0) log.info({ count: unknown }, 'files without a row are stored; they stay');
  await saveRun(platform, 'files', { entries: files, fault });
}

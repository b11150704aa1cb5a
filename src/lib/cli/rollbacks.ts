/**
 * `ledger:confirm-rollback`: shows which logs were set back, and confirms it. Until then nothing is sealed in them; afterwards
 * they go on under new keys (docs/operations.md, When a database was set back).
 */
import type { Config } from '../config.ts';
import type { Database, Db } from '../db/client.ts';
import { confirmRollback } from '../ledger/events/service.ts';
import { loadSecrets } from '../secrets.ts';
import { listRollbacks, listWaitingLogs, type Rollback } from '../transparency-log/rollbacks/store.ts';
import type { Print } from './backup.ts';

const ALL = 'all';
const PLATFORM = 'platform';
const USAGE = `Use: npm run ledger:confirm-rollback [-- ${ALL} | ${PLATFORM} | SYMBOL]`;

type WaitingLog = Awaited<ReturnType<typeof listWaitingLogs>>[number];

const nameOf = ({ kind, symbol }: WaitingLog): string =>
  `${kind === 'ledger' ? 'ledger' : 'audit trail'} of ${symbol ?? 'the platform'}`;

const SOURCES = { heads: 'by DATA_DIR/heads of a node', witness: 'by a witness', restore: 'by the restore' } as const;

function describe({ source, known, size, noticedAt }: Rollback): string {
  const seen = known === null ? 'nobody here knows what was signed last' : `${known.size} entries were signed before`;
  return `the database had ${size} entries, and ${seen}; noticed ${noticedAt.toISOString()} ${SOURCES[source]}`;
}

/** Prints what waits for the operator. @returns how many logs */
export async function printWaiting(db: Db, print: Print): Promise<number> {
  const logs = await listWaitingLogs(db);
  for (const log of logs)
    for (const rollback of await listRollbacks(db, log)) print(`WAITS ${nameOf(log)}: ${describe(rollback)}`);
  if (logs.length > 0)
    print(
      `Nothing is sealed in ${logs.length === 1 ? 'this log' : 'these logs'} before you confirm it. Is there a later backup, or a database with more entries? Then use that one. Else: npm run ledger:confirm-rollback -- ${ALL}`,
    );
  return logs.length;
}

/** @returns false if something still waits */
export async function confirmRollbacks(
  { platform }: Database,
  config: Config,
  args: readonly string[],
  print: Print,
): Promise<boolean> {
  const [chosen, ...more] = args;
  if (more.length > 0 || chosen?.startsWith('-')) throw new Error(USAGE);
  if (chosen === undefined) {
    const count = await printWaiting(platform, print);
    if (count === 0) print('ok no log waits: each continues what was signed before, as far as it is known here');
    return count === 0;
  }
  const symbol = chosen === PLATFORM ? null : chosen.toUpperCase();
  const logs = (await listWaitingLogs(platform)).filter((log) => chosen === ALL || log.symbol === symbol);
  if (logs.length === 0) {
    print(`Nothing waits for a confirmation${chosen === ALL ? '' : ` of ${chosen}`}.`);
    return true;
  }
  const services = { config, secrets: loadSecrets(config) };
  for (const log of logs) {
    const confirmed = await confirmRollback(platform, services, log);
    if (confirmed) print(`ok ${nameOf(log)} goes on from entry ${confirmed.size} under a new key`);
  }
  return true;
}

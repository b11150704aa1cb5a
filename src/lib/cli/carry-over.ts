/** Copies the whole database of an earlier major version of PostgreSQL into a new one, and checks it. */
import { bindSessions } from '../auth/sessions/bound/service.ts';
import { type Connections, openDatabase } from '../db/client.ts';
import { prepareCompanyLogin } from '../db/company-login.ts';
import { type CopyClient, openCopyClient, quoted } from '../db/copy.ts';
import type { EmbeddedConnections } from '../db/embedded/supervisor.ts';
import { sqlState } from '../db/errors.ts';
import { inTurn, migrate, migrations, ownMigrations } from '../db/migrate.ts';
import { countRows, dropConstraints, listAllTables, readMigrations, type TableShape } from '../db/tables.ts';
import { verify } from '../health/verification/service.ts';
import type { Secrets } from '../secrets.ts';
import { grantUnsigned } from '../transparency-log/trail/writers/service.ts';

const PART_BYTES = 4 * 1024 * 1024;

/**
 * @param from a user who may read everything
 * @param to a new database without tables
 * @throws Error with a sentence for the operator
 */
export async function carryOver(
  from: Connections['connection'],
  to: EmbeddedConnections,
  secrets: Secrets,
): Promise<void> {
  const source = await openSource(from);
  // The program was stopped before its first start was complete.
  if (!source) return;
  const database = openDatabase({ ...to, poolSize: 2 });
  try {
    const applied = await readMigrations(source);
    if (!applied) return;
    await prepareCompanyLogin(database);
    await migrate(database.platform, ownMigrations(applied));
    const target = await openCopyClient(to.connection);
    try {
      await copyAll(source, target);
    } finally {
      await target.close();
    }
    await migrate(database.platform, migrations, inTurn(grantUnsigned(secrets), bindSessions(secrets)));
    const faults: string[] = [];
    for (const kind of ['ledger', 'audit'] as const)
      await verify({ database, secrets }, kind, (report) =>
        faults.push(...report.faults.map((fault) => `${report.chain}: ${fault}`)),
      );
    if (faults.length > 0) throw new Error(`The copy does not verify (${faults.join('; ')}).`);
  } finally {
    await database.close();
    await source.close();
  }
}

const INVALID_CATALOG_NAME = '3D000';

/** @returns null if there is no database yet */
async function openSource(from: Connections['connection']): Promise<CopyClient | null> {
  try {
    return await openCopyClient(from);
  } catch (cause) {
    if (sqlState(cause) === INVALID_CATALOG_NAME) return null;
    throw cause;
  }
}

/** In one transaction, which ends with a comparison of the counts. */
async function copyAll(source: CopyClient, target: CopyClient): Promise<void> {
  await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const tables = await listAllTables(source);
  await target.query('BEGIN');
  const restoreConstraints = await dropConstraints(target, tables);
  // Rows that migrations have created.
  await target.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  for (const table of tables) await copyTable(source, target, table);
  for (const statement of restoreConstraints) await target.query(statement);
  for (const { name } of tables) {
    const [wanted, count] = [await countRows(source, name), await countRows(target, name)];
    if (wanted !== count) throw new Error(`The copy has ${count} rows of ${name} instead of ${wanted}.`);
  }
  await target.query('COMMIT');
  await source.query('COMMIT');
}

async function copyTable(source: CopyClient, target: CopyClient, { name, columns }: TableShape): Promise<void> {
  for await (const lines of source.read(name, columns, PART_BYTES)) await target.write(name, columns, lines);
}

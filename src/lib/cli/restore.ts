/**
 * `npm run restore -- FILE`: restores a backup into an empty database, completely or not at all. The file is read to its end
 * before anything changes, and each entry that is read again has to be the one that was checked; the rows are written in one
 * transaction that ends with a comparison of their counts; the next start deletes the files of an interrupted restore.
 */

import { noteUnrecordedRows } from '../audit/rows/service.ts';
import { bindSessions } from '../auth/sessions/bound/service.ts';
import type { Config } from '../config.ts';
import { inTransaction } from '../db/client.ts';
import { prepareCompanyLogin } from '../db/company-login.ts';
import { type CopyClient, openCopyClient } from '../db/copy.ts';
import { inTurn, type Migration, migrate, migrations, ownMigrations } from '../db/migrate.ts';
import { CLOSE_MOVED } from '../db/moved.ts';
import { markRestored } from '../db/restored.ts';
import {
  countRows,
  dropConstraints,
  findFilledTable,
  listPrivileged,
  listTables,
  readMigrations,
  type TableShape,
} from '../db/tables.ts';
import { recordRestore } from '../ledger/events/service.ts';
import type { FileStorage } from '../media/storage.ts';
import { openStorages, storageSettings } from '../media/storages.ts';
import { clearUnfinished, markUnfinished } from '../media/unfinished/service.ts';
import { loadSecrets } from '../secrets.ts';
import { openHeads } from '../transparency-log/heads/service.ts';
import { insertPlatformLog } from '../transparency-log/sealing/store.ts';
import { grantUnsigned } from '../transparency-log/trail/writers/service.ts';
import { DamagedArchive, type Entry } from './archive.ts';
import { checkArchive, sealFault } from './archive-check.ts';
import type { Print } from './backup.ts';
import { withOwnDatabase } from './database.ts';
import { type Manifest, readEntryName, readManifest } from './manifest.ts';
import { printWaiting } from './rollbacks.ts';
import { verifyAudit, verifyLedger } from './verify.ts';

const PARALLEL_WRITES = 16;

export interface RestoreOptions {
  /** Restores a file whose seal is missing, or was made under another secret. */
  readonly acceptsUnsealed: boolean;
}

/** @returns whether ledger and audit trail verify. @throws Error with a sentence for the operator; then nothing was restored */
export async function restore(
  config: Config,
  file: string,
  { acceptsUnsealed }: RestoreOptions,
  print: Print,
): Promise<boolean> {
  const { manifest, keys, seal, entries } = await checkArchive(file, config.backupPassphrase, readManifest);
  if (!manifest) throw new Error(`${file} is no backup of Launchbook, or one of a newer version. Nothing was changed.`);
  const fault = sealFault(config, seal);
  if (fault !== null && !acceptsUnsealed)
    throw new Error(
      `${file} ${fault} Nothing was changed. If you know that nobody has changed the file, restore it with --unsealed.`,
    );
  print(`ok ${file} is whole: taken ${manifest.takenAt}, ${manifest.files} files`);
  if (fault !== null) print(`WARNING: ${file} ${fault} It is restored because of --unsealed.`);
  const level = ownMigrations(manifest.migrations);
  return withOwnDatabase(config, async ({ database, connection }) => {
    const client = await openCopyClient(connection);
    // Where new files go alone: what is in another storage is not this restore's to delete.
    const uploads = { dataDir: config.dataDir, storage: openStorages(storageSettings(config)).target };
    try {
      await refuseUnlessEmpty(client, level);
      await prepareCompanyLogin(database);
      await migrate(database.platform, level);
      // Files of an earlier restore that was interrupted.
      await clearUnfinished(uploads, database.platform);
      if (config.newFiles === 'store') await refuseUnlessUnused(uploads.storage);
      markUnfinished(config.dataDir, keys);
      try {
        await load(client, entries(), { file, manifest, storage: uploads.storage });
      } finally {
        await clearUnfinished(uploads, database.platform);
      }
      const secrets = loadSecrets(config);
      const onApplied = inTurn(grantUnsigned(secrets), bindSessions(secrets));
      const later = await migrate(database.platform, migrations, onApplied);
      if (later.length > 0) {
        // As the first start after an upgrade does.
        await inTransaction(database.platform, async (tx) => {
          await insertPlatformLog(tx);
          await noteUnrecordedRows(tx);
        });
        print(`ok brought up to date: ${later.join(', ')}`);
      }
      const services = { secrets, heads: openHeads(config.dataDir) };
      await recordRestore(database.platform, { ...services, isOnlyNode: config.databaseUrl === null });
      for (const account of await listPrivileged(client)) print(account);
    } finally {
      await client.close();
    }
    for (const table of manifest.tables) if (table.rows > 0) print(`ok ${table.name}: ${table.rows} rows`);
    const isValid = [await verifyLedger(database, config, print), await verifyAudit(database, config, print)].every(
      Boolean,
    );
    if (fault !== null)
      print(
        'WARNING: compare the admins and super admins above with those that you know, and remove any other. Under another secret, waiting mails cannot be read and identity numbers are not recognised.',
      );
    await printWaiting(database.platform, print);
    return isValid;
  });
}

const NOT_EMPTY = 'A restore needs an empty one: name a new folder in DATA_DIR, or a new database in DATABASE_URL.';

async function refuseUnlessEmpty(client: CopyClient, level: readonly Migration[]): Promise<void> {
  const filled = await findFilledTable(client);
  if (filled !== null) throw new Error(`The database is not empty: there are rows in ${filled}. ${NOT_EMPTY}`);
  const applied = await readMigrations(client);
  if (applied === null && (await listTables(client)).length > 0)
    throw new Error(`The database holds tables of another program. ${NOT_EMPTY}`);
  const beyond = applied?.find(({ name }) => !level.some((own) => own.name === name));
  if (beyond) throw new Error(`The database is at another level than the backup: it has ${beyond.name}. ${NOT_EMPTY}`);
}

/** A restore that fails deletes what it has stored, which must not be the files of another site. */
async function refuseUnlessUnused(storage: FileStorage): Promise<void> {
  for await (const key of storage.keys())
    throw new Error(
      `The object store already has uploads: ${key}. Name an empty bucket in S3_BUCKET, or leave out the S3_ variables to restore the files onto the disk, and move them later.`,
    );
}

interface Loaded {
  readonly file: string;
  readonly manifest: Manifest;
  readonly storage: FileStorage;
}

/** Writes everything in one transaction. */
async function load(
  client: CopyClient,
  entries: AsyncGenerator<Entry>,
  { file, manifest, storage }: Loaded,
): Promise<void> {
  await client.query('BEGIN');
  try {
    // Keeps out other programs that migrate or seed the same database.
    await client.query('LOCK TABLE migrations IN EXCLUSIVE MODE');
    const filled = await findFilledTable(client);
    if (filled !== null) throw new Error(`Rows were added to ${filled} meanwhile. Stop the program and try again.`);
    const tables = matchTables(manifest, await listTables(client));
    const restoreConstraints = await dropConstraints(client, [...tables.values()]);
    await copyIn(client, entries, tables, storage);
    for (const statement of restoreConstraints) await client.query(statement);
    for (const { name, rows } of manifest.tables) {
      const count = await countRows(client, name);
      if (count !== rows) throw new DamagedArchive(file, `it has ${count} rows of ${name} instead of ${rows}`);
    }
    // A backup of an earlier version has no company that has moved.
    if (tables.get('companies')?.columns.includes('moved_at'))
      for (const statement of CLOSE_MOVED) await client.query(statement);
    // The next start records the restore, if this command does not live to do it.
    await client.query(markRestored(manifest.takenAt));
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw cause;
  }
}

/** The backup's tables by name. @throws Error if they differ from the database's */
function matchTables(manifest: Manifest, own: readonly TableShape[]): Map<string, TableShape> {
  const shapeOf = ({ name, columns }: TableShape): string => `${name} (${[...columns].sort().join(', ')})`;
  const shapes = new Set(own.map(shapeOf));
  const other = manifest.tables.find((table) => !shapes.has(shapeOf(table)));
  if (other || own.length !== manifest.tables.length)
    throw new Error(`The backup and the database do not have the same tables${other ? `: ${other.name}` : ''}.`);
  return new Map(manifest.tables.map((table) => [table.name, table]));
}

async function copyIn(
  client: CopyClient,
  entries: AsyncGenerator<Entry>,
  tables: ReadonlyMap<string, TableShape>,
  storage: FileStorage,
): Promise<void> {
  let writes: Promise<void>[] = [];
  try {
    for await (const { name, bytes } of entries) {
      const named = readEntryName(name);
      if (!named) continue;
      if ('key' in named) {
        writes.push(storage.put(named.key, bytes));
        if (writes.length < PARALLEL_WRITES) continue;
        await Promise.all(writes);
        writes = [];
        continue;
      }
      const table = tables.get(named.table);
      if (!table) throw new Error(`Assertion failed: ${named.table} is not in the manifest`);
      await client.write(table.name, table.columns, bytes);
    }
    await Promise.all(writes);
  } finally {
    // After a failure the caller deletes these files, so that none may arrive later.
    await Promise.allSettled(writes);
  }
}

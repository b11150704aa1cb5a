/**
 * `npm run company:move -- import FILE`: adds a company of another cluster to this one, completely or not at all. It arrives closed, and
 * opens when ledger and audit trail verify.
 */

import type { Config } from '../config.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { type CompanyTable, countRowsOf, listCompanyTables, restTriggers } from '../db/company-tables.ts';
import { type CopyClient, openCopyClient } from '../db/copy.ts';
import { CLOSE_MOVED, setMoved } from '../db/moved.ts';
import { PROGRAM_NAME } from '../db/pool.ts';
import { readMigrations } from '../db/tables.ts';
import { recordMove } from '../ledger/events/service.ts';
import type { FileStorage } from '../media/storage.ts';
import { openStorages, storageSettings } from '../media/storages.ts';
import { clearUnfinished, markUnfinished } from '../media/unfinished/service.ts';
import { loadSecrets } from '../secrets.ts';
import { newWriter } from '../transparency-log/trail/writers/service.ts';
import { DamagedArchive, type Entry } from './archive.ts';
import { checkArchive, sealFault } from './archive-check.ts';
import type { Print } from './backup.ts';
import { note } from './company-export.ts';
import type { CommandDatabase } from './database.ts';
import { type CompanyManifest, readCompanyManifest, readEntryName } from './manifest.ts';
import { verifyAudit, verifyLedger } from './verify.ts';

/** @returns whether the company is open. @throws Error with a sentence for the operator; then nothing was changed */
export async function importCompany(
  { database, connection }: CommandDatabase,
  config: Config,
  file: string,
  print: Print,
): Promise<boolean> {
  const { manifest, keys, seal, entries } = await checkArchive(file, config.backupPassphrase, readCompanyManifest);
  if (!manifest) throw new Error(`${file} is no file of a company that moves. Nothing was changed.`);
  const fault = sealFault(config, seal);
  if (fault !== null) throw new Error(`${file} ${fault} Members' data would be unreadable here. Nothing was changed.`);
  const { company } = manifest;
  print(`ok ${file} is whole: ${company.symbol}, taken ${manifest.takenAt}, ${manifest.files} files`);
  const client = await openCopyClient(connection);
  try {
    await refuseOtherSchema(client, manifest);
    await refuseKnown(client, manifest);
    const uploads = { dataDir: config.dataDir, storage: openStorages(storageSettings(config)).target };
    // Files of an earlier import that was interrupted.
    await clearUnfinished(uploads, database.platform);
    markUnfinished(config.dataDir, keys);
    try {
      const writer = newWriter(loadSecrets(config));
      await load(client, entries(), { file, manifest, storage: uploads.storage, writer });
    } finally {
      await clearUnfinished(uploads, database.platform);
    }
  } finally {
    await client.close();
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`ok ${company.symbol} is here, and closed: ${rows} rows of ${manifest.tables.length} tables`);
  return openVerified(database, config, company, print);
}

/** Opens a company that has arrived, if ledger and audit trail verify. */
export async function openVerified(
  database: Database,
  config: Config,
  { id, symbol }: Pick<CompanyManifest['company'], 'id' | 'symbol'>,
  print: Print,
): Promise<boolean> {
  const isValid = [await verifyLedger(database, config, print), await verifyAudit(database, config, print)].every(
    Boolean,
  );
  if (!isValid) {
    print(`BAD ${symbol} stays closed here, because something above is not in order.`);
    return false;
  }
  await inTransaction(database.platform, async (tx) => {
    await note(tx, id, 'company.arrive');
    await recordMove(tx, { config, secrets: loadSecrets(config) }, id, 'ARRIVE');
    await setMoved(tx, id, false);
  });
  print(`ok ${symbol} is open here. Name this cluster for its hosts in all others: npm run cluster:hosts -- set`);
  return true;
}

async function refuseOtherSchema(client: CopyClient, { migrations, tables }: CompanyManifest): Promise<void> {
  const textOf = (list: readonly { name: string; checksum: string }[] | null): string => JSON.stringify(list ?? []);
  const own = await readMigrations(client);
  const shapeOf = (list: readonly { name: string; columns: readonly string[] }[]): string =>
    JSON.stringify(list.map(({ name, columns }) => [name, [...columns].sort()]).sort());
  if (textOf(own) !== textOf(migrations) || shapeOf(await listCompanyTables(client)) !== shapeOf(tables))
    throw new Error(
      'The two clusters run different versions of the program: their databases differ. Bring both to the same version, and export again. Nothing was changed.',
    );
}

async function refuseKnown(client: CopyClient, { company: { id, symbol, hosts } }: CompanyManifest): Promise<void> {
  const [same] = await client.query<{ moved: boolean; id: string }>(
    'SELECT id, moved_at IS NOT NULL AS moved FROM companies WHERE id = $1 OR token_symbol = $2',
    [id, symbol],
  );
  if (same)
    throw new Error(
      same.id === id && same.moved
        ? `${symbol} is here already, and closed. npm run company:move -- open ${symbol} opens it. Nothing was changed.`
        : `This cluster has a company ${symbol} already. Nothing was changed.`,
    );
  const taken = await client.query<{ host: string }>('SELECT host FROM company_hosts WHERE host = ANY ($1)', [hosts]);
  if (taken.length > 0)
    throw new Error(`A company here has ${taken.map(({ host }) => host).join(', ')} already. Nothing was changed.`);
}

interface Loaded {
  readonly file: string;
  readonly manifest: CompanyManifest;
  readonly storage: FileStorage;
  /** Signs what this program changes itself. */
  readonly writer: string;
}

/** Stores the files, and then writes all rows in one transaction. */
async function load(client: CopyClient, entries: AsyncGenerator<Entry>, loaded: Loaded): Promise<void> {
  const { file, manifest, storage, writer } = loaded;
  const { company } = manifest;
  const parts = grouped(entries);
  let group = await parts.next();
  for (; !group.done && 'key' in group.value; group = await parts.next())
    await storage.put(group.value.key, group.value.bytes);
  await client.query('BEGIN');
  try {
    const tables = await listCompanyTables(client);
    const again: string[] = [];
    const counts = new Map<string, number>();
    for (; !group.done; group = await parts.next()) {
      if ('key' in group.value) throw new DamagedArchive(file, 'its files are not at the beginning');
      const { table: name, lines } = group.value;
      const table = tables.find((own) => own.name === name);
      const written = manifest.tables.find((it) => it.name === name);
      if (!table || !written) throw new DamagedArchive(file, `it holds ${name}`);
      const statement = await restTriggers(client, table);
      if (statement !== null) again.push(statement);
      await client.writeParts(
        name,
        written.columns,
        counting(lines, (rows) => void counts.set(name, rows)),
      );
    }
    for (const statement of again) await client.query(statement);
    await checkRows(client, tables, counts, loaded);
    for (const statement of CLOSE_MOVED) await client.query(statement);
    // The rows of the company come with their states; that of its host is changed by this program.
    await client.query(`SET LOCAL application_name = '${PROGRAM_NAME}'`);
    await client.query("SELECT set_config('app.writer', $1, true)", [writer]);
    await client.query('DELETE FROM cluster_hosts WHERE host = ANY ($1)', [company.hosts]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw cause;
  }
}

const LINE_FEED = 0x0a;

/** In COPY's text format each line feed ends a row. */
async function* counting(parts: AsyncIterable<Uint8Array>, onEnd: (rows: number) => void): AsyncGenerator<Uint8Array> {
  let rows = 0;
  for await (const part of parts) {
    for (const byte of part) if (byte === LINE_FEED) rows++;
    yield part;
  }
  onEnd(rows);
}

/** As many rows as were counted at the other cluster were read, and all are this company's: none went to another one. */
async function checkRows(
  client: CopyClient,
  tables: readonly CompanyTable[],
  counts: ReadonlyMap<string, number>,
  { file, manifest: { company, tables: counted } }: Loaded,
): Promise<void> {
  for (const table of tables) {
    const count = await countRowsOf(client, table, company.id);
    const rows = counted.find(({ name }) => name === table.name)?.rows ?? 0;
    if (count !== rows || (counts.get(table.name) ?? 0) !== rows)
      throw new DamagedArchive(file, `it has ${count} rows of ${table.name} instead of ${rows}`);
  }
}

type Group =
  | { readonly key: string; readonly bytes: Uint8Array }
  | { readonly table: string; readonly lines: AsyncGenerator<Uint8Array> };

/** The files one by one, and the parts of each table together. The parts have to be read before the next is asked for. */
async function* grouped(entries: AsyncGenerator<Entry>): AsyncGenerator<Group> {
  let next = await entries.next();
  const linesOf = async function* (table: string): AsyncGenerator<Uint8Array> {
    while (!next.done) {
      const named = readEntryName(next.value.name);
      if (!named || !('table' in named) || named.table !== table) return;
      yield next.value.bytes;
      next = await entries.next();
    }
  };
  while (!next.done) {
    const { name, bytes } = next.value;
    const named = readEntryName(name);
    if (named && 'table' in named) {
      yield { table: named.table, lines: linesOf(named.table) };
      continue;
    }
    if (named) yield { key: named.key, bytes };
    next = await entries.next();
  }
}

/**
 * `npm run company:move -- export SYMBOL [FILE]`: closes a company and writes its rows and files into one file, for another cluster.
 * Nothing is written for it any more when the file begins, so nothing that was acknowledged is missing from it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { record } from '../audit/service.ts';
import type { Config } from '../config.ts';
import { type Database, type Db, inTransaction } from '../db/client.ts';
import { type CompanyTable, countRowsOf, listCompanyTables, rowsOf } from '../db/company-tables.ts';
import { type CopyClient, openCopyClient, quoted } from '../db/copy.ts';
import { sqlState } from '../db/errors.ts';
import { setMoved } from '../db/moved.ts';
import { PLATFORM_ID } from '../db/schema/schema.ts';
import { readMigrations } from '../db/tables.ts';
import { recordLeave, recordMove } from '../ledger/events/service.ts';
import { PACE } from '../mail/rules.ts';
import { countHeld } from '../mail/store.ts';
import { loadSecrets, secretFingerprint } from '../secrets.ts';
import type { KeyServices } from '../transparency-log/epochs/service.ts';
import { awaitSealing } from '../transparency-log/sealing/store.ts';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { type Print, type Upload, writeUploads } from './backup.ts';
import type { CommandDatabase } from './database.ts';
import { COMPANY_FORMAT, type CompanyManifest, MANIFEST, tableEntry } from './manifest.ts';

const PART_BYTES = 4 * 1024 * 1024;
/** For how long others that write to a table may have to wait for a company that leaves. */
const LOCK_MS = 1_000;
const LOCK_TRIES = 60;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Leaving {
  readonly id: string;
  readonly symbol: string;
  readonly hosts: readonly string[];
}

/** @throws Error with a sentence for the operator; the company is open again then, unless it was closed before */
export async function exportCompany(
  { database, connection }: CommandDatabase,
  config: Config,
  company: Leaving,
  file: string,
  print: Print,
): Promise<boolean> {
  const client = await openCopyClient(connection);
  try {
    const tables = await listCompanyTables(client);
    const isOurs = await close(database, company);
    try {
      print(`ok ${company.symbol} is closed here: its site answers that it is moving`);
      await inTransaction(database.platform, awaitSealing);
      for (const table of tables) await awaitTable(client, table);
      await awaitMails(database.platform, company, print);
      await write(client, config, { company, tables, file }, print);
    } catch (cause) {
      // Nothing has left: the logs go on under the same keys.
      if (isOurs) await reopen(database, company, null);
      throw cause;
    }
    return true;
  } finally {
    await client.close();
  }
}

/** @returns false if it was closed before: an earlier export was cut off, or its file was lost */
function close({ platform }: Database, { id }: Leaving): Promise<boolean> {
  return inTransaction(platform, async (tx) => {
    const { moved_at } = await tx
      .selectFrom('companies')
      .select('moved_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (moved_at) return false;
    await note(tx, id, 'company.leave');
    await recordLeave(tx, id);
    await setMoved(tx, id, true);
    return true;
  });
}

/**
 * Opens a company, which begins to be served within seconds.
 * @param services null if no other cluster can have the company
 */
export function reopen(
  { platform }: Database,
  { id }: Pick<Leaving, 'id'>,
  services: KeyServices | null,
): Promise<void> {
  return inTransaction(platform, async (tx) => {
    await note(tx, id, 'company.return');
    if (services) await recordMove(tx, services, id, 'RETURN');
    await setMoved(tx, id, false);
  });
}

/** In the trail of the company, which moves with it, and in that of the platform, which stays. */
export async function note(
  tx: Db,
  companyId: string,
  action: 'company.leave' | 'company.arrive' | 'company.return',
): Promise<void> {
  for (const scopeId of [companyId, PLATFORM_ID])
    await record(tx, { scopeId, actor: null, action, subjectKind: 'company', subjectId: companyId });
}

async function awaitTable(client: CopyClient, table: CompanyTable): Promise<void> {
  for (let tries = 0; tries < LOCK_TRIES; tries++) if (await awaitWriters(client, table, LOCK_MS)) return;
  throw new Error(
    `Something has been writing to ${table.name} for more than a minute. The company is open again. Please try later.`,
  );
}

/**
 * Waits until no transaction that wrote to the table before is under way. Others that write to it wait meanwhile, `waitMs` at most.
 * @returns false if there was one for that long
 */
async function awaitWriters(client: CopyClient, { name }: CompanyTable, waitMs: number): Promise<boolean> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = ${waitMs}`);
    await client.query(`LOCK TABLE ${quoted(name)} IN SHARE MODE`);
    return true;
  } catch (cause) {
    if (sqlState(cause) === LOCK_NOT_AVAILABLE) return false;
    throw cause;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** A mail that is being sent now is noted as sent here, so the file must not be written before. */
async function awaitMails(db: Db, { id }: Leaving, print: Print): Promise<void> {
  for (let seconds = 0; seconds < 2 * PACE.leaseSeconds; seconds++) {
    if ((await countHeld(db, id, PACE.leaseSeconds)) === 0) return;
    await sleep(1_000);
  }
  const held = await countHeld(db, id, PACE.leaseSeconds);
  if (held > 0) print(`note: ${held} mails may be under way now, and may then arrive twice`);
}

interface Writing {
  readonly company: Leaving;
  readonly tables: readonly CompanyTable[];
  readonly file: string;
}

async function write(client: CopyClient, config: Config, writing: Writing, print: Print): Promise<void> {
  const { company, file } = writing;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const [clock] = await client.query<{ now: Date }>('SELECT now() AS now');
  const at = clock?.now ?? new Date(0);
  const secrets = loadSecrets(config);
  const mac = (text: string): string => secrets.mac('seal', text).toString('hex');
  const archive = await createArchive(file, { at, mac, passphrase: config.backupPassphrase });
  try {
    const manifest = await writeAll(client, config, archive, { ...writing, at });
    const bytes = await archive.finish();
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    print(`ok ${file}: ${rows} rows and ${manifest.files} files of ${company.symbol}, ${Math.ceil(bytes / 1000)} KB`);
    print(`It holds the data of members. Delete it when ${company.symbol} is open in the other cluster.`);
  } catch (cause) {
    await archive.abandon();
    throw cause;
  }
}

async function writeAll(
  client: CopyClient,
  config: Config,
  archive: ArchiveWriter,
  { company, tables, at }: Writing & { readonly at: Date },
): Promise<CompanyManifest> {
  const migrations = (await readMigrations(client)) ?? [];
  const counted: CompanyManifest['tables'] = [];
  for (const table of tables)
    counted.push({
      name: table.name,
      columns: [...table.columns],
      rows: await countRowsOf(client, table, company.id),
    });
  const media = tables.find(({ name }) => name === 'media');
  const uploads = media
    ? await client.query<Upload>(
        `SELECT storage_key AS key, sha256 FROM (${rowsOf(media, company.id)}) AS own ORDER BY 1`,
      )
    : [];
  const manifest: CompanyManifest = {
    format: COMPANY_FORMAT,
    takenAt: at.toISOString(),
    migrations,
    tables: counted,
    files: uploads.length,
    secret: secretFingerprint(config),
    company: { ...company, hosts: [...company.hosts] },
  };
  await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  // The files come first: the import has no transaction open yet when it reads them.
  const missing = await writeUploads(client, config, archive, uploads);
  if (missing.length > 0)
    throw new Error(
      `${missing.length} files are missing or damaged, the first is ${missing[0]}. Nothing was exported, and the company is open again.`,
    );
  for (const table of tables) {
    let part = 0;
    for await (const lines of client.readQuery(rowsOf(table, company.id), PART_BYTES))
      await archive.add(tableEntry(table.name, ++part), lines);
  }
  await client.query('COMMIT');
  return manifest;
}

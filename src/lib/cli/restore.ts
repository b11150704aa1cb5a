/**
 * `npm run restore -- FILE`: a backup into an empty database. The file is read to its end before anything is touched; the
 * rows come in one transaction that ends with their counts compared; the files of a restore that is cut off are taken away
 * at the next start. So it is there wholly or not at all.
 */
import path from 'node:path';
import type { Config } from '../config.ts';
import { type Copier, openCopier } from '../db/copy.ts';
import { type Migration, migrate, migrations } from '../db/migrate.ts';
import { type MediaStorage, openDiskStorage } from '../media/storage.ts';
import { clearUnfinished, markUnfinished } from '../media/unfinished.ts';
import { DamagedArchive, type Entry, readArchive } from './archive.ts';
import type { Say } from './backup.ts';
import { withOwnDatabase } from './database.ts';
import { MANIFEST, type Manifest, readEntryName, readManifest, secretAdvice } from './manifest.ts';
import { countRows, firstFilled, listTables, loosen, readMigrations, type TableShape } from './tables.ts';
import { verifyAudit, verifyLedger } from './verify.ts';

const FILES_AT_ONCE = 16;

/** @returns whether ledger and audit trail fit. @throws Error with a sentence for the operator; then nothing was restored */
export async function restore(config: Config, file: string, say: Say): Promise<boolean> {
  const { manifest, keys } = await check(file);
  say(`ok ${file} is whole: taken ${manifest.takenAt}, ${manifest.files} files`);
  const level = levelOf(manifest);
  return withOwnDatabase(config, async ({ database, connection }) => {
    const copier = await openCopier(connection);
    const place = { dataDir: config.dataDir, storage: openDiskStorage(path.join(config.dataDir, 'uploads')) };
    try {
      await refuseUnlessEmpty(copier, level);
      await migrate(database.platform, level);
      // What an earlier try has left that was cut off.
      await clearUnfinished(place, database.platform);
      markUnfinished(config.dataDir, keys);
      try {
        await load(copier, file, manifest, place.storage);
      } finally {
        await clearUnfinished(place, database.platform);
      }
      const later = await migrate(database.platform);
      if (later.length > 0) say(`ok brought up to date: ${later.join(', ')}`);
    } finally {
      await copier.close();
    }
    for (const table of manifest.tables) if (table.rows > 0) say(`ok ${table.name}: ${table.rows} rows`);
    const fits = [await verifyLedger(database, say), await verifyAudit(database, say)].every(Boolean);
    const advice = secretAdvice(config, manifest);
    if (advice !== null) say(advice);
    return fits;
  });
}

/** Reads the whole file. @throws DamagedArchive */
async function check(file: string): Promise<{ manifest: Manifest; keys: string[] }> {
  let manifest: Manifest | null = null;
  const keys: string[] = [];
  for await (const entry of readArchive(file)) {
    if (!manifest) {
      manifest = entry.name === MANIFEST ? readManifest(entry.bytes) : null;
      if (!manifest)
        throw new Error(`${file} is no backup of Launchbook, or one of a newer version. Nothing was changed.`);
      continue;
    }
    const named = readEntryName(entry.name);
    if (!named) throw new DamagedArchive(file, `it holds ${entry.name}`);
    if ('key' in named) keys.push(named.key);
  }
  if (!manifest) throw new DamagedArchive(file, 'it is empty');
  return { manifest, keys };
}

/** The migrations of the backup, as this program has them. @throws Error when it has not */
function levelOf({ migrations: wanted }: Manifest): Migration[] {
  const unknown = wanted.filter((it) => !migrations.some((own) => own.name === it.name));
  if (unknown.length > 0) {
    const names = unknown.map((it) => it.name).join(', ');
    throw new Error(`The backup was taken by a newer version (it has ${names}). Restore it with that version.`);
  }
  const changed = wanted.find((it) => migrations.some((own) => own.name === it.name && own.checksum !== it.checksum));
  if (changed)
    throw new Error(`The backup was taken under another ${changed.name} than this program's. Restore it with its own.`);
  const names = new Set(wanted.map((it) => it.name));
  return migrations.filter((own) => names.has(own.name));
}

const NOT_EMPTY = 'A restore needs an empty one: name a new folder in DATA_DIR, or a new database in DATABASE_URL.';

async function refuseUnlessEmpty(copier: Copier, level: readonly Migration[]): Promise<void> {
  const filled = await firstFilled(copier);
  if (filled !== null) throw new Error(`The database is not empty: there are rows in ${filled}. ${NOT_EMPTY}`);
  const there = await readMigrations(copier);
  if (there === null && (await listTables(copier)).length > 0)
    throw new Error(`The database holds tables of another program. ${NOT_EMPTY}`);
  const beyond = there?.find((it) => !level.some((own) => own.name === it.name));
  if (beyond) throw new Error(`The database is at another level than the backup: it has ${beyond.name}. ${NOT_EMPTY}`);
}

/** Everything, in one transaction. */
async function load(copier: Copier, file: string, manifest: Manifest, storage: MediaStorage): Promise<void> {
  await copier.query('BEGIN');
  try {
    // Whoever migrates or makes first rows waits here.
    await copier.query('LOCK TABLE migrations IN EXCLUSIVE MODE');
    const filled = await firstFilled(copier);
    if (filled !== null) throw new Error(`Rows came into ${filled} meanwhile. Stop the program, and try again.`);
    const tables = matching(manifest, await listTables(copier));
    const tighten = await loosen(copier, [...tables.values()]);
    await copyIn(copier, readArchive(file), tables, storage);
    for (const statement of tighten) await copier.query(statement);
    for (const { name, rows } of manifest.tables) {
      const count = await countRows(copier, name);
      if (count !== rows) throw new DamagedArchive(file, `${name} has ${count} rows in it and not ${rows}`);
    }
    await copier.query('COMMIT');
  } catch (cause) {
    await copier.query('ROLLBACK').catch(() => undefined);
    throw cause;
  }
}

/** The backup's tables by name. @throws Error when they are not those of the database */
function matching(manifest: Manifest, own: readonly TableShape[]): Map<string, TableShape> {
  const shape = (it: TableShape): string => `${it.name} (${[...it.columns].sort().join(', ')})`;
  const there = new Set(own.map(shape));
  const other = manifest.tables.find((it) => !there.has(shape(it)));
  if (other || own.length !== manifest.tables.length)
    throw new Error(`The backup and the database do not have the same tables${other ? `: ${other.name}` : ''}.`);
  return new Map(manifest.tables.map((it) => [it.name, it]));
}

async function copyIn(
  copier: Copier,
  entries: AsyncGenerator<Entry>,
  tables: ReadonlyMap<string, TableShape>,
  storage: MediaStorage,
): Promise<void> {
  let storing: Promise<void>[] = [];
  for await (const { name, bytes } of entries) {
    const named = readEntryName(name);
    if (!named) continue;
    if ('key' in named) {
      storing.push(storage.put(named.key, bytes));
      if (storing.length < FILES_AT_ONCE) continue;
      await Promise.all(storing);
      storing = [];
      continue;
    }
    const table = tables.get(named.table);
    if (!table) throw new Error(`Assertion failed: ${named.table} is in no list of tables`);
    await copier.write(table.name, table.columns, bytes);
  }
  await Promise.all(storing);
}

/**
 * `npm run backup [-- FILE]`: everything in one file, as it was at one moment, while the site goes on: all tables from one
 * snapshot of the database, then the uploads that it names. Secrets are not in it.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { type Copier, openCopier } from '../db/copy.ts';
import { openDiskStorage, sha256Hex } from '../media/storage.ts';
import { secretMark } from '../secrets.ts';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { withDatabase } from './database.ts';
import { FORMAT, MANIFEST, type Manifest, tableEntry, uploadEntry } from './manifest.ts';
import { countRows, listTables, readMigrations } from './tables.ts';

const PART_BYTES = 4 * 1024 * 1024;
const FILES_AT_ONCE = 8;

export type Say = (line: string) => void;

/** @throws Error with a sentence for the operator; then there is no file */
export function backup(config: Config, given: string | null, say: Say): Promise<boolean> {
  return withDatabase(config, async ({ connection }) => {
    const copier = await openCopier(connection);
    try {
      await copier.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const [clock] = await copier.query<{ now: Date }>('SELECT now() AS now');
      const at = clock?.now ?? new Date(0);
      const file = given ?? defaultFile(config, at);
      const archive = await createArchive(file, at);
      try {
        const written = await writeAll(copier, config, archive, at);
        const bytes = await archive.finish();
        tell(say, file, bytes, written);
      } catch (cause) {
        await archive.abandon();
        throw cause;
      }
      return true;
    } finally {
      await copier.close();
    }
  });
}

function defaultFile(config: Config, at: Date): string {
  const folder = path.join(config.dataDir, 'backups');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return path.join(folder, `launchbook-${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.tar.gz`);
}

interface Written {
  readonly manifest: Manifest;
  /** Keys of files that rows name and the disk has not, or has otherwise. */
  readonly missing: readonly string[];
}

async function writeAll(copier: Copier, config: Config, archive: ArchiveWriter, at: Date): Promise<Written> {
  const migrations = await readMigrations(copier);
  if (!migrations) throw new Error('This database holds no Launchbook: it has never been started on it.');
  const tables: Manifest['tables'] = [];
  for (const { name, columns } of await listTables(copier)) {
    tables.push({ name, columns: [...columns], rows: await countRows(copier, name) });
  }
  const uploads = await copier.query<Upload>('SELECT storage_key AS key, sha256 FROM media ORDER BY storage_key');
  const manifest: Manifest = {
    format: FORMAT,
    takenAt: at.toISOString(),
    migrations,
    tables,
    files: uploads.length,
    secret: secretMark(config),
  };
  await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const { name, columns } of tables) {
    let part = 0;
    for await (const lines of copier.read(name, columns, PART_BYTES))
      await archive.add(tableEntry(name, ++part), lines);
  }
  // The rows are out: nothing holds up the database's tidying while the files are read.
  await copier.query('COMMIT');
  return { manifest, missing: await writeUploads(copier, config, archive, uploads) };
}

interface Upload {
  readonly key: string;
  readonly sha256: string;
}

/** @returns the keys of files that are not as their rows say, but for rows that were deleted meanwhile */
async function writeUploads(
  copier: Copier,
  config: Config,
  archive: ArchiveWriter,
  uploads: readonly Upload[],
): Promise<string[]> {
  const storage = openDiskStorage(path.join(config.dataDir, 'uploads'));
  const wrong: string[] = [];
  for (let from = 0; from < uploads.length; from += FILES_AT_ONCE) {
    const some = uploads.slice(from, from + FILES_AT_ONCE);
    const files = await Promise.all(some.map(({ key }) => storage.get(key)));
    for (const [index, { key, sha256 }] of some.entries()) {
      const bytes = files[index];
      if (bytes) await archive.add(uploadEntry(key), bytes);
      if (!bytes || sha256Hex(bytes) !== sha256) wrong.push(key);
    }
  }
  if (wrong.length === 0) return [];
  const still = await copier.query<{ key: string }>(
    'SELECT storage_key AS key FROM media WHERE storage_key = ANY ($1) ORDER BY 1',
    [wrong],
  );
  return still.map((row) => row.key);
}

function tell(say: Say, file: string, bytes: number, { manifest, missing }: Written): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${Math.ceil(bytes / 1_000_000)} MB`;
  say(`ok ${file}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files} files, ${size}`);
  if (missing.length > 0) {
    const count = missing.length === 1 ? '1 file is' : `${missing.length} files are`;
    say(`WARNING: ${count} missing or damaged under uploads, the first is ${missing[0]}.`);
  }
  say('It holds everything but the secrets: keep APP_SECRET, or DATA_DIR/secrets/app-secret, in another place.');
}

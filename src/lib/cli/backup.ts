/**
 * `npm run backup [-- FILE]`: writes all tables, from one snapshot of the database, and the uploads they reference into one
 * file while the site keeps running. The file contains no secrets.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import { type CopyClient, openCopyClient } from '../db/copy.ts';
import { countRows, listTables, readMigrations } from '../db/tables.ts';
import { saveRun } from '../health/verification/store.ts';
import { sha256Hex } from '../media/storage.ts';
import { openStorage, storageSettings } from '../media/storages.ts';
import { loadSecrets, secretFingerprint } from '../secrets.ts';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { withDatabase } from './database.ts';
import { FORMAT, MANIFEST, type Manifest, tableEntry, uploadEntry } from './manifest.ts';

const PART_BYTES = 4 * 1024 * 1024;
const PARALLEL_READS = 8;

/** Prints a line for the operator. */
export type Print = (line: string) => void;

/**
 * @param chosen the file to write; null for one in the data folder, named after the time
 * @throws Error with a sentence for the operator; then there is no file
 */
export function backup(config: Config, chosen: string | null, print: Print): Promise<boolean> {
  return withDatabase(config, async ({ database, connection }) => {
    const client = await openCopyClient(connection);
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const [clock] = await client.query<{ now: Date }>('SELECT now() AS now');
      const at = clock?.now ?? new Date(0);
      const passphrase = config.backupPassphrase;
      const file = chosen ?? defaultFile(config, at, passphrase !== null);
      const secrets = loadSecrets(config);
      const mac = (text: string): string => secrets.mac('seal', text).toString('hex');
      const archive = await createArchive(file, { at, mac, passphrase });
      try {
        const written = await writeAll(client, config, archive, at);
        const bytes = await archive.finish();
        await noteBackup(database, written.manifest, print);
        printSummary(print, file, bytes, written);
        if (passphrase !== null)
          print('It is encrypted with BACKUP_PASSPHRASE: without the passphrase, nobody can restore it.');
      } catch (cause) {
        await archive.abandon();
        throw cause;
      }
      return true;
    } finally {
      await client.close();
    }
  });
}

/** A read-only or an older database cannot note it; the backup is good all the same. */
async function noteBackup(database: Database, { tables }: Manifest, print: Print): Promise<void> {
  const entries = tables.reduce((sum, { rows }) => sum + BigInt(rows), 0n);
  await saveRun(database.platform, 'backup', { entries, fault: null }).catch(() =>
    print('The database could not note this backup, so the set-up checklist does not show it.'),
  );
}

function defaultFile(config: Config, at: Date, isEncrypted: boolean): string {
  const folder = path.join(config.dataDir, 'backups');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return path.join(
    folder,
    `launchbook-${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.tar.gz${isEncrypted ? '.enc' : ''}`,
  );
}

interface Written {
  readonly manifest: Manifest;
  /** Storage keys of files that are missing or differ from their rows. */
  readonly missing: readonly string[];
}

async function writeAll(client: CopyClient, config: Config, archive: ArchiveWriter, at: Date): Promise<Written> {
  const migrations = await readMigrations(client);
  if (!migrations) throw new Error('This database holds no Launchbook: the program has never been started on it.');
  const tables: Manifest['tables'] = [];
  for (const { name, columns } of await listTables(client)) {
    tables.push({ name, columns: [...columns], rows: await countRows(client, name) });
  }
  const uploads = await client.query<Upload>('SELECT storage_key AS key, sha256 FROM media ORDER BY storage_key');
  const manifest: Manifest = {
    format: FORMAT,
    takenAt: at.toISOString(),
    migrations,
    tables,
    files: uploads.length,
    secret: secretFingerprint(config),
  };
  await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const { name, columns } of tables) {
    let part = 0;
    for await (const lines of client.read(name, columns, PART_BYTES))
      await archive.add(tableEntry(name, ++part), lines);
  }
  // The snapshot ends before the files are read, so that it does not delay vacuuming.
  await client.query('COMMIT');
  return { manifest, missing: await writeUploads(client, config, archive, uploads) };
}

export interface Upload {
  readonly key: string;
  readonly sha256: string;
}

/** @returns the keys of missing or damaged files, without those whose rows were deleted meanwhile */
export async function writeUploads(
  client: CopyClient,
  config: Config,
  archive: ArchiveWriter,
  uploads: readonly Upload[],
): Promise<string[]> {
  const storage = openStorage(storageSettings(config));
  const faulty: string[] = [];
  for (let from = 0; from < uploads.length; from += PARALLEL_READS) {
    const batch = uploads.slice(from, from + PARALLEL_READS);
    const files = await Promise.all(batch.map(({ key }) => storage.get(key)));
    for (const [index, { key, sha256 }] of batch.entries()) {
      const bytes = files[index];
      if (bytes) await archive.add(uploadEntry(key), bytes);
      if (!bytes || sha256Hex(bytes) !== sha256) faulty.push(key);
    }
  }
  if (faulty.length === 0) return [];
  const referenced = await client.query<{ key: string }>(
    'SELECT storage_key AS key FROM media WHERE storage_key = ANY ($1) ORDER BY 1',
    [faulty],
  );
  return referenced.map((row) => row.key);
}

function printSummary(print: Print, file: string, bytes: number, { manifest, missing }: Written): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${Math.ceil(bytes / 1_000_000)} MB`;
  print(`ok ${file}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files} files, ${size}`);
  if (missing.length > 0) {
    const count = missing.length === 1 ? '1 file is' : `${missing.length} files are`;
    print(`WARNING: ${count} missing or damaged under uploads, the first is ${missing[0]}.`);
  }
  print('It holds everything except the secrets: keep APP_SECRET, or DATA_DIR/secrets/app-secret, somewhere else.');
}

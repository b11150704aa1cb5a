/**
 * Files that are stored in large numbers before the transaction that inserts their rows. A list in the data folder names them
 * until the transaction is over, so that an interrupted run leaves no orphaned files.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Db } from '../../db/client.ts';
import type { FileStorage } from '../storage.ts';
import { findUnreferenced } from '../store.ts';

export interface UploadFolder {
  /** Where the list is. */
  readonly dataDir: string;
  readonly storage: FileStorage;
}

const listOf = (dataDir: string): string => path.join(dataDir, 'unfinished-files.json');

/** Call this before the first of these files is stored. */
export function markUnfinished(dataDir: string, keys: readonly string[]): void {
  fs.mkdirSync(dataDir, { recursive: true });
  fs.writeFileSync(listOf(dataDir), JSON.stringify(keys), { mode: 0o600, flush: true });
}

/** Deletes the listed files without a row, then the list: after the commit or its failure, and at each start. */
export async function clearUnfinished({ dataDir, storage }: UploadFolder, db: Db): Promise<void> {
  const list = listOf(dataDir);
  if (!fs.existsSync(list)) return;
  for (const key of await findUnreferenced(db, readList(list))) await storage.delete(key);
  fs.rmSync(list, { force: true });
}

/** An incomplete list counts as empty: no file was stored before it was complete. */
function readList(list: string): string[] {
  try {
    const keys: unknown = JSON.parse(fs.readFileSync(list, 'utf8'));
    return Array.isArray(keys) ? keys.filter((it) => typeof it === 'string') : [];
  } catch {
    return [];
  }
}

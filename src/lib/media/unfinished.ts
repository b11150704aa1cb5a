/**
 * Files that are stored in great numbers before the transaction that names them: a mark in the data folder lists them until
 * it is over, so that whatever cuts it off, nothing stays that no row names.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Db } from '../db/client.ts';
import type { MediaStorage } from './storage.ts';
import { findUnnamed } from './store.ts';

export interface FilePlace {
  /** Where the mark is kept. */
  readonly dataDir: string;
  readonly storage: MediaStorage;
}

const markOf = (dataDir: string): string => path.join(dataDir, 'unfinished-files.json');

/** Call it before the first of these keys is stored. */
export function markUnfinished(dataDir: string, keys: readonly string[]): void {
  fs.writeFileSync(markOf(dataDir), JSON.stringify(keys), { mode: 0o600, flush: true });
}

/** After the commit or its failure, and at each start: removes the marked files that no row names, then the mark. */
export async function clearUnfinished({ dataDir, storage }: FilePlace, db: Db): Promise<void> {
  const mark = markOf(dataDir);
  if (!fs.existsSync(mark)) return;
  for (const key of await findUnnamed(db, readMark(mark))) await storage.delete(key);
  fs.rmSync(mark, { force: true });
}

/** A mark that was itself cut off names nothing: no file was stored after it. */
function readMark(mark: string): string[] {
  try {
    const keys: unknown = JSON.parse(fs.readFileSync(mark, 'utf8'));
    return Array.isArray(keys) ? keys.filter((it) => typeof it === 'string') : [];
  } catch {
    return [];
  }
}

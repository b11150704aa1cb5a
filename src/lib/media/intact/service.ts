/**
 * Reads stored files and compares them with the hash that their upload was given, so that nobody is shown other bytes
 * (docs/decisions/0650).
 */
import { createHash } from 'node:crypto';
import { countDamagedFile } from '../../metrics/service.ts';
import type { App } from '../../scope.ts';
import { type FileStorage, readAgain, type StoredBytes, unreadable } from '../storage.ts';

/** What the row of a file says of its bytes. */
export interface Recorded {
  readonly storageKey: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

type Reader = Pick<App, 'log'> & { readonly storage: Pick<FileStorage, 'open'> };

/** Stops reading a file that is longer than its row says. */
export async function isIntact(
  stored: StoredBytes,
  { sizeBytes, sha256 }: Omit<Recorded, 'storageKey'>,
): Promise<boolean> {
  if (stored.sizeBytes !== sizeBytes) return false;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stored.chunks) {
    bytes += chunk.length;
    if (bytes > sizeBytes) return false;
    hash.update(chunk);
  }
  return bytes === sizeBytes && hash.digest('hex') === sha256;
}

/**
 * The file after all of its bytes were compared with its hash. It is read in parts both times, so that a slow client holds one part in
 * memory and not a file.
 * @returns null if no storage has the file
 * @throws ApiError unavailable, with an alarm in log and metrics, if the bytes are others
 */
export async function openIntact(reader: Reader, recorded: Recorded): Promise<StoredBytes | null> {
  const stored = await reader.storage.open(recorded.storageKey);
  if (!stored) return null;
  if (!(await isIntact(stored, recorded))) throw damaged(reader, recorded);
  return { sizeBytes: stored.sizeBytes, chunks: readAgain(() => unchanged(reader, stored, recorded)) };
}

/** Ends with an error before its last part if the bytes have changed since they were compared: such a file is never complete. */
async function* unchanged(reader: Reader, { chunks }: StoredBytes, recorded: Recorded): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | null = null;
  for await (const chunk of chunks) {
    if (last) yield last;
    hash.update(chunk);
    last = chunk;
  }
  if (hash.digest('hex') !== recorded.sha256) throw damaged(reader, recorded);
  if (last) yield last;
}

function damaged({ log }: Reader, { storageKey }: Recorded): Error {
  countDamagedFile();
  log.error({ file: storageKey }, 'a stored file is not the one that was uploaded; it is not shown');
  return unreadable(new Error(`the stored bytes of ${storageKey} are not those of its row`));
}

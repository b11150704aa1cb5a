/**
 * The single file of a backup: a gzipped tar (POSIX ustar) that any machine can list, encrypted if a passphrase is given. Its last
 * entry, `end.json`, holds the number of entries, the SHA-256 of the tar bytes before it, and a MAC of both. A file without it,
 * or with another number or hash, is damaged or incomplete; the reader decides about the MAC.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import * as z from '../core/zod.ts';
import { createDecryption, createEncryption, isEncrypted, WrongPassphrase } from './encryption.ts';

const BLOCK_BYTES = 512;
/** Two blocks of zeros end a tar. */
const END_BLOCKS = Buffer.alloc(2 * BLOCK_BYTES);
const SEAL = 'end.json';
/** More than the largest upload and the largest part of a table. */
const ENTRY_BYTES_MAX = 256 * 1024 * 1024;

export interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What is known of a file's content when it was read to its end. */
export interface Seal {
  readonly entries: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Hexadecimal; null in a file of an early version. */
  readonly mac: string | null;
}

/** The text that a seal's MAC is of. */
export const sealedText = ({ entries, sha256 }: Pick<Seal, 'entries' | 'sha256'>): string => `${entries} ${sha256}`;

export interface ArchiveOptions {
  /** The modification time of all entries. */
  readonly at: Date;
  /** The MAC of a text, hexadecimal. */
  readonly mac: (text: string) => string;
  /** Encrypts the file. */
  readonly passphrase: string | null;
}

export interface ArchiveWriter {
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Seals the file, gives it its final name and flushes it to disk. @returns its size in bytes */
  finish(): Promise<number>;
  /** Deletes what was written. */
  abandon(): Promise<void>;
}

/** The tar bytes of one entry: its header, its content and the padding. */
async function packEntry(name: string, bytes: Uint8Array, mtime: Date): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name, mtime, mode: 0o600 }, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  tar.finalize();
  return (await buffer(tar)).subarray(0, -END_BLOCKS.length);
}

/**
 * Writes next to the file, under a name that ends in `.partial` and that only its owner can read.
 * @throws Error if the file already exists
 */
export async function createArchive(file: string, { at, mac, passphrase }: ArchiveOptions): Promise<ArchiveWriter> {
  if (existsSync(file)) throw new Error(`There is a file ${file} already. Name another one.`);
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const out = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  const written = passphrase === null ? pipeline(gzip, out) : pipeline(gzip, await createEncryption(passphrase), out);
  written.catch(() => undefined);
  const hash = createHash('sha256');
  let entries = 0;

  async function write(bytes: Uint8Array): Promise<void> {
    if (!gzip.write(bytes)) await Promise.race([new Promise((resume) => gzip.once('drain', resume)), written]);
    if (gzip.destroyed) await written;
  }
  async function add(name: string, bytes: Uint8Array): Promise<void> {
    const packed = await packEntry(name, bytes, at);
    hash.update(packed);
    entries++;
    await write(packed);
  }
  return {
    add,
    async finish() {
      const sealed = { entries, sha256: hash.copy().digest('hex') };
      await add(SEAL, Buffer.from(`${JSON.stringify({ ...sealed, mac: mac(sealedText(sealed)) })}\n`));
      gzip.end(END_BLOCKS);
      await written;
      // A link, because renaming would replace a file of this name that was created meanwhile.
      await link(partial, file);
      await rm(partial);
      const folder = await open(path.dirname(file), 'r');
      await folder.sync();
      await folder.close();
      return (await stat(file)).size;
    },
    async abandon() {
      gzip.destroy();
      await written.catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}

/** What is wrong with the file, for the operator. */
export class DamagedArchive extends Error {
  constructor(file: string, reason: string) {
    super(`${file} is damaged or not whole (${reason}). Nothing was changed. Please take another backup.`);
    this.name = 'DamagedArchive';
  }
}

/**
 * Yields the entries in order, each one read completely. Only the end of the iteration shows that the file is whole: read it
 * once to the end before using anything from it.
 * @param onSeal gets the seal at the end
 * @throws DamagedArchive, WrongPassphrase
 */
export async function* readArchive(
  file: string,
  passphrase: string | null = null,
  onSeal: (seal: Seal) => void = () => {},
): AsyncGenerator<Entry> {
  const hash = createPrefixHash();
  const tar = extract();
  const gunzip = createGunzip();
  gunzip.on('data', (chunk: Buffer) => hash.add(chunk));
  const reading = (await isEncrypted(file))
    ? pipeline(createReadStream(file), createDecryption(passphrase), gunzip, tar)
    : pipeline(createReadStream(file), gunzip, tar);
  reading.catch(() => undefined);
  let entries = 0;
  let isSealed = false;
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (isSealed) throw new DamagedArchive(file, `${name} follows its end`);
      if (size > ENTRY_BYTES_MAX) throw new DamagedArchive(file, `${name} is too large`);
      const bytes = await buffer(entry);
      if (name === SEAL) {
        onSeal(readSeal(file, bytes, { entries, sha256: hash.digest() }));
        isSealed = true;
        continue;
      }
      hash.advance(BLOCK_BYTES * (1 + Math.ceil(size / BLOCK_BYTES)));
      entries++;
      yield { name, bytes };
    }
    // The checksum at the end of a gzip file fails here.
    await reading;
  } catch (cause) {
    if (cause instanceof DamagedArchive || cause instanceof WrongPassphrase) throw cause;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') throw new Error(`There is no ${file}.`);
    throw new DamagedArchive(file, cause instanceof Error ? cause.message : 'it cannot be unpacked');
  }
  if (!isSealed) throw new DamagedArchive(file, 'its end is missing');
}

const SealEntry = z.object({ entries: z.int(), sha256: z.string(), mac: z.optional(z.string()) });

function readSeal(file: string, content: Buffer, expected: { entries: number; sha256: string }): Seal {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content.toString('utf8'));
  } catch {
    throw new DamagedArchive(file, 'its seal cannot be read');
  }
  const seal = SealEntry.safeParse(parsed);
  if (!seal.success || seal.data.entries !== expected.entries || seal.data.sha256 !== expected.sha256)
    throw new DamagedArchive(file, 'its content was changed');
  return { ...expected, mac: seal.data.mac ?? null };
}

/** Hashes a stream's first bytes when their number is known only after later ones, or before all of them, have been read. */
function createPrefixHash() {
  const hash = createHash('sha256');
  const pending: Buffer[] = [];
  /** Bytes that belong to the prefix and have not been hashed. */
  let dueBytes = 0;
  const hashDue = (): void => {
    while (dueBytes > 0) {
      const chunk = pending.shift();
      if (!chunk) return;
      const part = chunk.subarray(0, dueBytes);
      hash.update(part);
      dueBytes -= part.length;
      if (part.length < chunk.length) pending.unshift(chunk.subarray(part.length));
    }
  };
  return {
    add(chunk: Buffer): void {
      pending.push(chunk);
      hashDue();
    },
    /** Counts the next `length` bytes as part of the prefix. An entry's padding may arrive after its content was read. */
    advance(length: number): void {
      dueBytes += length;
      hashDue();
    },
    digest: (): string => hash.digest('hex'),
  };
}

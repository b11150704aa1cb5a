/**
 * The one file of a backup: a gzipped tar (POSIX ustar), so that any machine can look into it. Its last entry, `end.json`,
 * holds how many entries there are and the SHA-256 of everything before it: a file that lacks it, or does not agree with
 * it, is damaged or was cut off.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';

const BLOCK = 512;
const END = 'end.json';
/** More than the largest upload and the largest part of a table. */
const ENTRY_BYTES_MAX = 256 * 1024 * 1024;

export interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Octal digits and a NUL, as tar writes numbers. */
const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

function headerOf(name: string, size: number, atSeconds: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`Assertion failed: ${name} is too long for an entry`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(
    `${octal(0o600, 7)}${octal(0, 7)}${octal(0, 7)}${octal(size, 11)}${octal(atSeconds, 11)}`,
    100,
    'latin1',
  );
  header.write('        0', 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${octal(sumOf(header), 6)} `, 148, 'latin1');
  return header;
}

/** The sum of a header's bytes with its own field as blanks. */
function sumOf(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

export interface ArchiveWriter {
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Seals the file and puts it in its place, on the disk. @returns its size in bytes */
  finish(): Promise<number>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/**
 * Writes beside the file, under a name that ends in `.partial`, readable by its owner alone.
 * @throws Error when there is a file of this name already
 */
export async function createArchive(file: string, at: Date): Promise<ArchiveWriter> {
  if (existsSync(file)) throw new Error(`There is a file ${file} already. Name another one.`);
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`;
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const out = gzip.pipe(createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
  const written = finished(out);
  written.catch(() => undefined);
  out.on('error', (cause) => gzip.destroy(cause));
  const atSeconds = Math.floor(at.getTime() / 1000);
  const hash = createHash('sha256');
  let entries = 0;

  async function put(...parts: Uint8Array[]): Promise<void> {
    for (const part of parts) {
      if (part.length === 0 || gzip.write(part)) continue;
      await Promise.race([new Promise((drained) => gzip.once('drain', drained)), written]);
    }
    if (gzip.destroyed) await written;
  }
  async function add(name: string, bytes: Uint8Array): Promise<void> {
    const parts = [headerOf(name, bytes.length, atSeconds), bytes, Buffer.alloc(paddingOf(bytes.length))];
    for (const part of parts) hash.update(part);
    entries++;
    await put(...parts);
  }
  return {
    add,
    async finish() {
      const seal = Buffer.from(`${JSON.stringify({ entries, sha256: hash.copy().digest('hex') })}\n`);
      await add(END, seal);
      await put(Buffer.alloc(2 * BLOCK));
      gzip.end();
      await written;
      // Not by renaming: that would take the place of a file that came meanwhile.
      await link(partial, file);
      await rm(partial);
      const folder = await open(path.dirname(file), 'r');
      await folder.sync();
      await folder.close();
      return (await stat(file)).size;
    },
    async abandon() {
      gzip.destroy();
      out.destroy();
      await rm(partial, { force: true });
    },
  };
}

/** What is wrong with the file, for the operator. */
export class DamagedArchive extends Error {
  constructor(file: string, what: string) {
    super(`${file} is damaged or not whole (${what}). Nothing was changed. Please take another backup.`);
    this.name = 'DamagedArchive';
  }
}

/**
 * The entries in their order, each only once all of it was read. That the file is whole is known when the last one was
 * given: read it once to the end before anything is done with it.
 * @throws DamagedArchive
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const damaged = (what: string): DamagedArchive => new DamagedArchive(file, what);
  const bytes = readerOf(file);
  const hash = createHash('sha256');
  for (let entries = 0; ; entries++) {
    const header = await bytes.take(BLOCK);
    if (header.length < BLOCK) throw damaged('its end is missing');
    const text = (at: number, length: number): string =>
      Buffer.from(header.subarray(at, at + length))
        .toString('latin1')
        .replace(/\0.*$/s, '')
        .trim();
    if (Number.parseInt(text(148, 8), 8) !== sumOf(header)) throw damaged('an entry can not be read');
    const name = text(0, 100);
    const size = Number.parseInt(text(124, 12), 8);
    if (!(size >= 0 && size <= ENTRY_BYTES_MAX)) throw damaged(`the size of ${name} can not be`);
    const content = await bytes.take(size);
    const padding = await bytes.take(paddingOf(size));
    if (content.length < size || padding.length < paddingOf(size)) throw damaged(`${name} is cut off`);
    if (name === END) {
      checkSeal(content, entries, hash.digest('hex'), damaged);
      // To the very end: gzip has a checksum of its own there.
      if ((await bytes.take(4 * BLOCK)).length !== 2 * BLOCK) throw damaged('its end is missing');
      return;
    }
    for (const part of [header, content, padding]) hash.update(part);
    yield { name, bytes: content };
  }
}

function checkSeal(content: Uint8Array, entries: number, sha256: string, damaged: (what: string) => Error): void {
  let seal: unknown;
  try {
    seal = JSON.parse(Buffer.from(content).toString('utf8'));
  } catch {
    throw damaged('its seal can not be read');
  }
  if (JSON.stringify(seal) !== JSON.stringify({ entries, sha256 })) throw damaged('its content was changed');
}

/** Reads unpacked bytes in the lengths that are asked for; fewer only at the end. */
function readerOf(file: string): { take(length: number): Promise<Buffer> } {
  const gunzip = createGunzip();
  const source = createReadStream(file);
  source.on('error', (cause) => gunzip.destroy(cause));
  source.pipe(gunzip);
  const chunks: AsyncIterator<Buffer> = gunzip[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const next = async (): Promise<Buffer | null> => {
    try {
      const { done, value } = await chunks.next();
      return done ? null : value;
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') throw new Error(`There is no ${file}.`);
      throw new DamagedArchive(file, cause instanceof Error ? cause.message : 'it can not be unpacked');
    }
  };
  return {
    async take(length) {
      const parts = [rest];
      let size = rest.length;
      while (size < length) {
        const chunk = await next();
        if (!chunk) break;
        parts.push(chunk);
        size += chunk.length;
      }
      const all = parts.length === 1 ? rest : Buffer.concat(parts, size);
      rest = all.subarray(length);
      return all.subarray(0, length);
    },
  };
}

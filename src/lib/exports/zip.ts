/**
 * A zip archive in parts (PKWARE, APPNOTE.TXT 6.3): read whole where it is small, written while its contents are made.
 * Without encryption and without zip64: nothing here comes near 4 GiB, and what does is refused.
 */
import { crc32, createDeflateRaw, inflateRawSync } from 'node:zlib';
import { assert } from '../core/errors.ts';

const SIZE_MAX = 0xffff_fffe;
const DEFLATED = 8;
/** Sizes and checksum come after the contents; names are UTF-8. */
const FLAGS = 0x0808;
/** 1 January 1980, the first day that the format knows: an archive of the same rows is the same bytes. */
const DATE = 0x0021;

export interface ZipPart {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** The contents of a small archive by name. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  assert(end >= 0, 'a zip archive has its end');
  const parts = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const method = archive.readUInt16LE(at + 10);
    const packed = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const offset = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const bytes = archive.subarray(start, start + packed);
    parts.set(name, method === DEFLATED ? inflateRawSync(bytes) : bytes);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return parts;
}

/** An archive of the parts, one after the other. */
export async function* writeZip(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let at = 0;
  for (const { name, chunks } of parts) {
    const head = localHead(Buffer.from(name));
    const offset = at;
    yield head;
    at += head.length;
    const sums = { crc: 0, size: 0, packed: 0 };
    for await (const bytes of deflated(chunks, sums)) {
      yield bytes;
      at += bytes.length;
    }
    assert(sums.size <= SIZE_MAX && at <= SIZE_MAX, 'an archive without zip64 holds less than 4 GiB');
    const tail = fields([4, 0x08074b50], [4, sums.crc], [4, sums.packed], [4, sums.size]);
    yield tail;
    at += tail.length;
    written.push({ name: Buffer.from(name), offset, ...sums });
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield fields(
    [4, 0x06054b50],
    [4, 0],
    [2, written.length],
    [2, written.length],
    [4, directory.length],
    [4, at],
    [2, 0],
  );
}

/** Deflates while it is read; what went in and came out is counted in `sums`. */
async function* deflated(
  chunks: ZipPart['chunks'],
  sums: { crc: number; size: number; packed: number },
): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  let failure: unknown = null;
  const feeding = (async () => {
    for await (const chunk of chunks) {
      if (deflate.destroyed) return;
      sums.crc = crc32(chunk, sums.crc);
      sums.size += chunk.length;
      if (!deflate.write(chunk)) await new Promise((done) => deflate.once('drain', done).once('close', done));
    }
    deflate.end();
  })().catch((cause: unknown) => {
    failure = cause;
    deflate.destroy(cause instanceof Error ? cause : new Error(String(cause)));
  });
  try {
    for await (const bytes of deflate as AsyncIterable<Buffer>) {
      sums.packed += bytes.length;
      yield bytes;
    }
    await feeding;
    if (failure) throw failure;
  } finally {
    deflate.destroy();
  }
}

function localHead(name: Buffer): Buffer {
  const head = fields(
    [4, 0x04034b50],
    [2, 20],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DATE],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  );
  return Buffer.concat([head, name]);
}

function directoryEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const entry = fields(
    [4, 0x02014b50],
    [2, 20],
    [2, 20],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, offset],
  );
  return Buffer.concat([entry, name]);
}

/** Little-endian numbers of so many bytes each. */
function fields(...list: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const out = Buffer.alloc(list.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of list) {
    out.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return out;
}

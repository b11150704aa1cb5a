/** A zip archive that is written while its contents are made. */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { assert } from '../../core/errors.ts';

/** The archive has no zip64 records, so a part must be smaller than 4 GiB. */
const SIZE_MAX = 0xffff_fffe;
const DEFLATE = 8;
/** The first day that the format can name: the same rows always make the same bytes. */
const DATE = new Date(1980, 0, 1);

export interface ZipPart {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Reads the parts one after the other, and no faster than the archive is read. fflate writes the archive; Node deflates,
 * because it does so outside the main thread.
 */
export async function* writeZip(parts: Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for (const { name, chunks } of parts) {
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: DEFLATE, mtime: DATE };
    zip.add(file);
    const deflate = createDeflateRaw();
    // A failure of the parts reaches the loop below through `deflate`, and leaving the loop closes the parts.
    pipeline(Readable.from(measured(chunks, file)), deflate, () => undefined);
    for await (const bytes of deflate) {
      file.ondata?.(null, bytes, false);
      yield* ready.splice(0);
    }
    assert(file.size <= SIZE_MAX, 'a part of an archive without zip64 is smaller than 4 GiB');
    file.ondata?.(null, new Uint8Array(), true);
  }
  zip.end();
  yield* ready;
}

/** Passes the chunks on and keeps their size and checksum in `sums`. */
async function* measured(chunks: ZipPart['chunks'], sums: { size: number; crc: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    sums.crc = crc32(chunk, sums.crc);
    sums.size += chunk.length;
    yield chunk;
  }
}

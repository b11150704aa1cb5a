/** Unpacks the object streams of a PDF (ISO 32000-2, 7.5.7), so that nothing hides in them. */
import zlib from 'node:zlib';
import { nameOf, numberOf, type PdfDictionary, readDictionary } from './pdf-objects.ts';

/** The most that all object streams of a file may have, unpacked. Real proofs have a few hundred KiB. */
const UNPACKED_BYTES_MAX = 8 * 1024 * 1024;
const STREAMS_MAX = 2000;
/** Objects of a file: one of 5 MB has some thousands. */
const HEADS_MAX = 200_000;
/** Objects of one stream, and characters of its head; programs write 100 or 200 objects. */
const OBJECTS_MAX = 5000;
const HEAD_CHARACTERS_MAX = 128 * 1024;
/** Revisions of one object that count, the newest. */
const REVISIONS_MAX = 20;

const HEAD = /(?<!end)obj(?![A-Za-z])/g;
const STREAM = /stream(?:\r\n|\n|\r)/;
const MARKED = /\/(?:O|#4[fF])(?:b|#62)(?:j|#6[aA])(?:S|#53)(?:t|#74)(?:m|#6[dD])(?![A-Za-z0-9])/;
const FIRST = /\/(?:F|#46)(?:i|#69)(?:r|#72)(?:s|#73)(?:t|#74)(?![A-Za-z0-9])/;

export interface ObjectStreams {
  readonly texts: string[];
  /** The text of each object, by its number; several for one that was changed. */
  readonly objects: Map<number, string[]>;
}

/** @returns null if a stream of objects cannot be read: packed in an unusual way, damaged, or too large */
export function readObjectStreams(text: string, bytes: Uint8Array): ObjectStreams | null {
  const streams: ObjectStreams = { texts: [], objects: new Map() };
  if (!MARKED.test(text) && !FIRST.test(text)) return streams;
  const heads = [...text.matchAll(HEAD)].map((head) => head.index + head[0].length);
  if (heads.length > HEADS_MAX) return null;
  let left = UNPACKED_BYTES_MAX;
  for (const [n, start] of heads.entries()) {
    // Each part of the file is read a single time, however many heads there are.
    const end = heads[n + 1] ?? text.length;
    const dictionary = streamAt(text, start, end);
    if (dictionary === 'none') continue;
    if (dictionary === 'unreadable' || streams.texts.length >= STREAMS_MAX) return null;
    const unpacked = unpack(bytes, text, dictionary, left);
    if (unpacked === null) return null;
    left -= unpacked.length;
    streams.texts.push(unpacked);
    addObjects(streams.objects, unpacked, dictionary.entries);
  }
  return streams;
}

interface Stream {
  readonly entries: PdfDictionary;
  readonly start: number;
}

/** The object stream whose object begins at `start`. */
function streamAt(text: string, start: number, end: number): Stream | 'none' | 'unreadable' {
  const object = text.slice(start, end);
  const keyword = STREAM.exec(object);
  const head = keyword ? object.slice(0, keyword.index) : object;
  if (!MARKED.test(head) && !(keyword && FIRST.test(head))) return 'none';
  const entries = keyword ? readDictionary(head, 0) : null;
  if (!entries || !keyword) return MARKED.test(head) ? 'unreadable' : 'none';
  if (nameOf(entries, 'Type') !== 'ObjStm' && !(entries.has('N') && entries.has('First'))) return 'none';
  return { entries, start: start + keyword.index + keyword[0].length };
}

function unpack(bytes: Uint8Array, text: string, { entries, start }: Stream, bytesMax: number): string | null {
  const filters = entries.get('Filter');
  if (filters === undefined) {
    const end = text.indexOf('endstream', start);
    return end < 0 || end - start > bytesMax ? null : text.slice(start, end);
  }
  const only = filters.kind === 'array' && filters.items.length === 1 ? filters.items[0] : filters;
  const isFlate = only?.kind === 'name' && (only.name === 'FlateDecode' || only.name === 'Fl');
  if (!isFlate || isPredicted(entries)) return null;
  try {
    const options = { maxOutputLength: Math.max(1, bytesMax), finishFlush: zlib.constants.Z_SYNC_FLUSH };
    return zlib.inflateSync(bytes.subarray(start), options).toString('latin1');
  } catch {
    return null;
  }
}

/** Whether the rows of the stream are stored as differences, in which no text can be read. */
function isPredicted(entries: PdfDictionary): boolean {
  const parms = entries.get('DecodeParms') ?? entries.get('DP');
  if (parms === undefined || parms.kind === 'other') return false;
  return parms.kind !== 'dictionary' || (parms.entries.has('Predictor') && numberOf(parms.entries, 'Predictor') !== 1);
}

/** The head of the stream has pairs of a number and an offset from `First` on. */
function addObjects(objects: Map<number, string[]>, unpacked: string, entries: PdfDictionary): void {
  const first = numberOf(entries, 'First');
  if (first === undefined) return;
  const numbers = unpacked.slice(0, Math.min(first, HEAD_CHARACTERS_MAX)).match(/\d{1,10}/g) ?? [];
  for (let n = 0; n + 1 < Math.min(numbers.length, 2 * OBJECTS_MAX); n += 2) {
    const number = Number(numbers[n]);
    const revisions = objects.get(number) ?? [];
    if (revisions.length >= REVISIONS_MAX) revisions.shift();
    revisions.push(unpacked.slice(first + Number(numbers[n + 1])));
    objects.set(number, revisions);
  }
}

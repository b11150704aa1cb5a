import { damagedDocument, has, latin1, refused, u16le, u32le, type Walk } from './bytes.ts';

/*
 * DOCX: a ZIP archive (APPNOTE 6.3.10) that is an OPC package with a Word document. Only the table at its end and the entries'
 * own headers are read; nothing is unpacked. Names, sizes and offsets must agree and stay within limits, with nothing before the
 * first entry and nothing after the table. It is therefore known what a reader would unpack.
 */

const entriesMax = 2_000;
/** Unpacked bytes of all entries together. */
const unpackedBytesMax = 100 * 1024 * 1024;
const endBytes = 22;

const PARTS_NEEDED = ['[content_types].xml', 'word/document.xml'];

const bomb = refused('This document unpacks to too much. Please send it as a PDF.');

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly start: number;
}

/** The table's entries; undefined if the table does not end exactly where it should. */
function table(bytes: Uint8Array): Entry[] | undefined {
  const end = bytes.length - endBytes;
  const count = u16le(bytes, end + 10);
  const start = u32le(bytes, end + 16);
  const oneDisk = u32le(bytes, end + 4) === 0 && u16le(bytes, end + 8) === count;
  // A comment after the table could contain a second format; word processors write none.
  if (!has(bytes, 'PK\x05\x06', end) || !oneDisk || u16le(bytes, end + 20) !== 0) return undefined;
  if (start + u32le(bytes, end + 12) !== end || count > entriesMax) return undefined;
  const entries: Entry[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    if (!has(bytes, 'PK\x01\x02', at)) return undefined;
    const nameEnd = at + 46 + u16le(bytes, at + 28);
    entries.push({
      flags: u16le(bytes, at + 8),
      method: u16le(bytes, at + 10),
      packed: u32le(bytes, at + 20),
      unpacked: u32le(bytes, at + 24),
      start: u32le(bytes, at + 42),
      name: latin1(bytes, at + 46, nameEnd),
    });
    at = nameEnd + u16le(bytes, at + 30) + u16le(bytes, at + 32);
    if (at > end) return undefined;
  }
  return at === end ? entries : undefined;
}

/** True if each entry begins with a header of the same name and no two entries overlap. */
function entriesAreApart(bytes: Uint8Array, entries: readonly Entry[], tableStart: number): boolean {
  const sorted = entries.toSorted((a, b) => a.start - b.start);
  let free = 0;
  for (const [index, { start, name, packed, method }] of sorted.entries()) {
    if ((index === 0 && start !== 0) || start < free || !has(bytes, 'PK\x03\x04', start)) return false;
    const nameLength = u16le(bytes, start + 26);
    if (latin1(bytes, start + 30, start + 30 + nameLength) !== name || u16le(bytes, start + 8) !== method) return false;
    free = start + 30 + nameLength + u16le(bytes, start + 28) + packed;
    if (free > tableStart) return false;
  }
  return true;
}

function nameIsSafe(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (name === '' || name.length > 255 || /[\x00-\x1f\\:]/.test(name) || name.startsWith('/')) return false;
  return !name.split('/').includes('..');
}

export function walkDocx(bytes: Uint8Array): Walk {
  if (!has(bytes, 'PK\x03\x04') || bytes.length < endBytes) return damagedDocument;
  const entries = table(bytes);
  if (!entries) return damagedDocument;
  if (entries.some(({ flags }) => flags & 0x2041)) {
    return refused('This document has a password. Send a screenshot, or print it to a PDF.');
  }
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  if (!PARTS_NEEDED.every((name) => names.has(name))) {
    return refused('This archive is not a Word document. Please send a picture, PDF, DOC or DOCX.');
  }
  if (names.size !== entries.length || !entries.every(({ name }) => nameIsSafe(name))) return damagedDocument;
  if ([...names].some((name) => /(?:^|\/)(?:vbaproject\.bin|vbadata\.xml)$|^word\/activex\//.test(name))) {
    return refused('This document contains macros. Please send it without them, best as a PDF.');
  }
  if ([...names].some((name) => /^meta-inf\/|\.class$/.test(name))) {
    return refused('This file is both a document and a program. Please send an ordinary document.');
  }
  let unpacked = 0;
  for (const entry of entries) {
    unpacked += entry.unpacked;
    // A stored entry has its real size; deflate shrinks to 1/1032 at the most (RFC 1951).
    const honest = entry.method === 0 ? entry.unpacked === entry.packed : entry.unpacked <= entry.packed * 1032;
    if ((entry.method !== 0 && entry.method !== 8) || !honest) return damagedDocument;
  }
  if (unpacked > unpackedBytesMax) return bomb;
  const tableStart = u32le(bytes, bytes.length - endBytes + 16);
  if (!entriesAreApart(bytes, entries, tableStart)) return damagedDocument;
  return { ok: true, parts: [bytes] };
}

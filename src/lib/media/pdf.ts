import { damagedDocument, has, latin1, refused, type Walk } from './bytes.ts';

/*
 * PDF, ISO 32000-2: only its outside is looked at, since its inside needs a decoder. It starts at the first byte, so
 * that nothing else can stand before it, and ends with its own end; a short tail that a web server or a mail program
 * left is cut. Every PDF is served as a download in a sandbox, so what it contains never runs on this site.
 *
 * A script or a start of a program that stands in the clear is refused for the sake of the admin who opens the proof.
 * That is a second fence, not the first: inside compressed objects such an action is not seen here.
 */

/** Bytes after the end that are cut; with more of them, the real end is missing. */
const tailBytesMax = 4096;

/** A pattern for a name as it may be spelt: any character can be written as `#` and its code (7.3.5). */
function anySpelling(name: string): string {
  const spelt = [...name].map((character) => `(?:${character}|#${character.charCodeAt(0).toString(16)})`);
  return `/${spelt.join('')}(?![A-Za-z0-9])`;
}
const ACTIONS = new RegExp(['JavaScript', 'Launch'].map(anySpelling).join('|'), 'i');

/** True when the bytes end as a ZIP archive: a file that is two things at once. */
function endsAsArchive(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = tail.lastIndexOf('PK\x05\x06', tail.length, 'latin1');
  return at >= 0 && at + 22 + tail.readUInt16LE(Math.min(at + 20, tail.length - 2)) >= tail.length - 2;
}

export function walkPdf(bytes: Uint8Array): Walk {
  if (!has(bytes, '%PDF-1.') && !has(bytes, '%PDF-2.')) return damagedDocument;
  const text = latin1(bytes);
  const mark = text.lastIndexOf('%%EOF');
  const end = mark + '%%EOF'.length;
  if (mark < 0 || text.length - end > tailBytesMax) return damagedDocument;
  const start = /startxref\s+(\d{1,10})\s+$/.exec(text.slice(Math.max(0, mark - 64), mark));
  if (!start || Number(start[1]) >= mark) return damagedDocument;
  if (ACTIONS.test(text)) {
    return refused('This PDF contains a script or starts a program. Please print it to a new PDF and send that.');
  }
  const kept = bytes.subarray(0, end);
  if (endsAsArchive(kept)) return refused('This file is a PDF and an archive at once. Please send an ordinary PDF.');
  return { ok: true, parts: text[end] === undefined ? [kept] : [kept, Uint8Array.of(0x0a)] };
}

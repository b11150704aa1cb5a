import { damagedDocument, has, latin1, refused, type Walk } from './bytes.ts';

/*
 * PDF, ISO 32000-2: checks only the start and the end, because the content needs a decoder. A file must start with its header, so
 * that no other format can precede it, and end with its end marker; a short tail that a web server or a mail program appended is
 * cut. Every PDF is served as a download in a sandbox, so its content never runs on this site.
 *
 * A visible action that runs a script or a program is refused, to protect the admin who opens the proof. This is a second line of
 * defence: actions inside compressed objects are not visible here.
 */

/** Most bytes after the end marker that are cut. With more, the marker is not the file's end. */
const tailBytesMax = 4096;

/** A pattern for all spellings of a name: any character can be written as `#` and its code (7.3.5). */
function anySpelling(name: string): string {
  const spelt = [...name].map((character) => `(?:${character}|#${character.charCodeAt(0).toString(16)})`);
  return `/${spelt.join('')}(?![A-Za-z0-9])`;
}
const ACTIONS = new RegExp(['JavaScript', 'Launch'].map(anySpelling).join('|'), 'i');

/** True if the bytes end like a ZIP archive, so that the file has two formats. */
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
  const content = bytes.subarray(0, end);
  if (endsAsArchive(content)) return refused('This file is both a PDF and an archive. Please send an ordinary PDF.');
  return { ok: true, parts: text[end] === undefined ? [content] : [content, Uint8Array.of(0x0a)] };
}

import { has, latin1, type Refused, refused, type Walk } from './bytes.ts';
import { type Behaviour, behaviourOf } from './pdf-actions.ts';
import type { PdfDictionary } from './pdf-objects.ts';
import { needsPassword } from './pdf-password.ts';
import { findEncryption, findTrailer, firstIdentifier, trailerAt } from './pdf-trailer.ts';

/*
 * PDF, ISO 32000-2: checks only the start, the end and the password, because the content needs a decoder. A file must start with
 * its header, so that no other format can precede it, and end with its end marker. Viewers open files that programs have damaged at
 * both ends: a byte order mark, white space and zeros are cut, and so is a short tail that a web server or a mail program appended.
 * Every PDF is served as a download in a sandbox, so its content never runs on this site.
 *
 * A file that does something by itself is refused (`pdf-actions.ts`). This is a second line of defence: objects in the packed
 * streams of an encrypted file are not visible here.
 */

/** Most bytes before the header, as in viewers. */
const HEAD_BYTES_MAX = 1024;
/** Most bytes after the end marker that are cut, apart from white space and zeros. With more, the marker is not the file's end. */
const TAIL_BYTES_MAX = 64 * 1024;
/** A longer tail must be text without objects: those would be of a change that did not arrive completely. */
const TAIL_OF_ANY_KIND_BYTES_MAX = 4096;
const NO_TEXT = /\0| obj\b/;
const MARK = '%%EOF';
/** Most bytes between the offset and the end marker. */
const OFFSET_BYTES_MAX = 256;

const screenshot = 'Take a screenshot of it and send that.';
const damagedPdf = refused(`This PDF is damaged or incomplete. ${screenshot}`);
const notAtStart = refused(`This file does not begin as a PDF does. ${screenshot}`);
const withPassword = refused('This PDF has a password. Send a screenshot, or print it to a new PDF.');

/** Protects the admin who opens the proof. */
const REFUSALS: Readonly<Record<Behaviour, Refused | null>> = {
  none: null,
  script: refused('This PDF contains a script or starts a program. Please print it to a new PDF and send that.'),
  opens: refused(
    'This PDF opens a link, sends a form or has files inside. Please print it to a new PDF and send that.',
  ),
  unreadable: damagedPdf,
};

/** Byte order mark of UTF-8, white space and zeros. */
const BLANKS = /^(?:\xef\xbb\xbf|[\0\t\n\f\r ])*/;

/** True if the bytes end like a ZIP archive, so that the file has two formats. */
function endsAsArchive(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = tail.lastIndexOf('PK\x05\x06', tail.length, 'latin1');
  return at >= 0 && at + 22 + tail.readUInt16LE(Math.min(at + 20, tail.length - 2)) >= tail.length - 2;
}

/** Bytes before the header that can be cut; null if the file has no header in its first KiB, or something else before it. */
export function blanksBeforePdf(bytes: Uint8Array): number | null {
  const blanks = BLANKS.exec(latin1(bytes, 0, HEAD_BYTES_MAX))?.[0].length ?? 0;
  return has(bytes, '%PDF-', blanks) ? blanks : null;
}

/** Refuses a file that has a header of a PDF in its first KiB, but not at its start. */
export function refusedPdf(bytes: Uint8Array): Refused | undefined {
  return latin1(bytes, 0, HEAD_BYTES_MAX).includes('%PDF-') ? notAtStart : undefined;
}

function lengthWithoutBlanks(text: string): number {
  let length = text.length;
  while (length > 0 && '\0\t\n\f\r '.includes(text.charAt(length - 1))) length--;
  return length;
}

/** The end of the file, after the last marker that follows an offset, and that offset. Markers may be doubled or glued. */
function findEnd(text: string): { readonly end: number; readonly offset: number } | null {
  const length = lengthWithoutBlanks(text);
  const tailStart = length - TAIL_BYTES_MAX - MARK.length;
  for (
    let mark = text.lastIndexOf(MARK, length);
    mark > 0 && mark >= tailStart;
    mark = text.lastIndexOf(MARK, mark - 1)
  ) {
    const start = /startxref[\0\s]*(\d{1,10})[\0\s]*$/.exec(text.slice(Math.max(0, mark - OFFSET_BYTES_MAX), mark));
    if (start) {
      const end = mark + MARK.length;
      const isLong = length - end > TAIL_OF_ANY_KIND_BYTES_MAX;
      return isLong && NO_TEXT.test(text.slice(end, length)) ? null : { end, offset: Number(start[1]) };
    }
  }
  return null;
}

function encryptionOf(
  text: string,
  offsets: readonly number[],
): { readonly encryption: PdfDictionary; readonly identifier: string } | null {
  const trailer = findTrailer(text, offsets);
  const encryption = trailer && findEncryption(text, trailer);
  return encryption ? { encryption, identifier: firstIdentifier(trailer) } : null;
}

/** Moves blanks that the offsets of the file count from before the header to behind it. */
function behindHeader(content: Uint8Array, blanks: number): Uint8Array[] {
  const headerBytes = '%PDF-1.7'.length;
  return [content.subarray(0, headerBytes), new Uint8Array(blanks).fill(0x0a), content.subarray(headerBytes)];
}

export function walkPdf(bytes: Uint8Array): Walk {
  const blanks = blanksBeforePdf(bytes) ?? 0;
  const trimmed = bytes.subarray(blanks);
  if (!has(trimmed, '%PDF-1.') && !has(trimmed, '%PDF-2.')) return damagedPdf;
  const text = latin1(trimmed);
  const ending = findEnd(text);
  if (!ending) return damagedPdf;
  const content = trimmed.subarray(0, ending.end);
  if (endsAsArchive(content)) return refused('This file is both a PDF and an archive. Please send an ordinary PDF.');
  const security = encryptionOf(text.slice(0, ending.end), [ending.offset, ending.offset - blanks]);
  const refusal = REFUSALS[behaviourOf(text, trimmed, security !== null)];
  if (refusal) return refusal;
  if (security && needsPassword(security.encryption, security.identifier)) return withPassword;
  const isCounted = blanks > 0 && !trailerAt(text, ending.offset) && trailerAt(text, ending.offset - blanks) !== null;
  const parts = isCounted ? behindHeader(content, blanks) : [content];
  return { ok: true, parts: text[ending.end] === undefined ? parts : [...parts, Uint8Array.of(0x0a)] };
}

/** The format of a file by its content. Names and media types of uploads say nothing about it. */
import { ApiError } from '../../../core/errors.ts';
import { textOfFile } from '../../../core/tables.ts';

type Format = 'OLE' | 'ZIP' | 'TEXT';

const refuse = (message: string): never => {
  throw new ApiError('invalid', message);
};

export const HAS_PASSWORD = 'This file has a password. Open it, save it without a password, and upload it again.';
const NOT_A_TABLE = 'Download the statement from your bank as Excel or CSV and upload that file.';

const startsWith = (bytes: Uint8Array, ...head: readonly number[]): boolean =>
  head.every((byte, at) => bytes[at] === byte);

function includes(bytes: Uint8Array, text: string, encoding: 'latin1' | 'utf16le'): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(text, encoding));
}

/** @throws ApiError `invalid` with what to do instead, for files that are no tables */
export function detectFormat(bytes: Uint8Array): Format {
  if (bytes.length === 0) return refuse('This file is empty. Download the statement again.');
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    if (includes(bytes, 'EncryptedPackage', 'utf16le')) return refuse(HAS_PASSWORD);
    if (includes(bytes, 'WordDocument', 'utf16le')) return refuse(`This is a Word document. ${NOT_A_TABLE}`);
    return 'OLE';
  }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'ZIP';
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    return refuse(`This is a PDF, in which amounts cannot be read reliably. ${NOT_A_TABLE}`);
  const isPicture =
    startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) ||
    startsWith(bytes, 0xff, 0xd8, 0xff) ||
    startsWith(bytes, 0x47, 0x49, 0x46, 0x38) ||
    (startsWith(bytes, 0x52, 0x49, 0x46, 0x46) && includes(bytes.subarray(8, 12), 'WEBP', 'latin1'));
  if (isPicture) return refuse(`This is a picture. ${NOT_A_TABLE}`);
  if (
    startsWith(bytes, 0x1f, 0x8b) ||
    startsWith(bytes, 0x52, 0x61, 0x72, 0x21) ||
    startsWith(bytes, 0x37, 0x7a, 0xbc, 0xaf)
  )
    return refuse('This is an archive. Unpack it and upload the statement in it.');
  return 'TEXT';
}

/** Text in UTF-8 or UTF-16, with or without a byte-order mark, else in windows-1252. @throws ApiError `invalid` */
export function decodeText(bytes: Uint8Array): string {
  return textOfFile(bytes) ?? refuse(`This is not a bank statement. ${NOT_A_TABLE}`);
}

export const isHtml = (text: string): boolean =>
  /^\s*<(?:!doctype|html|head|meta|body|style|table|div|\?xml)\b/i.test(text);

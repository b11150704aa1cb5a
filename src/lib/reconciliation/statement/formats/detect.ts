/** The format of a file by its content. Names and media types of uploads say nothing about it. */
import { ApiError } from '../../../core/errors.ts';
import { textOfFile } from '../../../core/tables.ts';
import { binaryRefusal, NOT_A_TABLE, oleRefusal, textRefusal } from './foreign.rules.ts';

type Format = 'OLE' | 'ZIP' | 'TEXT';

const refuse = (message: string): never => {
  throw new ApiError('invalid', message);
};

export const HAS_PASSWORD = 'This file has a password. Open it, save it without a password, and upload it again.';

const startsWith = (bytes: Uint8Array, ...head: readonly number[]): boolean =>
  head.every((byte, at) => bytes[at] === byte);

/** Names of streams are in UTF-16. */
const includesStream = (bytes: Uint8Array, name: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(name, 'utf16le'));

/** @throws ApiError `invalid` with what to do instead, for files that are no tables */
export function detectFormat(bytes: Uint8Array): Format {
  if (bytes.length === 0) return refuse('This file is empty. Download the statement again.');
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    if (includesStream(bytes, 'EncryptedPackage')) return refuse(HAS_PASSWORD);
    const refusal = oleRefusal((stream) => includesStream(bytes, stream));
    return refusal === null ? 'OLE' : refuse(refusal);
  }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'ZIP';
  const refusal = binaryRefusal(bytes);
  if (refusal !== null) return refuse(refusal);
  return 'TEXT';
}

/** Text in UTF-8 or UTF-16, with or without a byte-order mark, else in windows-1252. @throws ApiError `invalid` */
export function decodeText(bytes: Uint8Array): string {
  return textOfFile(bytes) ?? refuse(`This is not a bank statement. ${NOT_A_TABLE}`);
}

/** @throws ApiError `invalid` for text in a format that is no table */
export function refuseForeignText(text: string): void {
  const refusal = textRefusal(text);
  if (refusal !== null) refuse(refusal);
}

export const isHtml = (text: string): boolean =>
  /^\s*<(?:!doctype|html|head|meta|body|style|table|div|\?xml)\b/i.test(text);

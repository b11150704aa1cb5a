import { PIXELS_A_SIDE_MAX, PIXELS_MAX } from '../calls.ts';

/*
 * Reads untrusted bytes. A read beyond the end returns 0 and never throws, so that a walker with a missing check refuses a file
 * instead of failing. Walkers still check lengths before they trust them.
 */

/** An accepted file. Its `parts`, joined, are the bytes to store. Sizes are in pixels. */
export interface Walked {
  readonly ok: true;
  readonly width?: number;
  readonly height?: number;
  readonly parts: readonly Uint8Array[];
}

/** A refused file; `reason` is a public sentence that says what to do. */
export interface Refused {
  readonly ok: false;
  readonly reason: string;
}

export type Walk = Walked | Refused;

export function refused(reason: string): Refused {
  return { ok: false, reason };
}

export const damagedPicture = refused('This picture is damaged or incomplete. Take a screenshot of it and send that.');
export const damagedDocument = refused(
  'This document is damaged or incomplete. Take a screenshot of it and send that.',
);

/** A refusal if a picture of this size is not acceptable. The size comes from the header; nothing is decoded. */
export function refusedSize(width: number, height: number): Refused | undefined {
  if (width < 1 || height < 1) return damagedPicture;
  if (width > PIXELS_A_SIDE_MAX || height > PIXELS_A_SIDE_MAX || width * height > PIXELS_MAX) {
    return refused('This picture has too many pixels. Please send one of at most 12000 a side and 50 megapixels.');
  }
  return undefined;
}

export function u8(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
export function u16be(bytes: Uint8Array, at: number): number {
  return u8(bytes, at) * 0x100 + u8(bytes, at + 1);
}
export function u32be(bytes: Uint8Array, at: number): number {
  return u16be(bytes, at) * 0x1_0000 + u16be(bytes, at + 2);
}
export function u16le(bytes: Uint8Array, at: number): number {
  return u8(bytes, at) + u8(bytes, at + 1) * 0x100;
}
export function u24le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at) + u8(bytes, at + 2) * 0x1_0000;
}
export function u32le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at) + u16le(bytes, at + 2) * 0x1_0000;
}

export function u32beBytes(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}
export function u32leBytes(value: number): Uint8Array {
  return u32beBytes(value).reverse();
}

/** One byte per character, as in the tags of file formats. */
export function latin1(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', from, to);
}
export function fromLatin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** True if the bytes at `at` are the characters of `text`, one byte each. */
export function has(bytes: Uint8Array, text: string, at = 0): boolean {
  if (at + text.length > bytes.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

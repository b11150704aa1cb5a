import { has, u16be, u16le, u32be, u32le } from './bytes.ts';

/*
 * Of a camera's metadata only the orientation is retained: without it a photo lies on its side, and it reveals nothing about the
 * person or the location. Layout: TIFF 6.0, section 2; tag 0x0112 of Exif 2.32.
 */

const orientationTag = 0x0112;
const shortType = 3;
/** Real cameras write some 20 entries; a larger count is made to waste time. */
const entriesMax = 512;

/**
 * The orientation, 1 to 8, in the first directory of a TIFF block; 1 (upright) if it has none. The block may start with
 * `Exif\0\0`.
 */
export function orientationOf(block: Uint8Array): number {
  const tiff = has(block, 'Exif\0') ? block.subarray(6) : block;
  const little = has(tiff, 'II*\0');
  if (!little && !has(tiff, 'MM\0*')) return 1;
  const u16 = little ? u16le : u16be;
  const u32 = little ? u32le : u32be;
  const start = u32(tiff, 4);
  const count = Math.min(u16(tiff, start), entriesMax);
  for (let i = 0; i < count; i++) {
    const at = start + 2 + i * 12;
    if (at + 12 > tiff.length) return 1;
    if (u16(tiff, at) !== orientationTag) continue;
    const value = u16(tiff, at + 8);
    return u16(tiff, at + 2) === shortType && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** A TIFF block of 26 bytes that has only the orientation. */
export function orientationBlock(orientation: number): Uint8Array {
  const block = new Uint8Array(26);
  // MM, 42, first directory at 8; one entry: tag, SHORT, count 1, value; no further directory.
  block.set([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, shortType, 0, 0, 0, 1, 0, orientation & 0xff]);
  return block;
}

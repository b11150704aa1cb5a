import { crc32 } from 'node:zlib';
import {
  damagedPicture,
  fromLatin1,
  has,
  joined,
  latin1,
  refusedSize,
  u8,
  u32be,
  u32beBytes,
  type Walk,
} from './bytes.ts';
import { orientationBlock, orientationOf } from './exif.ts';

/*
 * PNG, third edition (W3C 2025): chunks up to IEND. Chunks that change how the picture looks are retained; text, time, private
 * chunks and bytes after IEND are dropped; of eXIf only the orientation stays. The checksum of each retained chunk is checked
 * as browsers do: a file that they refuse is of no use as a proof.
 */

export const pngMagic = '\x89PNG\r\n\x1a\n';

const chunksMax = 50_000;
const RETAINED = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);
/** Bit depths that each colour type allows (table 8 of the standard). */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function chunk(type: string, body: Uint8Array): Uint8Array {
  const typed = joined([fromLatin1(type), body]);
  return joined([u32beBytes(body.length), typed, u32beBytes(crc32(typed))]);
}

function headerIsSound(body: Uint8Array): boolean {
  const depths = DEPTHS[u8(body, 9)] ?? [];
  return body.length === 13 && depths.includes(u8(body, 8)) && !u8(body, 10) && !u8(body, 11) && u8(body, 12) <= 1;
}

export function walkPng(bytes: Uint8Array): Walk {
  if (!has(bytes, pngMagic)) return damagedPicture;
  const parts: Uint8Array[] = [bytes.subarray(0, 8)];
  let width = 0;
  let height = 0;
  let orientation: number | undefined;
  let firstData: number | undefined;
  let at = 8;
  for (let count = 0; count < chunksMax; count++) {
    const length = u32be(bytes, at);
    const end = at + 12 + length;
    if (end > bytes.length) return damagedPicture;
    const type = latin1(bytes, at + 4, at + 8);
    const body = bytes.subarray(at + 8, end - 4);
    if ((count === 0) !== (type === 'IHDR')) return damagedPicture;
    if (RETAINED.has(type)) {
      if (crc32(bytes.subarray(at + 4, end - 4)) !== u32be(bytes, end - 4)) return damagedPicture;
      if (type === 'IHDR') {
        width = u32be(body, 0);
        height = u32be(body, 4);
        const tooLarge = refusedSize(width, height);
        if (tooLarge) return tooLarge;
        if (!headerIsSound(body)) return damagedPicture;
      } else if (type === 'fcTL') {
        // A frame of an animation must lie within the picture.
        const right = u32be(body, 4) + u32be(body, 12);
        const bottom = u32be(body, 8) + u32be(body, 16);
        if (body.length !== 26 || right > width || bottom > height) return damagedPicture;
      } else if (type === 'IDAT') {
        firstData ??= parts.length;
      }
      parts.push(bytes.subarray(at, end));
    } else if (type === 'eXIf') {
      orientation ??= orientationOf(body);
    } else if (!/^[a-z][A-Za-z]{3}$/.test(type)) {
      // An unknown critical chunk, which a decoder may not skip.
      return damagedPicture;
    }
    at = end;
    if (type === 'IEND') {
      if (firstData === undefined || length !== 0) return damagedPicture;
      if (orientation !== undefined && orientation !== 1) {
        parts.splice(firstData, 0, chunk('eXIf', orientationBlock(orientation)));
      }
      return { ok: true, width, height, parts };
    }
  }
  return damagedPicture;
}

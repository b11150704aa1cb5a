import { damagedPicture, has, refusedSize, u8, u16le, type Walk } from './bytes.ts';

/*
 * GIF89a: blocks up to the trailer. Frames, their control blocks and the loop count are retained. Comments, plain text, data of
 * other applications (such as XMP) and bytes after the trailer are dropped, which also disarms pictures that are scripts too.
 */

const blocksMax = 20_000;
const framesMax = 2_000;
const trailer = 0x3b;
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/** The position after the sub-blocks at `from`, or -1 if they exceed the file. */
function afterSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const length = u8(bytes, at);
    at += 1 + length;
    if (length === 0) return at;
  }
  return -1;
}

/** Bytes of the colour table that a packed field describes. */
function tableBytes(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

export function walkGif(bytes: Uint8Array): Walk {
  const width = u16le(bytes, 6);
  const height = u16le(bytes, 8);
  const tooLarge = refusedSize(width, height);
  if (tooLarge) return tooLarge;
  let at = 13 + tableBytes(u8(bytes, 10));
  const parts: Uint8Array[] = [bytes.subarray(0, at)];
  /** The control block of the next frame. */
  let control: Uint8Array | undefined;
  let loop: Uint8Array | undefined;
  let frames = 0;
  for (let count = 0; count < blocksMax && at < bytes.length; count++) {
    const kind = u8(bytes, at);
    if (kind === trailer) {
      if (frames === 0) return damagedPicture;
      return { ok: true, width, height, parts: [...parts, Uint8Array.of(trailer)] };
    }
    const label = u8(bytes, at + 1);
    if (kind === 0x21) {
      const end = afterSubBlocks(bytes, at + 2);
      if (end < 0) return damagedPicture;
      if (label === 0xf9) {
        if (u8(bytes, at + 2) !== 4 || end !== at + 8) return damagedPicture;
        control = bytes.subarray(at, end);
      } else if (label === 0x01) {
        control = undefined;
      } else if (
        label === 0xff &&
        !loop &&
        end === at + 19 &&
        LOOPS.some((name) => has(bytes, `\x0b${name}\x03\x01`, at + 2))
      ) {
        loop = bytes.subarray(at, end);
        parts.push(loop);
      }
      at = end;
    } else if (kind === 0x2c) {
      const tooLargeFrame = refusedSize(u16le(bytes, at + 5), u16le(bytes, at + 7));
      const data = at + 10 + tableBytes(u8(bytes, at + 9));
      const codeSize = u8(bytes, data);
      const end = afterSubBlocks(bytes, data + 1);
      if (tooLargeFrame) return tooLargeFrame;
      if (codeSize < 1 || codeSize > 8 || end < 0 || ++frames > framesMax) return damagedPicture;
      if (control) parts.push(control);
      control = undefined;
      parts.push(bytes.subarray(at, end));
      at = end;
    } else {
      return damagedPicture;
    }
  }
  return damagedPicture;
}

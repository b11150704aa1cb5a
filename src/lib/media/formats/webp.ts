import {
  damagedPicture,
  fromLatin1,
  has,
  joined,
  latin1,
  refusedSize,
  u8,
  u16le,
  u24le,
  u32le,
  u32leBytes,
  type Walk,
} from './bytes.ts';
import { orientationBlock, orientationOf } from './exif.ts';

/*
 * WebP, RFC 9649: chunks within one RIFF. The picture, its frames, its transparency and its colour profile are retained. Exif
 * other than the orientation, XMP, unknown chunks and bytes after the RIFF are dropped, and the header's flags and sizes are
 * adjusted.
 */

const chunksMax = 20_000;
const framesMax = 2_000;
const flagIcc = 0x20;
const flagAlpha = 0x10;
const flagExif = 0x08;
const flagAnimation = 0x02;

interface Chunk {
  readonly type: string;
  readonly body: Uint8Array;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The chunks in `bytes`; undefined if they do not fill it exactly. */
function chunksOf(bytes: Uint8Array): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = u32le(bytes, at + 4);
    const end = at + 8 + length;
    if (end > bytes.length || chunks.length >= chunksMax) return undefined;
    chunks.push({ type: latin1(bytes, at, at + 4), body: bytes.subarray(at + 8, end) });
    at = end + (length % 2);
  }
  return chunks;
}

function chunk(type: string, body: Uint8Array): Uint8Array[] {
  const head = [fromLatin1(type), u32leBytes(body.length), body];
  return body.length % 2 ? [...head, Uint8Array.of(0)] : head;
}

/** The size in the header of a coded picture: VP8 key frame (RFC 6386, 9.1) or VP8L (RFC 9649, 3.4). */
function codedSize({ type, body }: Chunk): Size | undefined {
  if (type === 'VP8 ') {
    if (body.length < 10 || u8(body, 0) & 1 || !has(body, '\x9d\x01\x2a', 3)) return undefined;
    return { width: u16le(body, 6) & 0x3fff, height: u16le(body, 8) & 0x3fff };
  }
  if (body.length < 5 || u8(body, 0) !== 0x2f || u8(body, 4) >> 5) return undefined;
  const bits = u32le(body, 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The picture of a file or a frame: at most one ALPH, then exactly one coded picture of the given size. */
function pictureParts(chunks: readonly Chunk[], size: Size): Uint8Array[] | undefined {
  const coded = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const picture = coded[0];
  if (coded.length !== 1 || !picture) return undefined;
  const stated = codedSize(picture);
  if (stated?.width !== size.width || stated.height !== size.height) return undefined;
  const alpha = picture.type === 'VP8 ' ? chunks.find(({ type }) => type === 'ALPH') : undefined;
  return [...(alpha ? chunk('ALPH', alpha.body) : []), ...chunk(picture.type, picture.body)];
}

/** A frame of an animation without its unknown chunks. */
function frameParts(body: Uint8Array, canvas: Size): Uint8Array[] | undefined {
  const size = { width: u24le(body, 6) + 1, height: u24le(body, 9) + 1 };
  const inside = u24le(body, 0) * 2 + size.width <= canvas.width && u24le(body, 3) * 2 + size.height <= canvas.height;
  const chunks = chunksOf(body.subarray(16));
  const picture = inside && chunks ? pictureParts(chunks, size) : undefined;
  return picture && chunk('ANMF', joined([body.subarray(0, 16), ...picture]));
}

function animationParts(chunks: readonly Chunk[], canvas: Size): Uint8Array[] | undefined {
  const control = chunks.find(({ type }) => type === 'ANIM');
  const frames = chunks.filter(({ type }) => type === 'ANMF');
  if (control?.body.length !== 6 || frames.length === 0 || frames.length > framesMax) return undefined;
  const parts = chunk('ANIM', control.body);
  for (const { body } of frames) {
    const frame = frameParts(body, canvas);
    if (!frame) return undefined;
    parts.push(...frame);
  }
  return parts;
}

function riff(size: Size, parts: readonly Uint8Array[]): Walk {
  const body = joined([fromLatin1('WEBP'), ...parts]);
  return { ok: true, ...size, parts: [fromLatin1('RIFF'), u32leBytes(body.length), body] };
}

export function walkWebp(bytes: Uint8Array): Walk {
  const end = 8 + u32le(bytes, 4);
  if (end > bytes.length || !has(bytes, 'WEBP', 8)) return damagedPicture;
  const chunks = chunksOf(bytes.subarray(12, end));
  const first = chunks?.[0];
  if (!chunks || !first) return damagedPicture;

  if (first.type === 'VP8 ' || first.type === 'VP8L') {
    const size = codedSize(first);
    if (!size) return damagedPicture;
    return refusedSize(size.width, size.height) ?? riff(size, chunk(first.type, first.body));
  }

  if (first.type !== 'VP8X' || first.body.length !== 10) return damagedPicture;
  const canvas = { width: u24le(first.body, 4) + 1, height: u24le(first.body, 7) + 1 };
  const tooLarge = refusedSize(canvas.width, canvas.height);
  if (tooLarge) return tooLarge;
  const animated = (u8(first.body, 0) & flagAnimation) !== 0;
  const picture = animated ? animationParts(chunks, canvas) : pictureParts(chunks, canvas);
  if (!picture) return damagedPicture;

  const profile = chunks.find(({ type, body }) => type === 'ICCP' && has(body, 'acsp', 36));
  const exif = chunks.find(({ type }) => type === 'EXIF');
  const orientation = exif ? orientationOf(exif.body) : 1;
  const header = first.body.slice();
  header[0] =
    (u8(header, 0) & (flagAlpha | flagAnimation)) | (profile ? flagIcc : 0) | (orientation === 1 ? 0 : flagExif);
  header.fill(0, 1, 4);
  return riff(canvas, [
    ...chunk('VP8X', header),
    ...(profile ? chunk('ICCP', profile.body) : []),
    ...picture,
    ...(orientation === 1 ? [] : chunk('EXIF', orientationBlock(orientation))),
  ]);
}

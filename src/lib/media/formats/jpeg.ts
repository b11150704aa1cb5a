import { damagedPicture, fromLatin1, has, joined, refused, refusedSize, u8, u16be, type Walk } from './bytes.ts';
import { orientationBlock, orientationOf } from './exif.ts';

/*
 * JPEG, ITU-T T.81 annex B: segments up to the end-of-image marker. Only what a decoder needs is retained: tables, frame, scans,
 * the colour information (ICC profile, Adobe transform) and the orientation. Application data, comments, thumbnails, second
 * pictures and bytes after the end are dropped.
 */

const segmentsMax = 10_000;
/** Progressive pictures have about ten scans; hundreds in a small file are made to waste a decoder's time. */
const scansMax = 100;

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
/** Baseline, extended and progressive Huffman frames: what browsers show. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Lossless, hierarchical and arithmetic-coded frames, and the segments that only they use. */
const FRAMES_NOT_SHOWN = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xde, 0xdf]);
/** DHT, DQT, DRI. */
const TABLES = new Set([0xc4, 0xdb, 0xdd]);

function segment(marker: number, body: Uint8Array): Uint8Array {
  const length = body.length + 2;
  return joined([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), body]);
}

/** The position of the marker that ends the entropy-coded data at `from`, or -1 without such a marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return -1;
    const next = u8(bytes, at + 1);
    if (next === 0xff) at += 1;
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else return at;
  }
}

/** Collects the retained application segments: each at most once, except for the parts of the profile. */
class Head {
  #jfif: Uint8Array | undefined;
  #orientation: number | undefined;
  #adobe: Uint8Array | undefined;
  readonly #profile: Uint8Array[] = [];
  #profileIsReal = false;

  take(marker: number, body: Uint8Array): void {
    if (marker === 0xe0 && has(body, 'JFIF\0') && body.length >= 14) {
      // Version and density. The thumbnail may show cropped parts of the picture, so its size becomes 0 by 0.
      this.#jfif ??= segment(marker, joined([body.subarray(0, 12), Uint8Array.of(0, 0)]));
    } else if (marker === 0xe1 && has(body, 'Exif\0')) {
      this.#orientation ??= orientationOf(body);
    } else if (marker === 0xe2 && has(body, 'ICC_PROFILE\0') && body.length > 14) {
      if (u8(body, 12) === 1 && has(body, 'acsp', 14 + 36)) this.#profileIsReal = true;
      this.#profile.push(segment(marker, body));
    } else if (marker === 0xee && has(body, 'Adobe') && body.length >= 12) {
      this.#adobe ??= segment(marker, body.subarray(0, 12));
    }
  }

  parts(): Uint8Array[] {
    const parts: Uint8Array[] = [Uint8Array.of(0xff, SOI)];
    if (this.#jfif) parts.push(this.#jfif);
    if (this.#orientation !== undefined && this.#orientation !== 1) {
      parts.push(segment(0xe1, joined([fromLatin1('Exif\0\0'), orientationBlock(this.#orientation)])));
    }
    if (this.#profileIsReal) parts.push(...this.#profile);
    if (this.#adobe) parts.push(this.#adobe);
    return parts;
  }
}

export function walkJpeg(bytes: Uint8Array): Walk {
  const head = new Head();
  const image: Uint8Array[] = [];
  let width = 0;
  let height = 0;
  let scans = 0;
  let at = 2;
  for (let count = 0; count < segmentsMax; count++) {
    if (u8(bytes, at) !== 0xff) return damagedPicture;
    while (u8(bytes, at + 1) === 0xff) at++;
    const marker = u8(bytes, at + 1);
    if (marker === EOI) {
      if (scans === 0) return damagedPicture;
      return { ok: true, width, height, parts: [...head.parts(), ...image, Uint8Array.of(0xff, EOI)] };
    }
    // No encoder writes a length of less than 2, a restart outside a scan or a second start.
    const length = u16be(bytes, at + 2);
    const end = at + 2 + length;
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= SOI) || length < 2 || end > bytes.length) return damagedPicture;
    const whole = bytes.subarray(at, end);
    const body = bytes.subarray(at + 4, end);
    at = end;
    if (FRAMES_NOT_SHOWN.has(marker)) {
      return refused('Browsers cannot show this kind of JPEG. Please save it as an ordinary JPEG or PNG.');
    }
    if (FRAMES.has(marker)) {
      const components = u8(body, 5);
      if (width > 0 || u8(body, 0) !== 8 || ![1, 3, 4].includes(components) || body.length !== 6 + 3 * components) {
        return damagedPicture;
      }
      height = u16be(body, 1);
      width = u16be(body, 3);
      const tooLarge = refusedSize(width, height);
      if (tooLarge) return tooLarge;
      image.push(whole);
    } else if (TABLES.has(marker)) {
      image.push(whole);
    } else if (marker === SOS) {
      const components = u8(body, 0);
      if (width === 0 || components < 1 || components > 4 || body.length !== 4 + 2 * components) return damagedPicture;
      const scanEnd = endOfScan(bytes, end);
      if (scanEnd < 0 || ++scans > scansMax) return damagedPicture;
      image.push(whole, bytes.subarray(end, scanEnd));
      at = scanEnd;
    } else {
      head.take(marker, body);
    }
  }
  return damagedPicture;
}

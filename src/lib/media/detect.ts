import { has, type Refused, refused, type Walk } from './bytes.ts';
import { fileTooLarge, MEDIA_KINDS, type MediaKind, uploadBytesMax } from './contract.ts';
import { walkDoc } from './doc.ts';
import { walkDocx } from './docx.ts';
import { walkGif } from './gif.ts';
import { walkJpeg } from './jpeg.ts';
import { walkPdf } from './pdf.ts';
import { pngMagic, walkPng } from './png.ts';
import { walkWebp } from './webp.ts';

/*
 * What a file is, told by its bytes: the first ones choose the format, and then the whole structure of that format
 * must hold. Neither the name nor the type that the browser sent is asked. Nothing is decoded or unpacked: decoders
 * are where the worst holes were, and a server that only stores needs none.
 */

/** A file that is taken. Sizes are in pixels and only there for pictures. */
export interface Detected {
  readonly ok: true;
  readonly kind: MediaKind;
  readonly mime: string;
  /** Without the dot. */
  readonly extension: string;
  readonly width?: number;
  readonly height?: number;
}

const FORMATS: readonly { kind: MediaKind; starts: readonly string[]; walk: (bytes: Uint8Array) => Walk }[] = [
  { kind: 'jpeg', starts: ['\xff\xd8\xff'], walk: walkJpeg },
  { kind: 'png', starts: [pngMagic], walk: walkPng },
  { kind: 'gif', starts: ['GIF87a', 'GIF89a'], walk: walkGif },
  { kind: 'webp', starts: ['RIFF'], walk: walkWebp },
  { kind: 'pdf', starts: ['%PDF-'], walk: walkPdf },
  { kind: 'doc', starts: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'], walk: walkDoc },
  { kind: 'docx', starts: ['PK\x03\x04'], walk: walkDocx },
];

const notTaken = refused(
  'This kind of file is not accepted. Please send a JPEG, PNG, WebP, GIF, PDF, DOC or DOCX file.',
);

/** The walked file with its kind, or why it is not taken. Bounded in time and memory by the size of the file. */
export function walkMedia(bytes: Uint8Array): { kind: MediaKind; walk: Walk } | Refused {
  if (bytes.length === 0) return refused('This file is empty. Please choose another one.');
  if (bytes.length > uploadBytesMax) return refused(fileTooLarge);
  for (const { kind, starts, walk } of FORMATS) {
    if (starts.some((start) => has(bytes, start))) return { kind, walk: walk(bytes) };
  }
  if (/^ftyp(?:hei|hev|mif|msf|avi)/.test(String.fromCharCode(...bytes.subarray(4, 12)))) {
    return refused('HEIC and AVIF photos are not accepted. Please send the photo as a JPEG.');
  }
  return notTaken;
}

/** The kind of a file from its bytes, or a public sentence that says why it is not taken. Never throws. */
export function detect(bytes: Uint8Array): Detected | Refused {
  const found = walkMedia(bytes);
  if (!('kind' in found)) return found;
  const { kind, walk } = found;
  if (!walk.ok) return walk;
  const { mime, extension } = MEDIA_KINDS[kind];
  const size = walk.width !== undefined && walk.height !== undefined ? { width: walk.width, height: walk.height } : {};
  return { ok: true, kind, mime, extension, ...size };
}

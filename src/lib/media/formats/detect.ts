import { fileTooLarge } from '../../core/upload-size.ts';
import { heicRefused, MEDIA_KINDS, type MediaKind, uploadBytesMax } from '../calls.ts';
import { has, type Refused, refused, type Walk } from './bytes.ts';
import { walkDoc } from './doc.ts';
import { walkDocx } from './docx.ts';
import { walkGif } from './gif.ts';
import { walkJpeg } from './jpeg.ts';
import { blanksBeforePdf, refusedPdf, walkPdf } from './pdf.ts';
import { pngMagic, walkPng } from './png.ts';
import { walkWebp } from './webp.ts';

/*
 * Detects a file's format from its bytes: the first bytes choose the format, then the whole structure of that format must be
 * valid. The name and the type that the browser sent are ignored. Nothing is decoded or unpacked: decoders had the worst
 * vulnerabilities, and a server that only stores files needs none.
 */

/** An accepted file. Only pictures have a size, in pixels. */
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
  { kind: 'doc', starts: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'], walk: walkDoc },
  { kind: 'docx', starts: ['PK\x03\x04'], walk: walkDocx },
];

const notAccepted = refused(
  'This kind of file is not accepted. Please send a JPEG, PNG, WebP, GIF, PDF, DOC or DOCX file.',
);

/** The kind of the file and the result of its walk, or a refusal. Takes time and memory in proportion to the file's size. */
export function walkMedia(bytes: Uint8Array): { kind: MediaKind; walk: Walk } | Refused {
  if (bytes.length === 0) return refused('This file is empty. Please choose another one.');
  if (bytes.length > uploadBytesMax) return refused(fileTooLarge(bytes.length, uploadBytesMax));
  if (blanksBeforePdf(bytes) !== null) return { kind: 'pdf', walk: walkPdf(bytes) };
  for (const { kind, starts, walk } of FORMATS) {
    if (starts.some((start) => has(bytes, start))) return { kind, walk: walk(bytes) };
  }
  if (/^ftyp(?:hei|hev|mif|msf|avi)/.test(String.fromCharCode(...bytes.subarray(4, 12)))) return refused(heicRefused);
  return refusedPdf(bytes) ?? notAccepted;
}

/** The kind of a file from its bytes, or a public sentence that says why it is refused. Never throws. */
export function detect(bytes: Uint8Array): Detected | Refused {
  const format = walkMedia(bytes);
  if (!('kind' in format)) return format;
  const { kind, walk } = format;
  if (!walk.ok) return walk;
  const { mime, extension } = MEDIA_KINDS[kind];
  const size = walk.width !== undefined && walk.height !== undefined ? { width: walk.width, height: walk.height } : {};
  return { ok: true, kind, mime, extension, ...size };
}

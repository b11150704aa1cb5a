import { describe, expect, test } from 'vitest';
import { strip } from '@/lib/media/formats/strip.ts';
import { mediaCorpus } from '../support/media-corpus.ts';
import {
  bytesOf,
  canary,
  exifSegment,
  gif,
  gifLoop,
  jpeg,
  jpegSegment,
  png,
  pngChunk,
  riff,
  tiff,
  vp8l,
  vp8x,
  webpChunk,
} from '../support/media-files.ts';

function stripped(bytes: Uint8Array): string {
  const done = strip(bytes);
  if (!done.ok) throw new Error(done.reason);
  return Buffer.from(done.bytes).toString('latin1');
}
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('metadata that the stored file no longer contains', () => {
  const samples = mediaCorpus().filter(({ verdict, gone }) => verdict !== 'refused' && gone?.length);
  test.each(samples.map((sample) => [sample.name, sample] as const))('%s', (_name, { bytes, gone = [] }) => {
    const stored = stripped(bytes);
    for (const word of gone) {
      expect(text(bytes)).toContain(word);
      expect(stored).not.toContain(word);
    }
  });
});

describe('parts that stay', () => {
  test('a picture without metadata keeps every byte', () => {
    for (const bytes of [jpeg(), png(), gif({ extra: [gifLoop] }), riff(webpChunk('VP8L', vp8l()))]) {
      expect(stripped(bytes)).toBe(text(bytes));
    }
  });

  test('a JPEG keeps its orientation, profile, start and end', () => {
    const icc = jpegSegment(0xe2, 'ICC_PROFILE\0', [1, 1], new Uint8Array(36), 'acsp', new Uint8Array(88));
    const stored = stripped(jpeg({ head: [exifSegment(6), icc, jpegSegment(0xfe, canary)] }));
    expect(stored.startsWith('\xff\xd8')).toBe(true);
    expect(stored.endsWith('\xff\xd9')).toBe(true);
    expect(stored).toContain('acsp');
    expect(stored.split('Exif').length).toBe(2);
    expect(stored).toContain('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0');
    expect(stripped(jpeg({ head: [exifSegment(1)] }))).toBe(text(jpeg()));
  });

  test('a little-endian orientation is read correctly', () => {
    const head = [jpegSegment(0xe1, 'Exif\0\0', tiff(3, true))];
    expect(stripped(jpeg({ head }))).toBe(stripped(jpeg({ head: [exifSegment(3)] })));
  });

  test('an invalid orientation is removed', () => {
    for (const value of [0, 9, 65_535]) expect(stripped(jpeg({ head: [exifSegment(value)] }))).toBe(text(jpeg()));
    for (const damaged of [bytesOf('MM\0*'), bytesOf('MM\0*', [255, 255, 255, 255]), tiff(6).subarray(0, 20)]) {
      expect(stripped(jpeg({ head: [jpegSegment(0xe1, 'Exif\0\0', damaged)] }))).toBe(text(jpeg()));
    }
  });

  test('a PNG keeps colour, transparency and density', () => {
    const chunks = [
      pngChunk('gAMA', [0, 0, 177, 143]),
      pngChunk('sRGB', [0]),
      pngChunk('pHYs', [0, 0, 11, 19, 0, 0, 11, 19, 1]),
    ];
    expect(stripped(png({ extra: [...chunks, pngChunk('tEXt', canary)] }))).toBe(text(png({ extra: chunks })));
    const turned = stripped(png({ extra: [pngChunk('eXIf', tiff(8))] }));
    expect(turned.indexOf('eXIf')).toBeLessThan(turned.indexOf('IDAT'));
  });

  test('the flags and size of a WebP match its remaining parts', () => {
    const picture = webpChunk('VP8L', vp8l());
    const sent = riff(vp8x(0x1c), picture, webpChunk('EXIF', tiff(1)), webpChunk('XMP ', canary));
    expect(stripped(sent)).toBe(text(riff(vp8x(0x10), picture)));
    const turned = stripped(
      riff(vp8x(0x0c), picture, webpChunk('EXIF', 'Exif\0\0', tiff(6)), webpChunk('XMP ', canary)),
    );
    expect(turned.charCodeAt(20)).toBe(0x08);
    expect(Buffer.from(turned, 'latin1').readUInt32LE(4)).toBe(turned.length - 8);
  });

  test('a GIF keeps its loop', () => {
    expect(stripped(gif({ extra: [gifLoop] }))).toContain('NETSCAPE2.0');
  });
});

import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import type { MediaKind } from '@/lib/media/contract.ts';

/*
 * Files as people and attackers send them, made in memory. Each says what must become of it: its kind, or that it is
 * refused. `gone` are texts of the sent bytes that must not be in the stored ones.
 */

export interface Sample {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly verdict: MediaKind | 'refused';
  readonly gone?: readonly string[];
}

export const canary = 'GPS-canary-19.0760N-72.8777E';
export const html = '<html><script>alert(document.domain)</script></html>';

type Part = string | number[] | Uint8Array;

export function bytesOf(...parts: Part[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  );
}
const be16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
const be32 = (value: number): number[] => [...be16(Math.floor(value / 65536)), ...be16(value % 65536)];
const le16 = (value: number): number[] => be16(value).reverse();
const le24 = (value: number): number[] => [value & 255, (value >> 8) & 255, value >> 16];
const le32 = (value: number): number[] => be32(value).reverse();

// A TIFF block: orientation, an ASCII description that carries the canary, and a pointer to GPS data.
export function tiff(orientation: number, little = false): Uint8Array {
  const [u16, u32] = little ? [le16, le32] : [be16, be32];
  const entry = (tag: number, type: number, count: number, value: number[]): number[] => [
    ...u16(tag),
    ...u16(type),
    ...u32(count),
    ...value,
  ];
  return bytesOf(
    little ? 'II' : 'MM',
    u16(42),
    u32(8),
    u16(3),
    entry(0x010e, 2, canary.length + 1, u32(50)),
    entry(0x0112, 3, 1, [...u16(orientation), 0, 0]),
    entry(0x8825, 4, 1, u32(50)),
    u32(0),
    `${canary}\0`,
  );
}

// ---- JPEG

export function jpegSegment(marker: number, ...body: Part[]): Uint8Array {
  const data = bytesOf(...body);
  return bytesOf([0xff, marker], be16(data.length + 2), data);
}
export const exifSegment = (orientation: number): Uint8Array => jpegSegment(0xe1, 'Exif\0\0', tiff(orientation));
const iccProfile = bytesOf(new Uint8Array(36), 'acsp', new Uint8Array(88));

// A grey picture of 8 by 8: one table of each kind, one DC code ('0' = no difference) and one AC code ('0' = end).
const jpegTables = bytesOf(
  jpegSegment(0xdb, [0], new Uint8Array(64).fill(16)),
  jpegSegment(0xc4, [0x00], [1, ...new Array(15).fill(0)], [0]),
  jpegSegment(0xc4, [0x10], [1, ...new Array(15).fill(0)], [0]),
);
export function jpeg(
  options: { head?: Part[]; tail?: Part; width?: number; height?: number; frame?: number } = {},
): Uint8Array {
  const { head = [], tail = '', width = 8, height = 8, frame = 0xc0 } = options;
  return bytesOf(
    [0xff, 0xd8],
    ...head,
    jpegTables,
    jpegSegment(frame, [8], be16(height), be16(width), [1, 1, 0x11, 0]),
    jpegSegment(0xda, [1, 1, 0, 0, 63, 0]),
    [0x3f],
    [0xff, 0xd9],
    tail,
  );
}

// ---- PNG

export function pngChunk(type: string, ...body: Part[]): Uint8Array {
  const typed = bytesOf(type, ...body);
  return bytesOf(be32(typed.length - 4), typed, be32(crc32(typed)));
}
export function png(options: { extra?: Part[]; tail?: Part; width?: number; height?: number } = {}): Uint8Array {
  const { extra = [], tail = '', width = 2, height = 3 } = options;
  const rows = new Uint8Array((width > 64 ? 1 : height) * (1 + 3 * Math.min(width, 64))).fill(0);
  return bytesOf(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', be32(width), be32(height), [8, 2, 0, 0, 0]),
    ...extra,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND'),
    tail,
  );
}

// ---- WebP

export function webpChunk(type: string, ...body: Part[]): Uint8Array {
  const data = bytesOf(...body);
  return bytesOf(type, le32(data.length), data, data.length % 2 ? [0] : []);
}
export function riff(...chunks: Part[]): Uint8Array {
  const body = bytesOf('WEBP', ...chunks);
  return bytesOf('RIFF', le32(body.length), body);
}
// One opaque pixel, losslessly coded.
export const vp8l = (width = 1, height = 1): Uint8Array =>
  bytesOf([0x2f], le32(width - 1 + (height - 1) * 0x4000), [0x88, 0x88, 0x08]);
export const vp8x = (flags: number, width = 1, height = 1): Uint8Array =>
  webpChunk('VP8X', [flags, 0, 0, 0], le24(width - 1), le24(height - 1));

// ---- GIF

export function gif(options: { extra?: Part[]; tail?: Part; width?: number; height?: number } = {}): Uint8Array {
  const { extra = [], tail = '', width = 1, height = 1 } = options;
  return bytesOf(
    'GIF89a',
    le16(width),
    le16(height),
    [0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...extra,
    [0x21, 0xf9, 4, 0, 10, 0, 0, 0],
    [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0],
    [0x3b],
    tail,
  );
}
export const gifLoop = bytesOf([0x21, 0xff, 11], 'NETSCAPE2.0', [3, 1, 0, 0, 0]);
export const gifComment = (text: string): Uint8Array => bytesOf([0x21, 0xfe, text.length], text, [0]);

// ---- PDF

export function pdf(options: { body?: string; tail?: Part; head?: Part } = {}): Uint8Array {
  const { body = '', tail = '\n', head = '' } = options;
  const objects = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${body}\n`;
  return bytesOf(head, objects, `xref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n${objects.length}\n%%EOF`, tail);
}

// ---- DOC

export function doc(options: { names?: string[]; flags?: number; ident?: number } = {}): Uint8Array {
  const { names = ['WordDocument'], flags = 0, ident = 0xa5ec } = options;
  const sector = 512;
  // Sector 0 the allocation table, 1 the directory, 2 to 9 the one stream.
  const out = new Uint8Array(sector * 11);
  const put = (at: number, ...parts: Part[]): void => out.set(bytesOf(...parts), at);
  put(0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
  put(0x18, le16(0x3e), le16(3), le16(0xfffe), le16(9), le16(6));
  put(0x2c, le32(1), le32(1), le32(0), le32(4096), le32(0xfffffffe), le32(0), le32(0xfffffffe), le32(0));
  put(0x4c, le32(0), new Uint8Array(108 * 4).fill(255));
  const next = [0xfffffffd, 0xfffffffe, 3, 4, 5, 6, 7, 8, 9, 0xfffffffe];
  put(sector, new Uint8Array(sector).fill(255));
  for (const [i, value] of next.entries()) put(sector + 4 * i, le32(value));
  for (const [i, name] of ['Root Entry', ...names].slice(0, 4).entries()) {
    const at = sector * 2 + i * 128;
    put(at, Buffer.from(`${name}\0`, 'utf16le'));
    put(at + 0x40, le16(name.length * 2 + 2), [i === 0 ? 5 : 2, 1]);
    put(at + 0x44, new Uint8Array(12).fill(255));
    put(at + 0x74, le32(i === 0 ? 0xfffffffe : 2), le32(i === 0 ? 0 : 4096));
  }
  put(sector * 3, le16(ident));
  put(sector * 3 + 0x0a, le16(flags));
  return out;
}

// ---- DOCX

export interface ZipEntry {
  readonly name: string;
  readonly text?: string;
  readonly flags?: number;
  readonly method?: number;
  /** What the table says, where it lies. */
  readonly unpacked?: number;
  readonly start?: number;
}
export function zip(
  entries: readonly ZipEntry[],
  options: { head?: Part; comment?: string; between?: Part } = {},
): Uint8Array {
  const { head = '', comment = '', between = '' } = options;
  const local: Uint8Array[] = [bytesOf(head)];
  const table: Uint8Array[] = [];
  let at = bytesOf(head).length;
  for (const { name, text = '<x/>', flags = 0, method = 8, unpacked = text.length, start = at } of entries) {
    const packed = method === 8 ? deflateRawSync(text) : Buffer.from(text, 'latin1');
    const common = bytesOf(
      le16(20),
      le16(flags),
      le16(method),
      le32(0),
      le32(crc32(text)),
      le32(packed.length),
      le32(unpacked),
      le16(name.length),
      le16(0),
    );
    const here = bytesOf('PK\x03\x04', common, name, packed);
    local.push(here);
    table.push(bytesOf('PK\x01\x02', le16(20), common, le16(0), le16(0), le16(0), le32(0), le32(start), name));
    at += here.length;
  }
  const gap = bytesOf(between);
  const tableBytes = bytesOf(...table);
  const count = le16(entries.length);
  return bytesOf(
    ...local,
    gap,
    tableBytes,
    'PK\x05\x06',
    le32(0),
    count,
    count,
    le32(tableBytes.length),
    le32(at + gap.length),
    le16(comment.length),
    comment,
  );
}
const wordEntries: readonly ZipEntry[] = [
  { name: '[Content_Types].xml' },
  { name: '_rels/.rels' },
  { name: 'word/document.xml', text: '<w:document/>' },
];
export function docx(extra: readonly ZipEntry[] = [], options: Parameters<typeof zip>[1] = {}): Uint8Array {
  return zip([...wordEntries, ...extra], options);
}

const cut = (bytes: Uint8Array, by: number): Uint8Array => bytes.subarray(0, bytes.length - by);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`;
const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${canary}</x:xmpmeta>`;

export function mediaCorpus(): readonly Sample[] {
  const archive = zip([{ name: 'payload.txt', text: canary, method: 0 }]);
  const ok = (kind: MediaKind, name: string, bytes: Uint8Array, gone: string[] = []): Sample => ({
    name,
    bytes,
    verdict: kind,
    gone,
  });
  const no = (name: string, bytes: Uint8Array): Sample => ({ name, bytes, verdict: 'refused' });
  return [
    // As people send them.
    ok('jpeg', 'a plain JPEG', jpeg()),
    ok(
      'jpeg',
      'a photo with place, words and profile',
      jpeg({
        head: [
          exifSegment(6),
          jpegSegment(0xe1, xmp),
          jpegSegment(0xed, `Photoshop 3.0\0${canary}`),
          jpegSegment(0xe2, 'ICC_PROFILE\0', [1, 1], iccProfile),
          jpegSegment(0xfe, canary),
        ],
      }),
      [canary, 'Photoshop', 'xmpmeta'],
    ),
    ok(
      'jpeg',
      'a JFIF file with a thumbnail',
      jpeg({ head: [jpegSegment(0xe0, 'JFIF\0', [1, 2, 0, 0, 1, 0, 1, 3, 3], `thumb-${canary.slice(0, 21)}`)] }),
      ['thumb-'],
    ),
    ok('jpeg', 'a phone’s JPEG with a film after its end', jpeg({ tail: `\0\0\0\x18ftypmp42${canary}` }), [
      canary,
      'ftyp',
    ]),
    ok('png', 'a plain PNG', png()),
    ok(
      'png',
      'a screenshot with texts and Exif',
      png({
        extra: [
          pngChunk('tEXt', `Comment\0${canary}`),
          pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${canary}`),
          pngChunk('tIME', [7, 234, 1, 1, 0, 0, 0]),
          pngChunk('eXIf', tiff(8)),
          pngChunk('pHYs', be32(2835), be32(2835), [1]),
        ],
      }),
      [canary, 'tEXt', 'iTXt', 'tIME'],
    ),
    ok('webp', 'a plain WebP', riff(webpChunk('VP8L', vp8l()))),
    ok(
      'webp',
      'a WebP with Exif and XMP',
      riff(vp8x(0x0c), webpChunk('VP8L', vp8l()), webpChunk('EXIF', tiff(1, true)), webpChunk('XMP ', canary)),
      [canary, 'EXIF', 'XMP '],
    ),
    ok(
      'webp',
      'a WebP lying on its side',
      riff(vp8x(0x08), webpChunk('VP8L', vp8l()), webpChunk('EXIF', tiff(6, true))),
      [canary],
    ),
    ok(
      'webp',
      'an animated WebP',
      riff(
        vp8x(0x02),
        webpChunk('ANIM', le32(0), le16(0)),
        webpChunk('ANMF', new Uint8Array(16), webpChunk('VP8L', vp8l()), webpChunk('junk', canary)),
      ),
      [canary],
    ),
    ok('gif', 'a plain GIF', gif()),
    ok(
      'gif',
      'a looping GIF with a comment and XMP',
      gif({
        extra: [gifLoop, gifComment(canary), bytesOf([0x21, 0xff, 11], 'XMP DataXMP', [canary.length], canary, [0])],
      }),
      [canary, 'XMP Data'],
    ),
    ok('pdf', 'a plain PDF', pdf()),
    ok('pdf', 'a PDF with a web server’s page after its end', pdf({ tail: `\r\n${html}` }), [html]),
    ok('doc', 'a plain DOC', doc()),
    ok('docx', 'a plain DOCX', docx()),
    // Nothing, half of something, or too much.
    no('an empty file', new Uint8Array()),
    no('one byte', bytesOf([0xff])),
    no('a JPEG cut short', cut(jpeg(), 2)),
    no('a PNG cut short', cut(png(), 12)),
    no(
      'a PNG with a wrong checksum',
      png().map((byte, i) => (i === 50 ? byte ^ 1 : byte)),
    ),
    no('a WebP cut short', cut(riff(webpChunk('VP8L', vp8l())), 2)),
    no('a GIF cut short', cut(gif(), 2)),
    no('a PDF cut short', cut(pdf(), 12)),
    no('a DOC cut short', doc().subarray(0, 3000)),
    no('a DOCX cut short', cut(docx(), 30)),
    no('a picture of more than 5 MiB', jpeg({ tail: new Uint8Array(5 * 1024 * 1024) })),
    no('a PNG of 50000 by 50000', png({ width: 50_000, height: 50_000 })),
    no('a JPEG of 65500 by 8', jpeg({ width: 65_500 })),
    no('a PNG of no width', png({ width: 0 })),
    no('a GIF of 65535 by 65535', gif({ width: 65_535, height: 65_535 })),
    no('a WebP of 16384 by 16384', riff(vp8x(0, 16_384, 16_384), webpChunk('VP8L', vp8l(16_384, 16_384)))),
    no('a WebP whose picture is larger than it says', riff(vp8x(0), webpChunk('VP8L', vp8l(9000, 9000)))),
    no('a lossless JPEG', jpeg({ frame: 0xc3 })),
    // Other things under a picture's name.
    no('HTML as .jpg', bytesOf(html)),
    no('HTML behind a JPEG’s first bytes', bytesOf([0xff, 0xd8, 0xff, 0xe0], html)),
    no('HTML behind GIF89a', bytesOf('GIF89a', html)),
    no('a script as a GIF', bytesOf('GIF89a/*', new Uint8Array(8), '*/=1;alert(1)')),
    no('a GIF whose width opens a comment of a script', gif({ width: 0x2f2a, extra: [gifComment('*/=1;alert(1)//')] })),
    no('SVG', bytesOf(svg)),
    no('SVG with an XML line before', bytesOf('<?xml version="1.0"?>', svg)),
    no('a program', bytesOf('MZ', new Uint8Array(200))),
    no('a BMP', bytesOf('BM', new Uint8Array(200))),
    no('a HEIC photo', bytesOf([0, 0, 0, 24], 'ftypheic', new Uint8Array(200))),
    no('an archive', archive),
    no('a sound in a RIFF', bytesOf('RIFF', le32(40), 'WAVEfmt ', new Uint8Array(40))),
    // Two things at once: taken without the second, or refused.
    ok('jpeg', 'HTML in a JPEG’s comment', jpeg({ head: [jpegSegment(0xfe, html)] }), [html]),
    ok('jpeg', 'an archive after a JPEG', jpeg({ tail: archive }), [canary, 'PK']),
    ok('png', 'HTML after a PNG', png({ tail: html }), [html]),
    ok('png', 'a private PNG chunk with HTML', png({ extra: [pngChunk('prVt', html)] }), [html]),
    ok(
      'gif',
      'a script in a GIF’s comment',
      gif({ width: 0x0a3d, height: 1, extra: [gifComment('*/=1;alert(1)//')] }),
      ['alert'],
    ),
    ok('webp', 'HTML after a WebP', bytesOf(riff(webpChunk('VP8L', vp8l())), html), [html]),
    no('HTML before a PDF', pdf({ head: `${html}\n` })),
    no('an archive that ends a PDF', pdf({ tail: bytesOf(zip([{ name: 'a', text: 'x'.repeat(6000), method: 0 }])) })),
    no(
      'an archive inside a PDF’s end',
      pdf({ body: 'stream\n', tail: bytesOf(zip([{ name: 'a' }], { comment: '\nstartxref\n1\n%%EOF' })) }),
    ),
    no('a PDF with a script', pdf({ body: '3 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj' })),
    no('a PDF with a script, spelt otherwise', pdf({ body: '3 0 obj<</S/J#61vaScript/JS(app.alert(1))>>endobj' })),
    no('a PDF that starts a program', pdf({ body: '3 0 obj<</S/Launch/F(cmd.exe)>>endobj' })),
    // Documents that do more than be read.
    no('a DOC with macros', doc({ names: ['WordDocument', 'Macros', 'VBA'] })),
    no('a DOC with a password', doc({ flags: 0x0100 })),
    no('a DOCX with a password', doc({ names: ['EncryptedPackage', 'EncryptionInfo'] })),
    no('a spreadsheet', doc({ names: ['Workbook'] })),
    no('a compound file that says it is a document', doc({ ident: 0 })),
    no('a DOCX with macros', docx([{ name: 'word/vbaProject.bin' }])),
    no('a DOCX with an ActiveX control', docx([{ name: 'word/activeX/activeX1.bin' }])),
    no('a DOCX that is a program too', docx([{ name: 'META-INF/MANIFEST.MF' }, { name: 'Main.class' }])),
    no(
      'a DOCX that unpacks to 200 MiB',
      docx([
        { name: 'word/media/a.bin', text: '\0'.repeat(1_000_000), unpacked: 1 },
        ...Array.from({ length: 200 }, (_, i) => ({ name: `word/${i}.xml`, text: '\0'.repeat(1_048_576) })),
      ]),
    ),
    no('a DOCX whose table lies about sizes', docx([{ name: 'word/a.bin', unpacked: 90_000_000 }])),
    no('a DOCX whose entries lie over each other', docx([{ name: 'word/a.xml', start: 0 }])),
    no('a DOCX with 3000 entries', docx(Array.from({ length: 3000 }, (_, i) => ({ name: `word/${i}.xml` })))),
    no('a DOCX with an encrypted entry', docx([{ name: 'word/a.xml', flags: 1 }])),
    no('a DOCX with a way out', docx([{ name: '../../etc/cron.d/x' }])),
    no('a DOCX with an absolute name', docx([{ name: '/etc/passwd' }])),
    no('a DOCX with a backward slash', docx([{ name: 'word\\..\\x.xml' }])),
    no('a DOCX with a NUL in a name', docx([{ name: 'word/a.xml\0.exe' }])),
    no('a DOCX with one name twice', docx([{ name: 'WORD/document.xml' }])),
    no('a DOCX behind HTML', docx([], { head: html })),
    no('a DOCX with a comment', docx([], { comment: html })),
  ];
}

import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/*
 * Small files of each kind, made in memory, with room for whatever a test wants in them, before them and behind them.
 */

export const canary = 'GPS-canary-19.0760N-72.8777E';
export const html = '<html><script>alert(document.domain)</script></html>';

type Part = string | number[] | Uint8Array;

export function bytesOf(...parts: Part[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  );
}
export const be16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
export const be32 = (value: number): number[] => [...be16(Math.floor(value / 65536)), ...be16(value % 65536)];
export const le16 = (value: number): number[] => be16(value).reverse();
export const le24 = (value: number): number[] => [value & 255, (value >> 8) & 255, value >> 16];
export const le32 = (value: number): number[] => be32(value).reverse();

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
export const iccProfile = bytesOf(new Uint8Array(36), 'acsp', new Uint8Array(88));

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

import type { MediaKind } from '@/lib/media/calls.ts';
import {
  be32,
  bytesOf,
  canary,
  doc,
  docx,
  exifSegment,
  gif,
  gifComment,
  gifLoop,
  html,
  iccProfile,
  jpeg,
  jpegSegment,
  le16,
  le32,
  pdf,
  png,
  pngChunk,
  riff,
  tiff,
  vp8l,
  vp8x,
  webpChunk,
  zip,
} from './media-files.ts';

/*
 * Files as people and attackers send them, made in memory. Each has its expected outcome: its kind, or that it is
 * refused. `gone`: texts of the sent bytes that must not be in the stored ones.
 */

export interface Sample {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly verdict: MediaKind | 'refused';
  readonly gone?: readonly string[];
}

const cut = (bytes: Uint8Array, by: number): Uint8Array => bytes.subarray(0, bytes.length - by);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`;
const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${canary}</x:xmpmeta>`;

const ok = (kind: MediaKind, name: string, bytes: Uint8Array, gone: string[] = []): Sample => ({
  name,
  bytes,
  verdict: kind,
  gone,
});
const no = (name: string, bytes: Uint8Array): Sample => ({ name, bytes, verdict: 'refused' });
const archive = zip([{ name: 'payload.txt', text: canary, method: 0 }]);

export function mediaCorpus(): readonly Sample[] {
  return [...jpegsAndPngs(), ...otherFormats(), ...damaged(), ...disguised(), ...twoFormats(), ...unsafeDocuments()];
}

/** JPEG and PNG files as people send them. */
function jpegsAndPngs(): Sample[] {
  return [
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
  ];
}

/** Files of the other formats as people send them. */
function otherFormats(): Sample[] {
  return [
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
  ];
}

/** Empty, incomplete and too large files. */
function damaged(): Sample[] {
  return [
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
  ];
}

/** Other formats under a picture's name. */
function disguised(): Sample[] {
  return [
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
  ];
}

/** Two formats in one file: stored without the second, or refused. */
function twoFormats(): Sample[] {
  return [
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
  ];
}

/** Documents with macros, passwords, programs or a faulty container. */
function unsafeDocuments(): Sample[] {
  return [
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

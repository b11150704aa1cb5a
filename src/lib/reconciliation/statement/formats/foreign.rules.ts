/** Formats that are recognised but not read: the message names the format and says what to download instead. */

export const NOT_A_TABLE = 'Download the statement from your bank as Excel or CSV and upload that file.';
const SAVE_AS =
  'Open it and save it as XLSX, or download the statement from your bank as Excel or CSV, and upload that file.';

const notRead = (name: string, advice = NOT_A_TABLE): string => `This is ${name}, which cannot be read here. ${advice}`;

/** Bytes of a file from an offset, in Latin-1 so that each byte is a character. */
const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** The first characters of a file, from an offset. */
type Mark = readonly [offset: number, text: string];

/** All marks of one line are of one format: PNG, JPEG, GIF, WebP, BMP, TIFF, HEIC and AVIF, icons. */
const PICTURES: readonly (readonly Mark[])[] = [
  [[0, '\x89PNG']],
  [[0, '\xff\xd8\xff']],
  [[0, 'GIF8']],
  [
    [0, 'RIFF'],
    [8, 'WEBP'],
  ],
  [
    [0, 'BM'],
    [6, '\0\0\0\0'],
  ],
  [[0, 'II*\0']],
  [[0, 'MM\0*']],
  ...['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1', 'avif', 'avis'].map((brand): readonly Mark[] => [
    [4, `ftyp${brand}`],
  ]),
  [[0, '\0\0\x01\0']],
];
const ARCHIVES: readonly Mark[] = [
  [0, '\x1f\x8b'],
  [0, 'Rar!'],
  [0, '7z\xbc\xaf'],
  [0, 'BZh9'],
  [0, '\xfd7zXZ'],
];
/** A PDF may begin after white space or a byte-order mark. */
const PDF = /^(?:\xef\xbb\xbf)?\s{0,40}%PDF/;

/** The refusal of a file by its first bytes; null for others. */
export function binaryRefusal(bytes: Uint8Array): string | null {
  const head = latin1(bytes, 0, 64);
  if (PDF.test(head)) return `This is a PDF, in which amounts cannot be read reliably. ${NOT_A_TABLE}`;
  const has = ([offset, text]: Mark): boolean => head.startsWith(text, offset);
  if (PICTURES.some((marks) => marks.every(has))) return `This is a picture. ${NOT_A_TABLE}`;
  if (ARCHIVES.some(has)) return 'This is an archive. Unpack it and upload the statement in it.';
  if (head.startsWith('SQLite format 3')) return notRead('a database');
  return null;
}

/** The refusal of an OLE container by its streams; null for a workbook. */
export function oleRefusal(includes: (stream: string) => boolean): string | null {
  if (includes('WordDocument')) return `This is a Word document. ${NOT_A_TABLE}`;
  if (includes('PowerPoint Document')) return notRead('a PowerPoint presentation');
  if (includes('__substg1.0_'))
    return notRead('an Outlook message', 'Save the statement that is attached to it, and upload that file.');
  return null;
}

/** What an archive is that has no XLSX workbook, by the names of its parts. */
export function archiveRefusal(names: readonly string[]): string {
  const has = (name: RegExp): boolean => names.some((part) => name.test(part));
  if (has(/^xl\/workbook\.bin$/i)) return notRead('an Excel binary workbook (XLSB)', SAVE_AS);
  if (has(/^Index\/.*\.iwa$|^Index\.zip$/i)) return notRead('a Numbers spreadsheet', SAVE_AS);
  if (has(/^content\.xml$/i) && has(/^(?:mimetype|META-INF\/manifest\.xml)$/i))
    return notRead('an OpenDocument file (ODS)', SAVE_AS);
  if (has(/^word\//)) return `This is a Word document. ${NOT_A_TABLE}`;
  if (has(/^ppt\//)) return notRead('a PowerPoint presentation');
  return `This is an archive without a workbook. ${NOT_A_TABLE}`;
}

/** Characters in which a format of text is searched. */
const HEAD_CHARS = 4096;

/** Text formats by their beginning; each expression reads at most the head. */
const TEXTS: readonly (readonly [string, RegExp])[] = [
  ['an OFX file', /^\s{0,40}(?:OFXHEADER\s?[:=]|<\?OFX\b|<OFX>)|<OFX>|<\?OFX\b/i],
  ['a QIF file', /^\s{0,40}!(?:type|account|option|clear)\b/i],
  ['a camt.053 file', /urn:iso:std:iso:20022:tech:xsd:camt\.053|<(?:\w{1,20}:)?BkToCstmrStmt\b/],
  ['a camt.052 file', /urn:iso:std:iso:20022:tech:xsd:camt\.052|<(?:\w{1,20}:)?BkToCstmrAcctRpt\b/],
  ['a camt.054 file', /urn:iso:std:iso:20022:tech:xsd:camt\.054|<(?:\w{1,20}:)?BkToCstmrDbtCdtNtfctn\b/],
  ['an ISO 20022 file', /urn:iso:std:iso:20022:tech:xsd:/],
  [
    'an MHTML file',
    /^\s{0,40}MIME-Version:|^(?:[\w-]{1,40}:[^\n]{0,400}\n){1,20}?Content-Type:\s{0,4}multipart\/related/i,
  ],
  ['an email', /^\s{0,40}(?:Return-Path|Received|Delivered-To|Message-ID):\s/i],
  ['a JSON file', /^\s{0,40}(?:\[\s{0,40}[[{"\]]|\{\s{0,40}["}])/],
  ['an RTF document', /^\s{0,40}\{\\rtf/],
  ['a picture (SVG)', /^\s{0,40}(?:<\?xml[^>]{0,200}>\s{0,40})?(?:<!--[^>]{0,400}-->\s{0,40})?<svg\b/i],
  ['a BAI2 file', /^01,[^,\n]{0,40},[^,\n]{0,40},\d{6},/],
  ['an MT942 report', /^:34F:/m],
  ['a PostScript file', /^%!PS/],
];

/** The refusal of text in a known format that is no table; null for others. MT940 is asked for before. */
export function textRefusal(text: string): string | null {
  const head = text.slice(0, HEAD_CHARS);
  const format = TEXTS.find(([, shape]) => shape.test(head))?.[0];
  if (format !== undefined) return notRead(format);
  const isOtherXml = /^\s{0,40}<\?xml\b/.test(head) && !/<(?:\w{1,20}:)?(?:table|html|workbook)\b/i.test(text);
  return isOtherXml ? notRead('an XML file') : null;
}

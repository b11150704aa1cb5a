/** Formats that are no tables: each is refused by its name, with what to download instead. */
import { CFB } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { bytesOf, readBytes } from '../support/statements/read.ts';

const archive = (...names: string[]): Uint8Array =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8('<x/>')])));
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

function oleWith(stream: string): Uint8Array {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, `/${stream}`, Buffer.alloc(4096));
  return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer);
}

const OFX_BODY = '<OFX><BANKMSGSRSV1></BANKMSGSRSV1></OFX>';
const CAMT = '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><x/></Document>';

test.each([
  ['OFX 1', bytesOf(`OFXHEADER:100\r\nDATA:OFXSGML\r\n\r\n${OFX_BODY}`), 'an OFX file'],
  ['OFX 2', bytesOf(`<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${OFX_BODY}`), 'an OFX file'],
  ['OFX without a header', bytesOf(OFX_BODY), 'an OFX file'],
  ['OFX after a byte-order mark', bytesOf(`\ufeffOFXHEADER:100\n${OFX_BODY}`), 'an OFX file'],
  ['OFX after empty lines', bytesOf(`\r\n\r\nOFXHEADER:100\n${OFX_BODY}`), 'an OFX file'],
  ['QIF', bytesOf('!Type:Bank\nD24/11/2026\nT5.00\n^\n'), 'a QIF file'],
  ['QIF of a card', bytesOf('!Type:CCard\nD24/11/2026\nT5.00\n^\n'), 'a QIF file'],
  ['QIF with its account', bytesOf('!Account\nNHDFC\n^\n!Type:Bank\n'), 'a QIF file'],
  ['QIF with an option', bytesOf('!Option:AutoSwitch\n!Account\n'), 'a QIF file'],
  ['QIF in capitals', bytesOf('!TYPE:CASH\nD24/11/2026\n'), 'a QIF file'],
  ['camt.053', bytesOf(CAMT), 'a camt.053 file'],
  [
    'camt.053 with a prefix',
    bytesOf('<ns2:Document xmlns:ns2="x"><ns2:BkToCstmrStmt/></ns2:Document>'),
    'a camt.053 file',
  ],
  ['camt.053 in UTF-16', new Uint8Array(Buffer.from(`\ufeff${CAMT}`, 'utf16le')), 'a camt.053 file'],
  ['camt.052', bytesOf(CAMT.replace('053', '052')), 'a camt.052 file'],
  ['camt.054', bytesOf(CAMT.replace('053', '054')), 'a camt.054 file'],
  ['pain.001', bytesOf(CAMT.replace('camt.053', 'pain.001')), 'an ISO 20022 file'],
  ['XML of an accounting program', bytesOf('<?xml version="1.0"?><ENVELOPE><HEADER/></ENVELOPE>'), 'an XML file'],
  ['ODS', archive('mimetype', 'content.xml', 'META-INF/manifest.xml'), 'an OpenDocument file (ODS)'],
  [
    'XLSB',
    archive('[Content_Types].xml', 'xl/workbook.bin', 'xl/worksheets/sheet1.bin'),
    'an Excel binary workbook (XLSB)',
  ],
  ['Numbers', archive('Index/Document.iwa', 'Metadata/Properties.plist'), 'a Numbers spreadsheet'],
  ['PowerPoint', archive('ppt/presentation.xml'), 'a PowerPoint presentation'],
  ['an old PowerPoint', oleWith('PowerPoint Document'), 'a PowerPoint presentation'],
  [
    'MHTML',
    bytesOf('MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\nContent-Type: multipart/related; boundary="x"\r\n'),
    'an MHTML file',
  ],
  [
    'MHTML of a browser',
    bytesOf('From: <Saved by Blink>\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/related;\n'),
    'an MHTML file',
  ],
  ['an email', bytesOf('Received: from bank.example by mx\nSubject: Statement\n\nText\n'), 'an email'],
  ['JSON', bytesOf('{"transactions": [{"amount": "5.00"}]}'), 'a JSON file'],
  ['a list in JSON', bytesOf('[\n  {"amount": 5}\n]'), 'a JSON file'],
  ['an empty list in JSON', bytesOf('[]'), 'a JSON file'],
  ['lists in JSON', bytesOf('[["24/11/2026", 5]]'), 'a JSON file'],
  ['an account aggregator’s JSON', bytesOf('\ufeff { "Account" : { } }'), 'a JSON file'],
  ['RTF', bytesOf('{\\rtf1\\ansi Statement}'), 'an RTF document'],
  ['BAI2', bytesOf('01,BANK,CUSTOMER,261124,0200,1,,,2/\n02,X,Y,1,261124,,INR,2/\n'), 'a BAI2 file'],
  ['MT942', bytesOf(':20:X\n:25:50100123456789\n:34F:INRD0,\n:61:261124C5,NTRFX\n'), 'an MT942 report'],
  ['PostScript', bytesOf('%!PS-Adobe-3.0\n'), 'a PostScript file'],
  ['SQLite', latin1('SQLite format 3\0'), 'a database'],
])('%s is refused by its name', (_, bytes, name) => {
  const read = (): unknown => readBytes(bytes);
  expect(read).toThrow(
    expect.objectContaining({ code: 'invalid', message: expect.stringContaining(`This is ${name}`) }),
  );
  expect(read).toThrow('download the statement from your bank as Excel or CSV'.slice(1));
});

describe('a picture or a PDF', () => {
  test.each([
    ['PNG', '\x89PNG\r\n'],
    ['JPEG', '\xff\xd8\xff\xe0'],
    ['GIF', 'GIF89a'],
    ['WebP', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['BMP', 'BM\x36\0\x0c\0\0\0\0\0'],
    ['TIFF', 'II*\0'],
    ['TIFF of another order', 'MM\0*'],
    ['HEIC', '\0\0\0\x18ftypheic'],
    ['HEIC of several pictures', '\0\0\0\x24ftypmif1'],
    ['AVIF', '\0\0\0\x1cftypavif'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['SVG with its XML', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('%s', (_, head) => {
    expect(() => readBytes(latin1(head))).toThrow(/picture.*Excel or CSV/);
  });

  test.each(['%PDF-1.7\n', '\n%PDF-1.4', '\xef\xbb\xbf%PDF-2.0', '   \r\n%PDF-1.6'])('%j', (head) => {
    expect(() => readBytes(latin1(head))).toThrow(/This is a PDF.*Excel or CSV/);
  });
});

describe('a statement that only begins like another format', () => {
  const TABLE =
    'Date,Narration,Credit,Balance\n24/11/2026,UPI/633012345671/A,5.00,5.00\n25/11/2026,"{""x"": 1}",5.00,10.00\n';
  test.each([
    ['its bank', 'BM Bank'],
    ['its days', 'From: 01/11/2026 To: 30/11/2026'],
    ['an exclamation mark', '!Important: keep this file'],
    ['brackets', '[Statement of account]'],
    ['the name of a format', 'OFX and QIF downloads are on the next page'],
    ['a person', 'II Kumar'],
  ])('%s is read', (_, line) => {
    expect(readBytes(bytesOf(`${line}\n${TABLE}`))).toMatchObject({ problems: [], creditsPaise: 1000n });
  });
});

describe('a hostile file', () => {
  const MEGABYTE = 1024 * 1024;
  const line = (text: string): string => `24/11/2026,${text},5.00,5.00\n`;
  const HEADER = 'Date,Narration,Credit,Balance\n';
  test.each([
    ['spaces in a cell', HEADER + line(`A${' '.repeat(90_000)}B`).repeat(20)],
    ['an amount of spaces', `${HEADER}${`24/11/2026,A,5${' '.repeat(90_000)}x,5.00\n`.repeat(20)}`],
    ['a date of separators', `${HEADER}${`24/11/2026 ${'( '.repeat(40_000)},A,5.00,5.00\n`.repeat(20)}`],
    ['a header of one word', `${'WITHDRAWAL '.repeat(8_000)},x\n${HEADER}${line('A')}`],
    ['digits before the header', `${'Opening 1,'.repeat(9)}\n${'1'.repeat(90_000)}\n`.repeat(20) + HEADER + line('A')],
    [
      'spaces and digits before the header',
      `X${' '.repeat(45_000)}${'1'.repeat(45_000)}x\n`.repeat(20) + HEADER + line('A'),
    ],
    ['commas in every line', HEADER + line('a,'.repeat(20)).repeat(20_000)],
    ['two commas in every line', HEADER + line('a,b,c').repeat(30_000)],
    ['an open bracket', '['.repeat(MEGABYTE)],
    ['XML without an end', `<?xml version="1.0"?>${'<a '.repeat(MEGABYTE)}`],
    ['a head of a mail', `${'x: y\n'.repeat(200_000)}Content-Type: text/plain`],
    ['a movement', `:20:X\n:60F:C261124INR5,\n:61:261124C5,NTRF${'/'.repeat(5 * MEGABYTE)}x\n:62F:C261124INR10,\n`],
  ])(
    'with %s is read or refused in seconds',
    (_, text) => {
      const begun = process.cpuUsage();
      try {
        readBytes(bytesOf(text));
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid' });
      }
      const { user, system } = process.cpuUsage(begun);
      expect((user + system) / 1e6).toBeLessThan(20);
    },
    60_000,
  );
});

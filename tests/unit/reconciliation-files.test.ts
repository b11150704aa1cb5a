/** Files that are damaged, protected, foreign, too large or written in an unusual way. */
import { CFB, utils, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { makePlan, rupees } from '../support/statements/plan.ts';
import { bytesOf, readBytes } from '../support/statements/read.ts';
import { TEXT_LAYOUTS } from '../support/statements/text-layouts.ts';
import { WORKBOOK_LAYOUTS, workbookOf } from '../support/statements/workbook-layouts.ts';

const plan = makePlan({ seed: 11, rows: 25 });
const layoutBytes = (name: string): Uint8Array => {
  const bank = { ...TEXT_LAYOUTS, ...WORKBOOK_LAYOUTS }[name];
  if (!bank) throw new RangeError(`no layout ${name}`);
  return bank.make(plan);
};
const csvBytes = layoutBytes('Kotak');
const csvText = new TextDecoder().decode(csvBytes);
const planned = readBytes(csvBytes).rows;

function oleWith(stream: string): Uint8Array {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, `/${stream}`, Buffer.alloc(4096));
  return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer);
}

const archive = (files: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([name, it]) => [name, typeof it === 'string' ? strToU8(it) : it])),
  );

/** An archive that states a small size for a part that is large. */
function lyingArchive(): Uint8Array {
  const bytes = archive({
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': new Uint8Array(300 * 1024 * 1024),
  });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length - 4; at += 1) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50 && view.getUint32(at + 22, true) > 1e6) view.setUint32(at + 22, 1000, true);
    if (signature === 0x02014b50 && view.getUint32(at + 24, true) > 1e6) view.setUint32(at + 24, 1000, true);
  }
  return bytes;
}

describe('a file that is refused as a whole', () => {
  test.each([
    ['empty', new Uint8Array(), /is empty/],
    [
      'a workbook with a password',
      oleWith('EncryptedPackage'),
      /^This file has a password\. Open it, save it without a password, and upload it again\.$/,
    ],
    ['a PDF', bytesOf('%PDF-1.7\n'), /PDF.*Excel or CSV/],
    ['a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2]), /picture/],
    ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), /picture/],
    ['a Word document', archive({ 'word/document.xml': '<w/>' }), /Word document/],
    ['an old Word document', oleWith('WordDocument'), /Word document/],
    ['an archive', archive({ 'statement.csv': csvText }), /archive without a workbook/],
    ['an archive of another kind', new Uint8Array([0x1f, 0x8b, 8, 0]), /archive.*Unpack/],
    ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 1, 0, 0, 9, 9]), /not a bank statement/],
    ['text without a table', bytesOf('Dear customer,\nyour statement is attached.\n'), /No table of transactions/],
    [
      'HTML without a table',
      bytesOf('<!doctype html><html><body>Session expired</body></html>'),
      /No table of transactions/,
    ],
    ['a web page as a statement', bytesOf('<html><script>alert(1)</script></html>'), /No table of transactions/],
    [
      'a large part',
      archive({ 'xl/workbook.xml': '<w/>', 'xl/media/a.xml': new Uint8Array(101 * 1024 * 1024) }),
      /too large when it is unpacked/,
    ],
    ['a part that is larger than it states', lyingArchive(), /damaged/],
    ['a truncated workbook', layoutBytes('Axis Smart').slice(0, 3000), /damaged/],
    ['a truncated old workbook', layoutBytes('HDFC').slice(0, 3000), /damaged|No table/],
    ['a quotation mark that does not close', bytesOf(`${csvText}"1,2`), /quotation marks.*line \d+/],
    ['a line of 100,001 characters', bytesOf(`${csvText}a,${'x'.repeat(100_001)}\n`), /more than 1,00,000 characters/],
    ['65 columns', bytesOf(`${csvText.replace('Sl. No.', `Sl. No.${',x'.repeat(64)}`)}`), /at most 64 columns/],
    ['50,001 rows', bytesOf('a,b\n'.repeat(50_001)), /at most 50,000 rows/],
    [
      'a workbook of 50,001 rows',
      workbookOf(
        Array.from({ length: 50_001 }, () => ['a']),
        'xlsx',
      ),
      /at most 50,000 rows/,
    ],
  ])('%s', (_, bytes, message) => {
    expect(() => readBytes(bytes)).toThrow(message);
    expect(() => readBytes(bytes)).toThrow(expect.objectContaining({ code: 'invalid' }));
  });

  test('transactions on two sheets', () => {
    const book = utils.book_new();
    const lines = csvText.split('\r\n').map((line) => line.split(','));
    for (const name of ['October', 'November']) utils.book_append_sheet(book, utils.aoa_to_sheet(lines), name);
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }));
    expect(() => readBytes(bytes)).toThrow(/several sheets or tables \(October, November\)/);
  });

  test.each(['xlsx', 'biff8'] as const)('rows without a header on a second sheet, hidden or not: %s', (bookType) => {
    for (const isHidden of [false, true]) {
      const book = utils.book_new();
      const lines = csvText.split('\r\n').map((line) => line.split(','));
      utils.book_append_sheet(book, utils.aoa_to_sheet(lines), 'October');
      const more = [['24-Nov-2026', 'UPI-ASHA RAO-632112345678', '', '', '', '700.00', '1880.00']];
      utils.book_append_sheet(book, utils.aoa_to_sheet(more), 'More');
      if (isHidden) book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
      const bytes = new Uint8Array(write(book, { type: 'array', bookType }));
      expect(() => readBytes(bytes)).toThrow(/several sheets or tables \(October, More\)/);
    }
  });

  test('rows without a header in a second table of HTML', () => {
    const tableOf = (rows: readonly string[]): string =>
      `<table>${rows.map((row) => `<tr><td>${row.split(',').join('</td><td>')}</td></tr>`).join('')}</table>`;
    const [first, more] = [
      tableOf(csvText.split('\r\n')),
      tableOf(['24-Nov-2026,UPI-ASHA RAO-632112345678,,,,700.00']),
    ];
    expect(() => readBytes(bytesOf(`<html><body>${first}${more}</body></html>`))).toThrow(/several sheets or tables/);
  });

  test('a second sheet without transactions is no reason to refuse', () => {
    const book = utils.book_new();
    const lines = csvText.split('\r\n').map((line) => line.split(','));
    utils.book_append_sheet(book, utils.aoa_to_sheet(lines), 'October');
    const legend = [
      ['Printed on', '24-Nov-2026'],
      ['Statement date', '24-Nov-2026', 'Closing balance', '1,180.00'],
      ['From', '01-Nov-2026', 'To', '24-Nov-2026', 'Count', '2'],
      ['Abbreviations'],
      ['NEFT', 'National Electronic Funds Transfer', ''],
    ];
    utils.book_append_sheet(book, utils.aoa_to_sheet(legend), 'Legend');
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }));
    expect(() => readBytes(bytes)).not.toThrow();
  });
});

describe('the same rows are read from', () => {
  const utf16 = (text: string, isBigEndian = false): Uint8Array => {
    const bytes = Buffer.from(text, 'utf16le');
    return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
  };
  const html = `<html><head><meta charset="utf-8"><script>document.write('x')</script></head><body><table>${csvText
    .trim()
    .split('\r\n')
    .map(
      (line) =>
        `<tr>${line
          .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
          .map((cell) => `<td>${cell.replace(/"/g, '')}</td>`)
          .join('')}</tr>`,
    )
    .join('')}</table></body></html>`;
  test.each([
    ['UTF-8 with a mark', bytesOf(`\ufeff${csvText}`)],
    ['UTF-16, little-endian', utf16(`\ufeff${csvText}`)],
    ['UTF-16, big-endian', utf16(`\ufeff${csvText}`, true)],
    ['UTF-16 without a mark', utf16(csvText)],
    ['line feeds alone', bytesOf(csvText.replaceAll('\r\n', '\n'))],
    ['semicolons', bytesOf(csvText.replace(/,(?=(?:[^"\n]*"[^"\n]*")*[^"\n]*$)/gm, ';'))],
    ['HTML', bytesOf(html)],
  ])('%s', (_, bytes) => {
    const { rows, problems } = readBytes(bytes);
    expect(problems).toEqual([]);
    expect(rows.map(({ line, ...row }) => row)).toEqual(planned.map(({ line, ...row }) => row));
  });

  test('windows-1252', () => {
    const bytes = new Uint8Array(Buffer.from(csvText.replace('J DSOUZA', 'J D\u00b4SOUZA'), 'latin1'));
    expect(readBytes(bytes).problems).toEqual([]);
  });
});

const HEADER = ['Date', 'Narration', 'Reference No', 'Debit', 'Credit', 'Balance'];
type Line = (string | number | Date | { t: 'n'; v: number; z: string } | null)[];
function sheet(...lines: Line[]): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADER, ...lines]), 'S');
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }));
}

describe('cells of a workbook', () => {
  test('dates, serial numbers and times', () => {
    const { rows, problems } = readBytes(
      sheet(
        [{ t: 'n', v: 46_327, z: 'dd/mm/yyyy' }, 'A', null, null, 5, 5],
        [46_328, 'B', null, null, 5, 10],
        [{ t: 'n', v: 46_329.5, z: 'm/d/yy h:mm' }, 'C', null, null, 5, 15],
      ),
    );
    expect(problems).toEqual([]);
    expect(rows.map(({ date, time }) => [date, time])).toEqual([
      ['2026-11-01', null],
      ['2026-11-02', null],
      ['2026-11-03', '12:00:00'],
    ]);
  });

  test('an amount is its value, and not what a rounding format displays', () => {
    const { rows } = readBytes(
      sheet(
        ['1 Nov 2026', 'A', null, null, { t: 'n', v: 1234.56, z: '0' }, 1234.56],
        ['2 Nov 2026', 'B', null, null, 0.1 + 0.2, 1234.86],
      ),
    );
    expect(rows.map((row) => row.amountPaise)).toEqual([123_456n, 30n]);
  });

  test('a reference is what is displayed, also with leading zeros or 12 digits', () => {
    const { rows } = readBytes(
      sheet(
        ['1 Nov 2026', 'A', { t: 'n', v: 12_345_678_901, z: '000000000000' }, null, 5, 5],
        ['2 Nov 2026', 'B', 412_345_678_901, null, 5, 10],
      ),
    );
    expect(rows.map((row) => row.references.map((it) => it.reference))).toEqual([['012345678901'], ['412345678901']]);
  });

  test('a number of 16 digits has lost some', () => {
    const { problems } = readBytes(sheet(['1 Nov 2026', 'A', 4_123_456_789_012_345, null, 5, 5]));
    expect(problems).toEqual([{ line: 2, message: expect.stringContaining('has lost digits') }]);
    const text = `${HEADER.join(',')}\n1 Nov 2026,A,4.12346E+11,,5,5\n`;
    expect(readBytes(bytesOf(text)).problems).toEqual([
      { line: 2, message: expect.stringContaining('has lost digits') },
    ]);
  });

  test('dates of which Excel has swapped some are refused', () => {
    const { problems } = readBytes(
      sheet(['13/11/2026', 'A', null, null, 5, 5], [{ t: 'n', v: 46_327, z: 'dd/mm/yyyy' }, 'B', null, null, 5, 10]),
    );
    expect(problems[0]?.message).toMatch(/day and month may be swapped/);
  });

  test('formulas are not evaluated, and a text that looks like one stays text', () => {
    const { rows } = readBytes(
      sheet(['1 Nov 2026', '=HYPERLINK("http://x","y")', null, null, 5, 5], ['2 Nov 2026', 'B', null, null, 5, 10]),
    );
    expect(rows[0]?.narration).toBe('=HYPERLINK("http://x","y")');
  });
});

const table = (...lines: string[]): Uint8Array => bytesOf([HEADER.join(','), ...lines].join('\n'));

describe('a line that cannot be read is named', () => {
  test.each([
    ['an amount', '02/11/2026,B,,,5x,10', 'The amount "5x" cannot be read.'],
    ['a comma as decimal mark', '02/11/2026,B,,,"5,00",10', 'The amount "5,00" cannot be read.'],
    ['three decimals', '02/11/2026,B,,,5.001,10', 'The amount "5.001" cannot be read.'],
    ['a balance', '02/11/2026,B,,,5,1O', 'The amount "1O" cannot be read.'],
    ['a date', '32/11/2026,B,,,5,10', 'The date of this row does not exist.'],
    ['a word as a date', 'yesterday,B,,,5,10', 'The date "yesterday" cannot be read.'],
    ['a date without a year', '02/11/,B,,,5,10', 'The date "02/11/" cannot be read.'],
    ['no date', ',B,,,5,10', 'The date "" cannot be read.'],
    ['no amount', '02/11/2026,B,,,,10', 'This row has no amount.'],
    ['both sides', '02/11/2026,B,,5,5,10', 'This row has both a debit and a credit.'],
    ['a comma in the text', '02/11/2026,B, and C,,,6,10', 'This line has more columns than the header.'],
    ['an early end', '02/11/2026,B,,,5', 'This line ends before its last column.'],
    [
      'a wrong balance',
      '02/11/2026,B,,,5,11',
      'The balance should be ₹10.00 after this row, but the statement says ₹11.00.',
    ],
  ])('%s', (_, line, message) => {
    const { problems } = readBytes(table('01/11/2026,A,,,5,5', line, '13/11/2026,C,,,5,15'));
    expect(problems[0]).toEqual({ line: 3, message: expect.stringContaining(message) });
  });
});

test('the last line is named too when its date cannot be read', () => {
  const { problems } = readBytes(table('01/11/2026,A,,,5,5', '13/11/2026,B,,,5,10', 'later,C,,,5,15'));
  expect(problems).toEqual([{ line: 4, message: 'The date "later" cannot be read.' }]);
});

test('rows that are no transactions are skipped: rules, repeated headers, zero movements, totals', () => {
  const { rows, problems } = readBytes(
    table(
      '********,****,***,***,***,***',
      '01/11/2026,A,,,5,5',
      '',
      'Page 1 of 2,,,,,',
      HEADER.join(','),
      '02/11/2026,INFORMATION ONLY,,0.00,0.00,5',
      '13/11/2026,B,,,5,10',
      ',continued here,,,,',
      ',Total,,,10,',
      ',Closing Balance,,,,10',
    ),
  );
  expect(problems).toEqual([]);
  expect(rows.map(({ line, narration }) => [line, narration])).toEqual([
    [3, 'A'],
    [8, 'B continued here'],
  ]);
});

describe('who the statement is of', () => {
  const own = { accountNumber: '50100123454417', ifsc: 'HDFC0000123' };
  const withPreamble = (...lines: string[]): Uint8Array =>
    bytesOf([...lines, HEADER.join(','), '13/11/2026,A,,,5,5', '14/11/2026,B,,,5,10'].join('\n'));
  test.each([
    ['Account No :50100123454417   OTHER'],
    ['Account Number,XXXXXXXXXX4417'],
    ['A/c No.: 0050100123454417'],
    ['IFSC Code,HDFC0000123'],
    ['Account Branch : FORT'],
  ])('%s fits', (line) => {
    expect(readBytes(withPreamble(line), { account: own }).problems).toEqual([]);
  });
  test.each([
    ['Account No :50100123454418', /is of account 50100123454418/],
    ['Account Number,XXXXXXXXXX4418', /is of account XXXXXXXXXX4418/],
    ['RTGS/NEFT IFSC : HDFC0000999', /IFSC HDFC0000999/],
  ])('%s is refused', (line, message) => {
    const { problems } = readBytes(withPreamble('', line), { account: own });
    expect(problems).toEqual([{ line: 2, message: expect.stringMatching(message) }]);
  });
});

describe('without proof that the file is whole', () => {
  const noBalance = bytesOf('Date,Narration,Reference No,Debit,Credit\n13/11/2026,A,,,5\n14/11/2026,B,,3,\n');
  const credits = table('13/11/2026,A,,,5,5', '14/11/2026,B,,,5,7', '15/11/2026,C,,,5,12');

  test('the admin enters the total of the credits', () => {
    const known = { mapping: readBytes(noBalance).mapping };
    expect(readBytes(noBalance, known)).toMatchObject({ question: 'CREDIT_TOTAL', balanceCheck: 'NONE', problems: [] });
    const right = readBytes(noBalance, { ...known, filteredCreditPaise: 500n });
    expect(right).toMatchObject({ question: null, balanceCheck: 'FILTERED', problems: [] });
    const wrong = readBytes(noBalance, { ...known, filteredCreditPaise: 600n });
    expect(wrong.problems).toEqual([
      { line: 0, message: 'The credits of this file add up to ₹5.00, but you entered ₹6.00.' },
    ]);
  });

  test('an export of the credits alone is refused until it is marked as one', () => {
    const { problems, question } = readBytes(credits, { mapping: readBytes(credits).mapping });
    expect(problems).toEqual([{ line: 3, message: expect.stringContaining('export of the credits alone') }]);
    expect(question).toBe('CREDIT_TOTAL');
    const marked = readBytes(credits, { mapping: readBytes(credits).mapping, filteredCreditPaise: 1500n });
    expect(marked).toMatchObject({ question: null, balanceCheck: 'FILTERED', problems: [] });
  });

  test('one row with its balance proves nothing', () => {
    const one = table('13/11/2026,A,,,5,5');
    expect(readBytes(one, { mapping: readBytes(one).mapping }).question).toBe('CREDIT_TOTAL');
  });
});

describe('an unknown layout', () => {
  const foreign = bytesOf(
    'Umsatz,Buchungstext,Tag,Haben,Stand\n1,UPI/CR/412345678901/RAM/HDFC/a@b/X,13/11/2026,5.00,5.00\n2,NEFT,14/11/2026,5.00,10.00\n',
  );
  test('with known names of columns has a complete proposal', () => {
    const reading = readBytes(table('13/11/2026,A,412345678901,,5,5', '14/11/2026,B,,,5,10'));
    expect(reading).toMatchObject({ layout: '', question: 'MAPPING', isMappingCertain: false, problems: [] });
    expect(reading.rows).toHaveLength(2);
    expect(reading.mapping.columns).toEqual({ date: 0, narration: 1, reference: 2, debit: 3, credit: 4, balance: 5 });
  });

  test('without known names has a proposal from its cells, which an admin corrects', () => {
    const guessed = readBytes(foreign);
    expect(guessed).toMatchObject({
      layout: '',
      question: 'MAPPING',
      columns: ['Umsatz', 'Buchungstext', 'Tag', 'Haben', 'Stand'],
    });
    expect(guessed.mapping.columns).toMatchObject({ date: 2, narration: 1 });
    const mapping = {
      kind: 'STATEMENT' as const,
      headerLine: 1,
      columns: { date: 2, narration: 1, credit: 3, balance: 4 },
      dateOrder: null,
    };
    const read = readBytes(foreign, { mapping });
    expect(read).toMatchObject({ question: null, isMappingCertain: true, problems: [], creditsPaise: 1000n });
  });

  test('with day and month in doubt asks for their order', () => {
    const doubtful = table('01/11/2026,A,,,5,5', '02/11/2026,B,,,5,10', '03/11/2026,C,,,5,15');
    const { mapping } = readBytes(doubtful);
    expect(readBytes(doubtful, { mapping })).toMatchObject({ question: 'DATE_ORDER', mapping: { dateOrder: null } });
    const answered = readBytes(doubtful, { mapping: { ...mapping, dateOrder: 'MDY' } });
    expect(answered).toMatchObject({ question: null, period: { from: '2026-01-11', to: '2026-03-11' } });
  });

  test('with amounts of an unsaid side is refused', () => {
    const sideless = bytesOf('Date,Narration,Amount\n13/11/2026,A,5\n14/11/2026,B,5\n');
    expect(readBytes(sideless).problems).toEqual([
      { line: 0, message: expect.stringContaining('which amounts are credits') },
    ]);
  });
});

test('a day that is a few days after the period, and the day of printing, are no problem', () => {
  const bytes = bytesOf(
    `Statement From : 01/11/2026 To : 20/11/2026\n${HEADER.join(',')}\n13/11/2026,A,,,5,5\n21/11/2026,B,,,5,10\n22/11/2026,,,,,\n`,
  );
  expect(readBytes(bytes).problems).toEqual([]);
});

test('a day outside the period of the statement is refused', () => {
  const bytes = bytesOf(
    `Statement From : 01/11/2026 To : 20/11/2026\n${HEADER.join(',')}\n13/11/2026,A,,,5,5\n28/11/2026,B,,,5,10\n`,
  );
  expect(readBytes(bytes).problems).toEqual([{ line: 4, message: expect.stringContaining('outside the period') }]);
});

test('a summary that differs from the rows is refused', () => {
  const closing = rupees(plan.rows.at(-1)?.balancePaise ?? 0n);
  const bytes = bytesOf(`${csvText}Total Credits,${closing}\r\n`);
  expect(readBytes(bytes).problems).toEqual([{ line: 0, message: expect.stringContaining('total of credits') }]);
});

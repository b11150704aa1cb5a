import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { writeZip } from '@/lib/exports/formats/zip.ts';
import { cellText, exportFileName, inertText } from '@/lib/exports/rules.ts';

describe('text in a spreadsheet', () => {
  it.each([
    ['Asha Rao', 'Asha Rao'],
    ['O’Brien', 'O’Brien'],
    ['a=1', 'a=1'],
    ['0x12ab', '0x12ab'],
    ['12345678901', '12345678901'],
    ['=1+1', "'=1+1"],
    ['  =1+1', "'  =1+1"],
    ['+919876543210', "'+919876543210"],
    ['-1', "'-1"],
    ['@A1', "'@A1"],
    ['\t=1', "'\t=1"],
    ['＝1', "'＝1"],
    ["'quoted", "''quoted"],
    ['012345', "'012345"],
    ['123456789012', "'123456789012"],
    ['12E456', "'12E456"],
    ['', ''],
  ])('%j becomes %j', (text, cell) => expect(inertText(text)).toBe(cell));
});

describe('a cell', () => {
  const numeric = { head: 'Quantity', kind: 'quantity', width: 1, value: (it: string | null) => it } as const;
  it.each([
    ['4000', '4000'],
    ['0.25', '0.25'],
    [null, ''],
    ['', ''],
  ])('of a figure %j holds %j', (value, text) => expect(cellText(numeric, value)).toBe(text));
  it.each(['-1', '1e5', '=1', '1,000', ' 1'])('with a number rejects %j', (value) =>
    expect(() => cellText(numeric, value)).toThrow('Quantity must hold numbers'),
  );
});

it('a file is named after the token, the list and the day', () => {
  expect(exportFileName('COWL', 'purchases', '2026-11-21', 'csv')).toBe('COWL-purchases-2026-11-21.csv');
});

describe('an archive', () => {
  const bytesOf = async (chunks: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(chunks));
  it('reads back to its parts, each written in any number of chunks', async () => {
    async function* pieces() {
      for (let nth = 0; nth < 500; nth++) yield Buffer.from(`line ${nth}\n`);
    }
    const parts = [
      { name: 'a.xml', chunks: [Buffer.from('<a/>')] },
      { name: 'deep/ü.xml', chunks: pieces() },
      { name: 'empty', chunks: [] },
    ];
    const read = unzipSync(await bytesOf(writeZip(parts)));
    expect(Object.keys(read)).toEqual(['a.xml', 'deep/ü.xml', 'empty']);
    const texts = Object.values(read).map((bytes) => Buffer.from(bytes).toString());
    expect(texts[1]?.split('\n')).toHaveLength(501);
    expect([texts[0], texts[2]]).toEqual(['<a/>', '']);
  });
  it('fails and closes its source when the source fails', async () => {
    let closed = false;
    async function* broken() {
      try {
        yield Buffer.from('x');
        throw new Error('the database is away');
      } finally {
        closed = true;
      }
    }
    await expect(bytesOf(writeZip([{ name: 'a', chunks: broken() }]))).rejects.toThrow('the database is away');
    expect(closed).toBe(true);
  });
});

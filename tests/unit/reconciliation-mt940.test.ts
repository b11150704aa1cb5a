/** Statements as MT940 messages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mt940Of } from '../support/statements/mt940.ts';
import { makePlan, totalOf } from '../support/statements/plan.ts';
import { bytesOf, readBytes } from '../support/statements/read.ts';

const plan = makePlan({ seed: 5, rows: 40 });
const text = mt940Of(plan);
const read = (content: string) => readBytes(bytesOf(content), { account: plan });

describe('MT940', () => {
  test('every row is read with its day, side, amount and reference', () => {
    const reading = read(text);
    expect(reading.problems).toEqual([]);
    expect(reading).toMatchObject({
      layout: 'MT940',
      question: null,
      balanceCheck: 'TOTALS',
      accountNumber: plan.accountNumber,
      openingPaise: plan.openingPaise,
      creditsPaise: totalOf(plan, 'CREDIT'),
      debitsPaise: totalOf(plan, 'DEBIT'),
      closingPaise: plan.rows.at(-1)?.balancePaise,
    });
    expect(reading.rows.map((row) => [row.date, row.side, row.amountPaise, row.transactionId])).toEqual(
      plan.rows.map((row) => [row.date, row.side, row.paise, row.bankNumber]),
    );
    for (const [at, row] of reading.rows.entries()) {
      const planned = plan.rows[at]?.reference ?? '';
      if (planned !== '')
        expect(
          row.references.map((it) => it.reference),
          row.narration,
        ).toContain(planned);
    }
  });

  test('a file that ends anywhere is refused, or its rows are the first of the whole one', () => {
    const whole = read(text).rows;
    fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), (cut) => {
        const readings = (() => {
          try {
            return read(text.slice(0, cut));
          } catch {
            return null;
          }
        })();
        if (readings === null || readings.problems.length > 0) return;
        const { length } = readings.rows;
        expect(readings.rows.map((row) => row.amountPaise)).toEqual(
          whole.slice(0, length).map((row) => row.amountPaise),
        );
      }),
      { numRuns: 200 },
    );
  });

  const message = (...lines: string[]): string =>
    [':20:X', `:25:${plan.accountNumber}`, ':60F:C261101INR100,', ...lines].join('\n');
  test('an entry date has the year next to its value date; the reversal of a debit is a credit', () => {
    const { rows, problems } = read(
      message(
        ':61:2612310101C5,5NTRF412345678901',
        ':86:?20UPI/412345678901/RAM',
        ':61:2701021231RD0,50NMSCNONREF',
        ':86:SMS CHARGES',
        ':62F:C261231INR106,',
      ),
    );
    expect(problems).toEqual([]);
    expect(rows.map((row) => [row.date, row.valueDate, row.side, row.amountPaise, row.narration])).toEqual([
      ['2027-01-01', '2026-12-31', 'CREDIT', 550n, 'UPI/412345678901/RAM'],
      ['2026-12-31', '2027-01-02', 'CREDIT', 50n, 'REVERSAL SMS CHARGES'],
    ]);
    expect(rows[0]?.references).toContainEqual({ reference: '412345678901', source: 'REFERENCE' });
  });

  test.each([
    ['a movement', [':61:261117C5.00NTRFX', ':62F:C261131INR105,'], 4, 'This movement cannot be read.'],
    ['a day', [':61:261132C5,NTRFX', ':62F:C261131INR105,'], 4, 'This movement cannot be read.'],
    ['a wrong sum', [':61:261117C5,NTRFX', ':62F:C261131INR106,'], 5, 'The balance should be ₹105.00 here'],
    ['another currency', [':62F:C261131USD100,'], 4, 'This statement is in USD.'],
    ['no end', [':61:261117C5,NTRFX'], 4, 'ends before its closing balance'],
    ['a movement after the end', [':62F:C261131INR100,', ':61:261117C5,NTRFX'], 5, 'outside of a statement'],
  ])('%s that is wrong is named', (_, lines, line, what) => {
    expect(read(message(...lines)).problems).toContainEqual({ line, message: expect.stringContaining(what) });
  });

  test('a message that is missing between two is noticed', () => {
    const parts = text.split(/^-\r\n/m).filter(Boolean);
    expect(parts.length).toBeGreaterThan(2);
    expect(read([parts[0], ...parts.slice(2)].join('-\r\n')).problems[0]?.message).toMatch(/^The balance should be/);
  });

  test('another account is refused', () => {
    const { problems } = readBytes(bytesOf(text), { account: { accountNumber: '1', ifsc: plan.ifsc } });
    expect(problems[0]?.message).toMatch(/is of account/);
  });
});

describe('a movement as banks write it', () => {
  const message = (movement: string, closing: string): string =>
    [
      ':20:X',
      ':25:50100123456789',
      ':60F:C261124INR100,00',
      movement,
      ':86:UPI/633012345671/A',
      `:62F:C261124INR${closing}`,
    ].join('\n');

  test.each([
    ['a space after the mark', ':61:2611241124C 5,00NTRFX', 'CREDIT', '105,00'],
    ['two spaces after the mark', ':61:2611241124D  5,00NTRFX', 'DEBIT', '95,00'],
    ['four spaces as its entry date', ':61:261124    C5,00NTRFX', 'CREDIT', '105,00'],
    ['four spaces and a space after the mark', ':61:261124    D 5,00NMSCNONREF', 'DEBIT', '95,00'],
    ['the third letter of the currency', ':61:2611241124CR5,00NTRFX', 'CREDIT', '105,00'],
    ['that letter after a space', ':61:2611241124C R5,00NTRFX', 'CREDIT', '105,00'],
    ['that letter before a space', ':61:2611241124CR 5,00NTRFX', 'CREDIT', '105,00'],
    ['a space before its type', ':61:2611241124C5,00 NTRFX', 'CREDIT', '105,00'],
    ['the reversal of a credit, with a space', ':61:2611241124RC 5,00NTRFX', 'DEBIT', '95,00'],
    ['no paise', ':61:261124C5,NTRFX', 'CREDIT', '105,00'],
  ])('with %s', (_, movement, side, closing) => {
    const { rows, problems } = read(message(movement, closing));
    expect(problems.filter(({ line }) => line > 2)).toEqual([]);
    expect(rows).toMatchObject([{ date: '2026-11-24', valueDate: '2026-11-24', side, amountPaise: 500n }]);
  });

  test.each([
    ':61:2611241124C0,00NMSCNONREF',
    ':61:261124D0,NMSCNONREF',
    ':61:261124    C 0,0NMSCX',
    ':61:2611241124CR000,00NMSCX',
  ])('%s moves nothing and is left out, with its text', (movement) => {
    const { rows, problems } = readBytes(bytesOf(message(`:61:261124C5,00NTRF1\n:86:FIRST\n${movement}`, '105,00')));
    expect(problems).toEqual([]);
    expect(rows).toMatchObject([{ amountPaise: 500n, narration: 'FIRST' }]);
  });

  test.each([
    ':61:261124   C5,00NTRFX',
    ':61:2611241124X5,00NTRFX',
    ':61:2611241124C5 00NTRFX',
    ':61:2611241124C-5,00NTRFX',
    ':61:2611241124C5,001NTRFX',
  ])('%s is a problem of its line', (movement) => {
    const { problems } = readBytes(bytesOf(message(movement, '105,00')));
    expect(problems).toContainEqual({ line: 4, message: 'This movement cannot be read.' });
  });
});

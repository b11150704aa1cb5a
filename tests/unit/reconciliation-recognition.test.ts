/** Which rows of a statement are known from one of another layout, and what speaks for rows that are missing. */
import { read, utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { warningsOf } from '@/lib/reconciliation/drafts/completeness/rules.ts';
import { type ComparedRow, recognise } from '@/lib/reconciliation/drafts/recognition/rules.ts';
import { bankRow } from '../support/matching.ts';
import { makePlan } from '../support/statements/plan.ts';
import { readBytes } from '../support/statements/read.ts';
import { WORKBOOK_LAYOUTS, workbookOf } from '../support/statements/workbook-layouts.ts';

const row = (id: string, more: Partial<ComparedRow> = {}): ComparedRow => ({
  id,
  line: 1,
  date: '2026-11-18',
  valueDate: null,
  side: 'CREDIT',
  amountPaise: 118_000n,
  balancePaise: null,
  narration: `UPI/CR/632112345678/ASHA RAO ${id}`,
  numbers: ['632112345678'],
  ...more,
});
const outcome = (a: ComparedRow[], b: ComparedRow[]): { same: number; unclear: number } => {
  const { same, unclear } = recognise(a, b);
  return { same: same.size, unclear: unclear.length };
};
const KNOWN = { same: 1, unclear: 0 };
const UNCLEAR = { same: 0, unclear: 1 };
const NEW = { same: 0, unclear: 0 };
const other = '732112345679';

describe('a row of the same layout', () => {
  it.each<[string, Partial<ComparedRow>, Partial<ComparedRow>, object]>([
    ['whose text was cut is known by its number', { narration: 'UPI/CR/632112345678/ASH' }, {}, KNOWN],
    ['whose balance is equal too is known', { balancePaise: 7n }, { balancePaise: 7n }, KNOWN],
    ['with another balance is new', { balancePaise: 7n }, { balancePaise: 8n }, NEW],
    [
      'whose number was cut off is known by its balance',
      { numbers: [], narration: 'UPI/CR/', balancePaise: 7n },
      { balancePaise: 7n },
      KNOWN,
    ],
    [
      'whose number was cut is known by its balance',
      { numbers: ['632112345'], narration: 'UPI/CR/632112345', balancePaise: 7n },
      { balancePaise: 7n },
      KNOWN,
    ],
    [
      'with the balance and other words is new',
      { numbers: [], narration: 'CASH DEPOSIT', balancePaise: 7n },
      { balancePaise: 7n },
      NEW,
    ],
    ['with another number is new', { numbers: [other] }, {}, NEW],
    ['without a number is new', { numbers: [], narration: 'CASH DEPOSIT' }, { numbers: [] }, NEW],
    ['in the same words without a number is new', { numbers: [] }, { numbers: [] }, NEW],
    ['with a number of another form is new', { numbers: ['S12345678'] }, { numbers: ['S12345678'] }, NEW],
  ])('%s', (_, a, b, expected) =>
    expect(outcome([row('a', a)], [row('b', { ...b, hasSameLayout: true })])).toEqual(expected),
  );
});

describe('a row of another layout', () => {
  it.each<[string, Partial<ComparedRow>, Partial<ComparedRow>, object]>([
    ['with the number is known', {}, {}, KNOWN],
    ['with more numbers is known', { numbers: ['632112345678', 'S12345678'] }, {}, KNOWN],
    ['with another number is new', { numbers: [other] }, {}, NEW],
    ['with another amount is new', { amountPaise: 5n }, {}, NEW],
    ['of the other side is new', { side: 'DEBIT' }, {}, NEW],
    ['of another day is new', { date: '2026-11-19' }, {}, NEW],
    ['whose value day is the bank’s day is known', { date: '2026-11-19', valueDate: '2026-11-18' }, {}, KNOWN],
    ['whose balance is equal too is known', { balancePaise: 7n }, { balancePaise: 7n }, KNOWN],
    ['with another balance is unclear', { balancePaise: 7n }, { balancePaise: 8n }, UNCLEAR],
    [
      'with an account’s number in common and other numbers is unclear',
      { numbers: ['632112345678', '500000000001'] },
      { numbers: [other, '500000000001'] },
      UNCLEAR,
    ],
    [
      'without a number, in the same words, is known',
      { numbers: [], narration: 'CASH DEPOSIT BRANCH' },
      { numbers: [], narration: 'Cash-deposit  branch' },
      KNOWN,
    ],
    [
      'whose words are cut is known',
      { numbers: [], narration: 'SMS CHARGES FOR QTR 3' },
      { numbers: [], narration: 'SMS CHARGES FOR' },
      KNOWN,
    ],
    [
      'in other words is unclear',
      { numbers: [], narration: 'INT.PD 01-10 TO 31-10' },
      { numbers: [], narration: 'INTEREST CREDIT' },
      UNCLEAR,
    ],
    [
      'in short other words is unclear',
      { numbers: [], narration: 'INT' },
      { numbers: [], narration: 'INTEREST CREDIT' },
      UNCLEAR,
    ],
    ['without a number is unclear', { numbers: [], narration: 'BY CLEARING' }, {}, UNCLEAR],
    [
      'without a number, with an equal balance, is known',
      { numbers: [], narration: 'BY CLEARING', balancePaise: 7n },
      { balancePaise: 7n },
      KNOWN,
    ],
    [
      'in the same words, of another bank day, is unclear',
      { numbers: [], narration: 'CASH DEPOSIT BRANCH', valueDate: '2026-11-17' },
      { numbers: [], narration: 'CASH DEPOSIT BRANCH', date: '2026-11-17' },
      UNCLEAR,
    ],
    [
      'with a bank’s own number in common alone is unclear',
      { numbers: ['S12345678'] },
      { numbers: ['S12345678', other] },
      UNCLEAR,
    ],
  ])('%s', (_, a, b, expected) => {
    expect(outcome([row('a', a)], [row('b', b)])).toEqual(expected);
    expect(outcome([row('b', b)], [row('a', a)])).toEqual(expected);
  });

  it('counts equal rows of a day as often as the statement with more of them has', () => {
    const equal = (name: string, count: number) => Array.from({ length: count }, (_, nth) => row(`${name}${nth}`));
    expect(outcome(equal('a', 3), equal('b', 2))).toEqual({ same: 2, unclear: 0 });
    expect(outcome(equal('a', 2), equal('b', 3))).toEqual({ same: 2, unclear: 0 });
    const cash = (name: string, count: number) =>
      equal(name, count).map((it) => ({ ...it, numbers: [], narration: 'CASH DEPOSIT BRANCH' }));
    expect(outcome(cash('a', 3), cash('b', 2))).toEqual({ same: 2, unclear: 0 });
  });

  it('is paired with the row that has the most numbers in common', () => {
    const account = '500000000001';
    const [first, second] = ['632112345678', other];
    const { same } = recognise(
      [row('a', { numbers: [account, first] }), row('b', { numbers: [account, second] })],
      [row('x', { numbers: [account, second] }), row('y', { numbers: [account, first] })],
    );
    expect(Object.fromEntries(same)).toEqual({ a: 'y', b: 'x' });
  });

  it('is found among thousands of equal amounts in time', () => {
    const many = (name: string) =>
      Array.from({ length: 5_000 }, (_, nth) => row(`${name}${nth}`, { numbers: [String(600_000_000_000 + nth)] }));
    const startMs = performance.now();
    expect(outcome(many('a'), many('b'))).toEqual({ same: 5_000, unclear: 0 });
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });
});

describe('what speaks for missing rows', () => {
  const reading = {
    rows: [bankRow({ date: '2026-11-17' }), bankRow({ date: '2026-11-18', amountPaise: 59_000n })],
    period: { from: '2026-11-17', to: '2026-11-18' },
    openingPaise: 100n,
    closingPaise: 900n,
    isEndProven: true,
    problems: [],
  };
  const none = { before: null, after: null };
  const kinds = (more: Partial<typeof reading>, around: Parameters<typeof warningsOf>[1] = none): string[] =>
    warningsOf({ ...reading, ...more }, around).map((it) => it.kind);

  it('is nothing for a statement that states its end', () => expect(kinds({})).toEqual([]));
  it('is its open end, with its last line', () => {
    const [warning] = warningsOf({ ...reading, isEndProven: false }, none);
    expect(warning).toEqual({
      kind: 'OPEN_END',
      message:
        'This file does not say where it ends. Its last line is a credit of ₹590.00 on 18 Nov: nothing may follow it at your bank.',
    });
  });
  it('is a period that goes on after its newest row, or begins before its oldest in a file with the newest first', () => {
    const period = { from: '2026-11-11', to: '2026-11-20' };
    const [later] = warningsOf({ ...reading, isEndProven: false, period }, none);
    expect(later?.message).toContain('up to 20 Nov, but its newest row is of 18 Nov');
    const [earlier] = warningsOf({ ...reading, rows: reading.rows.toReversed(), isEndProven: false, period }, none);
    expect(earlier?.message).toContain('from 11 Nov, but its oldest row is of 17 Nov');
  });
  it.each([
    ['continues', [100n], [900n], []],
    ['continues one of several', [5n, 100n], [900n, 7n], []],
    ['leaves a gap before', [99n], [900n], ['GAP']],
    ['leaves a gap after', [100n], [901n], ['GAP']],
    ['leaves both', [99n], [901n], ['GAP', 'GAP']],
  ])('a statement that %s its neighbours', (_, before, after, expected) => {
    const around = { before: { day: '2026-11-12', balances: before }, after: { day: '2026-11-25', balances: after } };
    expect(kinds({}, around)).toEqual(expected);
  });
  it('is not asked of a file that is refused, or has no balances', () => {
    const around = { before: { day: '2026-11-12', balances: [5n] }, after: null };
    expect(warningsOf({ ...reading, problems: [{ line: 1, message: 'Wrong.' }] }, around)).toEqual([]);
    expect(warningsOf({ ...reading, openingPaise: null }, around)).toEqual([]);
  });
});

/** The lines of a workbook up to this one. */
function cutAfter(bytes: Uint8Array, line: number): Uint8Array {
  const [sheet] = Object.values(read(bytes).Sheets);
  const lines = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1, raw: false, defval: '', blankrows: true });
  return workbookOf(lines.slice(0, line), 'biff8');
}

describe('a file of a bank whose statements have an end', () => {
  const plan = makePlan({ seed: 5, rows: 12 });
  const credits = plan.rows.reduce((sum, it) => (it.side === 'CREDIT' ? sum + it.paise : sum), 0n);
  it.each(['HDFC', 'Axis corporate'])('%s is refused without it, until the total is entered', (name) => {
    const bytes = WORKBOOK_LAYOUTS[name]?.make(plan) ?? new Uint8Array();
    const whole = readBytes(bytes);
    expect([whole.isEndProven, whole.problems, whole.question]).toEqual([true, [], null]);
    const cut = cutAfter(bytes, Math.max(...whole.rows.map((it) => it.line)));
    const refused = readBytes(cut);
    expect(refused.problems).toMatchObject([{ message: expect.stringContaining('ends without the closing balance') }]);
    expect(refused.question).toBe('CREDIT_TOTAL');
    expect(readBytes(cut, { filteredCreditPaise: credits })).toMatchObject({ problems: [], question: null });
    expect(readBytes(cut, { filteredCreditPaise: credits + 1n }).problems).toHaveLength(1);
  });
});

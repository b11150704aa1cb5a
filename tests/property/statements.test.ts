/** Statements with generated rows, cuts, orders and cells: what is read is right, or it is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/core/errors.ts';
import { amountOfNumber, parseAmount } from '@/lib/reconciliation/statement/amounts.rules.ts';
import { dayOf, parseDateText } from '@/lib/reconciliation/statement/dates.rules.ts';
import { identityOf } from '@/lib/reconciliation/statement/identity.ts';
import type { StatementReading } from '@/lib/reconciliation/statement/reading/rules.ts';
import { narrationReferences } from '@/lib/reconciliation/statement/references.rules.ts';
import { dayAs, lakhs, makePlan, type Plan, rupees } from '../support/statements/plan.ts';
import { bytesOf, readBytes } from '../support/statements/read.ts';
import { type BankFile, TEXT_LAYOUTS } from '../support/statements/text-layouts.ts';
import { WORKBOOK_LAYOUTS } from '../support/statements/workbook-layouts.ts';

const paise = fc.bigInt({ min: 0n, max: 10n ** 13n });
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const plans = fc
  .record({ seed: fc.nat(), rows: fc.integer({ min: 2, max: 25 }) })
  .map((options): Plan => makePlan(options));
const layout = fc.constantFrom(...Object.values({ ...TEXT_LAYOUTS, ...WORKBOOK_LAYOUTS }));
const textLayout = fc.constantFrom(...Object.values(TEXT_LAYOUTS));

const figures = ({ rows }: StatementReading): string[] =>
  rows.map((row) => [row.date, row.side, row.amountPaise, row.balancePaise, row.narration].join('|'));
const isRefused = ({ problems, question }: StatementReading): boolean => problems.length > 0 || question !== null;

/** Null for a file that is refused as a whole. */
function readOrRefuse(bytes: Uint8Array): StatementReading | null {
  try {
    return readBytes(bytes);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid') return null;
    throw error;
  }
}

describe('an amount', () => {
  it('is read from every way of writing it', () =>
    fc.assert(
      fc.property(
        paise,
        fc.constantFrom(rupees, lakhs),
        fc.constantFrom('', '₹', 'INR ', 'Rs. '),
        (value, write, mark) => {
          expect(parseAmount(`${mark}${write(value)}`)).toEqual({ paise: value, side: null });
          expect(parseAmount(`${mark}${write(value)} Dr.`)).toEqual({ paise: value, side: 'DEBIT' });
        },
      ),
    ));
  it('is read from every numeric cell', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }), (value) => {
        expect(amountOfNumber(Number(rupees(value)))).toBe(value);
      }),
    ));
  it('of other text is never one', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!/\d/.test(text)) expect(parseAmount(text)).toBeNull();
      }),
    ));
});

describe('a date', () => {
  const PATTERNS = ['dd/mm/yyyy', 'd/mm/yy', 'dd-mm-yyyy', 'dd.mm.yyyy', 'd MMM yyyy', 'dd-MMM-yy', 'yyyy-mm-dd'];
  it('is read from every way of writing it', () =>
    fc.assert(
      fc.property(day, fc.constantFrom(...PATTERNS), (date, pattern) => {
        const read = parseDateText(dayAs(pattern, date));
        expect(read && dayOf(read, 'DMY')).toBe(date);
      }),
    ));
  it('of other text is a day of the calendar or refused', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9/. -]{0,12}$/), fc.constantFrom('DMY', 'MDY'), (text, order) => {
        const read = parseDateText(text);
        const date = read && dayOf(read, order);
        if (date !== null) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
      }),
    ));
});

it('a reference is a whole token of its narration', () =>
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[1-9]\d{11}$/), fc.string(), (before, rrn, after) => {
      expect(narrationReferences(`${before.replaceAll('@', '')}/${rrn}/${after}`)).toContain(rrn);
      expect(narrationReferences(`/9${rrn}/`)).toEqual([]);
    }),
  ));

describe('identities', () => {
  it('of overlapping statements are the same for the same rows, in any order', () =>
    fc.assert(
      fc.property(plans, fc.nat(), (plan, at) => {
        const bank = TEXT_LAYOUTS['HDFC delimited'] as BankFile;
        const { rows } = readBytes(bank.make(plan));
        const all = identityOf(rows, 'account');
        expect(new Set(all).size).toBe(rows.length);
        const from = at % rows.length;
        expect(identityOf(rows.slice(from).toReversed(), 'account').toReversed()).toEqual(all.slice(from));
      }),
      { numRuns: 50 },
    ));
});

describe('every layout', () => {
  it('is read to the paisa, whatever its rows', () =>
    fc.assert(
      fc.property(plans, layout, (plan, bank) => {
        const reading = readBytes(bank.make(plan));
        expect(reading.problems).toEqual([]);
        const rows = bank.isNewestFirst ? reading.rows.toReversed() : reading.rows;
        expect(rows.map((row) => [row.date, row.side, row.amountPaise])).toEqual(
          plan.rows.map((row) => [row.date, row.side, row.paise]),
        );
      }),
      { numRuns: 60 },
    ));
  it('that is shuffled is refused', () =>
    fc.assert(
      fc.property(plans, layout, fc.infiniteStream(fc.nat()), (plan, bank, order) => {
        const rows = plan.rows
          .map((row) => [order.next().value, row] as const)
          .sort(([a], [b]) => a - b)
          .map(([, row]) => row);
        const isMoved =
          rows.some((row, at) => row !== plan.rows[at]) && rows.some((row, at) => row !== plan.rows.at(-1 - at));
        fc.pre(isMoved && bank.hasBalances !== false);
        expect(readBytes(bank.make({ ...plan, rows })).problems).not.toEqual([]);
      }),
      { numRuns: 60 },
    ));
  it('with a row that is missing, doubled or changed is refused', () =>
    fc.assert(
      fc.property(
        plans,
        layout,
        fc.nat(),
        fc.constantFrom('missing', 'double', 'changed'),
        (plan, bank, pick, fault) => {
          // Without its first or last row a statement is a shorter one, unless it states its balances.
          const at = 1 + (pick % Math.max(1, plan.rows.length - 2));
          fc.pre(plan.rows.length > 2);
          const rows = plan.rows.flatMap((row, index) => {
            if (index !== at) return [row];
            return fault === 'missing' ? [] : fault === 'double' ? [row, row] : [{ ...row, paise: row.paise + 1n }];
          });
          // The balances that the file states are those of the whole plan.
          const last = rows.at(-1);
          fc.pre(last !== undefined);
          expect(readBytes(bank.make({ ...plan, rows })).problems).not.toEqual([]);
        },
      ),
      { numRuns: 60 },
    ));
});

it('a file that ends anywhere is refused, or its rows are the first of the whole one', () =>
  fc.assert(
    fc.property(plans, textLayout, fc.nat(), (plan, bank, cut) => {
      const bytes = bank.make(plan);
      const whole = figures(readBytes(bytes));
      const reading = readOrRefuse(bytes.slice(0, cut % bytes.length));
      if (reading === null || isRefused(reading)) return;
      expect(whole.slice(0, reading.rows.length)).toEqual(figures(reading));
    }),
    { numRuns: 300 },
  ));

it('any bytes are read or refused, and never fail', () =>
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'grapheme' }).map(bytesOf)), (bytes) => {
      readOrRefuse(bytes);
    }),
  ));

it('a workbook with changed bytes is read, refused or unchanged', () =>
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom('HDFC', 'Axis Smart'), (at, byte, name) => {
      const bank = WORKBOOK_LAYOUTS[name] as BankFile;
      const bytes = bank.make(makePlan({ seed: 5, rows: 5 }));
      bytes[at % bytes.length] = byte;
      readOrRefuse(bytes);
    }),
    // The same bytes each time: what a library does with a damaged file must not decide about a test run.
    { numRuns: 100, seed: 940 },
  ));

/** Rows of two statements of one account in different layouts: none is lost, none counts twice silently, none becomes another. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComparedRow, recognise } from '@/lib/reconciliation/drafts/recognition/rules.ts';
import { draftRowOf } from '@/lib/reconciliation/drafts/rules.ts';
import { mt940Of } from '../support/statements/mt940.ts';
import { makePlan, type Plan } from '../support/statements/plan.ts';
import { bytesOf, readBytes } from '../support/statements/read.ts';
import { TEXT_LAYOUTS } from '../support/statements/text-layouts.ts';
import { WORKBOOK_LAYOUTS } from '../support/statements/workbook-layouts.ts';

const WRITERS: readonly ((plan: Plan) => Uint8Array)[] = [
  (plan) => bytesOf(mt940Of(plan)),
  ...Object.values({ ...TEXT_LAYOUTS, ...WORKBOOK_LAYOUTS }).map((layout) => layout.make),
];
const AMOUNTS = [118_000n, 59_000n];

/** Few amounts on few days, so that many rows could be one another. */
function crowded(plan: Plan): Plan {
  let balancePaise = plan.openingPaise;
  const rows = plan.rows.map((row, nth) => {
    const paise = AMOUNTS[nth % 3 === 0 ? 1 : 0] ?? row.paise;
    balancePaise += row.side === 'CREDIT' ? paise : -paise;
    return { ...row, paise, balancePaise, date: `${plan.from.slice(0, 8)}${nth % 2 === 0 ? '03' : '04'}` };
  });
  const sorted = rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  let running = plan.openingPaise;
  return {
    ...plan,
    rows: sorted.map((row) => {
      running += row.side === 'CREDIT' ? row.paise : -row.paise;
      return { ...row, balancePaise: running };
    }),
  };
}

const rowsOf = (bytes: Uint8Array, name: string): ComparedRow[] =>
  readBytes(bytes, { filteredCreditPaise: undefined }).rows.map((row, nth) => ({
    ...row,
    id: `${name}${nth}`,
    numbers: [...new Set(draftRowOf(row, '').payment_numbers.flatMap((number) => number ?? []))],
  }));

const plans = fc.record({ seed: fc.nat(), rows: fc.integer({ min: 2, max: 24 }) }).map((of) => crowded(makePlan(of)));
const writers = fc.tuple(fc.nat(WRITERS.length - 1), fc.nat(WRITERS.length - 1)).filter(([a, b]) => a !== b);

describe('a statement of another layout', () => {
  it('has each row of the first one again, or asks, and never takes one payment for another', () =>
    fc.assert(
      fc.property(plans, writers, fc.nat(), (plan, [a = 0, b = 0], cut) => {
        const until = 1 + (cut % plan.rows.length);
        const known = rowsOf(WRITERS[a]?.({ ...plan, rows: plan.rows.slice(0, until) }) ?? new Uint8Array(), 'k');
        const rows = rowsOf(WRITERS[b]?.(plan) ?? new Uint8Array(), 'd');
        const { same, unclear } = recognise(rows, known);
        const byId = new Map([...rows, ...known].map((row) => [row.id, row]));
        const references = plan.rows.map((row) => row.reference).filter(Boolean);
        const referenceOf = (id: string): string | undefined =>
          references.find((reference) => byId.get(id)?.numbers.includes(reference));
        for (const [rowId, knownId] of same) {
          const pair = [referenceOf(rowId), referenceOf(knownId)];
          if (pair[0] !== undefined && pair[1] !== undefined) expect(pair[0]).toBe(pair[1]);
        }
        expect(new Set(same.values()).size).toBe(same.size);
        expect(same.size + unclear.length).toBe(known.length);
      }),
      { numRuns: 400 },
    ));
});

/** Every known layout is read from made-up statements with the traps of its bank. */
import { describe, expect, test } from 'vitest';
import { makePlan, type Plan, totalOf } from '../support/statements/plan.ts';
import { readBytes } from '../support/statements/read.ts';
import { TEXT_LAYOUTS } from '../support/statements/text-layouts.ts';
import { WORKBOOK_LAYOUTS } from '../support/statements/workbook-layouts.ts';

const LAYOUTS = { ...TEXT_LAYOUTS, ...WORKBOOK_LAYOUTS };
const accountOf = ({ accountNumber, ifsc }: Plan) => ({ accountNumber, ifsc });

describe.each(Object.entries(LAYOUTS))('%s', (_, bank) => {
  test('every row is read with its day, side, amount, balance and reference', () => {
    const plan = makePlan({ seed: 7, rows: 60 });
    const reading = readBytes(bank.make(plan), { account: accountOf(plan) });
    expect(reading.problems).toEqual([]);
    expect(reading).toMatchObject({
      layout: bank.layout,
      question: null,
      isMappingCertain: true,
      openingPaise: plan.openingPaise,
      creditsPaise: totalOf(plan, 'CREDIT'),
      debitsPaise: totalOf(plan, 'DEBIT'),
      closingPaise: plan.rows.at(-1)?.balancePaise,
      balanceCheck: bank.hasBalances === false ? 'TOTALS' : 'RUNS',
    });
    const rows = bank.isNewestFirst ? reading.rows.toReversed() : reading.rows;
    expect(
      rows.map(({ date, side, amountPaise, balancePaise }) => ({ date, side, amountPaise, balancePaise })),
    ).toEqual(
      plan.rows.map(({ date, side, paise, balancePaise }) => ({
        date,
        side,
        amountPaise: paise,
        balancePaise: bank.hasBalances === false ? null : balancePaise,
      })),
    );
    for (const [at, row] of rows.entries()) {
      const references = row.references.map(({ reference }) => reference);
      const planned = plan.rows[at]?.reference ?? '';
      if (planned !== '') expect(references, row.narration).toContain(planned);
      // Phone numbers in UPI addresses and bank codes are no references.
      expect(references.filter((reference) => /^(?:91)?[6-9]\d{9}$|^[A-Z]{4}0[A-Z0-9]{6}$/.test(reference))).toEqual(
        [],
      );
    }
  });

  test('one row alone, and none', () => {
    const one = makePlan({ seed: 3, rows: 1 });
    const reading = readBytes(bank.make(one));
    expect(reading.rows).toHaveLength(1);
    const none = readBytes(bank.make(makePlan({ seed: 3, rows: 0 })));
    expect(none.problems).toEqual([{ line: 0, message: 'This statement has no transactions.' }]);
  });
});

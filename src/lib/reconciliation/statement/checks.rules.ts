/** Whether the rows of a statement add up. A statement that fails is refused as a whole. */
import { formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import type { Side } from '../rules.ts';
import type { BALANCE_CHECKS } from './contract.ts';
import type { LineProblem } from './sheet.rules.ts';
import type { Summary } from './summary.rules.ts';

export interface Movement {
  readonly line: number;
  readonly side: Side;
  readonly amountPaise: Paise;
  readonly balancePaise: Paise | null;
}

export interface Checked {
  readonly openingPaise: Paise | null;
  readonly closingPaise: Paise | null;
  readonly creditsPaise: Paise;
  readonly debitsPaise: Paise;
  readonly balanceCheck: (typeof BALANCE_CHECKS)[number];
  readonly problems: readonly LineProblem[];
  /** The file cannot prove that it is whole: the admin has to enter the bank's total of credits. */
  readonly needsCreditTotal: boolean;
}

const rupees = formatRupeesOfPaise;
const signedPaise = ({ side, amountPaise }: Movement): Paise => (side === 'CREDIT' ? amountPaise : -amountPaise);
const sumOf = (rows: readonly Movement[], side: Side): Paise =>
  rows.reduce((sum, row) => (row.side === side ? sum + row.amountPaise : sum), 0n);

interface Chain {
  /** The rows whose balance is not the one before them and their movement. */
  readonly breaks: readonly LineProblem[];
  readonly openingPaise: Paise | null;
  readonly closingPaise: Paise | null;
}

/** Follows the balances from the oldest row to the newest. Rows without a balance only move it. */
function follow(rows: readonly Movement[], statedOpening: Paise | null): Chain {
  const breaks: LineProblem[] = [];
  let movedPaise = 0n;
  let running = statedOpening;
  let openingPaise = statedOpening;
  for (const row of rows) {
    movedPaise += signedPaise(row);
    if (row.balancePaise === null) continue;
    if (running === null) openingPaise = row.balancePaise - movedPaise;
    else if (running + movedPaise !== row.balancePaise) {
      const message = `The balance should be ${rupees(running + movedPaise)} after this row, but the statement says ${rupees(row.balancePaise)}. A row is missing, changed or out of order.`;
      breaks.push({ line: row.line, message });
    }
    running = row.balancePaise;
    movedPaise = 0n;
  }
  return { breaks, openingPaise, closingPaise: running === null ? null : running + movedPaise };
}

/** Only debits are missing: the file has no debit, and each balance is at most the one before it and the credit. */
function looksFiltered(oldestFirst: readonly Movement[]): boolean {
  if (oldestFirst.some((row) => row.side === 'DEBIT' || row.balancePaise === null)) return false;
  return oldestFirst.every((row, at) => {
    const before = oldestFirst[at - 1]?.balancePaise;
    return before === undefined || before === null || (row.balancePaise ?? 0n) <= before + row.amountPaise;
  });
}

/** Figures that the file states next to its table, against those of the rows. */
function compareTotals(
  rows: readonly Movement[],
  stated: Summary,
  chain: { readonly openingPaise: Paise | null; readonly closingPaise: Paise | null },
): LineProblem[] {
  // Ledgers count what is brought forward among the credits, and what is carried forward among the debits.
  const withBalance = (bank: Paise | null, counted: Paise, balance: Paise | null): Paise =>
    balance !== null && bank === counted + balance ? bank : counted;
  const [credits, debits] = [sumOf(rows, 'CREDIT'), sumOf(rows, 'DEBIT')];
  const pairs: readonly (readonly [string, Paise | null, Paise | null])[] = [
    ['total of credits', stated.creditsPaise, withBalance(stated.creditsPaise, credits, chain.openingPaise)],
    ['total of debits', stated.debitsPaise, withBalance(stated.debitsPaise, debits, chain.closingPaise)],
    ['opening balance', stated.openingPaise, chain.openingPaise],
    ['closing balance', stated.closingPaise, chain.closingPaise],
  ];
  const problems = pairs.flatMap(([what, bank, counted]) =>
    bank === null || counted === null || bank === counted
      ? []
      : [
          {
            line: 0,
            message: `The statement says that the ${what} is ${rupees(bank)}, but its rows come to ${rupees(counted)}.`,
          },
        ],
  );
  const counts = [
    ['credits', stated.creditCount, rows.filter((row) => row.side === 'CREDIT').length] as const,
    ['debits', stated.debitCount, rows.filter((row) => row.side === 'DEBIT').length] as const,
  ];
  for (const [what, bank, counted] of counts)
    if (bank !== null && bank !== BigInt(counted))
      problems.push({ line: 0, message: `The statement says that it has ${bank} ${what}, but it has ${counted}.` });
  return problems;
}

function compareEntered(creditsPaise: Paise, enteredPaise: Paise): LineProblem[] {
  if (creditsPaise === enteredPaise) return [];
  const message = `The credits of this file add up to ${rupees(creditsPaise)}, but you entered ${rupees(enteredPaise)}.`;
  return [{ line: 0, message }];
}

const FILTERED =
  'The balances show that rows are missing between these credits. It looks like an export of the credits alone. Upload the whole statement, or mark it as a filtered export and enter the total of the credits.';

type Sums = Pick<Checked, 'openingPaise' | 'closingPaise' | 'creditsPaise' | 'debitsPaise'>;

/**
 * @param rows in file order, which may be the newest first
 * @param enteredCreditPaise what an admin entered as the bank's total of credits
 */
export function checkBalances(
  rows: readonly Movement[],
  stated: Summary,
  enteredCreditPaise: Paise | undefined,
): Checked {
  const reversed = rows.toReversed();
  const [forward, backward] = [follow(rows, stated.openingPaise), follow(reversed, stated.openingPaise)];
  const isReversed = backward.breaks.length < forward.breaks.length;
  const chain = isReversed ? backward : forward;
  const sums: Sums = {
    openingPaise: chain.openingPaise,
    closingPaise: chain.closingPaise,
    creditsPaise: sumOf(rows, 'CREDIT'),
    debitsPaise: sumOf(rows, 'DEBIT'),
  };
  const entered = enteredCreditPaise === undefined ? [] : compareEntered(sums.creditsPaise, enteredCreditPaise);
  if (rows.every((row) => row.balancePaise === null))
    return checkTotals(rows, stated, sums, entered, enteredCreditPaise);
  if (chain.breaks.length === 0) {
    // One row alone proves nothing about itself.
    const isProven = rows.length > 1 || stated.openingPaise !== null || stated.closingPaise !== null;
    if (!isProven) return byEnteredTotal(sums, entered, enteredCreditPaise);
    const ends = [rows[0], rows.at(-1)].filter((row) => row?.balancePaise === null);
    const missing = ends.map((row) => ({ line: row?.line ?? 0, message: 'This row has no balance.' }));
    const problems = [...missing, ...compareTotals(rows, stated, chain), ...entered];
    return { ...sums, balanceCheck: 'RUNS', problems, needsCreditTotal: false };
  }
  // With gaps everywhere both directions break as often: then only an admin can say that it is a filtered export.
  const mayBeFiltered =
    enteredCreditPaise === undefined
      ? looksFiltered(isReversed ? reversed : rows)
      : looksFiltered(rows) || looksFiltered(reversed);
  if (!mayBeFiltered) return { ...sums, balanceCheck: 'NONE', problems: chain.breaks, needsCreditTotal: false };
  const gaps = { ...sums, openingPaise: null, closingPaise: null };
  const refusal = { line: chain.breaks[0]?.line ?? 0, message: FILTERED };
  const filtered = byEnteredTotal(gaps, entered, enteredCreditPaise);
  return filtered.needsCreditTotal ? { ...filtered, problems: [refusal] } : filtered;
}

/** Without balances in the rows, the opening and closing balance or the totals that the file states decide. */
function checkTotals(
  rows: readonly Movement[],
  stated: Summary,
  sums: Sums,
  entered: readonly LineProblem[],
  enteredCreditPaise: Paise | undefined,
): Checked {
  const { openingPaise, closingPaise, creditsPaise, debitsPaise } = stated;
  const isProven = (openingPaise !== null && closingPaise !== null) || (creditsPaise !== null && debitsPaise !== null);
  if (!isProven) return byEnteredTotal({ ...sums, openingPaise, closingPaise }, entered, enteredCreditPaise);
  const computed = openingPaise === null ? null : openingPaise + sums.creditsPaise - sums.debitsPaise;
  const problems = [...compareTotals(rows, stated, { openingPaise, closingPaise: computed }), ...entered];
  return { ...sums, openingPaise, closingPaise, balanceCheck: 'TOTALS', problems, needsCreditTotal: false };
}

function byEnteredTotal(sums: Sums, problems: readonly LineProblem[], enteredCreditPaise: Paise | undefined): Checked {
  const isEntered = enteredCreditPaise !== undefined;
  return { ...sums, balanceCheck: isEntered ? 'FILTERED' : 'NONE', problems, needsCreditTotal: !isEntered };
}

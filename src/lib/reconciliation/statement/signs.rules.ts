/** What a minus in a column of amounts means: a convention of the file, or a reversal that the running balance proves. */
import type { Paise } from '../../core/money.ts';
import type { Side } from '../rules.ts';
import type { TableRow } from './cells.rules.ts';
import { proveLines } from './chain.rules.ts';
import { SIGN_AGAINST_SIDE, wrongSide } from './movements.rules.ts';
import type { LineProblem } from './sheet.rules.ts';

interface Resolved {
  readonly rows: TableRow[];
  readonly problems: readonly LineProblem[];
}

const NO_PROOF =
  'No balance proves on which side it belongs. Download the statement with its balances, or move the amount to the column of the other side without the minus.';

const problemOf = ({ line, amountPaise }: TableRow, advice = ''): LineProblem => ({
  line,
  message: [wrongSide(-amountPaise), advice].filter(Boolean).join(' '),
});

const withSide = (rows: readonly TableRow[], from: Side, side: Side): TableRow[] =>
  rows.map((row) => (row.isNegative && row.side === from ? { ...row, side } : row));

/** A column of deposits: wholly negative it is a convention, else each negative one is a debit if the balance proves it. */
function resolveDeposits(rows: readonly TableRow[], openingPaise: Paise | null): Resolved {
  const negative = rows.filter((row) => row.isNegative && row.side === 'CREDIT');
  if (negative.length === 0) return { rows: [...rows], problems: [] };
  const isWhole = rows.every((row) => row.side === 'DEBIT' || row.isNegative);
  const flipped = withSide(rows, 'CREDIT', 'DEBIT');
  const [asCredits, asDebits] = [proveLines(rows, openingPaise), proveLines(flipped, openingPaise)];
  const areProvenDebits = asDebits.broken.size < asCredits.broken.size || !isWhole || negative.length === 1;
  const isCreditProven = isWhole && negative.every(({ line }) => asCredits.proven.has(line));
  const isConvention = isWhole && negative.length > 1 && asCredits.broken.size <= asDebits.broken.size;
  if (isConvention || (isCreditProven && !negative.some(({ line }) => asDebits.proven.has(line))))
    return { rows: [...rows], problems: [] };
  const unproven = areProvenDebits ? negative.filter(({ line }) => !asDebits.proven.has(line)) : negative;
  const lines = new Set(unproven.map(({ line }) => line));
  return {
    rows: flipped.filter(({ line }) => !lines.has(line)),
    problems: unproven.map((row) => problemOf(row, NO_PROOF)),
  };
}

/** The same of withdrawals: a negative one among others is a credit if the balance proves it. */
function resolveWithdrawals(rows: readonly TableRow[], openingPaise: Paise | null): Resolved {
  // A row that was a negative deposit is no longer one.
  const own = rows.filter((row) => row.side === 'DEBIT');
  const negative = own.filter((row) => row.isNegative);
  if (negative.length === 0) return { rows: [...rows], problems: [] };
  const asCredits = withSide(rows, 'DEBIT', 'CREDIT');
  const [asIs, flipped] = [proveLines(rows, openingPaise), proveLines(asCredits, openingPaise)];
  const isDisproven = asIs.broken.size > flipped.broken.size || own.some((row) => !row.isNegative);
  if (!isDisproven) return { rows: [...rows], problems: [] };
  const unproven = negative.filter(({ line }) => !flipped.proven.has(line));
  const lines = new Set(unproven.map(({ line }) => line));
  return {
    rows: rows.flatMap((row): TableRow[] => {
      if (!row.isNegative || row.side !== 'DEBIT') return [row];
      return lines.has(row.line) ? [] : [{ ...row, side: 'CREDIT', isNegative: false }];
    }),
    problems: unproven.map((row) => problemOf(row, NO_PROOF)),
  };
}

/**
 * The rows with the sides that their signs mean. What a sign means and no balance proves is a problem of its line.
 * @param rows in file order
 * @param isOneColumn the amounts of both sides are in one column, whose side another column or the sign says
 */
export function resolveSigns(rows: readonly TableRow[], openingPaise: Paise | null, isOneColumn: boolean): Resolved {
  if (isOneColumn) {
    const against = rows.filter((row) => row.isNegative && row.side === 'CREDIT');
    if (against.length === 0 || rows.every((row) => row.isNegative)) return { rows: [...rows], problems: [] };
    return {
      rows: rows.filter((row) => !against.includes(row)),
      problems: against.map(({ line }) => ({ line, message: SIGN_AGAINST_SIDE })),
    };
  }
  const debits = resolveWithdrawals(rows, openingPaise);
  const deposits = resolveDeposits(debits.rows, openingPaise);
  return { rows: deposits.rows, problems: [...debits.problems, ...deposits.problems] };
}

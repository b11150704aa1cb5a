/** What a row of a statement moves: the side and the amount, and the balance after it. */
import { formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import type { Side } from '../rules.ts';
import { parseSide } from './amounts.rules.ts';
import { amountAt, type Context, shown, textAt, Unreadable } from './cells.rules.ts';
import type { SheetRow } from './sheet.rules.ts';

interface Movement {
  readonly side: Side;
  readonly paise: Paise;
  readonly isNegative: boolean;
}

export const wrongSide = (paise: Paise): string =>
  `The amount ${formatRupeesOfPaise(paise)} is on the wrong side of the account.`;
const NO_DEBIT =
  'This row has no amount in the columns that are chosen. If the file has a column of withdrawals, choose it.';
export const SIGN_AGAINST_SIDE = 'The sign of the amount contradicts its side.';

/** Null for a row that moves nothing: both sides are 0. @throws Unreadable */
export function movementOf(context: Context, row: SheetRow): Movement | null {
  if (context.columns.amount !== undefined) return movementBySide(context, row);
  const debit = amountAt(context, row, 'debit');
  const credit = amountAt(context, row, 'credit');
  if (debit === null && credit === null) throw new Unreadable('This row has no amount.');
  for (const [amount, side] of [[debit, 'DEBIT'] as const, [credit, 'CREDIT'] as const])
    if (amount && (amount.side ?? side) !== side) throw new Unreadable(wrongSide(amount.paise));
  const [out, in_] = [debit?.paise ?? 0n, credit?.paise ?? 0n];
  if (out !== 0n && in_ !== 0n) throw new Unreadable('This row has both a debit and a credit.');
  // Without a column of withdrawals a row of 0 can be one: it is not left out unless an admin says which figures are no money.
  if (out === in_ && context.columns.debit === undefined && context.ignored.length === 0)
    throw new Unreadable(NO_DEBIT);
  if (out === in_) return null;
  const [side, paise] = out !== 0n ? (['DEBIT', out] as const) : (['CREDIT', in_] as const);
  return { side, paise: paise < 0n ? -paise : paise, isNegative: paise < 0n };
}

/** One column of amounts: its side is in another column, in a suffix or in the sign. @throws Unreadable */
function movementBySide(context: Context, row: SheetRow): Movement | null {
  const amount = amountAt(context, row, 'amount');
  if (amount === null) throw new Unreadable('This row has no amount.');
  const isNegative = amount.paise < 0n;
  const paise = isNegative ? -amount.paise : amount.paise;
  if (paise === 0n) return null;
  const sideText = textAt(context, row, 'side');
  const stated = context.columns.side === undefined ? amount.side : parseSide(sideText);
  if (stated === null && context.columns.side !== undefined)
    throw new Unreadable(`The side ${shown(sideText)} cannot be read: it must be Cr or Dr.`);
  if (stated !== null && amount.side !== null && stated !== amount.side) throw new Unreadable(SIGN_AGAINST_SIDE);
  return { side: stated ?? (isNegative ? 'DEBIT' : 'CREDIT'), paise, isNegative };
}

/** Below zero for an overdraft. @throws Unreadable */
export function balanceOf(context: Context, row: SheetRow): Paise | null {
  const balance = amountAt(context, row, 'balance');
  if (balance === null) return null;
  const sideText = textAt(context, row, 'balanceSide');
  const side = balance.side ?? (sideText === '' ? null : parseSide(sideText));
  if (side === null && sideText !== '')
    throw new Unreadable(`The side of the balance ${shown(sideText)} cannot be read.`);
  return side === 'DEBIT' && balance.paise > 0n ? -balance.paise : balance.paise;
}

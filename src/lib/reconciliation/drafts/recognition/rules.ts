/*
 * Which rows of a statement are known from a statement of another form (docs/decisions/0246). Two rows are never taken for one
 * without evidence, and one row is taken for two only when an admin says so.
 */
import type { Paise } from '../../../core/money.ts';
import { recogniseReference } from '../../../purchases/reference.rules.ts';
import type { Side } from '../../rules.ts';

export interface ComparedRow {
  /** Of the draft its identity, of a known row its id. */
  readonly id: string;
  readonly line: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly valueDate: string | null;
  readonly side: Side;
  readonly amountPaise: Paise;
  readonly balancePaise: Paise | null;
  readonly narration: string;
  /** Payment numbers. */
  readonly numbers: readonly string[];
  /** Whether a known row is of a statement with the layout of the draft, which writes a row in the same way unless it cuts the text. */
  readonly hasSameLayout?: boolean;
}

export interface UnclearPair {
  readonly row: ComparedRow;
  /** The known row that it may be. */
  readonly known: ComparedRow;
}

export interface Recognition {
  /** The id of the known row by the id of the row. */
  readonly same: ReadonlyMap<string, string>;
  readonly unclear: readonly UnclearPair[];
}

/** What was found of all rows of a draft. */
export interface Recognised {
  readonly knownRows: number;
  /** What an admin has to decide; empty once it was answered. */
  readonly unclear: readonly UnclearPair[];
}

type Evidence = 'SAME' | 'UNCLEAR' | 'OTHER';

/** Shorter texts begin many narrations. */
const TEXT_LENGTH_MIN = 10;

const compact = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Formats cut narrations at different lengths. */
function hasSameText(a: string, b: string): boolean {
  const [short = '', long = ''] = [compact(a), compact(b)].sort((one, other) => one.length - other.length);
  return short.length >= TEXT_LENGTH_MIN ? long.startsWith(short) : short === long;
}

/** Numbers that only this payment has, as far as their form says. */
const sureNumbers = (row: ComparedRow): string[] =>
  row.numbers.filter((number) => /^(?:UPI_IMPS|NEFT|RTGS)$/.test(recogniseReference(number)));

const isWithout = (numbers: readonly string[], others: readonly string[]): boolean =>
  numbers.every((number) => others.includes(number));

/** By the numbers alone; null if they say nothing. */
function byNumbers(a: ComparedRow, b: ComparedRow): Evidence | null {
  const [ofA, ofB] = [sureNumbers(a), sureNumbers(b)];
  if (ofA.length > 0 && ofB.length > 0) {
    if (!ofA.some((number) => ofB.includes(number))) return 'OTHER';
    // An account number, which all rows have, is no evidence while the other numbers differ.
    return isWithout(ofA, ofB) || isWithout(ofB, ofA) ? 'SAME' : 'UNCLEAR';
  }
  return a.numbers.some((number) => b.numbers.includes(number)) ? 'UNCLEAR' : null;
}

/** Whether two rows with the same account, side and amount, and a day in common, are one. */
function evidenceOf(a: ComparedRow, b: ComparedRow): Evidence {
  const numbers = byNumbers(a, b);
  if (numbers === 'OTHER') return 'OTHER';
  const hasBalances = a.balancePaise !== null && b.balancePaise !== null;
  if (hasBalances && a.balancePaise !== b.balancePaise) return 'UNCLEAR';
  if (numbers === 'SAME') return 'SAME';
  if (a.date !== b.date) return 'UNCLEAR';
  return hasBalances || hasSameText(a.narration, b.narration) ? 'SAME' : 'UNCLEAR';
}

/** Whether one text is the other one cut, at any length. */
function isCutText(a: string, b: string): boolean {
  const [one, other] = [compact(a), compact(b)];
  return one.startsWith(other) || other.startsWith(one);
}

/**
 * Within a layout only a number, or an equal balance, says that two rows are one whose text was cut: other equal amounts of a day are
 * real.
 */
function evidenceFor(row: ComparedRow, known: ComparedRow): Evidence {
  const evidence = evidenceOf(row, known);
  if (known.hasSameLayout !== true || evidence === 'OTHER') return evidence;
  if (evidence === 'SAME' && byNumbers(row, known) === 'SAME') return 'SAME';
  if (row.balancePaise === null || row.balancePaise !== known.balancePaise || row.date !== known.date) return 'OTHER';
  return isCutText(row.narration, known.narration) ? 'SAME' : 'OTHER';
}

/** The days of the bank and of the value. */
const daysOf = ({ date, valueDate }: ComparedRow): string[] =>
  valueDate === null || valueDate === date ? [date] : [date, valueDate];

const sharedNumbers = (a: ComparedRow, b: ComparedRow): number =>
  a.numbers.filter((number) => b.numbers.includes(number)).length;

const keysOf = (row: ComparedRow): string[] => daysOf(row).map((day) => `${row.side} ${row.amountPaise} ${day}`);

/** A number that more equal amounts of a day have says nothing about a payment, such as that of an account. */
const ROWS_OF_NUMBER_MAX = 50;

function indexed(rows: readonly ComparedRow[], keysOfRow: (row: ComparedRow) => string[]): Map<string, ComparedRow[]> {
  const index = new Map<string, ComparedRow[]>();
  for (const row of rows)
    for (const key of keysOfRow(row)) {
      const list = index.get(key);
      if (list) list.push(row);
      else index.set(key, [row]);
    }
  return index;
}

const numberKeys = (row: ComparedRow): string[] =>
  keysOf(row).flatMap((key) => row.numbers.map((number) => `${key} ${number}`));

interface Pair extends UnclearPair {
  readonly evidence: Evidence;
  readonly rank: number;
}

function pairOf(row: ComparedRow, known: ComparedRow): Pair {
  const rank = 2 * sharedNumbers(row, known) + (row.date === known.date ? 1 : 0);
  return { row, known, evidence: evidenceFor(row, known), rank };
}

/** The pairs with a day, the amount and a number in common. */
function pairsByNumber(rows: readonly ComparedRow[], known: readonly ComparedRow[]): Pair[] {
  const index = indexed(known, numberKeys);
  return rows.flatMap((row) => {
    const lists = numberKeys(row).flatMap((key) => [index.get(key) ?? []]);
    const near = new Set(lists.filter((list) => list.length <= ROWS_OF_NUMBER_MAX).flat());
    return [...near].map((it) => pairOf(row, it));
  });
}

/** The pairs with a day and the amount in common, and no number. Where both have sure numbers, they are different rows. */
function pairsByAmount(rows: readonly ComparedRow[], known: readonly ComparedRow[]): Pair[] {
  const all = indexed(known, keysOf);
  const unsure = indexed(
    known.filter((row) => sureNumbers(row).length === 0),
    keysOf,
  );
  return rows.flatMap((row) => {
    const index = sureNumbers(row).length === 0 ? all : unsure;
    const near = new Set(keysOf(row).flatMap((key) => index.get(key) ?? []));
    return [...near].filter((it) => sharedNumbers(row, it) === 0).map((it) => pairOf(row, it));
  });
}

/**
 * Pairs each row with at most one known row and the reverse: equal rows of a day are as many as the statement with more of them
 * has.
 * @param rows of the draft that no statement has by their identity
 * @param known rows of the account that the draft does not have by their identity
 */
export function recognise(rows: readonly ComparedRow[], known: readonly ComparedRow[]): Recognition {
  const [taken, used] = [new Set<string>(), new Set<string>()];
  const isFree = ({ row, known: it }: UnclearPair): boolean => !taken.has(row.id) && !used.has(it.id);
  /** The best pairs first, in the same order for every order of the files. */
  const take = (pairs: readonly Pair[], evidence: Evidence): Pair[] =>
    pairs
      .filter((pair) => pair.evidence === evidence)
      .sort((a, b) => b.rank - a.rank || a.row.line - b.row.line || a.known.line - b.known.line)
      .filter((pair) => {
        if (!isFree(pair)) return false;
        taken.add(pair.row.id);
        used.add(pair.known.id);
        return true;
      });
  const byNumber = pairsByNumber(rows, known);
  const same = take(byNumber, 'SAME');
  const byAmount = pairsByAmount(
    rows.filter((row) => !taken.has(row.id)),
    known.filter((row) => !used.has(row.id)),
  );
  same.push(...take(byAmount, 'SAME'));
  const unclear = take([...byNumber, ...byAmount], 'UNCLEAR').sort((a, b) => a.row.line - b.row.line);
  return { same: new Map(same.map((pair) => [pair.row.id, pair.known.id])), unclear };
}

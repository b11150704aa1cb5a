/** Dates as statements write them. The order of day and month comes from the whole column, never from one cell. */
import { latinDigits } from '../../core/digits.ts';
import { isDate } from '../../core/formats.ts';
import type { DateOrder } from './contract.ts';

export interface DateText {
  /** Three parts as written, the year with four digits; the month as a number. */
  readonly parts: readonly [number, number, number];
  /** Null for day and month in an order that the text does not say. */
  readonly order: DateOrder | null;
  /** `HH:MM:SS`; null without one. */
  readonly time: string | null;
}

const DAY_MS = 86_400_000;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const two = (value: number | string): string => String(value).padStart(2, '0');

const TIME = String.raw`(?:[ T,]+(?:at )?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([AP]\.?M\.?)?)?`;
const NUMERIC = new RegExp(String.raw`^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`, 'i');
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})${TIME}$`, 'i');
const NAMED = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?[/.\- ]*([a-z]{3,9})\.?,?[/.\- ]*(\d{4}|\d{2})${TIME}$`,
  'i',
);
const NAMED_FIRST = new RegExp(
  String.raw`^([a-z]{3,9})\.?[/.\- ]*(\d{1,2})(?:st|nd|rd|th)?,?[/.\- ]+(\d{4}|\d{2})${TIME}$`,
  'i',
);

const yearOf = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

/** Undefined for a time that no clock shows. */
function timeOf(hour = '', minute = '', second = '00', half = ''): string | null | undefined {
  if (hour === '') return null;
  const isHalf = half !== '';
  const hours = Number(hour);
  if (isHalf ? hours < 1 || hours > 12 : hours > 23) return undefined;
  if (Number(minute) > 59 || Number(second) > 59) return undefined;
  const hour24 = isHalf ? (hours % 12) + (/^p/i.test(half) ? 12 : 0) : hours;
  return `${two(hour24)}:${minute}:${second}`;
}

function monthNamed(name: string): number | null {
  const upper = name.toUpperCase();
  const index = MONTHS.findIndex((month) => upper === month || (upper.length > 3 && upper.startsWith(month)));
  return index < 0 ? null : index + 1;
}

/** Days from 1899-12-30, as spreadsheets count them, from 2000 to 2099. */
function parseSerial(serial: number): DateText | null {
  if (!(serial >= 36_526 && serial < 73_051)) return null;
  // Half a second more, because the fraction of a day is never exact.
  const at = new Date(Date.UTC(1899, 11, 30) + serial * DAY_MS + 500);
  const [day = '', clock = ''] = at.toISOString().split('T');
  const [year, month, date] = day.split('-').map(Number);
  const time = clock.slice(0, 8);
  return { parts: [year ?? 0, month ?? 0, date ?? 0], order: 'YMD', time: time === '00:00:00' ? null : time };
}

/** Longer texts are no dates; the bound keeps the time of the expressions above small for any text. */
const LENGTH_MAX = 80;
/** Two dates and a separator have at least this length: '1/1/26 1/1/26'. */
const TWO_LENGTH_MIN = 13;

/**
 * Reads one date, or the first of two in a cell: '24-Nov-26 (24-Nov-26)'. Null for text that is no date: it is a problem of its
 * line, and never today.
 */
export function parseDateText(text: string, cellNumber?: number): DateText | null {
  if (cellNumber !== undefined) return parseSerial(cellNumber);
  if (text.length > LENGTH_MAX) return null;
  const plain = latinDigits(text).replace(/\s+/g, ' ').trim();
  return parseDate(plain) ?? firstOfTwo(plain);
}

/** Null unless the text is two dates, with nothing between them but a separator or parentheses. */
function firstOfTwo(plain: string): DateText | null {
  if (plain.length < TWO_LENGTH_MIN || !/^[\d(a-z]/i.test(plain) || !/\d/.test(plain)) return null;
  for (const { index } of plain.matchAll(/[ (/|;,[-]/g)) {
    const first = parseDate(plain.slice(0, index));
    const second = first && plain.slice(index).replace(/^(?:[ (/|;,[-]|value date:?|val:?|vd:?)+|[ )\]]+$/gi, '');
    if (second && parseDate(second)) return first;
  }
  return null;
}

function parseDate(plain: string): DateText | null {
  if (/^\d{5}(?:\.\d+)?$/.test(plain)) return parseSerial(Number(plain));
  const numeric = NUMERIC.exec(plain);
  if (numeric) {
    const [, first, , second, year = '', ...clock] = numeric;
    const time = timeOf(...clock);
    return time === undefined ? null : { parts: [Number(first), Number(second), yearOf(year)], order: null, time };
  }
  const yearFirst = YEAR_FIRST.exec(plain);
  if (yearFirst) {
    const [, year, , month, day, ...clock] = yearFirst;
    const time = timeOf(...clock);
    return time === undefined ? null : { parts: [Number(year), Number(month), Number(day)], order: 'YMD', time };
  }
  return parseNamed(plain);
}

function parseNamed(plain: string): DateText | null {
  const dayFirst = NAMED.exec(plain);
  const monthFirst = dayFirst ? null : NAMED_FIRST.exec(plain);
  const match = dayFirst ?? monthFirst;
  if (!match) return null;
  const [, first = '', second = '', year = '', ...clock] = match;
  const month = monthNamed(dayFirst ? second : first);
  const time = timeOf(...clock);
  if (month === null || time === undefined) return null;
  return { parts: [yearOf(year), month, Number(dayFirst ? first : second)], order: 'YMD', time };
}

/** `YYYY-MM-DD`; null for a day that no calendar from 2000 to 2099 has in this order. */
export function dayOf(date: DateText, order: DateOrder): string | null {
  const [a, b, c] = date.parts;
  const used = date.order ?? order;
  const [year, month, day] = used === 'YMD' ? [a, b, c] : used === 'DMY' ? [c, b, a] : [c, a, b];
  const text = `${year}-${two(month)}-${two(day)}`;
  return /^20\d\d-/.test(text) && isDate(text) ? text : null;
}

/** What else speaks for an order: the header's '(dd/mm/yyyy)', and the dates of the preamble's period line. */
export interface OrderHints {
  readonly headers: readonly string[];
  readonly period: readonly DateText[];
}

const isSorted = (days: readonly string[]): boolean =>
  days.every((day, at) => at === 0 || day >= (days[at - 1] ?? '')) ||
  days.every((day, at) => at === 0 || day <= (days[at - 1] ?? ''));

/**
 * The order of day and month in a column; null where both are possible. It is the only one in which every date exists, else
 * the one that the header or the period names, else the only one in which the rows are sorted and within the period.
 */
export function findDateOrder(dates: readonly DateText[], hints: OrderHints): DateOrder | null {
  const open = dates.filter((date) => date.order === null);
  if (open.length === 0) return 'YMD';
  const orders = ['DMY', 'MDY'] as const;
  const all = [...open, ...hints.period.filter((date) => date.order === null)];
  // One unreadable cell must not turn the others round: an order needs evidence for it and none against it.
  const isAgainst = (order: DateOrder): boolean => all.some((date) => dayOf(date, order) === null);
  const possible = orders.filter((order) => !isAgainst(order));
  const [only] = possible;
  if (possible.length === 1 && only) {
    const evidence = all.filter((date) => dayOf(date, only === 'DMY' ? 'MDY' : 'DMY') === null).length;
    const isOrdered = isSorted(dates.map((date) => dayOf(date, only) ?? ''));
    // One cell alone may be a typing mistake.
    return evidence > 1 || isOrdered ? only : null;
  }
  if (possible.length === 0) return mostlyIn(all);
  for (const header of hints.headers) {
    if (/\bD{1,2}\W?M{1,3}\W?Y/i.test(header)) return 'DMY';
    if (/\bM{1,3}\W?D{1,2}\W?Y/i.test(header)) return 'MDY';
  }
  const isSame = open.every((date) => dayOf(date, 'DMY') === dayOf(date, 'MDY'));
  if (isSame) return 'DMY';
  const fitting = orders.filter((order) => {
    const days = dates.map((date) => dayOf(date, order) ?? '');
    const [from, to] = hints.period.map((date) => dayOf(date, order) ?? '');
    const isWithin = from === undefined || to === undefined || days.every((day) => day >= from && day <= to);
    return isSorted(days) && isWithin && (from === undefined || to === undefined || from <= to);
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** With dates that exist in no order, the order of nearly all others, so that the problem names those few lines. */
function mostlyIn(dates: readonly DateText[]): DateOrder | null {
  const wrong = (order: DateOrder): number => dates.filter((date) => dayOf(date, order) === null).length;
  const [dmy, mdy] = [wrong('DMY'), wrong('MDY')];
  return dmy * 4 < mdy ? 'DMY' : mdy * 4 < dmy ? 'MDY' : null;
}

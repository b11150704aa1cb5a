/**
 * Formats figures, dates and names for people. All functions use exact string or integer arithmetic, so that the server and
 * every browser produce the same characters (`Intl` data differ between versions) and no amount becomes a float.
 */
import { two } from './durations.ts';
import { t, translated } from './texts.ts';

const IST_OFFSET_MS = 19_800_000; // UTC+05:30, without daylight saving since 1945

/** The names of the months, January first. */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Groups digits the Indian way: 1234567 becomes 12,34,567. */
export function groupIndian(digits: string): string {
  const last = digits.slice(-3);
  const rest = digits.slice(0, -3);
  return rest === '' ? last : `${rest.replace(/\B(?=(\d{2})+$)/g, ',')},${last}`;
}

interface DecimalParts {
  /** '-' or ''. */
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

function splitDecimal(value: string): DecimalParts | null {
  const match = /^(-?)0*(0|[1-9]\d*)(?:\.(\d+))?$/.exec(value.trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  return { sign, whole, fraction };
}

/**
 * A rupee amount from its decimal string: '1234567.5' becomes '₹12,34,567.50'. At least two decimals; more only if the
 * amount has them (prices have up to six), never rounded. A debt has a minus sign: '−₹42.00'. Returns other text unchanged.
 */
export function formatRupees(value: string): string {
  const parts = splitDecimal(value);
  if (!parts) return value;
  const fraction = parts.fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${parts.sign && '−'}₹${groupIndian(parts.whole)}.${fraction}`;
}

/** A token quantity, whole or decimal, in Indian digit groups; followed by the symbol if one is given. */
export function formatQuantity(value: string | number | bigint, symbol?: string): string {
  const text = String(value);
  const parts = splitDecimal(text);
  const figure = parts
    ? `${parts.sign}${groupIndian(parts.whole)}${parts.fraction === '' ? '' : `.${parts.fraction}`}`
    : text;
  return symbol ? `${figure} ${symbol}` : figure;
}

/** A percentage without trailing zeros: '18.00' becomes '18%'. */
export function percentText(value: string | number): string {
  const text = String(value);
  return `${text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text}%`;
}

interface WallClock {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour24: number;
  readonly minute: string;
  readonly second: string;
}

function indianClock(instant: string | number | Date): WallClock | null {
  const ms = instant instanceof Date ? instant.getTime() : new Date(instant).getTime();
  if (Number.isNaN(ms)) return null;
  const at = new Date(ms + IST_OFFSET_MS);
  return {
    year: String(at.getUTCFullYear()).padStart(4, '0'),
    month: two(at.getUTCMonth() + 1),
    day: two(at.getUTCDate()),
    hour24: at.getUTCHours(),
    minute: two(at.getUTCMinutes()),
    second: two(at.getUTCSeconds()),
  };
}

function hour12(clock: WallClock): string {
  return `${two(clock.hour24 % 12 || 12)}:${clock.minute}:${clock.second} ${clock.hour24 < 12 ? 'am' : 'pm'}`;
}

/** The day in Asia/Kolkata, as en-GB formats it: '21/11/2026'. '' for an invalid instant. */
export function formatDay(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? `${clock.day}/${clock.month}/${clock.year}` : '';
}

/** The time in Asia/Kolkata on a 12-hour clock: '03:35:00 pm'. */
export function formatTime(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? hour12(clock) : '';
}

/** Day and time in Asia/Kolkata: '21/11/2026, 03:35:00 pm'. */
export function formatDateTime(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? `${clock.day}/${clock.month}/${clock.year}, ${hour12(clock)}` : '';
}

/** The day in Asia/Kolkata, as admin tables show it: '2026-11-21'. */
export function formatIsoDay(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? `${clock.year}-${clock.month}-${clock.day}` : '';
}

/** A day with the name of its month: '21 November 2026'. */
export function formatLongDay(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? `${Number(clock.day)} ${translated(MONTHS[Number(clock.month) - 1] ?? '')} ${clock.year}` : '';
}

/** For titles and screen readers: '21 November 2026, 03:35:00 pm, India Standard Time'. */
export function formatFullDateTime(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? `${formatLongDay(instant)}, ${hour12(clock)}, ${t('India Standard Time')}` : '';
}

/** A hash or address without its middle: '0x1234…cdef'. Returns short text unchanged. */
export function shortenMiddle(text: string, head = 6, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** The first letters of the first and the last name, for an account without a picture. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/).filter(Boolean);
  const [first] = parts;
  if (first === undefined) return '?';
  const last = parts.length > 1 ? parts.at(-1) : undefined;
  const letters = [first, last].map((part) => (part === undefined ? '' : firstGrapheme(part)));
  // In other scripts a letter can be as wide as two, or join with the next.
  const isLatin = letters.every((letter) => letter === '' || /^\p{Script=Latin}/u.test(letter.normalize('NFKC')));
  return (isLatin ? letters.join('') : (letters[0] ?? '')).toUpperCase();
}

/** A first letter that nothing joins: making a segmenter takes longer than all else of a name. */
const PLAIN_START = /^[ -~](?:$|[ -~])/;

/** The first character as people see it: a letter with its vowel signs, an emoji with all its parts. */
function firstGrapheme(word: string): string {
  if (PLAIN_START.test(word)) return word.charAt(0);
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word);
  return first?.segment ?? '';
}

/** A size: '48 KB', '3.2 MB', '120.5 GB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} KB`;
  if (bytes < 1_073_741_824) return `${(bytes / 1_048_576).toFixed(1)} MB`;
  return `${(bytes / 1_073_741_824).toFixed(1)} GB`;
}

const INDIA_MS = 19_800_000;

/** 'YYYY-MM-DDTHH:mm' on an Indian clock, as the browser's own field takes it. */
export function toIndianClock(iso: string): string {
  return new Date(Date.parse(iso) + INDIA_MS).toISOString().slice(0, 16);
}

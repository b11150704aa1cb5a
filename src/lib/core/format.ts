/**
 * How figures, days and names are written for people. Everything is exact string or integer work, so that the server and
 * every browser write the same characters (`Intl` data differ between versions) and no amount passes through a float.
 */

const IST_OFFSET_MS = 19_800_000; // UTC+05:30, without daylight saving since 1945

const MONTHS = [
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

/** Groups digits as India does: 1234567 becomes 12,34,567. */
export function groupIndian(digits: string): string {
  const last = digits.slice(-3);
  const rest = digits.slice(0, -3);
  return rest === '' ? last : `${rest.replace(/\B(?=(\d{2})+$)/g, ',')},${last}`;
}

interface DecimalParts {
  readonly sign: '' | '-';
  readonly whole: string;
  readonly fraction: string;
}

function splitDecimal(value: string): DecimalParts | null {
  const match = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(value.trim());
  if (!match) return null;
  return { sign: match[1] === '-' ? '-' : '', whole: match[2] ?? '0', fraction: match[3] ?? '' };
}

/**
 * A rupee amount from its decimal string: '1234567.5' becomes '₹12,34,567.50'. At least two decimals; more only where the
 * amount has them (prices go to six), never rounded. Text that is no decimal comes back unchanged.
 */
export function formatRupees(value: string): string {
  const parts = splitDecimal(value);
  if (!parts) return value;
  const fraction = parts.fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${parts.sign}₹${groupIndian(parts.whole)}.${fraction}`;
}

/** A token quantity, whole or decimal, grouped as India does; with the symbol behind it where one is given. */
export function formatQuantity(value: string | number | bigint, symbol?: string): string {
  const text = String(value);
  const parts = splitDecimal(text);
  const figure = parts
    ? `${parts.sign}${groupIndian(parts.whole)}${parts.fraction === '' ? '' : `.${parts.fraction}`}`
    : text;
  return symbol ? `${figure} ${symbol}` : figure;
}

/** A percentage as people read it, without idle zeros: '18.00' becomes '18%'. */
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

function two(value: number): string {
  return String(value).padStart(2, '0');
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

/** The day in Asia/Kolkata as en-GB writes it: '21/11/2026'. '' for what is no instant. */
export function formatDay(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? `${clock.day}/${clock.month}/${clock.year}` : '';
}

/** The time in Asia/Kolkata on a 12 hour clock: '03:35:00 pm'. */
export function formatTime(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? hour12(clock) : '';
}

/** Day and time in Asia/Kolkata: '21/11/2026, 03:35:00 pm'. */
export function formatDateTime(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? `${clock.day}/${clock.month}/${clock.year}, ${hour12(clock)}` : '';
}

/** The day in Asia/Kolkata as admin tables show it: '2026-11-21'. */
export function formatIsoDay(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? `${clock.year}-${clock.month}-${clock.day}` : '';
}

/** A day in words: '21 November 2026'. */
export function formatLongDay(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? `${Number(clock.day)} ${MONTHS[Number(clock.month) - 1] ?? ''} ${clock.year}` : '';
}

/** For titles and screen readers: '21 November 2026, 03:35:00 pm, India Standard Time'. */
export function formatFullDateTime(instant: string | number | Date): string {
  const clock = indianClock(instant);
  return clock ? `${formatLongDay(instant)}, ${hour12(clock)}, India Standard Time` : '';
}

/** What is left until an instant: '179d 23h', '5h 04m', '12m 30s', or 'Unlocked' once it has passed. */
export function formatTimeLeft(until: string | number | Date, nowMs: number): string {
  const left = Math.floor((new Date(until).getTime() - nowMs) / 1000);
  if (Number.isNaN(left)) return 'N/A';
  if (left <= 0) return 'Unlocked';
  if (left >= 86_400) return `${Math.floor(left / 86_400)}d ${Math.floor((left % 86_400) / 3600)}h`;
  if (left >= 3600) return `${Math.floor(left / 3600)}h ${two(Math.floor((left % 3600) / 60))}m`;
  return formatCountdown(left);
}

/** A countdown as the payment screen shows it: '14m 05s', then 'expired!'. */
export function formatCountdown(seconds: number): string {
  if (seconds <= 0) return 'expired!';
  return `${Math.floor(seconds / 60)}m ${two(Math.floor(seconds) % 60)}s`;
}

/** A resend countdown: 179 becomes '02:59'. */
export function formatClock(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  return `${two(Math.floor(left / 60))}:${two(left % 60)}`;
}

/** A hash or address with its middle left out: '0x1234…cdef'. Short text comes back whole. */
export function shortenMiddle(text: string, head = 6, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** The first letters of the first and the last name, for an account without a picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return '?';
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  const signs = [first, last].map((word) => (word === undefined ? '' : firstSign(word)));
  // Other scripts write signs that are as wide as two letters, or join them.
  const isLatin = signs.every((sign) => sign === '' || /^\p{Script=Latin}/u.test(sign.normalize('NFKC')));
  return (isLatin ? signs.join('') : (signs[0] ?? '')).toUpperCase();
}

/** The first sign as a person sees it: a letter with its vowel signs, an emoji with all its parts. */
function firstSign(word: string): string {
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word);
  return first?.segment ?? '';
}

/** A size as people say it: '48 KB', '3.2 MB', '120.5 GB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} KB`;
  if (bytes < 1_073_741_824) return `${(bytes / 1_048_576).toFixed(1)} MB`;
  return `${(bytes / 1_073_741_824).toFixed(1)} GB`;
}

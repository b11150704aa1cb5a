/** Made-up account movements, from which the layouts of the banks make statements. The same seed makes the same rows. */

export type Channel = 'UPI' | 'IMPS' | 'NEFT' | 'RTGS' | 'CHARGE';

export interface PlannedRow {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:MM:SS`. */
  readonly time: string;
  readonly side: 'CREDIT' | 'DEBIT';
  readonly paise: bigint;
  readonly balancePaise: bigint;
  readonly channel: Channel;
  readonly name: string;
  readonly vpa: string;
  readonly ifsc: string;
  /** '' for a charge of the bank. */
  readonly reference: string;
  /** What the bank calls the row in its own books. */
  readonly bankNumber: string;
}

export interface Plan {
  readonly accountNumber: string;
  readonly ifsc: string;
  readonly from: string;
  readonly to: string;
  readonly openingPaise: bigint;
  readonly rows: readonly PlannedRow[];
}

/** Numbers from 0 to below `max`, by xorshift. */
export function randomFrom(seed: number): (max: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return (max) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % max;
  };
}

const NAMES = ['RAM KUMAR', 'ASHA PATEL', 'IMRAN A SHAIKH', 'LAKSHMI NARAYANAN', 'J DSOUZA', 'GURPREET SINGH GILL'];
/** Phone numbers and hyphens inside addresses must not become references. */
const VPAS = [
  '9876543210@ybl',
  '919876543210@okaxis',
  'ram.kumar-1@okhdfcbank',
  'asha_p@upi',
  '7012345678-2@paytm',
  'j.d@sbi',
];
const IFSCS = ['HDFC0001234', 'SBIN0004321', 'ICIC0000987', 'UTIB0000055', 'KKBK0000123', 'PUNB0112200'];
const CHANNELS: readonly Channel[] = ['UPI', 'UPI', 'UPI', 'UPI', 'UPI', 'IMPS', 'NEFT', 'RTGS', 'CHARGE'];

const two = (value: number): string => String(value).padStart(2, '0');

/** The day of a row: all between the first and the last of the month, oldest first. */
const dayOf = (index: number, count: number, month: string): string =>
  `${month}-${two(1 + Math.floor((index * 20) / Math.max(1, count)))}`;

export function makePlan(options: { seed: number; rows: number; month?: string; openingPaise?: bigint }): Plan {
  const { seed, rows: count, month = '2026-11', openingPaise = 41_020_000n } = options;
  const random = randomFrom(seed);
  const digits = (length: number): string => Array.from({ length }, () => random(10)).join('');
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
  const referenceOf = (channel: Channel): string => {
    if (channel === 'CHARGE') return '';
    if (channel === 'RTGS') return `${pick(IFSCS).slice(0, 4)}R5${digits(16)}`;
    if (channel === 'NEFT')
      return pick([`N${digits(15)}`, `${pick(IFSCS).slice(0, 4)}N5${digits(16)}`, `SBIN2${digits(11)}`]);
    return `${1 + random(9)}${digits(11)}`;
  };
  let balancePaise = openingPaise;
  const rows = Array.from({ length: count }, (_, index): PlannedRow => {
    const channel = pick(CHANNELS);
    const paise = BigInt(channel === 'CHARGE' ? 590 + random(2000) : 10_000 + random(20_000_000));
    const side = channel === 'CHARGE' || random(8) === 0 ? 'DEBIT' : 'CREDIT';
    balancePaise += side === 'CREDIT' ? paise : -paise;
    return {
      date: dayOf(index, count, month),
      time: `${two(9 + random(10))}:${two(random(60))}:${two(random(60))}`,
      side,
      paise,
      balancePaise,
      channel,
      name: pick(NAMES),
      vpa: pick(VPAS),
      ifsc: pick(IFSCS),
      reference: referenceOf(channel),
      bankNumber: `S${digits(8)}`,
    };
  });
  return {
    accountNumber: '50100123454417',
    ifsc: 'HDFC0000123',
    from: `${month}-01`,
    to: `${month}-20`,
    openingPaise,
    rows,
  };
}

/** '4102.50'; below zero with a minus. */
export function rupees(paise: bigint): string {
  const digits = (paise < 0n ? -paise : paise).toString().padStart(3, '0');
  return `${paise < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** '4,10,200.00'. */
export const lakhs = (paise: bigint): string => rupees(paise).replace(/(\d)(?=(?:\d\d)+\d\.)/g, '$1,');

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as a pattern of `dd`, `d`, `mm`, `MMM`, `yyyy`, `yy`. */
export function dayAs(pattern: string, date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const parts: Readonly<Record<string, string>> = {
    yyyy: year,
    yy: year.slice(2),
    MMM: MONTHS[Number(month) - 1] ?? '',
    mm: month,
    dd: day,
    d: String(Number(day)),
  };
  return pattern.replace(/yyyy|yy|MMM|mm|dd|d/g, (part) => parts[part] ?? part);
}

export const debitOf = (row: PlannedRow): bigint => (row.side === 'DEBIT' ? row.paise : 0n);
export const creditOf = (row: PlannedRow): bigint => (row.side === 'CREDIT' ? row.paise : 0n);
export const totalOf = (plan: Plan, side: PlannedRow['side']): bigint =>
  plan.rows.reduce((sum, row) => (row.side === side ? sum + row.paise : sum), 0n);
export const closingOf = (plan: Plan): bigint => plan.rows.at(-1)?.balancePaise ?? plan.openingPaise;

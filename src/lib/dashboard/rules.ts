/** Sums of the stored totals, and the texts that the dashboards show for them. */
import { formatQuantity } from '../core/format.ts';
import { formatPaise, inCrore, type Paise, parsePaise, percentOf } from '../core/money.ts';
import type { Collection, DashboardSummary, MemberStatistics, TransactionStatistics } from './contract.ts';

export interface UserTotal {
  readonly status: 'ACTIVE' | 'INACTIVE' | 'BLOCKED';
  readonly isApproved: boolean;
  readonly users: bigint;
}

export interface PurchaseTotal {
  readonly status: string;
  readonly method: 'BANK' | 'UPI' | 'MANUAL' | 'CRYPTO';
  readonly purchases: bigint;
  readonly finalAmountPaise: Paise;
}

/** Number of the accounts that `which` selects. */
export function countUsers(totals: readonly UserTotal[], which: (it: UserTotal) => boolean): number {
  return Number(totals.reduce((sum, it) => (which(it) ? sum + it.users : sum), 0n));
}

export function memberStatisticsOf(totals: readonly UserTotal[]): MemberStatistics {
  return {
    total: countUsers(totals, () => true),
    verificationCompleted: countUsers(totals, (it) => it.isApproved),
    verificationPending: countUsers(totals, (it) => !it.isApproved),
  };
}

/** Number and total final amount of the purchases that `which` selects. */
export function sumPurchases(
  totals: readonly PurchaseTotal[],
  which: (it: PurchaseTotal) => boolean,
): { purchases: number; finalAmountPaise: Paise } {
  let purchases = 0n;
  let finalAmountPaise = 0n;
  for (const it of totals.filter(which)) {
    purchases += it.purchases;
    finalAmountPaise += it.finalAmountPaise;
  }
  return { purchases: Number(purchases), finalAmountPaise };
}

/** Final amounts of approved purchases. */
export function transactionStatisticsOf(totals: readonly PurchaseTotal[]): TransactionStatistics {
  const collected = (method?: PurchaseTotal['method']): string => {
    const counts = (it: PurchaseTotal): boolean => it.status === 'APPROVED' && (!method || it.method === method);
    return formatPaise(sumPurchases(totals, counts).finalAmountPaise);
  };
  return {
    total: collected(),
    bank: collected('BANK'),
    upi: collected('UPI'),
    manual: collected('MANUAL'),
    crypto: collected('CRYPTO'),
  };
}

const COLLECTION_DAYS = 30;
const DAY_MS = 86_400_000;

/** The day `by` days later. `day`: YYYY-MM-DD. */
function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);
}

/** The first day of the line of collections that ends with `today`. */
export function firstCollectionDay(today: string): string {
  return shiftDay(today, 1 - COLLECTION_DAYS);
}

export interface CollectedDay {
  /** YYYY-MM-DD in Asia/Kolkata. */
  readonly day: string;
  readonly purchases: bigint;
  readonly finalAmountPaise: Paise;
}

/** Fills the days without an approval, and sums today and the week, which begins on Monday. */
export function collectionOf(
  totals: readonly PurchaseTotal[],
  collected: readonly CollectedDay[],
  today: string,
): Collection {
  const all = sumPurchases(totals, (it) => it.status === 'APPROVED');
  const byDay = new Map(collected.map((it) => [it.day, it]));
  const days = Array.from({ length: COLLECTION_DAYS }, (_, at) => shiftDay(firstCollectionDay(today), at));
  const sumSince = (from: string): Paise =>
    days.reduce((sum, day) => (day >= from ? sum + (byDay.get(day)?.finalAmountPaise ?? 0n) : sum), 0n);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const monday = shiftDay(today, -((weekday + 6) % 7));
  return {
    collected: formatPaise(all.finalAmountPaise),
    approved: all.purchases,
    today: formatPaise(sumSince(today)),
    thisWeek: formatPaise(sumSince(monday)),
    days: days.map((day) => ({
      day,
      amount: formatPaise(byDay.get(day)?.finalAmountPaise ?? 0n),
      purchases: Number(byDay.get(day)?.purchases ?? 0n),
    })),
  };
}

/** A figure in a chart. */
export interface ChartRow {
  readonly label: string;
  /** Sets the length of a bar or the angle of a slice. */
  readonly value: number;
  /** With two decimals, for tooltips and tables. */
  readonly text: string;
}

/** A card's figure: '--' if it is zero or missing (docs/product.md, Admin dashboard). */
export function figureText(value: number | null | undefined): string {
  return value ? formatQuantity(value) : '--';
}

const tokens = (label: string, value = 0): ChartRow => ({ label, value, text: `${formatQuantity(value)}.00` });

/** The seven slices of 'Token Supply Distribution', in whole tokens. A missing figure counts as 0. */
export function supplyRows(summary: Partial<DashboardSummary>): ChartRow[] {
  return [
    tokens('Total Supply', summary.totalSupply),
    tokens('Private Supply', summary.privateSupply),
    tokens('Remaining Private Supply', summary.remainingPrivateSupply),
    tokens('Public Cell Supply', summary.publicCellSupply),
    tokens('Angel Investor Supply', summary.angelInvestorSupply),
    tokens('Founder Team Supply', summary.founderTeamSupply),
    tokens('Airdrop Supply', summary.airdropSupply),
  ];
}

const crore = (label: string, quantity = 0): ChartRow => {
  const text = inCrore(BigInt(quantity));
  return { label, value: Number(text), text };
};

/** The three slices of 'Referral Supply', in crore tokens. */
export function referralRows(summary: Partial<DashboardSummary>): ChartRow[] {
  const { total, remaining, stockBalance } = summary.privateSupplyData ?? {};
  return [crore('Total', total), crore('Remaining', remaining), crore('Stock Balance', stockBalance)];
}

/** The four bars of 'Total Collection Method Wise', in per cent of the total. */
export function collectionRows(statistics: TransactionStatistics): ChartRow[] {
  const total = parsePaise(statistics.total) ?? 0n;
  const share = (label: string, part: string): ChartRow => {
    const text = percentOf(parsePaise(part) ?? 0n, total);
    return { label, value: Number(text), text };
  };
  return [
    share('Bank', statistics.bank),
    share('UPI', statistics.upi),
    share('Manual', statistics.manual),
    share('Crypto', statistics.crypto),
  ];
}

/** A waiting time: 'less than a minute', '12 min', '5 h 4 min', '3 d 2 h'. */
export function ageText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** The dashboard highlights purchases that wait longer than this. */
export const WAITS_LONG_SECONDS = 86_400;

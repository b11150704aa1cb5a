/** What the kept totals add up to, and how the dashboards write it. Pure. */
import { formatQuantity } from '../core/format.ts';
import { formatPaise, inCrore, type Paise, parsePaise, percentOf } from '../core/money.ts';
import type { DashboardSummary, MemberStatistics, TransactionStatistics } from './contract.ts';

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

/** How many accounts there are of those that `which` picks. */
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

/** Number and final amount of the purchases that `which` picks. */
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

/** What approved purchases have brought. */
export function transactionStatisticsOf(totals: readonly PurchaseTotal[]): TransactionStatistics {
  const brought = (method?: PurchaseTotal['method']): string => {
    const counts = (it: PurchaseTotal): boolean => it.status === 'APPROVED' && (!method || it.method === method);
    return formatPaise(sumPurchases(totals, counts).finalAmountPaise);
  };
  return {
    total: brought(),
    bank: brought('BANK'),
    upi: brought('UPI'),
    manual: brought('MANUAL'),
    crypto: brought('CRYPTO'),
  };
}

/** A figure as a chart draws and writes it. */
export interface ChartRow {
  readonly label: string;
  /** For the length of a bar or the angle of a slice. */
  readonly value: number;
  /** With two decimals, as tooltips and tables have it. */
  readonly text: string;
}

/** A card's figure: '--' when zero or absent (spec point 2). */
export function figureText(value: number | null | undefined): string {
  return value ? formatQuantity(value) : '--';
}

const tokens = (label: string, value = 0): ChartRow => ({ label, value, text: `${formatQuantity(value)}.00` });

/** The seven slices of 'Token Supply Distribution', in whole tokens. A figure that is missing is 0. */
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

/** How long something waits: 'less than a minute', '12 min', '5 h 4 min', '3 d 2 h'. */
export function ageText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** After this long a purchase waits too long, in seconds. */
export const WAITS_LONG_SECONDS = 86_400;

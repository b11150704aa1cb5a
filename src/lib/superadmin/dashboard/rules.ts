/** Totals, chart series and warnings of the super admin dashboard. */
import { formatQuantity, formatRupees } from '../../core/format.ts';
import { formatPaise, parsePaise, percentOf } from '../../core/money.ts';
import { type ChartRow, type PurchaseTotal, sumPurchases, transactionStatisticsOf } from '../../dashboard/rules.ts';
import type { CompanyFigures, Health, PlatformTotals } from './contract.ts';

const STATUSES = { pending: 'PENDING', approved: 'APPROVED', rejected: 'REJECTED', reversed: 'REVERSED' } as const;
const METHODS = { bank: 'BANK', upi: 'UPI', manual: 'MANUAL', crypto: 'CRYPTO' } as const;

type Figures = Omit<
  CompanyFigures,
  'id' | 'companyName' | 'tokenName' | 'tokenSymbol' | 'iconUrl' | 'isPaused' | 'isMoved'
>;
type Purchases = Figures['purchases'];
type ByMethod = Purchases['pending'];

function countsOf(totals: readonly PurchaseTotal[], status: string): ByMethod {
  const count = (method?: string): number =>
    sumPurchases(totals, (it) => it.status === status && (!method || it.method === method)).purchases;
  return {
    total: count(),
    bank: count(METHODS.bank),
    upi: count(METHODS.upi),
    manual: count(METHODS.manual),
    crypto: count(METHODS.crypto),
  };
}

/** Counts purchases by status and method, and sums the amounts of the approved ones. */
export function purchaseFigures(totals: readonly PurchaseTotal[]): Pick<Figures, 'purchases' | 'collected'> {
  return {
    purchases: {
      pending: countsOf(totals, STATUSES.pending),
      approved: countsOf(totals, STATUSES.approved),
      rejected: countsOf(totals, STATUSES.rejected),
      reversed: countsOf(totals, STATUSES.reversed),
    },
    collected: transactionStatisticsOf(totals),
  };
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Totals of all companies. @param ownMailsStuck mails of the platform itself */
export function totalsOf(companies: readonly CompanyFigures[], ownMailsStuck: number): PlatformTotals {
  const over = (pick: (it: CompanyFigures) => number): number => sum(companies.map(pick));
  const counts = (status: keyof Purchases): ByMethod => ({
    total: over((it) => it.purchases[status].total),
    bank: over((it) => it.purchases[status].bank),
    upi: over((it) => it.purchases[status].upi),
    manual: over((it) => it.purchases[status].manual),
    crypto: over((it) => it.purchases[status].crypto),
  });
  const money = (method: keyof Figures['collected']): string =>
    formatPaise(companies.reduce((all, it) => all + (parsePaise(it.collected[method]) ?? 0n), 0n));
  return {
    companies: companies.length,
    members: over((it) => it.members),
    verified: over((it) => it.verified),
    purchases: {
      pending: counts('pending'),
      approved: counts('approved'),
      rejected: counts('rejected'),
      reversed: counts('reversed'),
    },
    collected: {
      total: money('total'),
      bank: money('bank'),
      upi: money('upi'),
      manual: money('manual'),
      crypto: money('crypto'),
    },
    privateSupply: over((it) => it.privateSupply),
    sold: over((it) => it.sold),
    held: over((it) => it.held),
    remaining: over((it) => it.remaining),
    waitingLong: over((it) => it.waitingLong),
    mailsStuck: over((it) => it.mailsStuck) + ownMailsStuck,
  };
}

export interface NamedRows {
  readonly label: string;
  readonly rows: readonly ChartRow[];
}

/** Collected rupees by company; one series for each method. */
export function collectionSeries(companies: readonly CompanyFigures[]): NamedRows[] {
  const series = (label: string, method: 'bank' | 'upi' | 'manual' | 'crypto'): NamedRows => ({
    label,
    rows: companies.map(({ tokenSymbol, collected }) => ({
      label: tokenSymbol,
      value: Number(collected[method]),
      text: formatRupees(collected[method]),
    })),
  });
  return [series('Bank', 'bank'), series('UPI', 'upi'), series('Manual', 'manual'), series('Crypto', 'crypto')];
}

/** Percentages of the private supply by company; one series for each part. */
export function supplySeries(companies: readonly CompanyFigures[]): NamedRows[] {
  const series = (label: string, part: 'sold' | 'held' | 'remaining'): NamedRows => ({
    label,
    rows: companies.map((company) => {
      const text = percentOf(BigInt(company[part]), BigInt(company.privateSupply));
      return { label: company.tokenSymbol, value: Number(text), text: `${text}%` };
    }),
  });
  return [series('Sold', 'sold'), series('Held', 'held'), series('Remaining', 'remaining')];
}

/** Numbers of purchases by company; one series for each status. */
export function statusSeries(companies: readonly CompanyFigures[]): NamedRows[] {
  const series = (label: string, status: keyof Purchases): NamedRows => ({
    label,
    rows: companies.map(({ tokenSymbol, purchases }) => {
      const value = purchases[status].total;
      return { label: tokenSymbol, value, text: formatQuantity(value) };
    }),
  });
  return [
    series('Pending', 'pending'),
    series('Approved', 'approved'),
    series('Rejected', 'rejected'),
    series('Reversed', 'reversed'),
  ];
}

const VERIFIED = {
  ledger: 'The stock ledger has',
  audit: 'The audit trail has',
  files: 'The uploaded files have',
} as const;

export interface Warning {
  readonly state: 'warning' | 'bad';
  readonly text: string;
  /** What can be opened to act on it. */
  readonly about?: 'purchases';
}

/** One sentence for each problem, the worst first. */
export function warningsOf(totals: PlatformTotals, health: Health): Warning[] {
  const warnings: Warning[] = [];
  const warn = (state: Health['mail']['state'], text: string): void => {
    if (state !== 'good') warnings.push({ state, text });
  };
  for (const { kind, state, ranAt, fault } of health.verifications) {
    const what = VERIFIED[kind];
    if (fault !== null)
      warn('bad', `${kind === 'files' ? 'Uploaded files are missing' : 'Records were altered'}: ${fault}.`);
    else warn(state, `${what} not been verified ${ranAt === null ? 'yet' : 'for days'}.`);
  }
  for (const node of health.nodes) {
    if (node.state !== 'good') warn(node.state, `The node ${node.name} has not been seen for a while.`);
    else warn(node.disk.state, `The disk of ${node.name} is nearly full.`);
  }
  const { stuck, failed, problem } = health.mail;
  if (problem !== null) warn('bad', `Mails cannot be sent: ${problem}`);
  if (stuck > 0) warn('bad', `${formatQuantity(stuck)} ${stuck === 1 ? 'mail is' : 'mails are'} stuck.`);
  if (failed > 0) warn('warning', `${formatQuantity(failed)} ${failed === 1 ? 'mail was' : 'mails were'} given up.`);
  const { waitingLong } = totals;
  if (waitingLong > 0) {
    const purchases = waitingLong === 1 ? 'purchase has' : 'purchases have';
    const text = `${formatQuantity(waitingLong)} ${purchases} waited longer than 24 hours.`;
    warnings.push({ state: 'warning', text, about: 'purchases' });
  }
  const rank = (state: string): number => (state === 'bad' ? 0 : 1);
  return warnings.sort((a, b) => rank(a.state) - rank(b.state));
}

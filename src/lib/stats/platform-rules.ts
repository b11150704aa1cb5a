/** What the figures of all companies add up to, and how the platform's dashboard draws them. Pure. */
import { formatQuantity, formatRupees } from '../core/format.ts';
import { formatPaise, parsePaise, percentOf } from '../core/money.ts';
import type { CompanyFigures, Health, PlatformTotals } from './platform-contract.ts';
import { type ChartRow, type PurchaseTotal, sumPurchases, transactionStatisticsOf } from './rules.ts';

const STATUSES = { pending: 'PENDING', approved: 'APPROVED', rejected: 'REJECTED', reversed: 'REVERSED' } as const;
const METHODS = { bank: 'BANK', upi: 'UPI', manual: 'MANUAL', crypto: 'CRYPTO' } as const;

type Figures = Omit<CompanyFigures, 'id' | 'companyName' | 'tokenName' | 'tokenSymbol' | 'iconUrl' | 'isPaused'>;
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

/** Purchases by status and method, and what the approved ones have brought. */
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

/** All companies together. `ownMailsStuck`: of the platform itself. */
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

/** Collected by company, a series a method, in rupees. */
export function collectionSeries(companies: readonly CompanyFigures[]): NamedRows[] {
  const series = (label: string, method: 'bank' | 'upi' | 'manual' | 'crypto'): NamedRows => ({
    label,
    rows: companies.map((it) => ({
      label: it.tokenSymbol,
      value: Number(it.collected[method]),
      text: formatRupees(it.collected[method]),
    })),
  });
  return [series('Bank', 'bank'), series('UPI', 'upi'), series('Manual', 'manual'), series('Crypto', 'crypto')];
}

/** The private supply by company, a series a part, in per cent of it. */
export function supplySeries(companies: readonly CompanyFigures[]): NamedRows[] {
  const series = (label: string, part: 'sold' | 'held' | 'remaining'): NamedRows => ({
    label,
    rows: companies.map((it) => {
      const text = percentOf(BigInt(it[part]), BigInt(it.privateSupply));
      return { label: it.tokenSymbol, value: Number(text), text: `${text}%` };
    }),
  });
  return [series('Sold', 'sold'), series('Held', 'held'), series('Remaining', 'remaining')];
}

/** Purchases by company, a series a status. */
export function statusSeries(companies: readonly CompanyFigures[]): NamedRows[] {
  const series = (label: string, status: keyof Purchases): NamedRows => ({
    label,
    rows: companies.map((it) => {
      const value = it.purchases[status].total;
      return { label: it.tokenSymbol, value, text: formatQuantity(value) };
    }),
  });
  return [
    series('Pending', 'pending'),
    series('Approved', 'approved'),
    series('Rejected', 'rejected'),
    series('Reversed', 'reversed'),
  ];
}

/** One sentence for each thing that somebody should look at, the worst first. */
export function concernsOf(totals: PlatformTotals, health: Health): { state: 'warning' | 'bad'; text: string }[] {
  const found: { state: Health['mail']['state']; text: string }[] = [];
  const say = (state: Health['mail']['state'], text: string): void => void found.push({ state, text });
  for (const it of health.verifications) {
    const what = it.kind === 'ledger' ? 'The stock ledger' : 'The audit trail';
    if (it.fault !== null) say('bad', `Records were altered: ${it.fault}.`);
    else if (it.state !== 'good')
      say(it.state, it.ranAt === null ? `${what} has not been verified yet.` : `${what} was not verified for days.`);
  }
  for (const node of health.nodes) {
    if (node.state !== 'good') say(node.state, `The node ${node.name} has not been seen for a while.`);
    else if (node.disk.state !== 'good') say(node.disk.state, `The disk of ${node.name} is nearly full.`);
  }
  const { stuck, failed } = health.mail;
  if (stuck > 0) say('bad', `${formatQuantity(stuck)} ${stuck === 1 ? 'mail is' : 'mails are'} stuck.`);
  if (failed > 0) say('warning', `${formatQuantity(failed)} ${failed === 1 ? 'mail was' : 'mails were'} given up.`);
  const long = totals.waitingLong;
  if (long > 0)
    say(
      'warning',
      `${formatQuantity(long)} ${long === 1 ? 'purchase has' : 'purchases have'} waited longer than 24 hours.`,
    );
  const worst = (state: string): number => (state === 'bad' ? 0 : 1);
  return found
    .flatMap(({ state, text }) => (state === 'good' ? [] : [{ state, text }]))
    .sort((a, b) => worst(a.state) - worst(b.state));
}

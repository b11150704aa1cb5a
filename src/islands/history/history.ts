import type { SentOf } from '@/lib/core/contract.ts';
import { PAGE_SIZES } from '@/lib/core/page.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { listTransactions, Transaction } from '@/lib/purchases/contract.ts';

/** What the screen shows, as its address says it. */
export interface HistoryQuery {
  readonly page: number;
  readonly limit: number;
  readonly search: string;
  readonly status: 'ALL' | Transaction['status'];
}

/** Spec point 9. */
export const HISTORY_DEFAULT: HistoryQuery = { page: 1, limit: 10, search: '', status: 'PENDING' };

export const STATUS_OPTIONS = [
  { value: 'ALL', label: 'All' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'APPROVED', label: 'Approved' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'REVERSED', label: 'Reversed' },
] as const;

export const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }));

export const METHOD_WORDS: Readonly<Record<Transaction['paymentMethod'], string>> = {
  BANK: 'Bank',
  UPI: 'UPI',
  MANUAL: 'Manual',
  CRYPTO: 'Crypto',
};

/** The address of a view; what is as usual is left out. */
export function historyPath(query: HistoryQuery): string {
  const parts = new URLSearchParams();
  for (const key of ['status', 'search', 'limit', 'page'] as const)
    if (query[key] !== HISTORY_DEFAULT[key]) parts.set(key, String(query[key]));
  const text = parts.toString();
  return text === '' ? PATHS.paymentHistory : `${PATHS.paymentHistory}?${text}`;
}

/** The view that an address asks for; what can't be read is as usual. */
export function readHistoryQuery(parts: URLSearchParams): HistoryQuery {
  const whole = (key: string): number => (/^[1-9]\d{0,5}$/.test(parts.get(key) ?? '') ? Number(parts.get(key)) : 0);
  const size = PAGE_SIZES.find((known) => known === whole('limit'));
  const status = STATUS_OPTIONS.find((known) => known.value === parts.get('status'));
  return {
    page: whole('page') || HISTORY_DEFAULT.page,
    limit: size ?? HISTORY_DEFAULT.limit,
    search: (parts.get('search') ?? '').trim().slice(0, 100),
    status: status?.value ?? HISTORY_DEFAULT.status,
  };
}

export function sentOf(query: HistoryQuery): SentOf<typeof listTransactions> {
  return { ...query };
}

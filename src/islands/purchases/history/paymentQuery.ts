import { choiceParam, listAddress, pageParam, searchParam } from '@/lib/core/list-url.ts';
import { PAGE_SIZES } from '@/lib/core/pagination.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';

/** What the screen shows. */
export interface PaymentQuery {
  readonly status: 'ALL' | Transaction['status'];
  readonly search: string;
  readonly limit: number;
  /** From 1. */
  readonly page: number;
}

export const STATUS_OPTIONS = [
  { value: 'ALL', label: 'All' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'APPROVED', label: 'Approved' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'REVERSED', label: 'Reversed' },
] as const;

export const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }));

export const METHOD_LABELS: Readonly<Record<Transaction['paymentMethod'], string>> = {
  BANK: 'Bank',
  UPI: 'UPI',
  MANUAL: 'Manual',
  CRYPTO: 'Crypto',
};

/** Pending payments first, ten a page (docs/product.md). */
export const PAYMENT_ADDRESS = listAddress<PaymentQuery>(PATHS.paymentHistory, {
  status: choiceParam<PaymentQuery['status']>(
    'status',
    STATUS_OPTIONS.map(({ value }) => value),
    'PENDING',
  ),
  search: searchParam(),
  limit: choiceParam<number>('limit', PAGE_SIZES, 10),
  page: pageParam(),
});

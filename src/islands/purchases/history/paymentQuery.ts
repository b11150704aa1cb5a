import { choiceParam, listAddress, pageParam, searchParam } from '@/lib/core/list-url.ts';
import { PAGE_SIZES } from '@/lib/core/pagination.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';

/** What the screen shows. */
export interface PaymentQuery {
  readonly status: 'ALL' | Transaction['status'];
  readonly search: string;
  readonly limit: number;
  /** From 1. */
  readonly page: number;
}

const STATUSES = ['ALL', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED'] as const;

export function statusOptions() {
  const labels: Readonly<Record<PaymentQuery['status'], string>> = {
    ALL: t('All'),
    PENDING: t('Pending'),
    APPROVED: t('Approved'),
    REJECTED: t('Rejected'),
    REVERSED: t('Reversed'),
  };
  return STATUSES.map((value) => ({ value, label: labels[value] }));
}

export const sizeOptions = () =>
  PAGE_SIZES.map((count) => ({ value: String(count), label: t('{count} per page', { count }) }));

const METHODS = { BANK: 'Bank', UPI: 'UPI', MANUAL: 'Manual', CRYPTO: 'Crypto' } as const;

export const methodLabel = (method: Transaction['paymentMethod']): string => t(METHODS[method]);

/** Pending payments first, ten a page (docs/product.md). */
export const PAYMENT_ADDRESS = listAddress<PaymentQuery>(PATHS.paymentHistory, {
  status: choiceParam<PaymentQuery['status']>('status', STATUSES, 'PENDING'),
  search: searchParam(),
  limit: choiceParam<number>('limit', PAGE_SIZES, 10),
  page: pageParam(),
});

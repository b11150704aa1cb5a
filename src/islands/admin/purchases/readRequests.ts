import { call } from '@/islands/api.ts';
import type { PageRequest } from '@/lib/core/pagination.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import type { QueueFilter } from './purchaseQuery.ts';

/** A page of the requests that wait. @throws CallError */
export async function readRequests(filter: QueueFilter, page: PageRequest) {
  const { data } = await call(listTransactionsAsAdmin, { ...page, ...filter, status: 'PENDING' });
  return data;
}

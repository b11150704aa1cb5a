import { choiceParam, listAddress, pageParam, searchParam } from '@/lib/core/list-url.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { Bucket } from '@/lib/reconciliation/contract.ts';
import { BUCKET_ORDER } from './buckets.ts';

/** What the screen shows. */
export interface ReconciliationQuery {
  /** Null until one is chosen. */
  readonly bucket: Bucket | null;
  readonly search: string;
  /** From 1, of a bucket that is a list. */
  readonly page: number;
}

export const RECONCILIATION_ADDRESS = listAddress<ReconciliationQuery>(PATHS.reconciliation, {
  bucket: choiceParam<Bucket | null>('bucket', BUCKET_ORDER, null),
  search: searchParam(),
  page: pageParam(),
});

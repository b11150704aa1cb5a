import { useRef, useState } from 'react';
import { CallError, call, showFailure } from '@/islands/api.ts';
import { type AdminTransaction, listTransactionsAsAdmin } from '@/lib/purchases/contract.ts';
import type { QueueFilter } from './useQueue.ts';

/** More than an admin decides in one go; the oldest are taken. */
export const GATHERED_MAX = 500;
const PAGE = 100;

export interface Gather {
  readonly busy: boolean;
  /** All that waits under the filter, the oldest first; null where it could not be read, which is told. */
  all(): Promise<AdminTransaction[] | null>;
}

/** Reads what stands on the pages that are not on show. */
export function useGather(filter: QueueFilter): Gather {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  async function all(): Promise<AdminTransaction[] | null> {
    if (running.current) return null;
    running.current = true;
    setBusy(true);
    try {
      const found: AdminTransaction[] = [];
      for (let page = 1; found.length < GATHERED_MAX; page += 1) {
        const input = { page, limit: PAGE, ...filter, status: 'PENDING' } as const;
        const { data } = await call(listTransactionsAsAdmin, input);
        found.push(...data.records);
        if (page >= data.lastPage) break;
      }
      return found.slice(0, GATHERED_MAX);
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      showFailure(cause);
      return null;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { busy, all };
}

import { useEffect } from 'react';
import type { Call } from '@/lib/core/contract.ts';
import type { listMessages, listMessagesAsAdmin, readMessages, readMessagesAsAdmin } from '@/lib/messages/calls.ts';
import { call } from '../api.ts';
import { useFetched } from '../data.ts';
import { refresh } from '../refresh.ts';

interface ThreadCalls {
  readonly list: typeof listMessages | typeof listMessagesAsAdmin;
  readonly read: typeof readMessages | typeof readMessagesAsAdmin;
  /** What shows the unread count. */
  readonly refreshes: readonly Call[];
}

/** The messages about a purchase. What is on show is marked as read. */
export function useThread(id: string, { list, read, refreshes }: ThreadCalls) {
  const thread = useFetched(list, { id });
  const unread = thread.data?.unread ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival of unread messages
  useEffect(() => {
    if (unread === 0) return;
    // A failure leaves them unread, which the next visit shows.
    call(read, { id }).then(
      () => refresh(...refreshes),
      () => {},
    );
  }, [id, unread]);
  return thread;
}

import { useState } from 'react';
import { CallError, showFailure } from '@/islands/api.ts';
import { refresh } from '@/islands/data.ts';
import { toast } from '@/islands/toasts.ts';
import type { Contract } from '@/lib/core/contract.ts';

export interface Change {
  readonly busy: boolean;
  /** Of the last try; null while there is none. */
  readonly failure: CallError | null;
  /** Sends it, tells what came of it and has everything read again. @returns true when it is done */
  send(call: () => Promise<{ message: string }>, onRefused?: (why: CallError) => void): Promise<boolean>;
}

/** One change of an account at a time; `reads` is what shows it. */
export function useChange(...reads: Contract[]): Change {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);

  async function send(
    call: () => Promise<{ message: string }>,
    onRefused?: (why: CallError) => void,
  ): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      const { message } = await call();
      toast.success(message);
      return true;
    } catch (cause) {
      showFailure(cause);
      if (cause instanceof CallError) {
        setFailure(cause);
        onRefused?.(cause);
      }
      return false;
    } finally {
      setBusy(false);
      // Also after a refusal: what is shown may be what was refused.
      refresh(...reads);
    }
  }

  return { busy, failure, send };
}

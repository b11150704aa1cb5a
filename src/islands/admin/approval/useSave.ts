import { useState } from 'react';
import { CallError, showFailure } from '@/islands/api.ts';
import { refresh } from '@/islands/data.ts';
import { toast } from '@/islands/toasts.ts';
import type { Contract } from '@/lib/core/contract.ts';
import { CURRENT_PASSWORD_WRONG } from '@/lib/users/contract.ts';

export interface Save {
  readonly busy: boolean;
  /** The last refusal that is about no field; null while there is none. */
  readonly refusal: string | null;
  /**
   * Sends a change; every answer is told as a toast and read into the page.
   * @param onWrongPassword the refusal is about the password
   * @returns true when it is made or waits for a second admin
   */
  send(call: () => Promise<{ message: string }>, onWrongPassword: (text: string) => void): Promise<boolean>;
}

/** One change at a time; `reads` is what shows it. */
export function useSave(reads: Contract): Save {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function send(call: () => Promise<{ message: string }>, onWrongPassword: (text: string) => void) {
    if (busy) return false;
    setBusy(true);
    setRefusal(null);
    try {
      const { message } = await call();
      toast.success(message);
      refresh(reads);
      return true;
    } catch (cause) {
      showFailure(cause);
      if (!(cause instanceof CallError)) throw cause;
      if (cause.messages.includes(CURRENT_PASSWORD_WRONG) || cause.status === 429) onWrongPassword(cause.message);
      else setRefusal(cause.message);
      // Somebody else may have been quicker: what is shown from now on is what is there.
      if (cause.status === 409 || cause.status === 404) refresh(reads);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, refusal, send };
}

import { useEffect, useState } from 'react';
import { checkReferral } from '@/lib/users/referral-contract.ts';
import { CallError, call, problemsOf } from '../api.ts';

const PAUSE_MS = 500;

/** Asks, once typing pauses, whether a referral code is a member's; null while that is open. */
export function useReferral(code: string): boolean | null {
  const [answer, setAnswer] = useState<{ code: string; exists: boolean } | null>(null);
  useEffect(() => {
    if (code === '' || problemsOf(checkReferral, { code })) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call(checkReferral, { code }, { signal: stop.signal })
        .then(({ data }) => setAnswer({ code, exists: data.exists }))
        .catch((cause: unknown) => {
          // Only help: the registration itself has the last word.
          if (!(cause instanceof CallError)) throw cause;
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [code]);
  return answer?.code === code ? answer.exists : null;
}

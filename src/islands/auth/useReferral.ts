import { useEffect, useState } from 'react';
import { CallError } from '../failure.ts';
import { useCalls } from './useCalls.ts';

const PAUSE_MS = 500;

/** Asks, once typing pauses, whether a referral code is a member's; null while that is open. */
export function useReferral(code: string): boolean | null {
  const [answer, setAnswer] = useState<{ code: string; exists: boolean } | null>(null);
  const calls = useCalls();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for another code only
  useEffect(() => {
    if (code === '') return;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const { call, checkReferral, problemsOf } = await calls();
      if (stop.signal.aborted || problemsOf(checkReferral, { code })) return;
      const { data } = await call(checkReferral, { code }, { signal: stop.signal });
      setAnswer({ code, exists: data.exists });
    };
    const timer = setTimeout(() => {
      ask().catch((cause: unknown) => {
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

import { useEffect, useState } from 'react';
import { CallError } from '../failure.ts';
import { useChecks } from './useChecks.ts';

const PAUSE_MS = 500;

/** Whether a referral code is a member's, checked once typing pauses; null until that is known. */
export function useReferral(code: string): boolean | null {
  const [answer, setAnswer] = useState<{ code: string; exists: boolean } | null>(null);
  const checks = useChecks();
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again for another code only
  useEffect(() => {
    if (code === '') return;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const { call, checkReferral, problemsOf } = await checks();
      if (stop.signal.aborted || problemsOf(checkReferral, { code })) return;
      const { data } = await call(checkReferral, { code }, { signal: stop.signal });
      setAnswer({ code, exists: data.exists });
    };
    const timer = setTimeout(() => {
      ask().catch((cause: unknown) => {
        // Only help: the registration itself decides.
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

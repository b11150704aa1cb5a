import { useEffect } from 'react';
import { CallError } from '../failure.ts';
import { atFirstTouch } from '../touch.ts';

type Calls = typeof import('./calls.ts');
const UNLOADED = 'The form could not be loaded. Please check your connection and try again.';

/**
 * Checks and calls of a form, fetched at the first touch of the page.
 * @returns gives them; it throws a CallError where they can not be fetched
 */
export function useCalls(): () => Promise<Calls> {
  const fetchCalls = (): Promise<Calls> =>
    import('./calls.ts').catch(() => {
      throw new CallError(0, [UNLOADED], 'unloaded');
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page; a failure is told when the form is sent
  useEffect(() => atFirstTouch(() => void fetchCalls().catch(() => {})), []);
  return fetchCalls;
}

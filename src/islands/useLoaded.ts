import { useEffect } from 'react';
import { CallError } from './failure.ts';
import { atFirstTouch } from './touch.ts';

const UNLOADED = 'The form could not be loaded. Please check your connection and try again.';

/**
 * A module that only an answer to a touch needs, as checks and calls of a form: fetched at the first touch of the page.
 * @returns gives it; it throws a CallError where it can not be fetched
 */
export function useLoaded<T>(fetchModule: () => Promise<T>): () => Promise<T> {
  const load = (): Promise<T> =>
    fetchModule().catch(() => {
      throw new CallError(0, [UNLOADED], 'unloaded');
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page; a failure is told when the form is sent
  useEffect(() => atFirstTouch(() => void load().catch(() => {})), []);
  return load;
}

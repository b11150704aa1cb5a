import { useEffect } from 'react';
import { CallError } from './failure.ts';
import { onFirstInteraction } from './onFirstInteraction.ts';

const UNLOADED = 'The form could not be loaded. Please check your connection and try again.';

/**
 * A module that is needed only after an interaction, as the checks of a form: fetched at the first interaction.
 * @returns loads it; it throws a CallError where the module cannot be fetched
 */
export function useLazyModule<T>(importModule: () => Promise<T>): () => Promise<T> {
  const load = (): Promise<T> =>
    importModule().catch(() => {
      throw new CallError(0, [UNLOADED]);
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page; a failure shows when the form is sent
  useEffect(() => onFirstInteraction(() => void load().catch(() => {})), []);
  return load;
}

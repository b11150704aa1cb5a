import { type ComponentType, useEffect, useState } from 'react';
import { toast } from './toasts.ts';
import { atFirstTouch } from './touch.ts';

export interface Lazy<P> {
  /** Null until it has come. */
  readonly Part: ComponentType<P> | null;
  /** It was asked for and is on its way. */
  readonly loading: boolean;
  /** @returns whether it can be shown; where not, that has been told */
  load(): Promise<boolean>;
}

/**
 * A part of a screen that comes apart from it, at the first touch of the page: who only looks does not wait for it.
 * @param what it is, for the message when it does not come
 */
export function useLazy<P>(what: string, fetchPart: () => Promise<ComponentType<P>>): Lazy<P> {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const [loading, setLoading] = useState(false);

  async function fetchIt(): Promise<void> {
    const part = await fetchPart();
    setPart(() => part);
  }

  async function load(): Promise<boolean> {
    if (Part) return true;
    setLoading(true);
    try {
      await fetchIt();
      return true;
    } catch {
      toast.error(`${what} could not be loaded. Please check your connection and try again.`);
      return false;
    } finally {
      setLoading(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; what fails ahead of its use is tried again then
  useEffect(() => atFirstTouch(() => void fetchIt().catch(() => undefined)), []);

  return { Part, loading, load };
}

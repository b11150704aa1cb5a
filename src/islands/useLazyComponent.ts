import { type ComponentType, useEffect, useState } from 'react';
import { t, translated } from '@/lib/core/texts.ts';
import { onFirstInteraction } from './onFirstInteraction.ts';
import { toast } from './toasts.ts';

export interface LazyComponent<P> {
  /** Null until it is loaded. */
  readonly Component: ComponentType<P> | null;
  readonly loading: boolean;
  /** @returns whether it can be shown; a failure shows as a toast */
  load(): Promise<boolean>;
}

/**
 * A part of a screen that loads apart from it, at the first interaction: a visit that only reads does not wait for it.
 * @param name for the message when it does not load
 */
export function useLazyComponent<P>(name: string, importComponent: () => Promise<ComponentType<P>>): LazyComponent<P> {
  const [Component, setComponent] = useState<ComponentType<P> | null>(null);
  const [loading, setLoading] = useState(false);

  async function fetchComponent(): Promise<void> {
    const component = await importComponent();
    setComponent(() => component);
  }

  async function load(): Promise<boolean> {
    if (Component) return true;
    setLoading(true);
    try {
      await fetchComponent();
      return true;
    } catch {
      toast.error(
        t('{name} could not be loaded. Please check your connection and try again.', { name: translated(name) }),
      );
      return false;
    } finally {
      setLoading(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a failure ahead of its use is tried again then
  useEffect(() => onFirstInteraction(() => void fetchComponent().catch(() => undefined)), []);

  return { Component, loading, load };
}

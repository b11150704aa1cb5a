import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $toasts, dropToast } from '../toasts.ts';

const TICK_MS = 200;

/**
 * Closes each message when it has been on show for its time. No time passes while a person points at a message, is in one
 * by keyboard or is at another window. Counts ticks, not elapsed time, so that a suspended tab does not expire toasts
 * unseen.
 * @param layer the element that holds the messages
 */
export function useToastTimer(layer: HTMLElement): void {
  const hasToasts = useStore($toasts).length > 0;
  useEffect(() => {
    if (!hasToasts) return;
    const tick = (): void => {
      if (!document.hasFocus() || layer.matches(':hover, :focus-within')) return;
      for (const item of $toasts.get()) {
        item.leftMs -= TICK_MS;
        if (item.leftMs <= 0) dropToast(item.id);
      }
    };
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [layer, hasToasts]);
}

import { useEffect } from 'react';
import { $toasts, dropToast, type ToastItem } from '../toasts.ts';

/** What a slow page has taken over from the one before it, or a tab that slept, is still shown long enough to be read. */
const LEAST_MS = 3000;
const TICK_MS = 200;

/**
 * Closes each message when it has been on show for its time. No time passes while someone points at a message, is in one
 * by keyboard or is at another window. Ticks are counted and not the time between them: what a busy or a sleeping machine
 * skipped nobody saw.
 * @param layer where the messages lie
 */
export function useToastClock(layer: HTMLElement): void {
  useEffect(() => {
    const leftMs = new WeakMap<ToastItem, number>();
    let timer: ReturnType<typeof setInterval> | undefined;
    const tick = (): void => {
      const isHeld = !document.hasFocus() || layer.matches(':hover, :focus-within');
      for (const item of $toasts.get()) {
        const left = (leftMs.get(item) ?? Math.max(LEAST_MS, item.until - Date.now())) - (isHeld ? 0 : TICK_MS);
        leftMs.set(item, left);
        if (left <= 0) dropToast(item.id);
      }
    };
    const stop = $toasts.subscribe((items) => {
      clearInterval(timer);
      if (items.length > 0) timer = setInterval(tick, TICK_MS);
    });
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [layer]);
}

import { useEffect } from 'react';
import { $toasts, dropToast } from '../toasts.ts';

const TICK_MS = 200;

/**
 * Closes each message when it has been on show for its time. No time passes while someone points at a message, is in one
 * by keyboard or is at another window. Ticks are counted and not the time between them: what a busy or a sleeping machine
 * skipped nobody saw.
 * @param layer where the messages lie
 */
export function useToastClock(layer: HTMLElement): void {
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const tick = (): void => {
      if (!document.hasFocus() || layer.matches(':hover, :focus-within')) return;
      for (const item of $toasts.get()) {
        item.leftMs -= TICK_MS;
        if (item.leftMs <= 0) dropToast(item.id);
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

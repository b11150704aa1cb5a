import type { ToastItem } from '../toasts.ts';

/** A sleeping tab or a slow page still shows a message long enough to be read. */
const LEAST_MS = 1500;

export function shownForMs({ until }: ToastItem): number {
  return Math.max(LEAST_MS, until - Date.now());
}

/** Brings the messages before an open dialog: of both, what was shown last lies on top. */
export function raise(layer: HTMLElement | null): void {
  if (typeof layer?.showPopover !== 'function') return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  layer.showPopover();
}

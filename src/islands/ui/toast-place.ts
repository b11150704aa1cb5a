import type { ToastItem } from '../toasts.ts';

/** A sleeping tab or a slow page still shows a message long enough to be read. */
const LEAST_MS = 1500;

export function shownForMs({ until }: ToastItem): number {
  return Math.max(LEAST_MS, until - Date.now());
}

/** Brings the messages before an open dialog: of both, what was shown last lies on top. */
export function raise(layer: HTMLElement | null): void {
  if (typeof layer?.showPopover !== 'function') return;
  const isOpen = layer.matches(':popover-open');
  if (isOpen && document.querySelector('dialog[open]') === null) return;
  if (isOpen) layer.hidePopover();
  layer.showPopover();
}

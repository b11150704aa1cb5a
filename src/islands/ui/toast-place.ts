import { type RefObject, useEffect, useRef, useState } from 'react';
import { $toasts } from '../toasts.ts';

function makeLayer(): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'toast-layer';
  layer.setAttribute('popover', 'manual');
  return layer;
}

/** Of a dialog and the layer, what was shown last lies on top. */
function raise(layer: HTMLElement): void {
  if (typeof layer.showPopover !== 'function') return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  layer.showPopover();
}

export interface ToastPlace {
  /** To be drawn into by a portal. */
  readonly layer: HTMLElement;
  /** Goes on the element that the layer comes back to. */
  readonly home: RefObject<HTMLDivElement | null>;
  /** Before a message is closed: gives the focus back, or whoever works by keyboard would have to start anew. */
  readonly leave: () => void;
}

/**
 * Where messages lie. What stands outside of an open dialog is neither read out nor can it be closed, so their layer lies in
 * the dialog that is open. It moves about the page, so it is no part of the tree that React draws.
 */
export function useToastPlace(): ToastPlace {
  const home = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget>(null);
  const [layer] = useState(makeLayer);
  useEffect(() => {
    const bring = (): void => {
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
      const host = dialog ?? home.current;
      if (host === null || (layer.parentElement === host && layer.matches(':popover-open'))) return;
      host.append(layer);
      // A dialog may have left the page by then, so only its own listener hears of it.
      dialog?.addEventListener('close', bring);
      raise(layer);
    };
    const stop = $toasts.subscribe(bring);
    // As a dialog opens, what already lies there goes into it.
    document.addEventListener('toggle', bring, true);
    layer.addEventListener('focusin', ({ relatedTarget: from }) => {
      if (!(from instanceof Node && layer.contains(from))) before.current = from;
    });
    return () => {
      stop();
      document.removeEventListener('toggle', bring, true);
      layer.remove();
    };
  }, [layer]);
  const leave = (): void => {
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return { layer, home, leave };
}

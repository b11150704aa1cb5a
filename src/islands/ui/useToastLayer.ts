import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { $toasts } from '../toasts.ts';

function makeLayer(): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'toast-layer';
  layer.setAttribute('popover', 'manual');
  return layer;
}

/** Of a dialog and the layer, the one shown last lies on top. */
function raise(layer: HTMLElement): void {
  if (typeof layer.showPopover !== 'function') return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  layer.showPopover();
}

export interface ToastLayerState {
  /** To be drawn into by a portal. */
  readonly layer: HTMLElement;
  /** Goes on the element that the layer comes back to. */
  readonly home: RefObject<HTMLDivElement | null>;
  /** Before a message is closed: gives the focus back, so that the keyboard goes on from there. */
  readonly restoreFocus: () => void;
}

/**
 * The element that holds the messages. A screen reader cannot read what lies outside of an open dialog, and nobody can
 * close it, so the layer lies in the dialog that is open. It moves about the page, so React does not draw it.
 */
export function useToastLayer(): ToastLayerState {
  const home = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget>(null);
  const [layer] = useState(makeLayer);
  const items = useStore($toasts);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message has to lie in the dialog that is open now
  useEffect(() => {
    const move = (): void => {
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
      const host = dialog ?? home.current;
      if (host === null || (layer.parentElement === host && layer.matches(':popover-open'))) return;
      host.append(layer);
      // A dialog may have left the page by then, so only its own listener hears of it.
      dialog?.addEventListener('close', move);
      raise(layer);
    };
    move();
    // As a dialog opens, messages that are on show move into it.
    document.addEventListener('toggle', move, true);
    return () => document.removeEventListener('toggle', move, true);
  }, [layer, items]);

  useEffect(() => {
    layer.addEventListener('focusin', ({ relatedTarget: from }) => {
      if (!(from instanceof Node && layer.contains(from))) before.current = from;
    });
    return () => layer.remove();
  }, [layer]);

  const restoreFocus = (): void => {
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return { layer, home, restoreFocus };
}

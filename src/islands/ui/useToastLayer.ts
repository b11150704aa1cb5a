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

/** Whether messages lie over more than half of what has the focus. */
function isFocusCovered(layer: HTMLElement): boolean {
  const focused = document.activeElement;
  if (!focused || layer.contains(focused)) return false;
  const { left, right, top, bottom, width, height } = focused.getBoundingClientRect();
  return [...layer.querySelectorAll('[class~=Toastify__toast]')].some((message) => {
    const box = message.getBoundingClientRect();
    const across = Math.min(right, box.right) - Math.max(left, box.left);
    const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
    return across > 0 && down > 0 && across * down * 2 > width * height;
  });
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

  // A new message has to lie in the dialog that is open now.
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
    if (items.length === 0) layer.removeAttribute('data-aside');
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

  // Nobody sees a focus under a message: the messages go to the other end of the window.
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Tab' && isFocusCovered(layer)) layer.toggleAttribute('data-aside');
    };
    document.addEventListener('keyup', press);
    return () => document.removeEventListener('keyup', press);
  }, [layer]);

  const restoreFocus = (): void => {
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return { layer, home, restoreFocus };
}

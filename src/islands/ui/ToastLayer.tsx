import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type CloseButtonProps, Slide, toast as show, ToastContainer } from 'react-toastify/unstyled';
import { $toasts, dropToast, TOASTS_MAX } from '../toasts.ts';
import { Icon } from './Icon.tsx';
import { ToastMark } from './ToastMark.tsx';
import { raise, shownForMs } from './toast-place.ts';

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button
      type="button"
      className="Toastify__close-button"
      aria-label="Dismiss message"
      onClick={() => closeToast(true)}
    >
      <Icon name="close" size={16} />
    </button>
  );
}

/** Where the messages lie. It may move into an open dialog and back, so it is no part of the tree that React draws. */
function makeLayer(): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'toast-layer';
  layer.setAttribute('popover', 'manual');
  return layer;
}

/**
 * What stands outside of an open dialog is neither read out nor can it be closed, so the messages move into a dialog that
 * takes them while it is open, and back to their own place.
 */
function bring(layer: HTMLElement, home: HTMLElement | null): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  const host = dialog?.hasAttribute('data-messages') ? dialog : home;
  if (host && layer.parentElement !== host) {
    host.append(layer);
    dialog?.addEventListener('close', () => bring(layer, home), { once: true });
  } else if (!dialog && layer.matches(':popover-open')) return;
  raise(layer);
}

/** Shows the queue at the top centre. The only module that carries the toast library. */
export function ToastLayer() {
  const shown = useRef(new Set<string>());
  const home = useRef<HTMLDivElement>(null);
  const [layer] = useState(makeLayer);

  useEffect(() => {
    return $toasts.subscribe((items) => {
      for (const item of items) {
        if (shown.current.has(item.id)) continue;
        shown.current.add(item.id);
        bring(layer, home.current);
        show(item.message, {
          toastId: item.id,
          type: item.kind,
          autoClose: shownForMs(item),
          icon: <ToastMark kind={item.kind} />,
          role: item.kind === 'error' ? 'alert' : 'status',
          onClose: () => dropToast(item.id),
        });
      }
    });
  }, [layer]);

  return (
    <div ref={home}>
      {createPortal(
        <ToastContainer
          position="top-center"
          limit={TOASTS_MAX}
          transition={Slide}
          hideProgressBar
          newestOnTop
          closeOnClick={false}
          draggable
          closeButton={CloseButton}
          pauseOnHover
          pauseOnFocusLoss
          aria-label="Messages"
        />,
        layer,
      )}
    </div>
  );
}

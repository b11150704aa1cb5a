import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type CloseButtonProps, Slide, toast as show, ToastContainer } from 'react-toastify/unstyled';
import { $toasts, dropToast, TOASTS_MAX } from '../toasts.ts';
import { ToastDismiss, ToastMark } from './ToastMark.tsx';
import { useToastClock } from './toast-clock.ts';
import { useToastPlace } from './toast-place.ts';

/** Shows the queue at the top centre. The only module that carries the toast library. */
export function ToastLayer() {
  const shown = useRef(new Set<string>());
  const { layer, home, leave } = useToastPlace();
  useToastClock(layer);

  useEffect(() => {
    return $toasts.subscribe((items) => {
      for (const id of shown.current) {
        if (items.some((item) => item.id === id)) continue;
        shown.current.delete(id);
        show.dismiss(id);
      }
      for (const item of items) {
        if (shown.current.has(item.id)) continue;
        shown.current.add(item.id);
        show(item.message, {
          toastId: item.id,
          type: item.kind,
          icon: <ToastMark kind={item.kind} />,
          role: item.kind === 'error' ? 'alert' : 'status',
          onClose: () => dropToast(item.id),
        });
      }
    });
  }, []);

  const closeButton = ({ closeToast }: CloseButtonProps) => (
    <ToastDismiss
      onDismiss={() => {
        leave();
        closeToast(true);
      }}
    />
  );

  return (
    <div ref={home}>
      {createPortal(
        <ToastContainer
          position="top-center"
          limit={TOASTS_MAX}
          transition={Slide}
          autoClose={false}
          newestOnTop
          closeOnClick={false}
          closeButton={closeButton}
          aria-label="Messages"
        />,
        layer,
      )}
    </div>
  );
}

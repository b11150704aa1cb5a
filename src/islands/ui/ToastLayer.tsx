import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type CloseButtonProps, Slide, toast as show, ToastContainer } from 'react-toastify/unstyled';
import { t } from '@/lib/core/texts.ts';
import { $toasts, dropToast, TOASTS_MAX } from '../toasts.ts';
import { ToastDismiss, ToastMark } from './ToastMark.tsx';
import { useFocusInSight } from './useFocusInSight.ts';
import { useToastLayer } from './useToastLayer.ts';
import { useToastTimer } from './useToastTimer.ts';

/** Shows the queue at the top centre. The only module that carries the toast library. */
export function ToastLayer() {
  const shown = useRef(new Set<string>());
  const items = useStore($toasts);
  const { layer, home, restoreFocus } = useToastLayer();
  useToastTimer(layer);
  useFocusInSight(layer);

  useEffect(() => {
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
  }, [items]);

  const closeButton = ({ closeToast }: CloseButtonProps) => (
    <ToastDismiss
      onDismiss={() => {
        restoreFocus();
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
          aria-label={t('Messages')}
        />,
        layer,
      )}
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { Slide, toast as show, ToastContainer } from 'react-toastify/unstyled';
import { $toasts, dropToast, TOASTS_MAX } from '../toasts.ts';
import { ToastMark } from './ToastMark.tsx';
import { raise, shownForMs } from './toast-place.ts';

/** Shows the queue at the top centre. The only module that carries the toast library. */
export function ToastLayer() {
  const shown = useRef(new Set<string>());
  const layer = useRef<HTMLDivElement>(null);

  useEffect(
    () =>
      $toasts.subscribe((items) => {
        for (const item of items) {
          if (shown.current.has(item.id)) continue;
          shown.current.add(item.id);
          raise(layer.current);
          show(item.message, {
            toastId: item.id,
            type: item.kind,
            autoClose: shownForMs(item),
            icon: <ToastMark kind={item.kind} />,
            role: item.kind === 'error' ? 'alert' : 'status',
            onClose: () => dropToast(item.id),
          });
        }
      }),
    [],
  );

  return (
    <div ref={layer} className="toast-layer" popover="manual">
      <ToastContainer
        position="top-center"
        limit={TOASTS_MAX}
        transition={Slide}
        hideProgressBar
        newestOnTop
        closeOnClick={false}
        draggable
        pauseOnHover
        pauseOnFocusLoss
        aria-label="Messages"
      />
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import { Slide, toast as show, ToastContainer } from 'react-toastify/unstyled';
import { $toasts, dropToast, resumeToasts, TOASTS_MAX, type ToastItem } from '../toasts.ts';
import { Icon } from './Icon.tsx';

/** A sleeping tab or a slow page still shows a message long enough to be read. */
const LEAST_MS = 1500;

function Mark({ kind }: { kind: ToastItem['kind'] }) {
  return <Icon name={kind === 'error' ? 'rejected' : kind === 'success' ? 'approved' : 'info'} />;
}

/** Brings the messages before an open dialog: of both, what was shown last lies on top. */
function raise(layer: HTMLElement | null): void {
  if (typeof layer?.showPopover !== 'function') return;
  const isOpen = layer.matches(':popover-open');
  if (isOpen && document.querySelector('dialog[open]') === null) return;
  if (isOpen) layer.hidePopover();
  layer.showPopover();
}

/** Shows the queue at the top centre. The only island that carries the toast library. */
export function Toasts() {
  const [awake, setAwake] = useState(false);
  const shown = useRef(new Set<string>());
  const layer = useRef<HTMLDivElement>(null);

  useEffect(() => setAwake(true), []);

  useEffect(() => {
    if (!awake) return;
    resumeToasts();
    return $toasts.subscribe((items) => {
      for (const item of items) {
        if (shown.current.has(item.id)) continue;
        shown.current.add(item.id);
        raise(layer.current);
        show(item.message, {
          toastId: item.id,
          type: item.kind,
          autoClose: Math.max(LEAST_MS, item.until - Date.now()),
          icon: <Mark kind={item.kind} />,
          role: item.kind === 'error' ? 'alert' : 'status',
          onClose: () => dropToast(item.id),
        });
      }
    });
  }, [awake]);

  if (!awake) return null;
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

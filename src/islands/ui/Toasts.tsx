import { type ComponentType, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { $toasts, dropToast, resumeToasts, type ToastItem } from '../toasts.ts';
import { atFirstTouch } from '../touch.ts';
import { ToastDismiss, ToastMark } from './ToastMark.tsx';
import { useToastClock } from './toast-clock.ts';
import { useToastPlace } from './toast-place.ts';

/**
 * Shows the queue of messages. The library that draws them comes at the first touch of the page or with the first message,
 * whichever is earlier. Where it can't be fetched, which is when a person most needs to be told, the messages stand plain.
 */
export function Toasts() {
  const [Layer, setLayer] = useState<ComponentType | null>(null);
  const [isMissing, setMissing] = useState(false);

  useEffect(() => {
    let asked = false;
    const fetchLayer = (): void => {
      if (asked) return;
      asked = true;
      import('./ToastLayer.tsx').then(
        (module) => setLayer(() => module.ToastLayer),
        () => {
          asked = false;
          setMissing(true);
        },
      );
    };
    const stopWaiting = atFirstTouch(fetchLayer);
    resumeToasts();
    const stop = $toasts.subscribe((items) => {
      if (items.length > 0) fetchLayer();
    });
    return () => {
      stop();
      stopWaiting();
    };
  }, []);

  if (Layer) return <Layer />;
  return isMissing ? <PlainToasts /> : null;
}

/** The same messages in the same place and dress, without motion. */
function PlainToasts() {
  const [items, setItems] = useState<readonly ToastItem[]>([]);
  const { layer, home, leave } = useToastPlace();
  useEffect(() => $toasts.subscribe(setItems), []);
  useToastClock(layer);
  return (
    <div ref={home}>
      {createPortal(
        <section className="Toastify__toast-container Toastify__toast-container--top-center" aria-label="Messages">
          {items.toReversed().map(({ id, kind, message }) => (
            <div
              key={id}
              className={`Toastify__toast Toastify__toast-theme--light Toastify__toast--${kind}`}
              role={kind === 'error' ? 'alert' : 'status'}
            >
              <div className="Toastify__toast-icon">
                <ToastMark kind={kind} />
              </div>
              {message}
              <ToastDismiss
                onDismiss={() => {
                  leave();
                  dropToast(id);
                }}
              />
            </div>
          ))}
        </section>,
        layer,
      )}
    </div>
  );
}

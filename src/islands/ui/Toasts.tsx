import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '@/lib/core/texts.ts';
import { onFirstInteraction } from '../onFirstInteraction.ts';
import { $toasts, dropToast, resumeToasts } from '../toasts.ts';
import { ToastDismiss, ToastMark } from './ToastMark.tsx';
import { useToastLayer } from './useToastLayer.ts';
import { useToastTimer } from './useToastTimer.ts';

/**
 * Shows the queue of messages. The library that draws them comes with the first interaction or with the first message,
 * whichever is earlier. Without it, as when the network is away, the same messages show without motion.
 */
export function Toasts() {
  const [Layer, setLayer] = useState<ComponentType | null>(null);
  const [isMissing, setMissing] = useState(false);
  const isFetching = useRef(false);
  const items = useStore($toasts);

  function fetchLayer(): void {
    if (isFetching.current) return;
    isFetching.current = true;
    import('./ToastLayer.tsx').then(
      (module) => setLayer(() => module.ToastLayer),
      () => {
        isFetching.current = false;
        setMissing(true);
      },
    );
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useEffect(() => {
    resumeToasts();
    return onFirstInteraction(fetchLayer);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is another try to fetch it
  useEffect(() => {
    if (items.length > 0) fetchLayer();
  }, [items]);

  if (Layer) return <Layer />;
  return isMissing ? <PlainToasts /> : null;
}

/** The same messages with the same look, without motion. */
function PlainToasts() {
  const items = useStore($toasts);
  const { layer, home, restoreFocus } = useToastLayer();
  useToastTimer(layer);
  return (
    <div ref={home}>
      {createPortal(
        <section className="Toastify__toast-container Toastify__toast-container--top-center" aria-label={t('Messages')}>
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
                  restoreFocus();
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

import { useEffect, useRef, useState } from 'react';
import { buttonClass, IconButton } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import type { Zoom } from './useZoom.ts';

const FRAME = 'min-w-0 overflow-hidden rounded-lg border border-line bg-surface lg:sticky lg:top-4';
const FACES: Readonly<Record<Zoom['percent'], string>> = {
  100: 'h-full w-full cursor-zoom-in',
  150: 'h-auto w-[150%] cursor-zoom-out',
  200: 'h-auto w-[200%] cursor-zoom-out',
  300: 'h-auto w-[300%] cursor-zoom-out',
  400: 'h-auto w-[400%] cursor-zoom-out',
};

export interface ReceiptViewerProps {
  purchase: Pick<AdminTransaction, 'receipt' | 'orderNumber' | 'paymentMethod'>;
  zoom: Zoom;
}

/** The proof: pictures here with zoom, PDF in a frame with the browser's own viewer, the rest to be downloaded. */
export function ReceiptViewer({ purchase, zoom }: ReceiptViewerProps) {
  const { receipt, orderNumber } = purchase;
  if (!receipt) {
    return (
      <div className={FRAME}>
        <EmptyState
          text="No receipt came with this purchase."
          hint={purchase.paymentMethod === 'MANUAL' ? 'Manual payments need none.' : undefined}
        />
      </div>
    );
  }
  const isPicture = receipt.mime.startsWith('image/');
  return (
    <div className={FRAME}>
      <div className="flex min-h-12 items-center gap-1 border-b border-line py-1 ps-2 pe-4">
        {isPicture && (
          <>
            <IconButton icon="neutral" label="Zoom out (−)" onClick={zoom.out} disabled={!zoom.canOut} />
            <output className="min-w-12 text-center text-sm/6 text-muted tabular-nums" aria-label="Zoom">
              {zoom.percent}%
            </output>
            <IconButton icon="add" label="Zoom in (+)" onClick={zoom.in} disabled={!zoom.canIn} />
          </>
        )}
        {!isPicture && (
          <a className="link ms-auto ps-2 text-sm/6" href={receipt.url} download>
            Download
          </a>
        )}
        <a
          className={`link text-sm/6 ${isPicture ? 'ms-auto ps-2' : 'ms-3'}`}
          href={receipt.url}
          target="_blank"
          rel="noreferrer"
        >
          View Receipt
        </a>
      </div>
      {isPicture ? (
        <Picture key={receipt.url} url={receipt.url} orderNumber={orderNumber} zoom={zoom} />
      ) : isShownHere(receipt.mime) ? (
        <PdfFrame key={receipt.url} url={receipt.url} orderNumber={orderNumber} />
      ) : (
        <Document url={receipt.url} mime={receipt.mime} orderNumber={orderNumber} />
      )}
    </div>
  );
}

/** How soon after Tab, in ms, the focus that comes to a viewer is one that a person has sent there. */
const TAB_MS = 400;

/**
 * The browser's own viewer. The answer is sandboxed by its own policy; browsers show no PDF where the frame says so too.
 * No key that is pressed in a viewer reaches the page. It takes the focus as it starts, and with each click: the focus is
 * given back, so that the keys of the desk go on working. A person who goes there by Tab, to scroll by keys, stays until they leave.
 */
function PdfFrame({ url, orderNumber }: { url: string; orderNumber: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    let tabbedAt = Number.NEGATIVE_INFINITY;
    let isMeant = false;
    const note = (event: KeyboardEvent): void => {
      if (event.key === 'Tab') tabbedAt = performance.now();
    };
    document.addEventListener('keydown', note, true);
    const timer = setInterval(() => {
      const element = frame.current;
      const isThere = element !== null && document.activeElement === element;
      isMeant = isThere && (isMeant || performance.now() - tabbedAt < TAB_MS);
      if (isThere && !isMeant) element.closest<HTMLElement>('.desk')?.focus({ preventScroll: true });
    }, 50);
    return () => {
      clearInterval(timer);
      document.removeEventListener('keydown', note, true);
    };
  }, []);
  return (
    <iframe
      ref={frame}
      className="block h-[60dvh] w-full border-0 lg:h-[calc(100dvh-180px)] lg:min-h-[360px]"
      src={`${url}#navpanes=0&view=FitH`}
      title={`Receipt of ${orderNumber}`}
    />
  );
}

/** Phones mostly have no viewer of their own. */
function isShownHere(mime: string): boolean {
  return mime === 'application/pdf' && navigator.pdfViewerEnabled;
}

function Picture({ url, orderNumber, zoom }: { url: string; orderNumber: string; zoom: Zoom }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <EmptyState drawing="error" text="The receipt could not be loaded." role="alert" />;
  return (
    <section
      className="h-[46dvh] overflow-auto bg-sunken lg:h-[calc(100dvh-180px)] lg:min-h-[360px]"
      aria-label={`Receipt of ${orderNumber}`}
    >
      <button
        type="button"
        className={`receipt-face block focus-visible:-outline-offset-2 ${FACES[zoom.percent]}`}
        aria-label={zoom.percent === 100 ? 'Zoom in' : 'Show the whole receipt'}
        onClick={zoom.percent === 100 ? zoom.in : zoom.fit}
      >
        <img
          className={`w-full object-contain ${zoom.percent === 100 ? 'h-full' : 'h-auto'}`}
          src={url}
          alt={`Receipt of ${orderNumber}`}
          onError={() => setFailed(true)}
        />
      </button>
    </section>
  );
}

const KINDS: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/msword': 'Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
};

function Document({ url, mime, orderNumber }: { url: string; mime: string; orderNumber: string }) {
  const kind = KINDS[mime] ?? 'Document';
  return (
    <div className="receipt-document grid justify-items-center gap-3 px-6 py-16 text-center text-sm text-muted">
      <Icon name="file" size={24} />
      <p className="grid gap-1">
        <strong className="text-ink">{kind}</strong>
        <span>Sent as the receipt of {orderNumber}. Documents are not opened inside this page.</span>
      </p>
      <a className={buttonClass('secondary', 'sm')} href={url} download>
        <span className="btn-face">
          <Icon name="download" size={16} />
          Download
        </span>
      </a>
    </div>
  );
}

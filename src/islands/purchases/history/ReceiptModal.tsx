import { useState } from 'react';
import { t } from '@/lib/core/texts.ts';
import { receivedText } from '@/lib/purchases/bank-state.rules.ts';
import type { Transaction } from '@/lib/purchases/contract.ts';
import { shownTransactionId } from '@/lib/purchases/rules.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DateTime, Money } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const KINDS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
};

/** The file that was sent as proof: a picture is shown, a document is offered for download. */
export function ReceiptModal({ purchase, onClose }: { purchase: Transaction | null; onClose: () => void }) {
  return (
    <Modal
      open={purchase !== null}
      onClose={onClose}
      title={t('View Payment Receipt')}
      closeOnBackdrop
      footer={
        purchase?.receipt && (
          <a
            className={buttonClass('secondary')}
            href={purchase.receipt.url}
            download={`receipt-${purchase.orderNumber}`}
          >
            <span className="btn-face">
              <Icon name="download" />
              {t('Download')}
            </span>
          </a>
        )
      }
    >
      {purchase?.receipt && (
        <div className="grid gap-4">
          <div className="flex items-start justify-between gap-4">
            <dl className="grid min-w-0 gap-1 text-sm">
              <dt className="sr-only">{t('Transaction ID')}</dt>
              <dd className="font-mono text-sm break-all">
                <bdi>{shownTransactionId(purchase)}</bdi>
              </dd>
              <dt className="sr-only">{t('Amount and time')}</dt>
              <dd className="flex flex-wrap gap-x-3 text-muted">
                <Money value={purchase.finalAmount} />
                <DateTime value={purchase.createdAt} />
                {purchase.received !== null && <span className="text-ink">{receivedText(purchase)}</span>}
              </dd>
            </dl>
            <StatusBadge status={purchase.status} />
          </div>
          <Proof
            key={purchase.id}
            url={purchase.receipt.url}
            mime={purchase.receipt.mime}
            orderNumber={purchase.orderNumber}
          />
        </div>
      )}
    </Modal>
  );
}

function Proof({ url, mime, orderNumber }: { url: string; mime: string; orderNumber: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <EmptyState drawing="error" role="alert" text={t('The receipt could not be loaded.')} />;
  if (mime.startsWith('image/')) {
    return (
      <a href={url} target="_blank" rel="noreferrer" className="block overflow-hidden rounded-md bg-sunken">
        <img
          src={url}
          alt={t('Payment receipt of order {number}', { number: orderNumber })}
          className="mx-auto max-h-[60vh] min-h-24 object-contain"
          onError={() => setFailed(true)}
        />
      </a>
    );
  }
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line p-4">
      <Icon name="file" size={24} className="text-muted" />
      <p className="text-sm">
        {t('This receipt is a {kind} file. Please download it to open it.', { kind: KINDS[mime] ?? t('document') })}
      </p>
    </div>
  );
}

import { formatBytes } from '@/lib/core/format.ts';
import { t } from '@/lib/core/texts.ts';
import { readAmountDraft } from '@/lib/core/typed-amount.ts';
import { IconButton } from '../../ui/Button.tsx';
import { FileField } from '../../ui/FileField.tsx';
import { FormModal } from '../../ui/FormModal.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { OrderDraft, Receipt } from '../order.ts';
import type { PaymentOrder } from '../useOrder.ts';
import { ReferenceField } from './ReferenceField.tsx';
import { UtrHelp } from './UtrHelp.tsx';
import { type ProofTarget, useProof } from './useProof.ts';

export interface ProofModalProps {
  open: boolean;
  order: PaymentOrder;
  target: ProofTarget;
  totalAmount: string;
  onClose: () => void;
  /** The cancel button, which says so. */
  onCancel: () => void;
}

const FILE_LABEL = 'Upload Transaction File';

/** What was paid, by which number, and a picture of it. Closing it loses nothing. */
export function ProofModal({ open, order, target, totalAmount, onClose, onCancel }: ProofModalProps) {
  const { form, receipt, submission } = useProof(order, target, totalAmount);
  const amount = form.field('amount');

  return (
    <FormModal
      submission={submission}
      open={open}
      onClose={onClose}
      onCancel={onCancel}
      title={t('Submit Transaction Proof')}
      verb={t('Submit')}
      busyText={t('Submitting...')}
      className="grid gap-5"
    >
      <Correction corrects={order.stored?.draft.corrects ?? null} />
      <ReferenceField
        {...form.field('referenceNumber')}
        label={t('UTR or Transaction Number')}
        placeholder={target.paymentMethod === 'UPI' ? t('12 digits') : t('12, 16 or 22 characters')}
      />
      <UtrHelp />
      <TextField
        {...amount}
        label={t('Enter Amount')}
        prefix="₹"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        onValue={(value) => {
          const read = readAmountDraft(value);
          if (read !== null) amount.onValue(read);
        }}
        hint={t('The total you paid. Change it only if you paid a different amount.')}
      />
      <ReceiptField
        receipt={receipt}
        error={form.field('receipt').error ?? receipt.problem}
        disabled={submission.busy}
      />
    </FormModal>
  );
}

/** Why the order that this one corrects was rejected. */
function Correction({ corrects }: { corrects: OrderDraft['corrects'] }) {
  if (!corrects) return null;
  return (
    <div className="notice" data-tone="warning" role="note" aria-label={t('Why it was rejected')}>
      <span>
        <strong>{t('{order} was rejected.', { order: corrects.orderNumber })}</strong>{' '}
        {corrects.reason === '' ? t('No reason was given.') : <bdi>{corrects.reason}</bdi>}{' '}
        {t('Correct what is wrong and send it again. If you have already paid, do not pay again.')}
      </span>
    </div>
  );
}

interface ReceiptFieldProps {
  receipt: ReturnType<typeof useProof>['receipt'];
  error: string | undefined;
  disabled: boolean;
}

function ReceiptField({ receipt: { receipt, file, progress, choose }, error, disabled }: ReceiptFieldProps) {
  if (receipt && !file) return <StoredFile receipt={receipt} onRemove={() => choose(null)} disabled={disabled} />;
  return (
    <FileField
      label={t(FILE_LABEL)}
      name="receipt"
      accept="image/*,.pdf,.doc,.docx"
      file={file}
      onFile={choose}
      progress={progress}
      error={error}
      hint={receipt ? t('Uploaded.') : t('A screenshot, photo, PDF or Word file of the payment, up to 5 MB.')}
      disabled={disabled}
    />
  );
}

interface StoredFileProps {
  receipt: Receipt;
  onRemove: () => void;
  disabled: boolean;
}

/** The file that was sent before the page was loaded again. */
function StoredFile({ receipt, onRemove, disabled }: StoredFileProps) {
  return (
    <div className="field">
      <p className="field-label">{t(FILE_LABEL)}</p>
      <div className="drop" data-filled>
        <div className="drop-file">
          <span className="drop-preview">
            <Icon name="file" size={24} />
          </span>
          <span className="drop-name">
            <strong>{receipt.name}</strong>
            <span>
              {receipt.bytes > 0 ? t('{size}, uploaded', { size: formatBytes(receipt.bytes) }) : t('Uploaded')}
            </span>
          </span>
          <IconButton
            icon="close"
            label={t('Remove {name}', { name: receipt.name })}
            onClick={onRemove}
            disabled={disabled}
          />
        </div>
      </div>
    </div>
  );
}

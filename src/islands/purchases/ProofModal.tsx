import { type FormEvent, useId, useRef } from 'react';
import { formatBytes } from '@/lib/core/format.ts';
import { referenceAdvice } from '@/lib/purchases/proof-rules.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { FileField } from '../ui/FileField.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Modal } from '../ui/Modal.tsx';
import { TextField } from '../ui/TextField.tsx';
import { readAmountDraft } from './amount.ts';
import type { Receipt } from './order.ts';
import { readReference } from './reference.ts';
import { UtrHelp } from './UtrHelp.tsx';
import type { OrderInHand } from './useOrder.ts';
import { type ProofTarget, useProof } from './useProof.ts';

export interface ProofModalProps {
  open: boolean;
  order: OrderInHand;
  target: ProofTarget;
  totalAmount: string;
  onClose: () => void;
  /** The cancel button, which says so. */
  onCancel: () => void;
}

const FILE_LABEL = 'Upload Transaction File';

/** What was paid, by which number, and a picture of it. Closing it loses nothing. */
export function ProofModal({ open, order, target, totalAmount, onClose, onCancel }: ProofModalProps) {
  const proof = useProof(order, target, totalAmount);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const advice = referenceAdvice(proof.referenceNumber);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong = await proof.submit();
    if (wrong !== null) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }

  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Submit Transaction Proof"
      footer={
        <>
          <Button look="secondary" onClick={onCancel} disabled={proof.busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={proof.busy} busyText="Submitting...">
            Submit
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className="grid gap-5" method="post" noValidate onSubmit={submit}>
        <TextField
          label="UTR or Transaction Number"
          name="referenceNumber"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          placeholder={target.paymentMethod === 'UPI' ? '12 digits' : '12, 16 or 22 characters'}
          value={proof.referenceNumber}
          onValue={(value) => proof.type('referenceNumber', readReference(value))}
          error={proof.problems.referenceNumber}
          hint={
            advice !== null && proof.problems.referenceNumber === undefined ? (
              <span className="flex gap-1.5 text-warning" role="status">
                <Icon name="info" size={16} className="mt-0.5" />
                <span>{advice}</span>
              </span>
            ) : undefined
          }
        />
        <UtrHelp />
        <TextField
          label="Enter Amount"
          name="amount"
          prefix="₹"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={proof.amount}
          onValue={(value) => {
            const read = readAmountDraft(value);
            if (read !== null) proof.type('amount', read);
          }}
          error={proof.problems.amount}
          hint="What you have paid in all. Please change it only if you paid another amount."
        />
        {proof.receipt && !proof.file ? (
          <StoredFile receipt={proof.receipt} onRemove={() => proof.choose(null)} disabled={proof.busy} />
        ) : (
          <FileField
            label={FILE_LABEL}
            name="receipt"
            accept="image/*,.pdf,.doc,.docx"
            file={proof.file}
            onFile={proof.choose}
            progress={proof.progress}
            error={proof.problems.receipt}
            hint={proof.receipt ? 'Uploaded.' : 'A screenshot, photo, PDF or Word file of the payment, up to 5 MB.'}
            disabled={proof.busy}
          />
        )}
      </form>
    </Modal>
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
      <p className="field-label">{FILE_LABEL}</p>
      <div className="drop" data-filled>
        <div className="drop-file">
          <span className="drop-preview">
            <Icon name="file" size={24} />
          </span>
          <span className="drop-name">
            <strong>{receipt.name}</strong>
            <span>{formatBytes(receipt.bytes)}, uploaded</span>
          </span>
          <IconButton icon="close" label={`Remove ${receipt.name}`} onClick={onRemove} disabled={disabled} />
        </div>
      </div>
    </div>
  );
}

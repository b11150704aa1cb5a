import { useState } from 'react';
import { refresh } from '@/islands/data.ts';
import { toast } from '@/islands/toasts.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Money, Quantity } from '@/islands/ui/Figures.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { type AdminTransaction, listTransactionsAsAdmin } from '@/lib/purchases/contract.ts';
import { type Act, decide } from './decide.ts';
import { FlagList } from './Flags.tsx';
import { REVERSAL_REASONS } from './flags.ts';
import { ReasonFields } from './ReasonFields.tsx';
import { SecondNote } from './SecondNote.tsx';

export const TITLES: Record<Act, string> = {
  approve: 'Aye you sure, you want to Approve?',
  reject: 'Aye you sure, you want to Reject?',
  reverse: 'Reverse this approved purchase?',
};

export interface DecideDialogProps {
  decision: Act;
  purchase: AdminTransaction;
  onClose: () => void;
  onDecided: (purchase: AdminTransaction) => void;
}

const REASON_MISSING = 'Please enter a reason.';

/** One purchase, one decision: the proof before an approval, the reason before a rejection or a reversal. */
export function DecideDialog({ decision, purchase, onClose, onDecided }: DecideDialogProps) {
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState(purchase.reversalAsked?.reason ?? '');
  const [failure, setFailure] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);

  async function confirm(): Promise<void> {
    const lacksReason = decision === 'reverse' && reason.trim() === '';
    setMissing(lacksReason);
    if (lacksReason) return void toast.error(REASON_MISSING);
    setBusy(true);
    setFailure(null);
    const outcome = await decide(decision, purchase, reason).finally(() => setBusy(false));
    refresh(listTransactionsAsAdmin);
    if (outcome.kind === 'done' || outcome.kind === 'first') toast.success(outcome.message);
    else toast.error(outcome.message);
    if (outcome.kind === 'failed') return setFailure(outcome.message);
    if (outcome.other) toast.info(outcome.other);
    onDecided(purchase);
    onClose();
  }

  return (
    <Modal
      open
      onClose={() => !busy && onClose()}
      title={TITLES[decision]}
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button look={decision === 'approve' ? 'success' : 'danger'} onClick={confirm} busy={busy}>
            {decision === 'reverse' ? 'Reverse' : 'Confirm'}
          </Button>
        </>
      }
    >
      <div className="decide">
        <Refusal text={failure} />
        <dl className="facts">
          <div>
            <dt>Order</dt>
            <dd>
              {purchase.orderNumber} · {purchase.user.name}
            </dd>
          </div>
          <div>
            <dt>Transaction No.</dt>
            <dd className="figure">{purchase.referenceNumber ?? purchase.transactionId ?? '--'}</dd>
          </div>
          <div>
            <dt>Final Amount</dt>
            <dd>
              <Money value={purchase.finalAmount} />
            </dd>
          </div>
        </dl>
        <SecondNote purchase={purchase} bar={null} />
        {decision === 'approve' ? (
          <>
            <FlagList purchase={purchase} />
            <Proof purchase={purchase} />
          </>
        ) : (
          <>
            {decision === 'reverse' && <Consequences purchase={purchase} />}
            <ReasonFields
              value={reason}
              onValue={setReason}
              disabled={busy}
              {...(decision === 'reverse' && { reasons: REVERSAL_REASONS, required: true })}
              error={missing && reason.trim() === '' ? REASON_MISSING : undefined}
            />
          </>
        )}
      </div>
    </Modal>
  );
}

/** What follows from a reversal, before it is asked for. */
function Consequences({ purchase }: { purchase: AdminTransaction }) {
  return (
    <ul className="consequences">
      <li>
        <Quantity value={purchase.totalQuantity} /> tokens leave the stock of {purchase.user.name}, and a reward that
        this purchase earned is taken back.
      </li>
      <li>The tokens can be sold again; the receipt is cancelled, and the Transaction No. is free again.</li>
      <li>The buyer reads your reason. A payment that did come in has to be paid back outside this program.</li>
      <li>A reversal is final.</li>
    </ul>
  );
}

function Proof({ purchase: { receipt, orderNumber } }: { purchase: AdminTransaction }) {
  if (!receipt) return <p className="empty-hint">No receipt came with this purchase.</p>;
  return (
    <div className="decide-proof">
      <a className="link" href={receipt.url} target="_blank" rel="noreferrer">
        View Receipt
      </a>
      {receipt.mime.startsWith('image/') && (
        <img className="decide-image" src={receipt.url} alt={`Receipt of ${orderNumber}`} />
      )}
    </div>
  );
}

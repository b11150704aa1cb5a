import { toast } from '@/islands/toasts.ts';
import { Money, Quantity } from '@/islands/ui/Figures.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { REVERSAL_REASONS } from '@/lib/core/ready-sentences.ts';
import { listTransactionsAsAdmin } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { BankNote } from './BankNote.tsx';
import type { Act } from './decide.ts';
import { FlagList } from './FlagList.tsx';
import { FourEyesNote } from './FourEyesNote.tsx';
import { ReasonFields } from './ReasonFields.tsx';
import { RivalClaims } from './RivalClaims.tsx';
import { useDecision } from './useDecision.ts';

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

/** One purchase, one decision: the proof before an approval, the reason before a rejection or a reversal. */
export function DecideDialog({ decision, purchase, onClose, onDecided }: DecideDialogProps) {
  const form = useForm({ reason: purchase.reversalAsked?.reason ?? '' });
  const submission = useDecision({
    act: decision,
    purchase,
    form,
    refreshes: [listTransactionsAsAdmin],
    onDecided: ({ other }) => {
      if (other) toast.info(other);
      onDecided(purchase);
      onClose();
    },
  });

  return (
    <FormModal
      submission={submission}
      title={TITLES[decision]}
      verb={decision === 'reverse' ? 'Reverse' : 'Confirm'}
      look={decision === 'approve' ? 'success' : 'danger'}
      className="grid gap-4"
      onClose={onClose}
    >
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
      <BankNote purchase={purchase} />
      <FourEyesNote purchase={purchase} bar={null} />
      {decision === 'approve' ? (
        <>
          <FlagList purchase={purchase} />
          <RivalClaims purchase={purchase} />
          <Proof purchase={purchase} />
        </>
      ) : (
        <>
          {decision === 'reverse' && <Consequences purchase={purchase} />}
          <ReasonFields
            {...form.field('reason')}
            disabled={submission.busy}
            {...(decision === 'reverse' && { reasons: REVERSAL_REASONS, required: true })}
          />
        </>
      )}
    </FormModal>
  );
}

/** What follows from a reversal, before it is asked for. */
function Consequences({ purchase }: { purchase: AdminTransaction }) {
  return (
    <ul className="grid list-disc gap-1.5 ps-5 text-sm">
      <li>
        <Quantity value={purchase.totalQuantity} /> tokens leave the stock of {purchase.user.name}, and a reward that
        this purchase earned is reversed.
      </li>
      <li>The tokens can be sold again; the receipt is cancelled, and the Transaction No. is free again.</li>
      <li>The buyer reads your reason. This does not pay the money back: make a refund for it.</li>
      <li>A reversal is final.</li>
    </ul>
  );
}

function Proof({ purchase: { receipt, orderNumber } }: { purchase: AdminTransaction }) {
  if (!receipt) return <p className="empty-hint">No receipt came with this purchase.</p>;
  return (
    <div className="grid justify-items-start gap-3 text-sm/6">
      <a className="link" href={receipt.url} target="_blank" rel="noreferrer">
        View Receipt
      </a>
      {receipt.mime.startsWith('image/') && (
        <img
          className="max-h-[52dvh] w-full rounded-md border border-line bg-sunken object-contain"
          src={receipt.url}
          alt={`Receipt of ${orderNumber}`}
        />
      )}
    </div>
  );
}

import { useState } from 'react';
import { ReasonFields } from '@/islands/admin/purchases/ReasonFields.tsx';
import { call } from '@/islands/api.ts';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { Money } from '@/islands/ui/Figures.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { Unbroken } from '@/islands/ui/Unbroken.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { OutputOf } from '@/lib/core/contract.ts';
import { parsePaise } from '@/lib/core/money.ts';
import { ACCOUNT_REASONS, CANCEL_REASONS, SHORT_REASON_MAX } from '@/lib/core/ready-sentences.ts';
import { typedAmount } from '@/lib/core/typed-amount.ts';
import {
  addRefund,
  approveRefund,
  askRefundAccount,
  cancelRefund,
  listRefundable,
  listRefundsAsAdmin,
  reopenRefund,
  showRefundAccount,
} from '@/lib/refunds/calls.ts';
import type { Refundable, RefundForAdmin } from '@/lib/refunds/contract.ts';
import { CAUSE_LABELS } from '@/lib/refunds/labels.rules.ts';
import { ExportDialog, PayDialog, RequestText } from './PayoutDialogs.tsx';

export type RefundAct = 'approve' | 'show' | 'ask' | 'cancel' | 'again' | 'pay' | 'reopen';
export type OpenRefund =
  | { readonly act: 'export' }
  | { readonly act: 'add'; readonly purchase: Refundable }
  | { readonly act: RefundAct; readonly refund: RefundForAdmin };

interface DialogProps {
  open: OpenRefund;
  onOpen: (open: OpenRefund) => void;
  onClose: () => void;
}

const LISTS = [listRefundsAsAdmin, listRefundable];

/** The dialogs of the screen. Loaded when one is opened. */
export function RefundDialog({ open, onOpen, onClose }: DialogProps) {
  if (open.act === 'export') return <ExportDialog again={null} onClose={onClose} />;
  if (open.act === 'add') return <AddDialog purchase={open.purchase} onClose={onClose} />;
  const { refund } = open;
  if (open.act === 'approve') {
    const show = () => onOpen({ act: 'show', refund });
    return <ApproveDialog refund={refund} onShow={show} onClose={onClose} />;
  }
  if (open.act === 'again') return <ExportDialog again={refund} onClose={onClose} />;
  if (open.act === 'pay') return <PayDialog refund={refund} onClose={onClose} />;
  if (open.act === 'show') return <AccountDialog refund={refund} onClose={onClose} />;
  return <ReasonDialog act={open.act} refund={refund} onClose={onClose} />;
}

function AddDialog({ purchase, onClose }: { purchase: Refundable; onClose: () => void }) {
  const form = useForm({ amount: purchase.available });
  const { amount } = form.values;
  const submission = useSubmit({
    form,
    check: () => ((parsePaise(typedAmount(amount)) ?? 0n) > 0n ? null : { amount: 'Please enter an amount above 0.' }),
    send: () => call(addRefund, { id: purchase.purchaseId, amount: typedAmount(amount) }),
    refreshes: LISTS,
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title={<Unbroken text={`Refund ${purchase.orderNumber}?`} />}
      verb="Create refund"
      size="sm"
      className="grid gap-4"
      onClose={onClose}
    >
      <p>
        {CAUSE_LABELS[purchase.cause]}: <Money value={purchase.received} /> came in from {purchase.memberName}.{' '}
        <Money value={purchase.available} /> of it can be paid back.
      </p>
      <TextField {...form.field('amount')} label="Amount" prefix="₹" inputMode="decimal" maxLength={17} />
      <p className="text-sm text-muted">
        The member is asked for their bank account or UPI ID by mail and on the site.
      </p>
    </FormModal>
  );
}

function Facts({ refund }: { refund: RefundForAdmin }) {
  return (
    <p className="wrap-anywhere">
      <Money value={refund.amount} /> to {refund.memberName}, {refund.payee ?? 'account not entered yet'}.{' '}
      <Unbroken text={`${refund.number} for ${refund.orderNumber}.`} />
    </p>
  );
}

interface RefundProps {
  refund: RefundForAdmin;
  onClose: () => void;
}

function ApproveDialog({ refund, onShow, onClose }: RefundProps & { onShow: () => void }) {
  const { id, payeeVersion, firstApproval } = refund;
  return (
    <ConfirmModal
      title={<Unbroken text={`Approve ${refund.number}?`} />}
      verb="Approve"
      size="md"
      send={() => call(approveRefund, { id, payeeVersion })}
      refreshes={LISTS}
      onClose={onClose}
    >
      <Facts refund={refund} />
      {firstApproval && <p className="text-sm text-muted">{firstApproval.by} has approved it as the first of two.</p>}
      <button type="button" className="link justify-self-start" onClick={onShow}>
        Show the whole account
      </button>
    </ConfirmModal>
  );
}

const REASONS = {
  ask: {
    title: 'Ask for another account?',
    verb: 'Ask',
    contract: askRefundAccount,
    label: 'What is wrong with it',
    reasons: ACCOUNT_REASONS,
    hint: 'The member reads this. The account and its approvals are removed.',
  },
  cancel: {
    title: 'Cancel this refund?',
    verb: 'Cancel refund',
    contract: cancelRefund,
    label: 'Reason',
    reasons: CANCEL_REASONS,
    hint: 'The member reads this. Another refund can be made afterwards.',
  },
  reopen: {
    title: 'Did the payout come back?',
    verb: 'Reopen',
    contract: reopenRefund,
    label: 'What happened',
    reasons: ACCOUNT_REASONS,
    hint: 'The member reads this and is asked for another account. Make sure that the money is back.',
  },
} as const;

function ReasonDialog({ act, refund, onClose }: RefundProps & { act: keyof typeof REASONS }) {
  const { title, verb, contract, label, reasons, hint } = REASONS[act];
  const form = useForm({ reason: '' });
  const { reason } = form.values;
  const submission = useSubmit({
    form,
    check: () => (reason.trim() === '' ? { reason: 'Please enter a reason.' } : null),
    send: () => call(contract, { id: refund.id, reason: reason.trim() }),
    refreshes: LISTS,
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title={title}
      verb={verb}
      look={act === 'cancel' ? 'danger' : 'primary'}
      size="sm"
      className="grid gap-4"
      onClose={onClose}
    >
      <Facts refund={refund} />
      {act === 'reopen' && <RequestText refund={refund} act="reopen" />}
      <ReasonFields
        {...form.field('reason')}
        reasons={reasons}
        label={label}
        required
        hint={hint}
        max={SHORT_REASON_MAX}
        disabled={submission.busy}
      />
    </FormModal>
  );
}

/** The account in full, after the admin has confirmed that it is them. */
function AccountDialog({ refund, onClose }: RefundProps) {
  const [account, setAccount] = useState<OutputOf<typeof showRefundAccount> | null>(null);
  const submission = useSubmit({
    send: async () => ({ ...(await call(showRefundAccount, { id: refund.id })), message: '' }),
    onDone: setAccount,
  });
  if (account === null) {
    return (
      <FormModal
        submission={submission}
        title={<Unbroken text={`Show the account of ${refund.number}?`} />}
        verb="Show"
        size="sm"
        className="grid gap-4"
        onClose={onClose}
      >
        <p>The audit trail keeps who has looked at it.</p>
      </FormModal>
    );
  }
  const lines = [
    ['Account holder', account.holderName],
    ['Account number', account.accountNumber],
    ['IFSC code', account.ifscCode],
    ['UPI ID', account.upi],
  ] as const;
  return (
    <Modal open size="sm" title={<Unbroken text={`Account of ${refund.number}`} />} onClose={onClose}>
      <dl className="grid gap-3">
        {lines
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label} className="grid gap-0.5">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="flex items-center justify-between gap-2">
                <span className="figure wrap-anywhere">{value}</span>
                <CopyButton text={value} what={label} />
              </dd>
            </div>
          ))}
      </dl>
    </Modal>
  );
}

import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { Money } from '@/islands/ui/Figures.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { problemsOf } from '@/islands/ui/form-problems.ts';
import { rich } from '@/islands/ui/rich.ts';
import { Tabs } from '@/islands/ui/Tabs.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { type Form, useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { t } from '@/lib/core/texts.ts';
import { listRefunds } from '@/lib/refunds/calls.ts';
import { type Refund, setRefundAccount } from '@/lib/refunds/contract.ts';

const BLANK = { holderName: '', accountNumber: '', accountNumberAgain: '', ifscCode: '', upi: '' };
type AccountValues = typeof BLANK;

/** Where a refund goes: a bank account, its number entered twice, or a UPI ID. */
export function AccountForm({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const form = useForm(BLANK);
  const [kind, setKind] = useState<'BANK' | 'UPI'>('BANK');
  const { holderName, accountNumber, accountNumberAgain, ifscCode, upi } = form.values;
  const input =
    kind === 'BANK'
      ? { id: refund.id, kind, holderName, accountNumber, accountNumberAgain, ifscCode }
      : { id: refund.id, kind, holderName, upi };
  const submission = useSubmit({
    form,
    check: () => problemsOf(setRefundAccount, input),
    send: () => call(setRefundAccount, input),
    refreshes: [listRefunds],
    onDone: onClose,
  });
  return (
    <FormModal
      submission={submission}
      title={t('Where may we send your refund?')}
      verb={t('Save account')}
      busyText={t('Saving...')}
      className="grid gap-4"
      onClose={onClose}
    >
      <p className="text-muted">
        {rich('{amount} for order {order}. Please check each digit: a payment to a wrong account may not come back.', {
          amount: <Money value={refund.amount} />,
          order: refund.orderNumber,
        })}
      </p>
      <Tabs
        label={t('Way to be paid')}
        look="segments"
        selected={kind}
        onSelect={setKind}
        items={[
          { id: 'BANK', label: t('Bank account'), panel: <Fields form={form} kind="BANK" /> },
          { id: 'UPI', label: t('UPI ID'), panel: <Fields form={form} kind="UPI" /> },
        ]}
      />
    </FormModal>
  );
}

const PLAIN = { autoComplete: 'off', spellCheck: false } as const;

function Fields({ form, kind }: { form: Form<AccountValues>; kind: 'BANK' | 'UPI' }) {
  return (
    <div className="grid gap-4 pt-4">
      <TextField {...form.field('holderName')} {...PLAIN} label={t('Account holder')} maxLength={100} />
      {kind === 'BANK' ? (
        <>
          <TextField
            {...form.field('accountNumber')}
            {...PLAIN}
            label={t('Account number')}
            inputMode="numeric"
            maxLength={40}
          />
          <TextField
            {...form.field('accountNumberAgain')}
            {...PLAIN}
            label={t('Account number again')}
            inputMode="numeric"
            maxLength={40}
            hint={t('Please type it once more.')}
          />
          <TextField
            {...form.field('ifscCode')}
            {...PLAIN}
            label={t('IFSC code')}
            autoCapitalize="characters"
            maxLength={20}
            placeholder="SBIN0001234"
          />
        </>
      ) : (
        <TextField
          {...form.field('upi')}
          {...PLAIN}
          label={t('UPI ID')}
          inputMode="email"
          autoCapitalize="none"
          maxLength={100}
          placeholder="name@bank"
        />
      )}
    </div>
  );
}

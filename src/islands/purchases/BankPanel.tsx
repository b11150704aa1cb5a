import type { ReactNode } from 'react';
import type { BankDetail } from '@/lib/beneficiaries/contract.ts';
import { formatRupees } from '@/lib/core/format.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Select } from '../ui/Select.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';
import { CopyFact } from './UpiPanel.tsx';

export interface BankPanelProps {
  banks: readonly BankDetail[];
  chosen: BankDetail;
  onChoose: (id: string) => void;
  orderNumber: string;
  totalAmount: string;
  /** The privacy policy and the buttons. */
  children: ReactNode;
}

export function BankPanel({ banks, chosen, onChoose, orderNumber, totalAmount, children }: BankPanelProps) {
  const facts = [
    ['Bank Name', chosen.bankName],
    ['Account Number', chosen.accountNumber],
    ['Account Holder', chosen.holderName],
    ['IFSC', chosen.ifscCode],
    ['Branch', chosen.branch],
  ] as const;
  return (
    <div className="grid gap-5">
      {banks.length > 1 && (
        <Select
          label="Bank"
          name="bank"
          value={chosen.id}
          onValue={onChoose}
          options={banks.map((bank) => ({
            value: bank.id,
            label: `${bank.bankName} (…${bank.accountNumber.slice(-4)})`,
          }))}
        />
      )}
      <ChangedNotice changedAt={chosen.changedAt} />
      <CopyFact label="Amount to pay" value={formatRupees(totalAmount)} copied={totalAmount} what="Amount" big />
      <dl className="facts bank-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value === '' ? <span className="text-muted">N/A</span> : value}
              {value !== '' && <CopyButton text={value} what={label} message={`${label} copied to clipboard!`} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        Transfer by IMPS, NEFT or RTGS and write {orderNumber} into the remarks, so that your payment is found at once.
      </p>
      {children}
    </div>
  );
}

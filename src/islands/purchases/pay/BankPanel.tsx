import type { ReactNode } from 'react';
import type { BankDetail } from '@/lib/beneficiaries/contract.ts';
import { formatRupees } from '@/lib/core/format.ts';
import { t } from '@/lib/core/texts.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Select } from '../../ui/Select.tsx';
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
    [t('Bank Name'), chosen.bankName],
    [t('Account Number'), chosen.accountNumber],
    [t('Account Holder'), chosen.holderName],
    ['IFSC', chosen.ifscCode],
    [t('Branch'), chosen.branch],
  ] as const;
  return (
    <div className="grid gap-5">
      {banks.length > 1 && (
        <Select
          label={t('Bank')}
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
      <CopyFact
        label={t('Amount to pay')}
        value={formatRupees(totalAmount)}
        copied={totalAmount}
        what={t('Amount')}
        big
      />
      <dl className="facts bank-facts">
        {facts.map(([label, value]) => (
          <div key={label} className="items-center py-1.5">
            <dt>{label}</dt>
            <dd className="flex min-h-7 items-center gap-1">
              {value === '' ? (
                <span className="text-muted">{t('N/A')}</span>
              ) : (
                <Spaced text={value} isNumber={value === chosen.accountNumber} />
              )}
              {value !== '' && (
                <CopyButton text={value} what={label} message={t('{what} copied to clipboard!', { what: label })} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        {t('Transfer by IMPS, NEFT or RTGS and write {order} in the remarks, so that we find your payment quickly.', {
          order: orderNumber,
        })}
      </p>
      {children}
    </div>
  );
}

/** A number in groups of four, as on a passbook. The gaps are no characters, so selecting copies the digits alone. */
function Spaced({ text, isNumber }: { text: string; isNumber: boolean }) {
  if (!isNumber) return text;
  return (
    <span>
      {text.match(/.{1,4}/g)?.map((group, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one number never change their order
        <span key={nth} className="not-last:me-1.5">
          {group}
        </span>
      ))}
    </span>
  );
}

import { IconButton } from '@/islands/ui/Button.tsx';
import { CopyButton } from '@/islands/ui/CopyButton.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import type { AccountView } from '@/lib/beneficiaries/contract.ts';
import { Digits, Upi } from './ChangeList.tsx';

export interface PrimaryCardsProps {
  account: AccountView;
  onEdit: (begin: 'bank' | 'upi') => void;
}

/** What buyers are shown first: the bank details and the UPI ID of the primary account. */
export function PrimaryCards({ account, onEdit }: PrimaryCardsProps) {
  const { holderName, bankName, branch, accountNumber, ifscCode, upi } = account;
  const facts = [
    ['Bank name', bankName],
    ['Branch', branch],
    ['IFSC code', ifscCode],
    ['Account holder', holderName],
  ] as const;
  return (
    <div className="grid gap-6 min-[720px]:grid-cols-2 lg:grid-cols-[3fr_2fr]">
      <section className="card primary-card grid content-start gap-3" aria-labelledby="bank-details">
        <header className="-my-2 -me-2 flex items-center justify-between gap-3">
          <h2 className="card-title" id="bank-details">
            Bank details
          </h2>
          <IconButton icon="edit" label="Edit bank details" onClick={() => onEdit('bank')} />
        </header>
        <div className="primary-figure grid gap-0.5">
          <span className="text-sm text-muted">Account number</span>
          <strong className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg font-semibold tracking-[-0.01em]">
            {accountNumber === '' ? 'None' : <Digits value={accountNumber} />}
            {accountNumber !== '' && <CopyButton text={accountNumber} what="Account number" />}
          </strong>
        </div>
        <dl className="facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value === '' ? '--' : value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="card primary-card grid content-start gap-3" aria-labelledby="upi-id">
        <header className="-my-2 -me-2 flex items-center justify-between gap-3">
          <h2 className="card-title" id="upi-id">
            UPI ID
          </h2>
          <IconButton icon="edit" label="Edit UPI ID" onClick={() => onEdit('upi')} />
        </header>
        <div className="primary-figure grid gap-0.5">
          <span className="text-sm text-muted">Buyers pay by UPI to</span>
          <strong className="flex flex-wrap items-center gap-x-2 gap-y-1 text-lg font-semibold tracking-[-0.01em]">
            {upi === '' ? 'None' : <Upi value={upi} />}
            {upi !== '' && <CopyButton text={upi} what="UPI ID" />}
          </strong>
        </div>
        <dl className="facts">
          <div>
            <dt>Payee name</dt>
            <dd>{holderName}</dd>
          </div>
          <div>
            <dt>Changed</dt>
            <dd>{account.changedAt === null ? 'Never' : <DateTime value={account.changedAt} />}</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}

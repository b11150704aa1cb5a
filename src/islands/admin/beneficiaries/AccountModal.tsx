import { useEffect, useState } from 'react';
import { call } from '@/islands/api.ts';
import { toast } from '@/islands/toasts.ts';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { problemsOf } from '@/islands/ui/form-problems.ts';
import { Icon } from '@/islands/ui/Icon.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useFollowRecord } from '@/islands/ui/useFollowRecord.ts';
import { type Form, useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { getBeneficiary, updateBeneficiary } from '@/lib/beneficiaries/calls.ts';
import { type AccountView, addBeneficiary } from '@/lib/beneficiaries/contract.ts';
import { type AccountState, changedDetails, type DetailName, flagsAfter } from '@/lib/beneficiaries/rules.ts';
import { ChangeList } from './ChangeList.tsx';

const BLANK = { holderName: '', bankName: '', branch: '', accountNumber: '', ifscCode: '', upi: '' };
type AccountValues = Record<DetailName, string>;

export interface AccountModalProps {
  /** The account that is edited, as it is now; null adds one. */
  account: AccountView | null;
  accounts: readonly AccountView[];
  /** The edit button that was pressed: where the keyboard begins. */
  begin: 'bank' | 'upi';
  needsTwoAdmins: boolean;
  onClose: () => void;
}

function detailsOf(account: AccountView | null): Record<DetailName, string> {
  const { holderName, bankName, branch, accountNumber, ifscCode, upi } = account ?? BLANK;
  return { holderName, bankName, branch, accountNumber, ifscCode, upi };
}

/** All six fields of an account, and what changes by them. */
export function AccountModal({ account, accounts, begin, needsTwoAdmins, onClose }: AccountModalProps) {
  const form = useForm<AccountValues>(detailsOf(account));
  const [hasOthers, setHasOthers] = useState(false);
  const [isPrimary, setPrimary] = useState(account?.isPrimary ?? accounts.length === 0);
  const typed = form.values;

  useFollowRecord(account, form, detailsOf, (before, after) => {
    if (isPrimary === before.isPrimary) setPrimary(after.isPrimary);
    setHasOthers(true);
  });

  useEffect(() => {
    const first = begin === 'upi' ? 'upi' : 'holderName';
    form.ref.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }, [begin, form.ref]);

  const after = { ...typed, ...flagsAfter(accounts, account, { isPrimary }) };
  const isSame =
    account !== null && changedDetails(account, after).length === 0 && account.isPrimary === after.isPrimary;

  const input = { ...typed, isPrimary };
  const submission = useSubmit({
    form,
    check: () => {
      const problems = problemsOf(addBeneficiary, input);
      if (problems || !isSame) return problems;
      toast.info('Nothing has been changed yet.');
      return false;
    },
    send: () =>
      account
        ? call(updateBeneficiary, { ...input, id: account.id, version: account.version })
        : call(addBeneficiary, input),
    refreshes: [getBeneficiary],
    onDone: onClose,
  });

  return (
    <FormModal
      submission={submission}
      title={account ? 'Update Beneficiary' : 'Add Beneficiary'}
      verb={account ? 'Update' : 'Add'}
      busyText="Saving..."
      className="grid gap-5"
      onClose={onClose}
    >
      {hasOthers && (
        <p className="notice" data-tone="warning" role="status">
          <Icon name="info" />
          <span>
            Another admin has changed this account just now. Fields that you had not edited show its current details.
            Please look at what changes below before you save.
          </span>
        </p>
      )}
      <DetailFields form={form} />
      {!account?.isPrimary && account?.isActive !== false && accounts.length > 0 && (
        <Checkbox
          label="Make it the primary account, which buyers are shown first"
          checked={isPrimary}
          onChecked={setPrimary}
        />
      )}
      <Changes account={account} after={after} isSame={isSame} needsTwoAdmins={needsTwoAdmins} />
    </FormModal>
  );
}

const FIELDSET = 'grid gap-4 sm:grid-cols-2 sm:[&>:first-of-type]:col-span-full';
const LEGEND = 'mb-3 text-sm font-semibold';

function DetailFields({ form }: { form: Form<AccountValues> }) {
  const text = (name: DetailName, label: string, more: object = {}) => (
    <TextField {...form.field(name)} label={label} autoComplete="off" spellCheck={false} required {...more} />
  );
  return (
    <>
      <fieldset className={FIELDSET}>
        <legend className={LEGEND}>Bank details</legend>
        {text('holderName', 'Account holder', { maxLength: 100 })}
        {text('bankName', 'Bank name', { maxLength: 100 })}
        {text('branch', 'Branch', { maxLength: 100 })}
        {text('accountNumber', 'Account number', { inputMode: 'numeric', maxLength: 40 })}
        {text('ifscCode', 'IFSC code', { autoCapitalize: 'characters', maxLength: 20, placeholder: 'SBIN0001234' })}
      </fieldset>
      <fieldset className={FIELDSET}>
        <legend className={LEGEND}>UPI</legend>
        {text('upi', 'UPI ID', {
          inputMode: 'email',
          autoCapitalize: 'none',
          maxLength: 100,
          placeholder: 'name@bank',
        })}
      </fieldset>
    </>
  );
}

interface ChangesProps {
  account: AccountView | null;
  after: AccountState;
  isSame: boolean;
  needsTwoAdmins: boolean;
}

function Changes({ account, after, isSame, needsTwoAdmins }: ChangesProps) {
  return (
    <section
      className="account-changes grid gap-2 rounded-lg bg-sunken p-4 [&>.changes]:bg-surface"
      aria-label="What changes"
      aria-live="polite"
    >
      <h3 className="text-sm">What changes</h3>
      {account === null ? (
        <p className="text-sm text-muted">
          {after.isPrimary
            ? 'Buyers will be shown this account first.'
            : 'Buyers can choose this account besides the primary one.'}
        </p>
      ) : isSame ? (
        <p className="text-sm text-muted">Nothing yet.</p>
      ) : (
        <ChangeList before={account} after={after} />
      )}
      <p className="text-sm text-muted">
        {needsTwoAdmins
          ? 'Nothing changes until a second admin has confirmed it. Every admin is notified by mail.'
          : 'It takes effect immediately. Every admin is notified by mail, and buyers see a notice for 24 hours.'}
      </p>
    </section>
  );
}

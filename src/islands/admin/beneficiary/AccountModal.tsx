import { type FormEvent, useEffect, useId, useState } from 'react';
import { call } from '@/islands/api.ts';
import { useForm } from '@/islands/auth/form.ts';
import { problemsOf } from '@/islands/problems.ts';
import { toast } from '@/islands/toasts.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { type AccountView, addBeneficiary, getBeneficiary, updateBeneficiary } from '@/lib/beneficiaries/contract.ts';
import { changedDetails, DETAIL_NAMES, type DetailName, standing } from '@/lib/beneficiaries/rules.ts';
import { PasswordField } from '../approval/PasswordField.tsx';
import { useSave } from '../approval/useSave.ts';
import { ChangeList } from './ChangeList.tsx';

const BLANK = { holderName: '', bankName: '', branch: '', accountNumber: '', ifscCode: '', upi: '' };

export interface AccountModalProps {
  /** The account that is edited, as it is now; null adds one. */
  account: AccountView | null;
  accounts: readonly AccountView[];
  /** The pen that was pressed: where the keyboard begins. */
  begin: 'bank' | 'upi';
  needsTwoAdmins: boolean;
  onClose: () => void;
}

function detailsOf(it: AccountView | null) {
  const { holderName, bankName, branch, accountNumber, ifscCode, upi } = it ?? BLANK;
  return { holderName, bankName, branch, accountNumber, ifscCode, upi };
}

/** All six fields of an account, what changes by them, and the password. */
export function AccountModal({ account, accounts, begin, needsTwoAdmins, onClose }: AccountModalProps) {
  const form = useForm({ ...detailsOf(account), password: '' });
  const [seen, setSeen] = useState(account);
  const [others, setOthers] = useState(false);
  const [isPrimary, setPrimary] = useState(account?.isPrimary ?? accounts.length === 0);
  const { busy, refusal, send } = useSave(getBeneficiary);
  const formId = useId();
  const { password: _password, ...typed } = form.values;

  // Another admin was quicker: what was not touched here follows, what was typed stays, and both are shown.
  useEffect(() => {
    if (!account || !seen || account.version === seen.version) return;
    const untouched = DETAIL_NAMES.filter((name) => form.values[name] === seen[name]);
    form.fill(Object.fromEntries(untouched.map((name) => [name, account[name]])));
    if (isPrimary === seen.isPrimary) setPrimary(account.isPrimary);
    setSeen(account);
    setOthers(true);
  }, [account, seen, form, isPrimary]);

  useEffect(() => {
    const first = begin === 'upi' ? 'upi' : 'holderName';
    form.ref.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }, [begin, form.ref]);

  const after = { ...typed, ...standing(accounts, account, { isPrimary }) };
  const isSame =
    account !== null && changedDetails(account, after).length === 0 && account.isPrimary === after.isPrimary;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const input = { ...typed, isPrimary, password: form.values.password };
    const found = problemsOf(addBeneficiary, input);
    if (found) {
      toast.error(Object.values(found));
      form.refuse(found);
      return;
    }
    if (isSame) {
      toast.info('Nothing has been changed yet.');
      return;
    }
    const sent = account
      ? () => call(updateBeneficiary, { ...input, id: account.id, version: account.version })
      : () => call(addBeneficiary, input);
    if (await send(sent, (text) => form.refuse({ password: text }))) onClose();
  }

  const text = (name: DetailName, label: string, more: object = {}) => (
    <TextField {...form.field(name)} label={label} autoComplete="off" spellCheck={false} required {...more} />
  );

  return (
    <Modal
      open
      onClose={() => !busy && onClose()}
      title={account ? 'Update Beneficiary' : 'Add Beneficiary'}
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyText="Saving...">
            {account ? 'Update' : 'Add'}
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={formId} className="approval-form" method="post" noValidate onSubmit={submit}>
        <Refusal text={refusal} />
        {others && (
          <p className="notice" data-tone="warning" role="status">
            <Icon name="info" />
            <span>
              Another admin has changed this account just now. The fields that you had not touched show its present
              details. Please look at what changes below before you save.
            </span>
          </p>
        )}
        <fieldset className="account-fields">
          <legend>Bank details</legend>
          {text('holderName', 'Account holder', { maxLength: 100 })}
          {text('bankName', 'Bank name', { maxLength: 100 })}
          {text('branch', 'Branch', { maxLength: 100 })}
          {text('accountNumber', 'Account number', { inputMode: 'numeric', maxLength: 40 })}
          {text('ifscCode', 'IFSC code', { autoCapitalize: 'characters', maxLength: 20, placeholder: 'SBIN0001234' })}
        </fieldset>
        <fieldset className="account-fields">
          <legend>UPI</legend>
          {text('upi', 'UPI ID', {
            inputMode: 'email',
            autoCapitalize: 'none',
            maxLength: 100,
            placeholder: 'name@bank',
          })}
        </fieldset>
        {!account?.isPrimary && account?.isActive !== false && accounts.length > 0 && (
          <Checkbox
            label="Make it the primary account, which buyers are shown first"
            checked={isPrimary}
            onChecked={setPrimary}
          />
        )}
        <section className="account-changes" aria-label="What changes" aria-live="polite">
          <h3>What changes</h3>
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
              ? 'Nothing holds before a second admin has confirmed it. Every admin is told by mail.'
              : 'It holds at once. Every admin is told by mail, and buyers are told for 24 hours.'}
          </p>
        </section>
        <PasswordField
          {...form.field('password')}
          hint="Asked for again, because this decides where buyers' money goes."
        />
      </form>
    </Modal>
  );
}

import { call } from '@/islands/api.ts';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import { deleteBeneficiary, getBeneficiary, updateBeneficiary } from '@/lib/beneficiaries/calls.ts';
import type { AccountView } from '@/lib/beneficiaries/contract.ts';
import { accountName, flagsAfter } from '@/lib/beneficiaries/rules.ts';
import type { AccountAct } from './AccountTable.tsx';
import { ChangeList } from './ChangeList.tsx';

type Question = Exclude<AccountAct, 'edit'>;

const TEXTS: Readonly<Record<Question, { title: string; verb: string; text: string }>> = {
  primary: {
    title: 'Make it the primary account?',
    verb: 'Make primary',
    text: 'Buyers will be shown this account first.',
  },
  activate: { title: 'Activate this account?', verb: 'Activate', text: 'Buyers can choose this account again.' },
  deactivate: {
    title: 'Deactivate this account?',
    verb: 'Deactivate',
    text: 'Buyers are no longer shown this account. Buyers who are already paying can still send their proof.',
  },
  delete: {
    title: 'Delete this account?',
    verb: 'Delete',
    text: 'An account that purchases refer to stays on the list as inactive; any other one is removed.',
  },
};

export interface AccountConfirmProps {
  act: Question;
  account: AccountView;
  accounts: readonly AccountView[];
  needsTwoAdmins: boolean;
  onClose: () => void;
}

/** The question before an account becomes primary, is switched on or off, or is deleted. */
export function AccountConfirm({ act, account, accounts, needsTwoAdmins, onClose }: AccountConfirmProps) {
  const { id, version, holderName, bankName, branch, accountNumber, ifscCode, upi } = account;
  const { title, verb, text } = TEXTS[act];
  const wanted = act === 'primary' ? { isPrimary: true } : { isActive: act === 'activate' };
  const send = () =>
    act === 'delete'
      ? call(deleteBeneficiary, { id, version })
      : call(updateBeneficiary, {
          id,
          version,
          holderName,
          bankName,
          branch,
          accountNumber,
          ifscCode,
          upi,
          ...wanted,
        });
  return (
    <ConfirmModal
      title={title}
      verb={verb}
      look={act === 'delete' ? 'danger' : 'primary'}
      size="md"
      send={send}
      refreshes={[getBeneficiary]}
      onClose={onClose}
    >
      <p className="font-medium">{accountName(account)}</p>
      {act !== 'delete' && (
        <ChangeList before={account} after={{ ...account, ...flagsAfter(accounts, account, wanted) }} />
      )}
      <p className="text-sm text-muted">
        {text} {needsTwoAdmins && 'Nothing changes until a second admin has confirmed it.'}
      </p>
    </ConfirmModal>
  );
}

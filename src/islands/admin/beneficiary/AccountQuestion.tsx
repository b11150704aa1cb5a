import { call } from '@/islands/api.ts';
import {
  type AccountView,
  deleteBeneficiary,
  getBeneficiary,
  updateBeneficiary,
} from '@/lib/beneficiaries/contract.ts';
import { accountName, standing } from '@/lib/beneficiaries/rules.ts';
import { ConfirmModal } from '../approval/ConfirmModal.tsx';
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
    text: 'Buyers are no longer shown this account. Payments to it that are under way can still be proven.',
  },
  delete: {
    title: 'Delete this account?',
    verb: 'Delete',
    text: 'An account that purchases refer to stays on the list as inactive; any other one is removed.',
  },
};

export interface AccountQuestionProps {
  act: Question;
  account: AccountView;
  accounts: readonly AccountView[];
  needsTwoAdmins: boolean;
  onClose: () => void;
}

/** What is asked before an account changes its standing or goes. */
export function AccountQuestion({ act, account, accounts, needsTwoAdmins, onClose }: AccountQuestionProps) {
  const { id, version, holderName, bankName, branch, accountNumber, ifscCode, upi } = account;
  const { title, verb, text } = TEXTS[act];
  const wanted = act === 'primary' ? { isPrimary: true } : { isActive: act === 'activate' };
  const send = (password: string) =>
    act === 'delete'
      ? call(deleteBeneficiary, { id, version, password })
      : call(updateBeneficiary, {
          id,
          version,
          password,
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
      reads={getBeneficiary}
      title={title}
      verb={verb}
      look={act === 'delete' ? 'danger' : 'primary'}
      onSend={send}
      onClose={onClose}
    >
      <p className="proposal-subject">{accountName(account)}</p>
      {act !== 'delete' && (
        <ChangeList before={account} after={{ ...account, ...standing(accounts, account, wanted) }} />
      )}
      <p className="text-sm text-muted">
        {text} {needsTwoAdmins && 'Nothing holds before a second admin has confirmed it.'}
      </p>
    </ConfirmModal>
  );
}

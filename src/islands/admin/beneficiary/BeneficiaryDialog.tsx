import { useEffect } from 'react';
import { call } from '@/islands/api.ts';
import {
  type AccountProposal,
  type AccountView,
  confirmBeneficiary,
  getBeneficiary,
  refuseBeneficiary,
  withdrawBeneficiary,
} from '@/lib/beneficiaries/contract.ts';
import { accountName } from '@/lib/beneficiaries/rules.ts';
import type { Verb } from '@/lib/proposals/rules.ts';
import { ConfirmModal } from '../approval/ConfirmModal.tsx';
import { QUESTIONS, VERBS } from '../approval/ProposalFrame.tsx';
import { AccountModal } from './AccountModal.tsx';
import { AccountQuestion } from './AccountQuestion.tsx';
import type { AccountAct } from './AccountTable.tsx';
import { ChangeList } from './ChangeList.tsx';
import { PROPOSAL_TITLES } from './ProposalCard.tsx';

/** What is asked about an account or a proposal; `id` null for an account that is to be added. */
export type BeneficiaryAsk =
  | { readonly kind: 'form'; readonly id: string | null; readonly begin: 'bank' | 'upi' }
  | { readonly kind: 'question'; readonly id: string; readonly act: Exclude<AccountAct, 'edit'> }
  | { readonly kind: 'proposal'; readonly id: string; readonly verb: Verb };

interface BeneficiaryDialogProps {
  ask: BeneficiaryAsk;
  accounts: readonly AccountView[];
  proposals: readonly AccountProposal[];
  needsTwoAdmins: boolean;
  onClose: () => void;
}

/** The dialog over the accounts as they are now; what it is about may have gone meanwhile. */
export function BeneficiaryDialog({ ask, accounts, proposals, needsTwoAdmins, onClose }: BeneficiaryDialogProps) {
  const account = accounts.find((it) => it.id === ask.id) ?? null;
  const proposal = proposals.find((it) => it.id === ask.id) ?? null;
  const isGone = ask.kind === 'proposal' ? !proposal : ask.id !== null && !account;
  useEffect(() => {
    if (!isGone) return;
    onClose();
  }, [isGone, onClose]);
  if (isGone) return null;
  if (ask.kind === 'form')
    return <AccountModal {...{ account, accounts, needsTwoAdmins, onClose }} begin={ask.begin} />;
  if (ask.kind === 'question')
    return account && <AccountQuestion {...{ account, accounts, needsTwoAdmins, onClose }} act={ask.act} />;
  return proposal && <Decision verb={ask.verb} it={proposal} onClose={onClose} />;
}

function Decision({ verb, it, onClose }: { verb: Verb; it: AccountProposal; onClose: () => void }) {
  const { id } = it;
  const send = (password: string) => {
    if (verb === 'confirm') return call(confirmBeneficiary, { id, password });
    return verb === 'refuse' ? call(refuseBeneficiary, { id }) : call(withdrawBeneficiary, { id });
  };
  return (
    <ConfirmModal
      reads={getBeneficiary}
      title={QUESTIONS[verb]}
      verb={VERBS[verb]}
      look={verb === 'refuse' ? 'danger' : 'primary'}
      withPassword={verb === 'confirm'}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {it.isMine ? 'Proposed by you.' : `Proposed by ${it.proposedBy}.`} {PROPOSAL_TITLES[it.kind]}.
      </p>
      {it.before && <p className="proposal-subject">{accountName(it.before)}</p>}
      <ChangeList before={it.before} after={it.after} />
      {verb === 'confirm' && (
        <p className="text-sm text-muted">It holds at once, and buyers are told of it for 24 hours.</p>
      )}
    </ConfirmModal>
  );
}

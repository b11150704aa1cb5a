import { useEffect } from 'react';
import { call } from '@/islands/api.ts';
import type { Verb } from '@/lib/approvals/rules.ts';
import {
  confirmBeneficiary,
  getBeneficiary,
  refuseBeneficiary,
  withdrawBeneficiary,
} from '@/lib/beneficiaries/calls.ts';
import type { AccountProposal, AccountView } from '@/lib/beneficiaries/contract.ts';
import { accountName } from '@/lib/beneficiaries/rules.ts';
import { DecisionDialog } from '../approvals/DecisionDialog.tsx';
import { AccountConfirm } from './AccountConfirm.tsx';
import { AccountModal } from './AccountModal.tsx';
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
  const account = accounts.find((one) => one.id === ask.id) ?? null;
  const proposal = proposals.find((one) => one.id === ask.id) ?? null;
  const isGone = ask.kind === 'proposal' ? !proposal : ask.id !== null && !account;
  useEffect(() => {
    if (!isGone) return;
    onClose();
  }, [isGone, onClose]);
  if (isGone) return null;
  if (ask.kind === 'form')
    return <AccountModal {...{ account, accounts, needsTwoAdmins, onClose }} begin={ask.begin} />;
  if (ask.kind === 'question')
    return account && <AccountConfirm {...{ account, accounts, needsTwoAdmins, onClose }} act={ask.act} />;
  return proposal && <Decision verb={ask.verb} proposal={proposal} onClose={onClose} />;
}

function Decision({ verb, proposal, onClose }: { verb: Verb; proposal: AccountProposal; onClose: () => void }) {
  const { id } = proposal;
  return (
    <DecisionDialog
      verb={verb}
      proposal={proposal}
      sends={{
        confirm: () => call(confirmBeneficiary, { id }),
        refuse: () => call(refuseBeneficiary, { id }),
        withdraw: () => call(withdrawBeneficiary, { id }),
      }}
      refreshes={[getBeneficiary]}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{PROPOSAL_TITLES[proposal.kind]}.</p>
      {proposal.before && <p className="font-medium">{accountName(proposal.before)}</p>}
      <ChangeList before={proposal.before} after={proposal.after} />
      {verb === 'confirm' && (
        <p className="text-sm text-muted">It takes effect immediately, and buyers see a notice for 24 hours.</p>
      )}
    </DecisionDialog>
  );
}

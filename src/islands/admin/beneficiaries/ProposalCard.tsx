import type { Verb } from '@/lib/approvals/rules.ts';
import type { AccountProposal } from '@/lib/beneficiaries/contract.ts';
import { accountName } from '@/lib/beneficiaries/rules.ts';
import { ProposalFrame } from '../approvals/ProposalFrame.tsx';
import { ChangeList } from './ChangeList.tsx';

export const PROPOSAL_TITLES: Readonly<Record<AccountProposal['kind'], string>> = {
  add: 'A new account waits for a second admin',
  update: 'A change waits for a second admin',
  delete: 'A deletion waits for a second admin',
};

export interface ProposalCardProps {
  proposal: AccountProposal;
  onDecide: (verb: Verb) => void;
}

export function ProposalCard({ proposal, onDecide }: ProposalCardProps) {
  return (
    <ProposalFrame
      proposal={proposal}
      title={PROPOSAL_TITLES[proposal.kind]}
      stale="The account was changed since. This can no longer be confirmed; please propose it again."
      advice="Compare it with a document of the bank before you confirm."
      onDecide={onDecide}
    >
      {proposal.before && <p className="font-medium">{accountName(proposal.before)}</p>}
      <ChangeList before={proposal.before} after={proposal.after} />
    </ProposalFrame>
  );
}

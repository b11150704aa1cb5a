import type { AccountProposal } from '@/lib/beneficiaries/contract.ts';
import { accountName } from '@/lib/beneficiaries/rules.ts';
import type { Verb } from '@/lib/proposals/rules.ts';
import { ProposalFrame } from '../approval/ProposalFrame.tsx';
import { ChangeList } from './ChangeList.tsx';

export const PROPOSAL_TITLES: Readonly<Record<AccountProposal['kind'], string>> = {
  add: 'A new account waits for a second admin',
  update: 'A change waits for a second admin',
  delete: 'A deletion waits for a second admin',
};

export interface ProposalCardProps {
  it: AccountProposal;
  onDecide: (verb: Verb) => void;
}

export function ProposalCard({ it, onDecide }: ProposalCardProps) {
  return (
    <ProposalFrame
      it={it}
      title={PROPOSAL_TITLES[it.kind]}
      stale="The account was changed since. This can no longer be confirmed; please propose it again."
      advice="Compare it with a document of the bank before you confirm."
      onDecide={onDecide}
    >
      {it.before && <p className="proposal-subject">{accountName(it.before)}</p>}
      <ChangeList before={it.before} after={it.after} />
    </ProposalFrame>
  );
}

import type { Verb } from '@/lib/approvals/rules.ts';
import type { SettingsProposal } from '@/lib/settings/contract.ts';
import { ProposalFrame } from '../approvals/ProposalFrame.tsx';
import { SettingsChanges } from './SettingsChanges.tsx';

export interface SettingsProposalCardProps {
  proposal: SettingsProposal;
  onDecide: (verb: Verb) => void;
}

export function SettingsProposalCard({ proposal, onDecide }: SettingsProposalCardProps) {
  return (
    <ProposalFrame
      proposal={proposal}
      title="A change of the settings waits for a second admin"
      stale="The settings were changed since. This can no longer be confirmed; please propose it again."
      advice="This change needs two admins. Ask the other admin in person before you confirm."
      onDecide={onDecide}
    >
      <SettingsChanges before={proposal.before} after={proposal.after} />
    </ProposalFrame>
  );
}

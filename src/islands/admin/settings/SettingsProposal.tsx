import type { Verb } from '@/lib/proposals/rules.ts';
import type { SettingsProposal } from '@/lib/settings/contract.ts';
import { ProposalFrame } from '../approval/ProposalFrame.tsx';
import { SettingsChanges } from './SettingsChanges.tsx';

export interface SettingsProposalCardProps {
  it: SettingsProposal;
  onDecide: (verb: Verb) => void;
}

export function SettingsProposalCard({ it, onDecide }: SettingsProposalCardProps) {
  return (
    <ProposalFrame
      it={it}
      title="A change of the settings waits for a second admin"
      stale="The settings were changed since. This can no longer be confirmed; please propose it again."
      advice="It makes a rule of two admins weaker. Ask the other admin in person before you confirm."
      onDecide={onDecide}
    >
      <SettingsChanges before={it.before} after={it.after} />
    </ProposalFrame>
  );
}

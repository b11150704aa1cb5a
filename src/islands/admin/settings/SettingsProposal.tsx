import { call } from '@/islands/api.ts';
import type { Verb } from '@/lib/proposals/rules.ts';
import {
  confirmSettings,
  getSettings,
  refuseSettings,
  type SettingsProposal,
  withdrawSettings,
} from '@/lib/settings/contract.ts';
import { ConfirmModal } from '../approval/ConfirmModal.tsx';
import { ProposalFrame, QUESTIONS, VERBS } from '../approval/ProposalFrame.tsx';
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

export interface SettingsDecisionProps {
  verb: Verb;
  it: SettingsProposal;
  hint: string;
  onClose: () => void;
}

export function SettingsDecision({ verb, it, hint, onClose }: SettingsDecisionProps) {
  const { id } = it;
  const send = (password: string) => {
    if (verb === 'confirm') return call(confirmSettings, { id, password });
    return verb === 'refuse' ? call(refuseSettings, { id }) : call(withdrawSettings, { id });
  };
  return (
    <ConfirmModal
      title={QUESTIONS[verb]}
      verb={VERBS[verb]}
      look={verb === 'refuse' ? 'danger' : 'primary'}
      reads={getSettings}
      withPassword={verb === 'confirm'}
      hint={hint}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{it.isMine ? 'Proposed by you.' : `Proposed by ${it.proposedBy}.`}</p>
      <SettingsChanges before={it.before} after={it.after} />
    </ConfirmModal>
  );
}

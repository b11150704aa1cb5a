import { call } from '@/islands/api.ts';
import type { Verb } from '@/lib/proposals/rules.ts';
import { confirmSettings, refuseSettings, withdrawSettings } from '@/lib/settings/change-contract.ts';
import { getSettings, type SettingsProposal, type SettingsValues } from '@/lib/settings/contract.ts';
import { ConfirmModal } from '../approval/ConfirmModal.tsx';
import { QUESTIONS, VERBS } from '../approval/ProposalFrame.tsx';
import { SettingsChanges } from './SettingsChanges.tsx';

/** What is asked: whether to save what was typed, or about a change that waits. */
export type SettingsAsk =
  | { readonly kind: 'review' }
  | { readonly kind: 'proposal'; readonly id: string; readonly verb: Verb };

const WHY = 'Asked for again, because this changes what everybody can buy, and how it is controlled.';

export interface SettingsDialogProps {
  ask: SettingsAsk;
  /** What a save would change. */
  changes: { readonly before: SettingsValues; readonly after: SettingsValues };
  proposals: readonly SettingsProposal[];
  onSave: (password: string) => Promise<{ message: string }>;
  onClose: () => void;
}

export function SettingsDialog({ ask, changes, proposals, onSave, onClose }: SettingsDialogProps) {
  if (ask.kind === 'proposal') {
    const it = proposals.find((one) => one.id === ask.id);
    return it ? <Decision verb={ask.verb} it={it} onClose={onClose} /> : null;
  }
  return (
    <ConfirmModal
      title="Save these changes?"
      verb="Save"
      reads={getSettings}
      hint={WHY}
      onSend={onSave}
      onClose={onClose}
    >
      <SettingsChanges {...changes} />
      <p className="text-sm text-muted">Every admin is told by mail.</p>
    </ConfirmModal>
  );
}

interface DecisionProps {
  verb: Verb;
  it: SettingsProposal;
  onClose: () => void;
}

function Decision({ verb, it, onClose }: DecisionProps) {
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
      hint={WHY}
      onSend={send}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{it.isMine ? 'Proposed by you.' : `Proposed by ${it.proposedBy}.`}</p>
      <SettingsChanges before={it.before} after={it.after} />
    </ConfirmModal>
  );
}

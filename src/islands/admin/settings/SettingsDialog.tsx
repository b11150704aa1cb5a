import { call } from '@/islands/api.ts';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import type { Answer } from '@/islands/ui/useSubmit.ts';
import type { Verb } from '@/lib/approvals/rules.ts';
import { getSettings } from '@/lib/settings/calls.ts';
import type { SettingsProposal, SettingsValues } from '@/lib/settings/contract.ts';
import { confirmSettings, refuseSettings, withdrawSettings } from '@/lib/settings/update/calls.ts';
import { DecisionDialog } from '../approvals/DecisionDialog.tsx';
import { SettingsChanges } from './SettingsChanges.tsx';

/** What is asked: whether to save what was typed, or about a change that waits. */
export type SettingsAsk =
  | { readonly kind: 'review' }
  | { readonly kind: 'proposal'; readonly id: string; readonly verb: Verb };

export interface SettingsDialogProps {
  ask: SettingsAsk;
  /** What a save would change. */
  changes: { readonly before: SettingsValues; readonly after: SettingsValues };
  proposals: readonly SettingsProposal[];
  onSave: () => Promise<Answer<unknown>>;
  onClose: () => void;
}

export function SettingsDialog({ ask, changes, proposals, onSave, onClose }: SettingsDialogProps) {
  if (ask.kind === 'proposal') {
    const proposal = proposals.find((one) => one.id === ask.id);
    return proposal ? <Decision verb={ask.verb} proposal={proposal} onClose={onClose} /> : null;
  }
  return (
    <ConfirmModal
      title="Save these changes?"
      verb="Save"
      size="md"
      send={onSave}
      refreshes={[getSettings]}
      onClose={onClose}
    >
      <SettingsChanges {...changes} />
      <p className="text-sm text-muted">Every admin is notified by mail.</p>
    </ConfirmModal>
  );
}

interface DecisionProps {
  verb: Verb;
  proposal: SettingsProposal;
  onClose: () => void;
}

function Decision({ verb, proposal, onClose }: DecisionProps) {
  const { id } = proposal;
  return (
    <DecisionDialog
      verb={verb}
      proposal={proposal}
      sends={{
        confirm: () => call(confirmSettings, { id }),
        refuse: () => call(refuseSettings, { id }),
        withdraw: () => call(withdrawSettings, { id }),
      }}
      refreshes={[getSettings]}
      onClose={onClose}
    >
      <SettingsChanges before={proposal.before} after={proposal.after} />
    </DecisionDialog>
  );
}

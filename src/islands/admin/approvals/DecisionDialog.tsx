import type { ComponentProps, ReactNode } from 'react';
import { ConfirmModal } from '@/islands/ui/ConfirmModal.tsx';
import type { Verb } from '@/lib/approvals/rules.ts';
import { QUESTIONS, VERBS } from './ProposalFrame.tsx';

type Send = ComponentProps<typeof ConfirmModal>['send'];

interface DecisionDialogProps {
  verb: Verb;
  proposal: { readonly isMine: boolean; readonly proposedBy: string };
  /** The call of each verb. */
  sends: Readonly<Record<Verb, Send>>;
  refreshes: NonNullable<ComponentProps<typeof ConfirmModal>['refreshes']>;
  onClose: () => void;
  /** What the change consists of. */
  children: ReactNode;
}

/** Confirms, refuses or withdraws a change that waits for a second admin. */
export function DecisionDialog({ verb, proposal, sends, refreshes, onClose, children }: DecisionDialogProps) {
  return (
    <ConfirmModal
      title={QUESTIONS[verb]}
      verb={VERBS[verb]}
      look={verb === 'refuse' ? 'danger' : 'primary'}
      size={verb === 'confirm' ? 'md' : 'sm'}
      send={sends[verb]}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {proposal.isMine ? 'Proposed by you.' : `Proposed by ${proposal.proposedBy}.`}
      </p>
      {children}
    </ConfirmModal>
  );
}

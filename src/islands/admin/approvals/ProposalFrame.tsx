import type { ReactNode } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import type { Verb } from '@/lib/approvals/rules.ts';

export const QUESTIONS: Readonly<Record<Verb, string>> = {
  confirm: 'Confirm this change?',
  refuse: 'Refuse this change?',
  withdraw: 'Withdraw your change?',
};
export const VERBS: Readonly<Record<Verb, string>> = { confirm: 'Confirm', refuse: 'Refuse', withdraw: 'Withdraw' };

export interface ProposalFrameProps {
  proposal: {
    readonly proposedBy: string;
    readonly proposedAt: string;
    readonly expiresAt: string;
    readonly isMine: boolean;
    readonly isStale: boolean;
  };
  title: string;
  /** Said where it can no longer be confirmed. */
  stale: string;
  /** For the second admin. */
  advice: string;
  onDecide: (verb: Verb) => void;
  /** What it changes. */
  children: ReactNode;
}

/** A change that waits: who proposed it, until when, what it does, and what this admin can do about it. */
export function ProposalFrame({ proposal, title, stale, advice, onDecide, children }: ProposalFrameProps) {
  return (
    <article className="card grid gap-4 border-[color-mix(in_oklab,var(--warning)_40%,var(--line))]" aria-label={title}>
      <header className="flex gap-3">
        <Icon name="pending" size={24} className="text-warning" />
        <div>
          <h2 className="card-title">{title}</h2>
          <p className="text-sm text-muted">
            {proposal.isMine ? 'Proposed by you' : `Proposed by ${proposal.proposedBy}`} on{' '}
            <DateTime value={proposal.proposedAt} />, to be confirmed until <DateTime value={proposal.expiresAt} />.
          </p>
        </div>
      </header>
      {children}
      {proposal.isStale && (
        <p className="notice" data-tone="danger">
          <Icon name="warning" />
          <span>{stale}</span>
        </p>
      )}
      <footer className="flex flex-wrap items-center gap-3">
        <p className="flex-[1_1_220px] text-sm text-muted">
          {proposal.isMine ? 'Another admin must confirm it.' : advice}
        </p>
        {proposal.isMine ? (
          <Button look="secondary" size="sm" onClick={() => onDecide('withdraw')}>
            Withdraw
          </Button>
        ) : (
          <>
            <Button look="secondary" size="sm" onClick={() => onDecide('refuse')}>
              Refuse
            </Button>
            <Button size="sm" onClick={() => onDecide('confirm')} disabled={proposal.isStale}>
              Confirm
            </Button>
          </>
        )}
      </footer>
    </article>
  );
}

import type { ReactNode } from 'react';
import { Button } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import type { Verb } from '@/lib/proposals/rules.ts';

export const QUESTIONS: Readonly<Record<Verb, string>> = {
  confirm: 'Confirm this change?',
  refuse: 'Refuse this change?',
  withdraw: 'Withdraw your change?',
};
export const VERBS: Readonly<Record<Verb, string>> = { confirm: 'Confirm', refuse: 'Refuse', withdraw: 'Withdraw' };

export interface ProposalFrameProps {
  it: {
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
export function ProposalFrame({ it, title, stale, advice, onDecide, children }: ProposalFrameProps) {
  return (
    <article className="card proposal" aria-label={title}>
      <header className="proposal-head">
        <Icon name="pending" size={24} />
        <div>
          <h2 className="card-title">{title}</h2>
          <p className="text-sm text-muted">
            {it.isMine ? 'Proposed by you' : `Proposed by ${it.proposedBy}`} on <DateTime value={it.proposedAt} />, to
            be confirmed until <DateTime value={it.expiresAt} />.
          </p>
        </div>
      </header>
      {children}
      {it.isStale && (
        <p className="notice" data-tone="danger">
          <Icon name="warning" />
          <span>{stale}</span>
        </p>
      )}
      <footer className="proposal-foot">
        <p className="text-sm text-muted">{it.isMine ? 'Another admin must confirm it.' : advice}</p>
        {it.isMine ? (
          <Button look="secondary" size="sm" onClick={() => onDecide('withdraw')}>
            Withdraw
          </Button>
        ) : (
          <>
            <Button look="secondary" size="sm" onClick={() => onDecide('refuse')}>
              Refuse
            </Button>
            <Button size="sm" onClick={() => onDecide('confirm')} disabled={it.isStale}>
              Confirm
            </Button>
          </>
        )}
      </footer>
    </article>
  );
}

import { Button } from '@/islands/ui/Button.tsx';
import { DateTime } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import type { AccountProposal } from '@/lib/beneficiaries/contract.ts';
import type { Verb } from '@/lib/proposals/rules.ts';
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

/** A change that waits: who proposed it, until when, what it does, and what this admin can do about it. */
export function ProposalCard({ it, onDecide }: ProposalCardProps) {
  const subject = it.before ?? it.after;
  return (
    <article className="card proposal" aria-label={PROPOSAL_TITLES[it.kind]}>
      <header className="proposal-head">
        <Icon name="pending" size={24} />
        <div>
          <h2 className="card-title">{PROPOSAL_TITLES[it.kind]}</h2>
          <p className="text-sm text-muted">
            {it.isMine ? 'Proposed by you' : `Proposed by ${it.proposedBy}`} on <DateTime value={it.proposedAt} />, to
            be confirmed until <DateTime value={it.expiresAt} />.
          </p>
        </div>
      </header>
      {subject && it.kind !== 'add' && (
        <p className="proposal-subject">
          {subject.bankName}, account ending {subject.accountNumber.slice(-4)}
        </p>
      )}
      <ChangeList before={it.before} after={it.after} />
      {it.isStale && (
        <p className="notice" data-tone="danger">
          <Icon name="warning" />
          <span>The account was changed since. This can no longer be confirmed; please propose it again.</span>
        </p>
      )}
      <footer className="proposal-foot">
        {it.isMine ? (
          <>
            <p className="text-sm text-muted">Another admin must confirm it.</p>
            <Button look="secondary" size="sm" onClick={() => onDecide('withdraw')}>
              Withdraw
            </Button>
          </>
        ) : (
          <>
            <p className="text-sm text-muted">Compare it with a document of the bank before you confirm.</p>
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

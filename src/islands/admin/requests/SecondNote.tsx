import { Icon } from '@/islands/ui/Icon.tsx';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { isWaitingForSecond, secondSentence } from './second.ts';

/** What is said of two admins, and of a purchase of one's own. `bar`: why who looks can't act. */
export function SecondNote({ purchase, bar }: { purchase: AdminTransaction; bar: string | null }) {
  const text = purchase.isOwn ? bar : secondSentence(purchase);
  if (text === null) return null;
  return (
    <p className="notice" data-tone={bar === null ? 'info' : 'warning'}>
      <Icon name="users" size={16} />
      <span>{text}</span>
    </p>
  );
}

/** In a row of the table. */
export function SecondMark({ purchase }: { purchase: AdminTransaction }) {
  if (purchase.isOwn && purchase.status === 'PENDING') return <span className="cell-note">Your own purchase</span>;
  if (!isWaitingForSecond(purchase)) return null;
  return (
    <span className="cell-note" title={secondSentence(purchase) ?? undefined}>
      {purchase.reversalAsked ? 'Reversal waiting for a second admin' : 'Waiting for a second admin'}
    </span>
  );
}

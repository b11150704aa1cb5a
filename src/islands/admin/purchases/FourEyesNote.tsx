import { Icon } from '@/islands/ui/Icon.tsx';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { isWaitingForSecond, secondSentence } from './fourEyes.ts';

/** What is said of two admins, and of a purchase of one's own. `bar`: why who looks can't act. */
export function FourEyesNote({ purchase, bar }: { purchase: AdminTransaction; bar: string | null }) {
  const text = purchase.isOwn ? bar : secondSentence(purchase);
  if (text === null) return null;
  return (
    <p className="notice" data-tone={bar === null ? 'info' : 'warning'}>
      <Icon name="users" size={16} />
      <span>{text}</span>
    </p>
  );
}

export const CELL_NOTE = 'text-xs text-muted wide:max-w-[100px] wide:whitespace-normal min-[1500px]:max-w-[200px]';

/** Whether `FourEyesMark` shows anything. */
export function hasFourEyesMark(purchase: AdminTransaction): boolean {
  return (purchase.isOwn && purchase.status === 'PENDING') || isWaitingForSecond(purchase);
}

/** In a row of the table. */
export function FourEyesMark({ purchase }: { purchase: AdminTransaction }) {
  if (purchase.isOwn && purchase.status === 'PENDING') return <span className={CELL_NOTE}>Your own purchase</span>;
  if (!isWaitingForSecond(purchase)) return null;
  return (
    <span className={CELL_NOTE} title={secondSentence(purchase) ?? undefined}>
      {purchase.reversalAsked ? 'Reversal waiting for a second admin' : 'Waiting for a second admin'}
    </span>
  );
}

/* The marks of a purchase in a row of a table: its flags, its bank state, and that it waits for a second admin. */
import { Icon } from '@/islands/ui/Icon.tsx';
import { bankTitle } from '@/lib/purchases/bank-filter.rules.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { type Flag, flagsOf } from './flags.ts';
import { isWaitingForSecond, secondSentence } from './fourEyes.ts';

const MARK = 'inline-flex items-start gap-1 text-xs font-medium wide:max-w-[116px] wide:whitespace-normal';

const graveFlags = (purchase: AdminTransaction): Flag[] => flagsOf(purchase).filter((flag) => flag.isGrave);

/** Whether `FlagMark` shows anything. */
export const hasFlagMark = (purchase: AdminTransaction): boolean => graveFlags(purchase).length > 0;

/** In a row of the table: how many flags, and which on hover. */
export function FlagMark({ purchase }: { purchase: AdminTransaction }) {
  const flags = graveFlags(purchase);
  if (flags.length === 0) return null;
  const titles = flags.map((flag) => flag.title).join(', ');
  return (
    <span className={`${MARK} text-danger`} title={flags.map((flag) => `${flag.title}: ${flag.detail}`).join('\n')}>
      <Icon name="warning" size={16} />
      <span className="sr-only">To be checked: </span>
      {flags.length > 1 ? `${flags.length} flags` : titles}
      {flags.length > 1 && <span className="sr-only"> {titles}</span>}
    </span>
  );
}

type Compared = Pick<AdminTransaction, 'bankState' | 'received'>;

/** Whether `BankMark` shows anything: not while no statement says anything. */
export const hasBankMark = ({ bankState }: Compared): boolean => bankState !== 'UNKNOWN';

/** The bank state of a purchase in a row of a table. The desk has the sentence (`BankNote`). */
export function BankMark({ purchase }: { purchase: Compared }) {
  if (!hasBankMark(purchase)) return null;
  const isSeen = purchase.bankState === 'SEEN';
  return (
    <span className={isSeen ? `${MARK} text-success` : `${MARK} text-warning`}>
      <Icon name={isSeen ? 'approved' : 'info'} size={16} />
      <span>{purchase.received === null ? bankTitle(purchase.bankState) : 'Paid in part'}</span>
    </span>
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

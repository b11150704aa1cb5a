import { formatDateTime } from '@/lib/core/format.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';

/** Why this admin can't approve it, null if they can: maker is never checker. */
export function approvalBar({
  isOwn,
  firstApproval,
}: Pick<AdminTransaction, 'isOwn' | 'firstApproval'>): string | null {
  if (isOwn) return 'This is your own purchase: another admin has to decide on it.';
  return firstApproval?.isMine ? 'You have approved it. It waits for a second admin.' : null;
}

/** Why this admin can't reverse it, null if they can. */
export function reversalBar({
  isOwn,
  reversalAsked,
}: Pick<AdminTransaction, 'isOwn' | 'reversalAsked'>): string | null {
  if (isOwn) return 'This is your own purchase: another admin has to reverse it.';
  return reversalAsked?.isMine ? 'You have requested its reversal. It is waiting for a second admin.' : null;
}

type Halves = Pick<AdminTransaction, 'status' | 'firstApproval' | 'reversalAsked' | 'needsTwoAdmins'>;

/** What is said of two admins where they are needed, null where they are not. */
export function secondSentence(purchase: Halves): string | null {
  const half = purchase.firstApproval ?? purchase.reversalAsked;
  if (half) {
    const who = half.isMine ? 'You' : half.by;
    const what = purchase.firstApproval ? 'approved it' : 'asked to reverse it';
    return `${who} ${what} at ${formatDateTime(half.at)}. It waits for a second admin.`;
  }
  const isOpen = purchase.status === 'PENDING' || purchase.status === 'APPROVED';
  return purchase.needsTwoAdmins && isOpen
    ? 'Two admins have to agree: the amount is above the company’s limit for one.'
    : null;
}

/** For the row of a list. */
export function isWaitingForSecond(purchase: Pick<AdminTransaction, 'firstApproval' | 'reversalAsked'>): boolean {
  return purchase.firstApproval !== null || purchase.reversalAsked !== null;
}

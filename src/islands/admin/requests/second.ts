import { formatDateTime } from '@/lib/core/format.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';

/** Why who asks can't approve it, null if he can: maker is never checker. */
export function approvalBar({
  isOwn,
  firstApproval,
}: Pick<AdminTransaction, 'isOwn' | 'firstApproval'>): string | null {
  if (isOwn) return 'This is your own purchase: another admin has to decide on it.';
  return firstApproval?.isMine ? 'You have approved it. It waits for a second admin.' : null;
}

/** Why who asks can't reverse it, null if he can. */
export function reversalBar({
  isOwn,
  reversalAsked,
}: Pick<AdminTransaction, 'isOwn' | 'reversalAsked'>): string | null {
  if (isOwn) return 'This is your own purchase: another admin has to reverse it.';
  return reversalAsked?.isMine ? 'You have asked to reverse it. It waits for a second admin.' : null;
}

type Halves = Pick<AdminTransaction, 'status' | 'firstApproval' | 'reversalAsked' | 'needsTwoAdmins'>;

/** What is said of two admins where they are needed, null where they are not. */
export function secondSentence(it: Halves): string | null {
  const half = it.firstApproval ?? it.reversalAsked;
  if (half) {
    const who = half.isMine ? 'You' : half.by;
    const what = it.firstApproval ? 'approved it' : 'asked to reverse it';
    return `${who} ${what} at ${formatDateTime(half.at)}. It waits for a second admin.`;
  }
  const isOpen = it.status === 'PENDING' || it.status === 'APPROVED';
  return it.needsTwoAdmins && isOpen
    ? 'Two admins have to agree: the amount is above the company’s limit for one.'
    : null;
}

/** For the row of a list. */
export function isWaitingForSecond(it: Pick<AdminTransaction, 'firstApproval' | 'reversalAsked'>): boolean {
  return it.firstApproval !== null || it.reversalAsked !== null;
}

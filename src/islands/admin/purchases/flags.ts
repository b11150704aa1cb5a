import type { PurchaseFlag } from '@/lib/purchases/calls.ts';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';

export interface Flag {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  /** Money or proof does not fit; the rest is only worth knowing. */
  readonly isGrave: boolean;
}

/** A span in the two largest units: '2 d 3 h', '42 min'. */
export function spanOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`;
}

/** The flags by their names in the filter. */
export const FLAG_TITLES: Readonly<Record<PurchaseFlag, string>> = {
  none: 'Without flags',
  amount: 'Amount differs',
  reference: 'Reference in conflict',
  reversed: 'Reversed before',
  file: 'File seen before',
  hold: 'Hold ended',
  waiting: 'Waiting for the buyer',
  late: 'Late proof',
  new: 'New account',
  unverified: 'Not verified',
  bank: 'Contradicted by the bank',
};

const list = (orders: readonly string[]): string => orders.join(', ');

const ENDED = 'Nobody decided in time, so its tokens can be sold to others. It can be approved while enough are left.';

type Sign = readonly [key: PurchaseFlag, isFound: boolean, detail: string];

/** What to look at before deciding, the gravest first. */
export function flagsOf({
  flags,
  status,
  holdEndedAt,
  waitingForBuyerSince = null,
}: Pick<AdminTransaction, 'flags' | 'status' | 'holdEndedAt'> &
  Partial<Pick<AdminTransaction, 'waitingForBuyerSince'>>): Flag[] {
  const { amountDiffers, referenceConflict, referenceReversed, sameFileSeen, lateProofSeconds, newAccountSeconds } =
    flags;
  const [conflicts, reversed, files] = [referenceConflict, referenceReversed, sameFileSeen].map(list);
  const grave: readonly Sign[] = [
    ['amount', amountDiffers !== null, `The claimed amount is ${amountDiffers}.`],
    ['reference', conflicts !== '', `The same number is on ${conflicts}. Only one of them can be approved.`],
    ['reversed', reversed !== '', `The same number was on ${reversed}, whose approval was reversed.`],
    ['file', files !== '', `The same file came with ${files}.`],
    ['hold', status === 'PENDING' && holdEndedAt !== null, ENDED],
  ];
  const others: readonly Sign[] = [
    ['waiting', waitingForBuyerSince !== null, 'The buyer has not answered the question yet.'],
    ['late', lateProofSeconds !== null, `It came ${spanOf(lateProofSeconds ?? 0)} after the order was made.`],
    ['new', newAccountSeconds !== null, `Registered ${spanOf(newAccountSeconds ?? 0)} before this submission.`],
    ['unverified', flags.memberNotVerified, 'The buyer still waits for verification.'],
  ];
  const shown = (signs: readonly Sign[], isGrave: boolean): Flag[] =>
    signs.flatMap(([key, isFound, detail]) => (isFound ? [{ key, title: FLAG_TITLES[key], detail, isGrave }] : []));
  return [...shown(grave, true), ...shown(others, false)];
}

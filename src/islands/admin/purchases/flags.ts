import { isContradicted } from '@/lib/purchases/bank-state.rules.ts';
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

const list = (orders: readonly string[]): string => orders.join(', ');

/** What to look at before deciding, the gravest first. */
export function flagsOf({
  flags,
  status,
  holdEndedAt,
  waitingForBuyerSince = null,
}: Pick<AdminTransaction, 'flags' | 'status' | 'holdEndedAt'> &
  Partial<Pick<AdminTransaction, 'waitingForBuyerSince'>>): Flag[] {
  const flagged: (Flag | false)[] = [
    flags.amountDiffers !== null && {
      key: 'amount',
      title: 'Amount differs',
      detail: `The claimed amount is ${flags.amountDiffers}.`,
      isGrave: true,
    },
    flags.referenceConflict.length > 0 && {
      key: 'reference',
      title: 'Reference in conflict',
      detail: `The same number is on ${list(flags.referenceConflict)}. Only one of them can be approved.`,
      isGrave: true,
    },
    flags.referenceReversed.length > 0 && {
      key: 'reversed',
      title: 'Reversed before',
      detail: `The same number was on ${list(flags.referenceReversed)}, whose approval was reversed.`,
      isGrave: true,
    },
    flags.sameFileSeen.length > 0 && {
      key: 'file',
      title: 'File seen before',
      detail: `The same file came with ${list(flags.sameFileSeen)}.`,
      isGrave: true,
    },
    status === 'PENDING' &&
      holdEndedAt !== null && {
        key: 'hold',
        title: 'Hold ended',
        detail:
          'Nobody decided in time, so its tokens can be sold to others. It can be approved while enough are left.',
        isGrave: true,
      },
    waitingForBuyerSince !== null && {
      key: 'waiting',
      title: 'Waiting for the buyer',
      detail: 'The buyer has not answered the question yet.',
      isGrave: false,
    },
    flags.lateProofSeconds !== null && {
      key: 'late',
      title: 'Late proof',
      detail: `It came ${spanOf(flags.lateProofSeconds)} after the order was made.`,
      isGrave: false,
    },
    flags.newAccountSeconds !== null && {
      key: 'new',
      title: 'New account',
      detail: `Registered ${spanOf(flags.newAccountSeconds)} before this submission.`,
      isGrave: false,
    },
    flags.memberNotVerified && {
      key: 'unverified',
      title: 'Not verified',
      detail: 'The buyer still waits for verification.',
      isGrave: false,
    },
  ];
  return flagged.filter((flag) => flag !== false);
}

/** Whether to look at it before an approval: by its flags, or because the bank contradicts it. */
export const isGrave = (purchase: AdminTransaction): boolean =>
  isContradicted(purchase) || flagsOf(purchase).some((flag) => flag.isGrave);

/** The reasons that come up most, as the buyer reads them. */
export const REASONS = [
  'The payment has not reached our account.',
  'The UTR or Transaction Number does not match the payment.',
  'The amount paid does not match the order.',
  'The receipt cannot be read or is incomplete.',
  'This payment has already been used for another order.',
] as const;
/** Why an approval is taken back, as the buyer reads it. */
export const REVERSAL_REASONS = [
  'The payment has not reached our account.',
  'The payment was returned or charged back.',
  'The payment belongs to another order.',
  'The order was approved twice or by mistake.',
] as const;
export const REASON_MAX = 500;

import type { Bucket } from '@/lib/reconciliation/contract.ts';

/** `approve`: all together. `decide`: one by one, next to the proof. `list`: a table of what is settled. */
export type BucketView = 'approve' | 'decide' | 'list' | 'settlements';

export interface BucketTexts {
  readonly title: string;
  /** What it means. */
  readonly meaning: string;
  /** What an admin does about it. */
  readonly advice: string;
  readonly view: BucketView;
  /** Says that there is nothing in it. */
  readonly empty: string;
}

/** In the order in which an admin works through them. */
export const BUCKET_TEXTS: Readonly<Record<Bucket, BucketTexts>> = {
  EXACT: {
    title: 'Exact',
    meaning:
      'Number and amount agree, and the day fits. The payer fits, or the bank names nobody. Nothing points to another claim.',
    advice: 'Look at ten of them and approve all together.',
    view: 'approve',
    empty: 'No exact match is waiting.',
  },
  PAYER_DIFFERS: {
    title: 'Payer differs',
    meaning:
      'Number and amount agree, and the day fits. The bank names another payer, or a name that several members have.',
    advice: 'Compare the payer with the proof. Families pay for each other; a stranger may have copied the number.',
    view: 'decide',
    empty: 'No payment of another payer is waiting.',
  },
  AMOUNT_DIFFERS: {
    title: 'Amount differs',
    meaning: 'The number is the same. The bank received another amount than the one due.',
    advice:
      'Count it as a part payment, approve with a reason if the difference is settled, or reject so that the buyer can pay again.',
    view: 'decide',
    empty: 'No payment with another amount is waiting.',
  },
  SUGGESTED: {
    title: 'Suggested',
    meaning:
      'No claim has this number, or the day is far from the claim, or a part is already paid. A similar number, the amount, the name or the note fits a claim, or an admin gave the payment to one and a second has not approved yet.',
    advice: 'Compare the marked characters with the proof. Approve only if you are sure that it is this payment.',
    view: 'decide',
    empty: 'No suggestion is waiting.',
  },
  WITHOUT_CLAIM: {
    title: 'Without a claim',
    meaning: 'The bank received the money, and no open claim fits it.',
    advice: 'Search for the buyer by name, phone or amount, or mark the payment as not ours.',
    view: 'decide',
    empty: 'Every payment on the statements has a claim.',
  },
  CONFLICT: {
    title: 'Conflict',
    meaning:
      'Two claims name one payment (one may have been rejected, or has its part of the payment already), two payments name one claim, the bank names the order or the name of another claim, one admin gave the payment to another claim, or the number is that of a payment that your account made.',
    advice:
      'Open the proofs. Approve the claim that shows this payment. Reject only claims that use its number for another payment.',
    view: 'decide',
    empty: 'Nothing is in conflict.',
  },
  REOPEN: {
    title: 'Reopen',
    meaning: 'The payment matches a claim exactly, but that claim was rejected.',
    advice: 'Approve it if the proof shows this payment. The earlier rejection stays in the audit trail.',
    view: 'decide',
    empty: 'No rejected claim turned up on a statement.',
  },
  REVERSED: {
    title: 'Returned by the bank',
    meaning: 'The bank took the payment back, or it is a payment of yours that came back. It pays for no order.',
    advice:
      'Reject the claim. If its purchase is approved already, reverse the approval. Without either, mark the row as not ours.',
    view: 'decide',
    empty: 'The bank has returned no payment.',
  },
  NOT_AT_BANK: {
    title: 'Without a payment',
    meaning:
      'The statement goes beyond the day of these claims. No payment has their number or one like it, or the one that has it belongs to another order, was paid back or is marked as not ours.',
    advice: 'Reject if the proof does not show a payment to you. Otherwise wait for the next statement.',
    view: 'decide',
    empty: 'Every claim up to the last statement is on it.',
  },
  ALREADY_USED: {
    title: 'Already used',
    meaning: 'The number belongs to a purchase that is already approved.',
    advice: 'Link the payment to that purchase, or mark it as not ours if the same payment came twice.',
    view: 'decide',
    empty: 'No payment was used before.',
  },
  DECIDED: {
    title: 'Decided',
    meaning: 'Approved, counted as a part payment, refunded or rejected.',
    advice:
      'An approval is taken back only by a reversal. A part payment, or a payment whose claim was rejected, can be opened again.',
    view: 'list',
    empty: 'Nothing has been decided here yet.',
  },
  SETTLEMENT: {
    title: 'Settlements',
    meaning: 'What aggregators kept of the settlements that the bank has: fees, tax and refunds. It counts below zero.',
    advice: 'Import the settlement file and the bank statement. The payments of a settlement are in the other groups.',
    view: 'settlements',
    empty: 'No settlement file has been imported yet.',
  },
  NOT_OURS: {
    title: 'Not ours',
    meaning: 'Marked as no payment of a buyer, such as interest or an own transfer.',
    advice: 'Undo a mark to decide again.',
    view: 'list',
    empty: 'Nothing has been marked as not ours.',
  },
};

export const BUCKET_ORDER = Object.keys(BUCKET_TEXTS) as readonly Bucket[];

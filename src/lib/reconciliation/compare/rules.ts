import { formatPaise, type Paise } from '../../core/money.ts';
import { withPlainNumbers } from '../../core/search.ts';
import { BUCKETS, type Bucket, type RowBucket } from '../contract.ts';
import type { Matches } from '../matching/all.rules.ts';
import type { BankRow, Claim, RowOutcome } from '../rules.ts';

/** One record of a bucket: a credit, or a claim without one. */
export type Entry =
  | { readonly bucket: RowBucket; readonly row: BankRow; readonly outcome: RowOutcome }
  | { readonly bucket: 'NOT_AT_BANK'; readonly row: null; readonly claim: Claim };

export interface Compared extends Pick<Matches, 'rows' | 'claims'> {
  readonly bankRows: readonly BankRow[];
  readonly claimList: readonly Claim[];
}

const SETTLED = ['DECIDED', 'NOT_OURS', 'SETTLEMENT'] as const;
/** Buckets whose rows wait for nothing: the database counts and lists them. */
export type SettledBucket = (typeof SETTLED)[number];
export const isSettled = (bucket: Bucket): bucket is SettledBucket => SETTLED.some((it) => it === bucket);

/** The claims for which no payment is left: none has their number, or the one that has it belongs to another order. */
function withoutPayment({ claimList, claims }: Compared, ofRows: readonly Entry[]): Claim[] {
  const shown = new Set(ofRows.flatMap(claimIdsOf));
  return claimList.filter((claim) => {
    const state = claims.get(claim.purchaseId)?.bankState ?? 'UNKNOWN';
    // A purchase with a part payment waits for the rest.
    const isOpen = claim.status === 'PENDING' && claim.rowId === null;
    return isOpen && state !== 'UNKNOWN' && (state === 'NOT_FOUND' || !shown.has(claim.purchaseId));
  });
}

/**
 * What a comparison puts into buckets, the oldest first; of a row that is used in part, its rest. Spent and marked rows are left
 * out: the comparison has only some of them. Of `DECIDED` it has those whose claim was rejected.
 */
export function entriesOf(compared: Compared): Entry[] {
  const { bankRows, rows } = compared;
  const ofRows = bankRows.flatMap((row): Entry[] => {
    const outcome = rows.get(row.id);
    const isRejected = outcome?.bucket === 'DECIDED' && row.spentOn === null && row.restPaise > 0n;
    if (!outcome || (isSettled(outcome.bucket) && !isRejected)) return [];
    return [{ bucket: outcome.bucket, row, outcome }];
  });
  const missing = withoutPayment(compared, ofRows).toSorted((a, b) =>
    a.submittedOn < b.submittedOn ? -1 : a.submittedOn > b.submittedOn ? 1 : 0,
  );
  return [...ofRows, ...missing.map((claim): Entry => ({ bucket: 'NOT_AT_BANK', row: null, claim }))];
}

export interface BucketSum {
  readonly bucket: Bucket;
  readonly count: number;
  readonly amountPaise: Paise;
}

type Sum = Omit<BucketSum, 'bucket'>;

/** Each bucket once. @param settled what the database counted of spent and marked rows */
export function bucketSums(entries: readonly Entry[], settled: Readonly<Record<SettledBucket, Sum>>): BucketSum[] {
  const sums = new Map<Bucket, { count: number; amountPaise: Paise }>([
    ['DECIDED', { ...settled.DECIDED }],
    ['NOT_OURS', { ...settled.NOT_OURS }],
    ['SETTLEMENT', { ...settled.SETTLEMENT }],
  ]);
  for (const entry of entries) {
    const sum = sums.get(entry.bucket) ?? { count: 0, amountPaise: 0n };
    sum.count++;
    sum.amountPaise += entry.row === null ? entry.claim.duePaise : entry.row.restPaise;
    sums.set(entry.bucket, sum);
  }
  return BUCKETS.map((bucket) => ({ bucket, ...(sums.get(bucket) ?? { count: 0, amountPaise: 0n }) }));
}

/** The rows that count as decided because their claim was rejected. */
export function rejectedRows(entries: readonly Entry[]): BankRow[] {
  return entries.flatMap((entry) => (entry.bucket === 'DECIDED' && entry.row !== null ? [entry.row] : []));
}

/** Whether each term of the search is in the row or in a purchase that it may belong to. */
export function searchedIn(search: string, claims: ReadonlyMap<string, Claim>): (entry: Entry) => boolean {
  const terms = search
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  const textOf = (entry: Entry): string =>
    [
      ...(entry.row === null ? [] : textsOfRow(entry.row)),
      ...claimIdsOf(entry).flatMap((id) => {
        const claim = claims.get(id);
        return claim ? textsOfClaim(claim) : [];
      }),
    ]
      .join('\n')
      .toLowerCase();
  return (entry) => {
    if (terms.length === 0) return true;
    const text = textOf(entry);
    return terms.every((term) => text.includes(term));
  };
}

/** The purchases of an entry: its own, the suggested and the competing ones. */
export function claimIdsOf(entry: Entry): string[] {
  if (entry.row === null) return [entry.claim.purchaseId];
  const { purchaseId, suggestions, rivals } = entry.outcome;
  return [
    ...(purchaseId === null ? [] : [purchaseId]),
    ...suggestions.map((it) => it.purchaseId),
    ...rivals.purchaseIds,
  ];
}

const textsOfRow = (row: BankRow): string[] => [
  row.narration,
  withPlainNumbers(row.narration),
  row.payerName ?? '',
  row.vpa ?? '',
  formatPaise(row.amountPaise),
  ...row.references.map((it) => it.reference),
];

const textsOfClaim = (claim: Claim): string[] => [
  claim.orderNumber,
  claim.buyerName,
  claim.buyerMobile,
  claim.reference ?? '',
  formatPaise(claim.duePaise),
];

/** 'HDFC Bank ••4417', or the UPI ID of an account without a number. */
export function accountLabel(account: {
  readonly bankName: string;
  readonly accountNumber: string;
  readonly upi: string;
}): string {
  const { bankName, accountNumber, upi } = account;
  return accountNumber === '' ? upi : `${bankName} ••${accountNumber.slice(-4)}`.trim();
}

/** The sentence for a difference, or a payer, that can be explained. */
export const LABEL_TEXTS: Readonly<Record<NonNullable<RowOutcome['label']>, string>> = {
  TDS: 'Short by exactly 1 %: tax deducted at source?',
  FEE_LEFT_OUT: 'The platform fees were left out.',
  PAID_TWICE: 'Twice the amount due: paid twice?',
  PART: 'A part of the amount due: is another payment on its way?',
  OTHER_PAYER: 'The payer’s name does not fit the buyer’s. Families pay for each other: look at the proof.',
  OTHER_MEMBER:
    'The bank names another member, or somebody who paid for another member before. Ask whose payment it is.',
  OTHER_PHONE: 'The bank names nobody, and the payer’s phone number is not this buyer’s. Look at the proof.',
  SHARED_NAME: 'The payer’s name or address fits another member too. Ask whose payment it is.',
  NEW_NAME:
    'The buyer took this name or phone number about when the payment was made, or later. Ask whose payment it is.',
  NO_AGGREGATOR:
    'The bank’s credit of this settlement names no payment aggregator. Make sure that the credit is not somebody else’s payment.',
  UNVERIFIED: 'Nobody has verified this account. Look at the proof.',
  TWIN: 'The same payer sent this amount twice within 30 days: paid twice?',
};

import { textToBuyers } from '../core/buyer-text.ts';
import { contract } from '../core/contract.ts';
import { boundedText, companyId, listQuery, optional, uuid } from '../core/fields.ts';
import { out, pageOf } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import { adminTransaction } from '../purchases/contract.ts';
import * as calls from './calls.ts';

/*
 * The reconciliation of purchases with bank statements, for the admins of the company (docs/contract.md, Reconciliation). Days
 * are `YYYY-MM-DD` in India, amounts rupees with two decimals.
 */

/**
 * Each row of the statements is in exactly one. `PAYER_DIFFERS`: matches exactly, but the bank does not name the buyer. `REOPEN`: matches exactly, but the purchase was rejected. `SETTLEMENT`: the bank's
 * credit of a settlement, of which only what the aggregator kept counts here: its payments are in their own buckets.
 */
export const ROW_BUCKETS = [
  'EXACT',
  'PAYER_DIFFERS',
  'AMOUNT_DIFFERS',
  'SUGGESTED',
  'WITHOUT_CLAIM',
  'CONFLICT',
  'REOPEN',
  'ALREADY_USED',
  'REVERSED',
  'NOT_OURS',
  'SETTLEMENT',
  'DECIDED',
] as const;
export type RowBucket = (typeof ROW_BUCKETS)[number];

/** `NOT_AT_BANK` holds purchases without a row. */
export const BUCKETS = [...ROW_BUCKETS, 'NOT_AT_BANK'] as const;
export type Bucket = (typeof BUCKETS)[number];

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

export const getSummary = contract(calls.getSummary, {
  input: z.object({ companyId }),
  output: z.object({
    /** Each bucket once. The amounts are of the credits, of `NOT_AT_BANK` what is due. */
    buckets: z.array(z.object({ bucket: z.enum(BUCKETS), count: z.number(), amount: out.money })),
    /** Of all rows: the sum of all buckets but `NOT_AT_BANK`. */
    credits: out.money,
    /** What was decided: the sum of the next six, and of what the bucket `SETTLEMENT` has. */
    decided: out.money,
    /** Allocated to approved purchases by full equality. */
    approved: out.money,
    /** Allocated to approved purchases with a reason. */
    assigned: out.money,
    /** Part payments of pending purchases. */
    parts: out.money,
    /** Paid back by refunds, or on the way. */
    refunds: out.money,
    notOurs: out.money,
    /** Of the rows whose claim was rejected next to them, and that nothing else claims. */
    rejected: out.money,
    open: out.money,
    /** Rows that are used in part, and their rests: each is in `DECIDED` with what is used, and in another bucket with its rest. */
    rests: z.object({ count: z.number(), amount: out.money }),
    /** Rows of `ALREADY_USED` that the call `link` takes. */
    links: z.object({ count: z.number(), amount: out.money }),
    /** Rows of `EXACT` that this admin can approve: not of an own purchase, and none that they approved as the first of two. */
    approvable: z.object({ count: z.number(), amount: out.money }),
    accounts: z.array(z.object({ beneficiaryId: z.string(), account: z.string(), readUntil: z.nullable(day) })),
  }),
  summary: 'Returns how many bank rows are in each bucket, and their sums, which add up to the credits.',
});

/** A row of a statement: a credit, or among `rivals` a debit with its number. */
const bankRow = z.object({
  id: z.string(),
  beneficiaryId: z.string(),
  account: z.string(),
  date: day,
  time: z.nullable(z.string()),
  side: z.enum(['CREDIT', 'DEBIT']),
  amount: out.money,
  references: z.array(z.string()),
  narration: z.string(),
  payerName: z.nullable(z.string()),
  vpa: z.nullable(z.string()),
  bucket: z.enum(ROW_BUCKETS),
  notOursReason: z.nullable(z.string()),
  /** It was approved through the reconciliation with a reason, and not by full equality. */
  assignedReason: z.nullable(z.string()),
  /** What of the amount is neither allocated, reserved nor paid back. */
  rest: out.money,
  /** Paid back by refunds, or on the way; null for nothing. */
  refunded: z.nullable(out.money),
  /** The member who has the purchases below: what of the row is open is theirs. Null without one. */
  ownerId: z.nullable(z.string()),
  /** The purchases that it pays for, the largest first. `WAITING`: for a second admin. */
  allocations: z.array(
    z.object({
      purchaseId: z.string(),
      orderNumber: z.string(),
      amount: out.money,
      state: z.enum(['APPROVED', 'PART', 'WAITING']),
    }),
  ),
});
export type BankRowView = z.output<typeof bankRow>;

const suggestion = z.object({
  purchaseId: z.string(),
  score: z.number(),
  reasons: z.array(z.string()),
  /** Points above the next one; null for the last. */
  gap: z.nullable(z.number()),
  purchase: adminTransaction,
});

const match = z.object({
  /** Null in `NOT_AT_BANK`. */
  row: z.nullable(bankRow),
  /** Null in buckets without one. */
  purchase: z.nullable(adminTransaction),
  /** The best first. Of a `CONFLICT`: the purchases that compete. */
  suggestions: z.array(suggestion),
  /** Other rows of a `CONFLICT`. */
  rivals: z.array(bankRow),
  /** The row's amount less the amount due; null without a purchase. */
  difference: z.nullable(out.money),
  /** Such as 'Short by exactly 1 %: tax deducted at source?'; null for none. */
  label: z.nullable(z.string()),
});
export type Match = z.output<typeof match>;

export const listMatches = contract(calls.listMatches, {
  input: z.object({
    bucket: z.enum(BUCKETS, 'This bucket is not known.'),
    ...listQuery,
    companyId,
  }),
  output: pageOf(match),
  summary: 'Lists the bank rows of a bucket with the purchases that they may belong to, the oldest first.',
});

const pairResult = z.object({ purchaseId: z.string(), rowId: z.string(), ok: z.boolean(), message: z.string() });

const MATCHES_MAX = 500;
const pairs = z
  .array(z.strictObject({ rowId: uuid, purchaseId: uuid }))
  .check(
    z.minLength(1, 'Please choose at least one bank row.'),
    z.maxLength(MATCHES_MAX, `Please choose at most ${MATCHES_MAX} bank rows.`),
  );

export const approveMatches = contract(calls.approveMatches, {
  recentAuthentication: 'sometimes',
  recentAfterMany: true,
  input: z.union(
    [
      z.strictObject({
        bucket: z.literal('EXACT'),
        /** False leaves out those of accounts that nobody has verified. */
        unverified: optional(z.boolean('unverified must be true or false.')),
        companyId,
      }),
      z.strictObject({ matches: pairs, companyId }),
    ],
    'Please send the bucket EXACT, or the matches to approve.',
  ),
  output: z.object({
    approved: z.number(),
    /** Approved as the first of two admins. */
    waiting: z.number(),
    failed: z.number(),
    /** `ok` is false for a pair that was not approved; the message says why. */
    results: z.array(pairResult),
    /** Exact matches beyond those of this call, of which a call approves at most 500. */
    remaining: z.number(),
  }),
  summary:
    'Approves purchases with the bank rows that they match exactly, each as the ordinary approval. Pairs that no longer match ' +
    'are refused one by one. Safe to send again.',
});

const reason = boundedText('a reason', 3, 500);

export const assignRow = contract(calls.assignRow, {
  recentAfterMany: true,
  input: z.union(
    [
      z.strictObject({
        rowId: uuid,
        purchaseId: uuid,
        reason,
        /** Approves the purchase although its allocations are less than due. */
        acceptShortfall: optional(z.boolean('acceptShortfall must be true or false.')),
        companyId,
      }),
      z.strictObject({
        rowId: uuid,
        notOurs: z.literal(true),
        reason,
        /** Rows of later statements whose narration contains this text are marked in the same way. */
        ruleText: optional(boundedText('the text of the rule', 4, 100)),
        companyId,
      }),
    ],
    'Please send the purchase or notOurs, with a reason.',
  ),
  output: z.object({
    rowId: z.string(),
    bucket: z.enum(ROW_BUCKETS),
    purchaseId: z.nullable(z.string()),
    /** `PART`: a part payment, and the purchase stays pending. `WAITING`: for a second admin. `LINKED`: it was approved before. */
    outcome: z.enum(['APPROVED', 'PART', 'WAITING', 'LINKED', 'MARKED']),
  }),
  summary:
    'Allocates a bank row to a purchase, with a reason: as much of it as is open, up to what is due. The purchase is approved once ' +
    'its allocations reach what is due; or marks the row as no payment of a buyer.',
});

export const linkRows = contract(calls.linkRows, {
  recentAfterMany: true,
  input: z.strictObject({ reason, companyId }),
  output: z.object({
    linked: z.number(),
    failed: z.number(),
    results: z.array(pairResult),
    /** Rows beyond those of this call, of which a call links at most 500. */
    remaining: z.number(),
  }),
  summary:
    'Links the bank rows of purchases that were approved before their statement was read: each that can belong to one purchase ' +
    'alone, by reference, amount and date. Safe to send again.',
});

export const rejectClaim = contract(calls.rejectClaim, {
  recentAfterMany: true,
  input: z.strictObject({
    purchaseId: uuid,
    /** The bank row that it was compared with. */
    rowId: optional(uuid),
    reason: optional(textToBuyers('a reason', 1, 500)),
    companyId,
  }),
  output: z.object({ purchaseId: z.string(), rowId: z.nullable(z.string()), bucket: z.nullable(z.enum(ROW_BUCKETS)) }),
  summary:
    'Rejects a purchase as the ordinary rejection does. The bank row that it was compared with counts as decided until something ' +
    'else claims it.',
});

export const undoRow = contract(calls.undoRow, {
  recentAfterMany: true,
  input: z.strictObject({
    rowId: uuid,
    /** Which of several purchases of the row; default: the newest that can be undone. */
    purchaseId: optional(uuid),
    reason,
    /** Also deletes the rules whose text is in the narration of the row. */
    endRules: optional(z.boolean('endRules must be true or false.')),
    companyId,
  }),
  output: z.object({ rowId: z.string(), bucket: z.enum(ROW_BUCKETS) }),
  summary:
    'Removes the mark of a bank row, a part payment, or its match with a purchase that waits for a second admin. An approval is ' +
    'undone only by reversing the purchase.',
});

export const listRules = contract(calls.listRules, {
  input: z.object({ page: listQuery.page, limit: listQuery.limit, companyId }),
  output: pageOf(
    z.object({
      id: z.string(),
      /** Rows whose narration contains it are marked. */
      text: z.string(),
      reason: z.string(),
      createdBy: z.string(),
      createdAt: out.time,
    }),
  ),
  summary: 'Lists the saved rules that mark the rows of new statements as no payment of a buyer, the newest first.',
});

export const deleteRule = contract(calls.deleteRule, {
  recentAfterMany: true,
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary: 'Deletes a saved rule. Rows that it has marked stay marked.',
});

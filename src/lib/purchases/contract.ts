import { beneficiary } from '../beneficiaries/contract.ts';
import { textToBuyers } from '../core/buyer-text.ts';
import { contract } from '../core/contract.ts';
import { companyId, day, listQuery, optional, purchaseId, uuid } from '../core/fields.ts';
import { typedReference } from '../core/reference-field.ts';
import { SPEC_TEXTS } from '../core/spec-texts.ts';
import { amountFilter, amountPaise, out, pageOf, percentBps, priceMicros } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';
import { BANK_FILTERS, BANK_STATES, PAYMENT_METHODS, PURCHASE_FLAGS, PURCHASE_SORTS } from './calls.ts';

// The field names are those of the published client, even where they are odd: `gstPercentage` and `gstAmount` are the
// platform fees, `amount` is what the buyer says they paid, `finalAmount` is the amount due.

/** `REVERSED`: approved first, then cancelled. */
export const PURCHASE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'REVERSED'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const transactionFields = {
  id: z.string(),
  /** `PUR-…`, unique in the company; has a suffix when the number was already taken. */
  orderNumber: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  price: out.price,
  totalQuantity: out.quantity,
  orderAmount: out.money,
  gstPercentage: out.percent,
  gstAmount: out.money,
  finalAmount: out.money,
  amount: out.money,
  status: z.enum(PURCHASE_STATUSES),
  /** Normalised: upper case, without spaces, dashes and slashes. */
  referenceNumber: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  /** When the hold of its tokens ended without a decision: while pending, it can be approved if enough tokens are left. */
  holdEndedAt: z.nullable(out.time),
  receipt: z.nullable(z.object({ url: z.string(), mime: z.string() })),
  createdAt: out.time,
  decidedAt: z.nullable(out.time),
  rejectReason: z.nullable(z.string()),
  /** Hash of the stock entry that credited the tokens of an approved purchase. */
  transactionHash: z.nullable(z.string()),
  /** This and the next two fields are set once the purchase is reversed. */
  reversedAt: z.nullable(out.time),
  reversalReason: z.nullable(z.string()),
  /** Hash of the stock entry that took the tokens back. */
  reversalHash: z.nullable(z.string()),
  bankState: z.enum(BANK_STATES),
  /** Day of the bank's row, `YYYY-MM-DD` in India: of `SEEN` and `AMOUNT_DIFFERS`, else null. A buyer learns it only of a row that names them. */
  bankSeenOn: z.nullable(z.string().check(z.regex(DAY))),
  /** What the bank received; null as above. */
  bankAmount: z.nullable(out.money),
  /** The day up to which the statements of the account were read; null for none. */
  statementReadUntil: z.nullable(z.string().check(z.regex(DAY))),
  /** The sum of the part payments that the bank has, while the purchase is pending; null for none. */
  received: z.nullable(out.money),
  /** Approved, or approved first of two admins, with a row of the bank statement. */
  isReconciled: z.boolean(),
  /** Since when a question of an admin waits for the buyer, while the purchase is pending; else null. */
  waitingForBuyerSince: z.nullable(out.time),
  messageCount: z.number(),
  /** Messages that the reader's side has not read; the admins of a company read together. */
  unreadMessages: z.number(),
};

/** A purchase as its buyer sees it. */
export const transaction = z.object({
  ...transactionFields,
  /**
   * State of the reference number: 'MATCHED' once the purchase is approved, 'CONFLICT' while it is pending and another
   * pending or approved purchase has the same number, else null.
   */
  referenceState: z.nullable(z.enum(['MATCHED', 'CONFLICT'])),
});
export type Transaction = z.output<typeof transaction>;

/** What an admin should check before a decision. All empty for decided purchases. */
export const transactionFlags = z.object({
  /** Difference of the claimed amount from the amount due, such as '₹10.00 less than due'; null when they are equal. */
  amountDiffers: z.nullable(z.string()),
  /** Order numbers of other pending or approved purchases with the same reference number: only one can be approved. */
  referenceConflict: z.array(z.string()),
  /** Order numbers of other purchases with the same receipt file. */
  sameFileSeen: z.array(z.string()),
  /** Order numbers of reversed purchases with the same reference number. */
  referenceReversed: z.array(z.string()),
  memberNotVerified: z.boolean(),
  /** Seconds from the order to its proof, when the payment screen's countdown had ended; else, or when unknown, null. */
  lateProofSeconds: z.nullable(z.number()),
  /** Seconds from the registration to the submission, if less than a day; else null. */
  newAccountSeconds: z.nullable(z.number()),
});

/** The admin who agreed first, when two admins have to agree. */
const firstAdmin = z.object({
  /** Name of the admin. */
  by: z.string(),
  at: out.time,
  /** The caller is this admin, and so can't be the second one. */
  isMine: z.boolean(),
});

/** A purchase as admins see it. */
export const adminTransaction = z.object({
  ...transactionFields,
  /** The part payments, the oldest first: also while the rest waits for a second admin. */
  parts: z.array(z.object({ rowId: z.string(), date: z.string().check(z.regex(DAY)), amount: out.money })),
  /** Counts the buyer's corrections of the proof or the reference; an approval may name it. */
  version: z.number(),
  /** The account shown to the buyer, as it was then; null when there was no account. */
  paidTo: z.nullable(beneficiary),
  user: z.object({ id: z.string(), referralCode: z.string(), name: z.string(), mobile: z.string() }),
  /** Name of the admin who decided. */
  decidedBy: z.nullable(z.string()),
  /** Name of the admin who reversed. */
  reversedBy: z.nullable(z.string()),
  /** The caller made the latest decision: approved, rejected or reversed it. */
  isDecidedByMe: z.boolean(),
  /** The caller is the buyer: another admin has to approve or reverse it. */
  isOwn: z.boolean(),
  /** The final amount is above the company's bound: approval and reversal need a second admin. */
  needsTwoAdmins: z.boolean(),
  /** Set while a pending purchase waits for the second approval. */
  firstApproval: z.nullable(firstAdmin),
  /** Set while the reversal of an approved purchase waits for a second admin. */
  reversalAsked: z.nullable(z.extend(firstAdmin, { reason: z.string() })),
  flags: transactionFlags,
});
export type AdminTransaction = z.output<typeof adminTransaction>;

export const getPrice = contract(calls.getPrice, {
  input: z.object({ companyId }),
  output: z.object({
    price: out.price,
    platformChargePercent: out.percent,
    remainingPrivateSupply: out.quantity,
    /** The smallest order amount: the price of one token, or the company's minimum if that is higher. */
    minimumAmount: out.money,
    /** The largest order amount; null for no bound. */
    maximumAmount: z.nullable(out.money),
    /** Tokens that the next purchase of this member may hold; null for no limit. */
    holdableQuantity: z.nullable(out.quantity),
    /** UPI apps refuse a single payment above this amount. */
    upiLimit: out.money,
    /** Why this member can't buy now; null if they can. */
    buyingClosed: z.nullable(z.string()),
  }),
  summary: 'Returns the price of a token, the platform fees in per cent and how many tokens can still be bought.',
});

const receiptId = z
  .string(SPEC_TEXTS.receiptMissing)
  .check(
    z.minLength(1, { error: SPEC_TEXTS.receiptMissing, abort: true }),
    z.toLowerCase(),
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, SPEC_TEXTS.receiptMissing),
  );

const ORDER_AGE_MAX_SECONDS = 31_536_000;
const versionWrong = 'beneficiaryVersion must be a whole number from 1.';
const orderAgeWrong = 'orderAgeSeconds must be a whole number of seconds, at most a year.';

const submissionFields = {
  /** What the buyer says they paid. */
  amount: amountPaise(),
  /** The order number from the buy screen; the server makes one if it is missing. */
  purchaseId: optional(purchaseId),
  /** The order amount without the platform fees; default: `amount`. */
  purchaseAmount: optional(amountPaise()),
  /** Seconds since the order was made, by the buyer's clock. Admins see it when the payment screen's countdown had ended. */
  orderAgeSeconds: optional(
    z
      .number(orderAgeWrong)
      .check(z.refine((n: number) => Number.isInteger(n) && n >= 0 && n <= ORDER_AGE_MAX_SECONDS, orderAgeWrong)),
  ),
  /** Price per token and fee shown to the buyer: accepted if they were in force within the last half hour. */
  price: optional(priceMicros('The price is not valid.')),
  platformChargePercent: optional(percentBps('The platform fees are not valid.')),
  /** The account shown to the buyer; default: the primary one. */
  beneficiaryId: optional(uuid),
  /** The `version` of that account; default: the latest. */
  beneficiaryVersion: optional(
    z.number(versionWrong).check(z.refine((n: number) => Number.isSafeInteger(n) && n >= 1, versionWrong)),
  ),
  companyId,
};

export const submitPayment = contract(calls.submitPayment, {
  input: z.discriminatedUnion(
    'paymentMethod',
    [
      z.strictObject({
        paymentMethod: z.enum(['UPI', 'BANK']),
        referenceNumber: typedReference,
        receiptId,
        ...submissionFields,
      }),
      z.strictObject({
        paymentMethod: z.literal('MANUAL'),
        referenceNumber: optional(typedReference),
        receiptId: optional(receiptId),
        ...submissionFields,
      }),
    ],
    'Please choose a payment method: UPI, BANK or MANUAL.',
  ),
  output: transaction,
  summary:
    'Submits a payment with its proof. A repeated call (same header `Idempotency-Key`, or without it the same order, ' +
    'method, amount and reference within 24 hours) returns the first answer.',
});

const status = optional(
  z.enum([...PURCHASE_STATUSES, 'ALL'], 'The status must be PENDING, APPROVED, REJECTED, REVERSED or ALL.'),
);
const transactionQuery = z.object({ ...listQuery, status });

export const listTransactions = contract(calls.listTransactions, {
  input: transactionQuery,
  output: pageOf(transaction),
  summary: "Lists the member's own purchases, the newest first.",
});

/** What narrows the company's purchases, in lists and exports. */
export const purchaseFilters = {
  /** First and last day of the submission, both included, in Asia/Kolkata. */
  from: day('the first day'),
  to: day('the last day'),
  method: optional(z.enum(PAYMENT_METHODS, 'The method must be BANK, UPI, MANUAL or CRYPTO.')),
  /** Bounds of the final amount, both included. */
  amountFrom: optional(amountFilter('The smallest amount is not valid.')),
  amountTo: optional(amountFilter('The largest amount is not valid.')),
  /** Only pending purchases with this flag, or with none. */
  flag: optional(z.enum(PURCHASE_FLAGS, 'This flag is not known.')),
  /** By the bank state, in any status. */
  bank: optional(z.enum(BANK_FILTERS, 'The field bank must be seen, differs, missing, checking or none.')),
};

export const listTransactionsAsAdmin = contract(calls.listTransactionsAsAdmin, {
  keyScope: 'read:purchases',
  input: z.extend(transactionQuery, {
    /** Only purchases whose approval or reversal waits for a second admin. */
    waiting: optional(z.literal('second', 'The field waiting can only be second.')),
    /** Only purchases with exactly this final amount. */
    finalAmount: optional(amountFilter()),
    ...purchaseFilters,
    /** `highest` and `lowest` are by the final amount, and need a status. */
    sort: optional(z.enum(PURCHASE_SORTS, 'The sort must be newest, oldest, highest or lowest.')),
  }),
  output: pageOf(adminTransaction),
  summary:
    'Lists the purchases of the company: the newest first, with status PENDING the oldest first, or as sorted. The matches ' +
    'of a search or filter are counted up to 1,000. A flag is looked for in the first 5,000 of the list.',
});

export const getTransactionAsAdmin = contract(calls.getTransactionAsAdmin, {
  keyScope: 'read:purchases',
  input: z.object({ id: uuid, companyId }),
  output: adminTransaction,
  summary: 'Returns one purchase of the company, as the list has it.',
});

const decision = z.object({
  id: z.string(),
  status: z.enum(PURCHASE_STATUSES),
  /** Null while the purchase waits for a second admin. */
  decidedAt: z.nullable(out.time),
});

export const approvePurchase = contract(calls.approvePurchase, {
  keyScope: 'write:decisions',
  recentAfterMany: true,
  input: z.strictObject({
    id: uuid,
    /** What the admin saw, from the list: 409 `outdated` when the buyer has corrected the purchase since. */
    version: optional(z.number('The version must be a number.')),
    /** The bank state that the admin saw: 409 `outdated` if the bank statement contradicts the purchase since. */
    bankState: optional(z.enum(BANK_STATES, 'This bank state is not known.')),
    companyId,
  }),
  output: decision,
  summary:
    'Approves a pending purchase: credits the held stock to the buyer, and the reward to the referrer. Where the company ' +
    'needs two admins, the first call is recorded (the status stays PENDING) and the call of another admin approves.',
});

export const rejectPurchasesOf = contract(calls.rejectPurchasesOf, {
  recentAuthentication: 'always',
  input: z.strictObject({ userId: uuid, reason: optional(textToBuyers('a reason', 1, 500)), companyId }),
  output: z.object({ rejected: z.number() }),
  summary: 'Rejects all pending purchases of one member, each as the single rejection does.',
});

export const rejectPurchase = contract(calls.rejectPurchase, {
  keyScope: 'write:decisions',
  recentAfterMany: true,
  input: z.strictObject({ id: uuid, reason: optional(textToBuyers('a reason', 1, 500)), companyId }),
  output: decision,
  summary: 'Rejects a pending purchase and releases the stock that was held for it.',
});

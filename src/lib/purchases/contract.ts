import * as z from 'zod/mini';
import { beneficiary } from '../beneficiaries/contract.ts';
import { contract } from '../core/contract.ts';
import { listQuery, purchaseId, uuid } from '../core/query-fields.ts';
import { cleanLine } from '../core/text.ts';
import { boundedText, companyId, optional } from '../core/text-fields.ts';
import { amountPaise, out, pageOf, percentBps, priceMicros } from '../core/wire.ts';
import { WORDS } from '../core/words.ts';

/*
 * Names on the wire are the published client's, also where odd: `gstPercentage` and `gstAmount` are the platform charge,
 * `amount` is what the buyer says was paid, `finalAmount` what is due.
 */

/** `REVERSED` was approved and then taken back. */
export const PURCHASE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'REVERSED'] as const;
export const PAYMENT_METHODS = ['BANK', 'UPI', 'MANUAL', 'CRYPTO'] as const;

const transactionFields = {
  id: z.string(),
  /** `PUR-…`, unique in the company; with a suffix where the number had been used before. */
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
  receipt: z.nullable(z.object({ url: z.string(), mime: z.string() })),
  createdAt: out.time,
  decidedAt: z.nullable(out.time),
  rejectReason: z.nullable(z.string()),
  /** Of the stock entry that credited the tokens of an approved purchase. */
  transactionHash: z.nullable(z.string()),
  /** Set once the purchase is reversed, as are the two after it. */
  reversedAt: z.nullable(out.time),
  reversalReason: z.nullable(z.string()),
  /** Of the stock entry that took the tokens back. */
  reversalHash: z.nullable(z.string()),
};

/** A purchase as its buyer sees it. */
export const transaction = z.object({
  ...transactionFields,
  /**
   * What is known of the reference number: 'MATCHED' once the purchase is approved, 'CONFLICT' while it is pending and
   * another purchase that is pending or approved has the same number, else null.
   */
  referenceState: z.nullable(z.enum(['MATCHED', 'CONFLICT'])),
});
export type Transaction = z.output<typeof transaction>;

/** What an admin should look at before deciding. All empty for purchases that are decided. */
export const transactionFlags = z.object({
  /** How the claimed amount differs from what is due, as '₹10.00 less than due'; null when they agree. */
  amountDiffers: z.nullable(z.string()),
  /** Order numbers of other pending or approved purchases with the same reference number: only one can be approved. */
  referenceConflict: z.array(z.string()),
  /** Order numbers of other purchases that came with the very same file. */
  sameFileSeen: z.array(z.string()),
  /** Order numbers of reversed purchases with the same reference number. */
  referenceReversed: z.array(z.string()),
  /** The buyer has not been verified. */
  memberNotVerified: z.boolean(),
  /** Seconds from the order to its proof, where the payment screen's time was over; null otherwise or when unknown. */
  lateProofSeconds: z.nullable(z.number()),
  /** Seconds from the registration to the submission, where it was within a day; null otherwise. */
  newAccountSeconds: z.nullable(z.number()),
});

/** The first half of what two admins have to agree on. */
const half = z.object({
  /** Name of the admin. */
  by: z.string(),
  at: out.time,
  /** Who asks for the list is that admin, and so can't be the second one. */
  isMine: z.boolean(),
});

/** A purchase as admins see it. */
export const adminTransaction = z.object({
  ...transactionFields,
  /** The account that the buyer was shown, as it was then; null where there was none. */
  paidTo: z.nullable(beneficiary),
  user: z.object({ id: z.string(), referralCode: z.string(), name: z.string(), mobile: z.string() }),
  /** Name of the admin who decided. */
  decidedBy: z.nullable(z.string()),
  /** Name of the admin who reversed. */
  reversedBy: z.nullable(z.string()),
  /** Who asks for the list decided it last: approved, rejected or reversed it. */
  isDecidedByMe: z.boolean(),
  /** Of the admin who asks: somebody else has to approve or reverse it. */
  isOwn: z.boolean(),
  /** Its final amount is above the company's bound: to approve and to reverse it needs a second admin. */
  needsTwoAdmins: z.boolean(),
  /** While a pending purchase waits for the second approval. */
  firstApproval: z.nullable(half),
  /** While an approved purchase waits for the second admin who agrees to its reversal. */
  reversalAsked: z.nullable(z.extend(half, { reason: z.string() })),
  flags: transactionFlags,
});
export type AdminTransaction = z.output<typeof adminTransaction>;

export const getPrice = contract({
  method: 'GET',
  path: '/api/v1/user/package/price/get',
  access: 'member',
  from: 'query',
  input: z.object({ companyId }),
  output: z.object({
    price: out.price,
    platformChargePercent: out.percent,
    remainingPrivateSupply: out.quantity,
    /** The smallest order amount: the price of one token, or more where the company asks for more. */
    minimumAmount: out.money,
    /** The largest order amount; null where there is no bound. */
    maximumAmount: z.nullable(out.money),
    /** Above this a UPI app refuses one payment. */
    upiLimit: out.money,
    /** Why this member can't buy now, null if he can. */
    buyingClosed: z.nullable(z.string()),
  }),
  summary: 'Gives the price of a token, the platform charge and what can still be bought.',
  failure: 'Failed to fetch token price',
});

const REFERENCE_TYPED_MAX = 100;
const referenceNumber = z
  .string(WORDS.referenceMissing)
  .check(
    z.overwrite(cleanLine),
    z.minLength(1, { error: WORDS.referenceMissing, abort: true }),
    z.maxLength(REFERENCE_TYPED_MAX, 'The UTR or Transaction Number is too long.'),
  );

const receiptId = z
  .string(WORDS.receiptMissing)
  .check(
    z.minLength(1, { error: WORDS.receiptMissing, abort: true }),
    z.toLowerCase(),
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, WORDS.receiptMissing),
  );

const ORDER_AGE_MAX_SECONDS = 31_536_000;
const versionWrong = 'beneficiaryVersion must be a whole number from 1.';
const orderAgeWrong = 'orderAgeSeconds must be a whole number of seconds, at most a year.';

const submissionFields = {
  /** What the buyer says was paid. */
  amount: amountPaise(),
  /** The order number that the buy screen made; without one the server makes it. */
  purchaseId: optional(purchaseId),
  /** The order amount without the platform charge; default: `amount`. */
  purchaseAmount: optional(amountPaise()),
  /** Seconds since the order was made, by the buyer's clock: shown to the admin when the payment screen's time was over. */
  orderAgeSeconds: optional(
    z
      .number(orderAgeWrong)
      .check(z.refine((n: number) => Number.isInteger(n) && n >= 0 && n <= ORDER_AGE_MAX_SECONDS, orderAgeWrong)),
  ),
  /** Price per token and fee that the buyer was shown: taken where they held within the last half hour. */
  price: optional(priceMicros('The price is not valid.')),
  platformChargePercent: optional(percentBps('The platform charge is not valid.')),
  /** The account that was shown to the buyer; default: the primary one. */
  beneficiaryId: optional(uuid),
  /** The `version` of that account that was shown; default: the latest. */
  beneficiaryVersion: optional(
    z.number(versionWrong).check(z.refine((n: number) => Number.isSafeInteger(n) && n >= 1, versionWrong)),
  ),
  companyId,
};

export const submitPayment = contract({
  method: 'POST',
  path: '/api/v1/user/package/purchase',
  access: 'member',
  from: 'json',
  input: z.discriminatedUnion(
    'paymentMethod',
    [
      z.strictObject({ paymentMethod: z.enum(['UPI', 'BANK']), referenceNumber, receiptId, ...submissionFields }),
      z.strictObject({
        paymentMethod: z.literal('MANUAL'),
        referenceNumber: optional(referenceNumber),
        receiptId: optional(receiptId),
        ...submissionFields,
      }),
    ],
    'Please choose a payment method: UPI, BANK or MANUAL.',
  ),
  output: transaction,
  summary:
    'Submits a payment with its proof. The same call again (same header `Idempotency-Key`, or without it the same order, ' +
    'method, amount and reference within 24 hours) gives the first answer again.',
  failure: 'Failed to submit token purchase',
  success: 'Token purchase submitted successfully',
});

const status = optional(
  z.enum([...PURCHASE_STATUSES, 'ALL'], 'The status must be PENDING, APPROVED, REJECTED, REVERSED or ALL.'),
);
const transactionQuery = z.object({ ...listQuery, status });

/** What a search of a company's purchases finds is counted up to here; `total` is one more when there are more. */
export const FOUND_MAX = 1_000;

export const listTransactions = contract({
  method: 'GET',
  path: '/api/v1/user/transaction/list',
  access: 'member',
  from: 'query',
  input: transactionQuery,
  output: pageOf(transaction),
  summary: "Lists the member's own purchases, the newest first.",
  failure: 'Failed to fetch transactions',
});

export const listTransactionsAsAdmin = contract({
  method: 'GET',
  path: '/api/v1/admin/transaction/list',
  access: 'admin',
  from: 'query',
  input: z.extend(transactionQuery, {
    /** Only what a first admin has approved, or asked to reverse. */
    waiting: optional(z.literal('second', 'The field waiting can only be second.')),
  }),
  output: pageOf(adminTransaction),
  summary:
    'Lists the purchases of the company: the newest first, with status PENDING the oldest first. What a search finds is ' +
    'counted up to 1,000.',
  failure: 'Failed to fetch transactions',
});

const decision = z.object({
  id: z.string(),
  status: z.enum(PURCHASE_STATUSES),
  /** Null while it waits for a second admin. */
  decidedAt: z.nullable(out.time),
});

export const approvePurchase = contract({
  method: 'POST',
  path: '/api/v1/admin/transaction/approve',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, companyId }),
  output: decision,
  summary:
    'Approves a pending purchase: the held stock is credited to the buyer, and the reward to the referrer. Where the ' +
    'company asks for two admins the first call is noted (the status stays PENDING), and that of another admin counts.',
  failure: 'Failed to approve the purchase',
  success: 'Purchase approved successfully',
});

export const rejectPurchase = contract({
  method: 'POST',
  path: '/api/v1/admin/transaction/reject',
  access: 'admin',
  from: 'json',
  input: z.strictObject({ id: uuid, reason: optional(boundedText('a reason', 1, 500)), companyId }),
  output: decision,
  summary: 'Rejects a pending purchase and frees the stock that was held for it.',
  failure: 'Failed to reject the purchase',
  success: 'Purchase rejected successfully',
});

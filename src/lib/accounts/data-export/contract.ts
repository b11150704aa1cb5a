import { contract } from '../../core/contract.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import { profile } from '../contract.ts';
import * as calls from './calls.ts';

/* All stored data about one member, for that member, without secrets and without data about others. */

const nullableText = z.nullable(z.string());
const nullableTime = z.nullable(out.time);

const exportedPurchase = z.object({
  orderNumber: z.string(),
  status: z.string(),
  paymentMethod: z.string(),
  price: out.price,
  quantity: out.quantity,
  orderAmount: out.money,
  platformCharge: out.money,
  finalAmount: out.money,
  amountStated: out.money,
  referenceNumber: nullableText,
  transactionId: nullableText,
  /** The id of the payment proof. */
  receiptFileId: nullableText,
  receiptNumber: nullableText,
  /** The payee account as it was shown to the buyer. */
  paidTo: z.nullable(z.record(z.string(), z.unknown())),
  submittedAt: out.time,
  decidedAt: nullableTime,
  rejectReason: nullableText,
  reversedAt: nullableTime,
  reversalReason: nullableText,
});

export const ownData = z.object({
  exportedAt: out.time,
  company: z.string(),
  account: z.object({
    ...z.omit(profile, { globalStake: true, profileImage: true }).shape,
    status: z.string(),
    profileImageId: nullableText,
    /** The member ID of the referrer. */
    referredBy: nullableText,
    /** Whether they registered or paid in a browser in which the referrer had logged in. */
    usedReferrersBrowser: z.boolean(),
    createdAt: out.time,
    updatedAt: out.time,
    deletionRequestedAt: nullableTime,
  }),
  purchases: z.array(exportedPurchase),
  notifications: z.array(z.object({ kind: z.string(), createdAt: out.time, readAt: nullableTime })),
  /** Filters that an admin keeps. */
  savedViews: z.array(z.object({ list: z.string(), name: z.string(), query: z.string(), createdAt: out.time })),
  refunds: z.array(
    z.object({
      number: z.string(),
      orderNumber: z.string(),
      cause: z.string(),
      state: z.string(),
      amount: out.money,
      /** The account, masked: it is stored encrypted. */
      payee: nullableText,
      note: z.string(),
      createdAt: out.time,
      paidOn: nullableText,
      paidReference: nullableText,
    }),
  ),
  /** What members whom they referred have earned them. */
  rewards: z.array(
    z.object({
      quantity: out.quantity,
      state: z.string(),
      /** Why it waited for a review. */
      signs: z.array(z.string()),
      /** The version of the referral rule. */
      rule: z.number(),
      heldUntil: nullableTime,
      createdAt: out.time,
      decidedAt: nullableTime,
      /** Why it was refused; '' for the rest. */
      reason: z.string(),
    }),
  ),
  /** The messages about the purchases, of both sides. */
  messages: z.array(
    z.object({
      orderNumber: z.string(),
      by: z.enum(['you', 'team']),
      text: z.string(),
      fileId: nullableText,
      correctedReference: nullableText,
      createdAt: out.time,
    }),
  ),
  stock: z.array(
    z.object({
      seq: z.string(),
      kind: z.string(),
      quantity: out.quantity,
      createdAt: out.time,
      transactionHash: z.string(),
    }),
  ),
  files: z.array(
    z.object({ id: z.string(), fileName: z.string(), mime: z.string(), sizeBytes: z.number(), createdAt: out.time }),
  ),
  sessions: z.array(
    z.object({
      kind: z.string(),
      ip: z.string(),
      userAgent: z.string(),
      createdAt: out.time,
      seenAt: out.time,
      expiresAt: out.time,
    }),
  ),
  /** Without the secrets. */
  passkeys: z.array(z.object({ name: z.string(), host: z.string(), createdAt: out.time, lastUsedAt: nullableTime })),
  authenticatorAppSince: nullableTime,
  recoveryCodesLeft: z.number(),
  /** Without the texts: they are stored encrypted until the mail is sent, and then deleted. */
  mails: z.array(z.object({ subject: z.string(), createdAt: out.time, sentAt: nullableTime })),
  /** The audit trail of this account and its purchases. */
  trail: z.array(
    z.object({
      at: out.time,
      action: z.string(),
      by: z.enum(['you', 'team', 'system']),
      details: z.nullable(z.record(z.string(), z.unknown())),
    }),
  ),
});
export type OwnData = z.output<typeof ownData>;

export const getOwnData = contract(calls.getOwnData, {
  input: z.object({}),
  output: ownData,
  recentAuthentication: 'withFactor',
  summary: 'Downloads all stored data about the member as a file.',
  limits: [{ name: 'own-data', max: 20, windowSeconds: 60 }],
});

import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { out } from '../core/wire.ts';
import { profile } from './contract.ts';

/* Everything that is kept about one member, for the member: no secrets, and nobody else's data. */

const nullableText = z.nullable(z.string());
const nullableTime = z.nullable(out.time);

const keptPurchase = z.object({
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
  /** Id of the file that proves it. */
  receiptFileId: nullableText,
  receiptNumber: nullableText,
  /** The account that was shown, as it was then. */
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
    /** Member ID of who invited. */
    referredBy: nullableText,
    createdAt: out.time,
    updatedAt: out.time,
    deletionRequestedAt: nullableTime,
  }),
  purchases: z.array(keptPurchase),
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
  /** What was sent, without the text: that is kept sealed until it has left, and then forgotten. */
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

export const getOwnData = contract({
  method: 'GET',
  path: '/api/v1/user/auth/export/get',
  access: 'member',
  from: 'query',
  input: z.object({}),
  output: ownData,
  summary: 'Everything that is kept about the member, as a file to keep.',
  failure: 'Failed to collect your data',
  limits: [{ name: 'own-data', max: 20, windowSeconds: 60 }],
});

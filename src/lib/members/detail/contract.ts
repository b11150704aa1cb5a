import { contract } from '../../core/contract.ts';
import { GENDERS, listQuery, uuid } from '../../core/fields.ts';
import { out, pageOf } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import { BANK_STATES, PAYMENT_METHODS } from '../../purchases/calls.ts';
import { PURCHASE_STATUSES } from '../../purchases/contract.ts';
import { ACCOUNT_STATUSES } from '../calls.ts';
import { memberRow } from '../contract.ts';
import * as calls from './calls.ts';

/* The member page of admins (docs/product.md, Member page). It also shows what remains of erased accounts. */

const ofMember = { id: uuid, page: listQuery.page, limit: listQuery.limit };

/** An account of the company, for a link. */
const person = z.object({
  id: z.string(),
  name: z.string(),
  /** The member ID. */
  referralCode: z.string(),
});

export const memberDetails = z.extend(memberRow, {
  /** The time when the personal data were erased; their fields are then empty. */
  erasedAt: z.nullable(out.time),
  /** Whether a sign-in asks for an authenticator app or a passkey. */
  hasSecondFactor: z.boolean(),
  /** `YYYY-MM-DD`, or empty. */
  dateOfBirth: z.string(),
  /** 'XXXX XXXX 1234', or empty: only the last four digits of an Aadhaar number are stored. */
  kycDocumentNumber: z.string(),
  pincode: z.string(),
  gender: z.nullable(z.enum(GENDERS)),
  /** EIP-55, or empty. */
  walletAddress: z.string(),
  /** The url is relative to the site. */
  profileImage: z.nullable(z.object({ url: z.string() })),
  /** The referrer. */
  referredBy: z.nullable(person),
  /** What the member and their referrer have in common; empty without a referrer. */
  selfReferralSigns: z.array(z.enum(['mobile', 'wallet', 'network', 'device'])),
  /** Other accounts with the same Aadhaar number or wallet. */
  sharedWith: z.array(z.extend(person, { what: z.enum(['aadhaar', 'wallet']) })),
  purchases: z.object({
    approved: z.number(),
    /** The sum of the approved purchases, including the platform fees. */
    approvedAmount: out.money,
    pending: z.number(),
    pendingAmount: out.money,
  }),
  /** Whole tokens. */
  stockBalance: out.quantity,
  membersBrought: z.number(),
  /** Whole tokens, minus the rewards of reversed purchases. */
  rewardsEarned: out.quantity,
});
export type MemberDetails = z.output<typeof memberDetails>;

export const getMember = contract(calls.getMember, {
  keyScope: 'read:members',
  input: z.object({ id: uuid }),
  output: memberDetails,
  summary:
    'Returns one member of the company: profile, status and sums. An erased account has only the remaining data.',
});

export const memberPurchase = z.object({
  id: z.string(),
  orderNumber: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  totalQuantity: out.quantity,
  finalAmount: out.money,
  status: z.enum(PURCHASE_STATUSES),
  bankState: z.enum(BANK_STATES),
  /** Rupees of part payments; null for none. */
  received: z.nullable(out.money),
  createdAt: out.time,
});
export type MemberPurchase = z.output<typeof memberPurchase>;

export const listMemberPurchases = contract(calls.listMemberPurchases, {
  keyScope: 'read:purchases',
  input: z.object(ofMember),
  output: pageOf(memberPurchase),
  summary: 'Lists the purchases of one member in every status, newest first.',
});

export const memberEntry = z.object({
  kind: z.enum(['PURCHASE', 'REWARD', 'ADJUSTMENT']),
  /** Whole tokens; negative for a reversal. */
  quantity: out.quantity,
  transactionHash: z.string(),
  createdAt: out.time,
  /** The purchase of the entry and its buyer; null for entries without a purchase. */
  purchase: z.nullable(z.object({ orderNumber: z.string(), status: z.enum(PURCHASE_STATUSES), buyer: person })),
});
export type MemberEntry = z.output<typeof memberEntry>;

export const listMemberStock = contract(calls.listMemberStock, {
  keyScope: 'read:ledger',
  input: z.object(ofMember),
  output: pageOf(memberEntry),
  summary: 'Lists the stock ledger entries of one member, newest first.',
});

export const memberReferral = z.extend(person, {
  createdAt: out.time,
  isApproved: z.boolean(),
  status: z.enum(ACCOUNT_STATUSES),
  /** The member's rewards from approved purchases of this referral, in whole tokens. */
  reward: out.quantity,
});
export type MemberReferral = z.output<typeof memberReferral>;

export const listMemberReferrals = contract(calls.listMemberReferrals, {
  keyScope: 'read:members',
  input: z.object(ofMember),
  output: pageOf(memberReferral),
  summary:
    'Lists the members whom one member has referred, newest first, with the rewards for each. Erased accounts are excluded.',
});

export const memberSignIn = z.object({
  startedAt: out.time,
  /** True for a sign-in to the admin area. */
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  /** From the user agent, such as 'Chrome on Android'. Device and IP address are null after the session is deleted. */
  device: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /** Accurate to the minute; null after the session is deleted. */
  seenAt: z.nullable(out.time),
});
export type MemberSignIn = z.output<typeof memberSignIn>;

export const listMemberSignIns = contract(calls.listMemberSignIns, {
  input: z.object(ofMember),
  output: pageOf(memberSignIn),
  summary: 'Lists the sign-ins of one member: active sessions first, then newest first.',
});

import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { GENDERS, listQuery, uuid } from '../core/fields.ts';
import { out, pageOf } from '../core/wire.ts';
import { ACCOUNT_STATUSES, memberRow } from './contract.ts';

/* Everything that a company's admins see of one member, on that member's page. An erased account is shown as what is left. */

// Here and not from the contracts of purchases, which are many and would all come to the browser with these two.
const PAYMENT_METHODS = ['BANK', 'UPI', 'MANUAL', 'CRYPTO'] as const;
const PURCHASE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'REVERSED'] as const;

/** Rows of each list at first. */
export const SECTION_ROWS = 5;

/** The lists of the page, in its order. */
export const SECTIONS = ['purchases', 'stock', 'referrals', 'signIns', 'trail', 'mails'] as const;
export type Section = (typeof SECTIONS)[number];
/** The page, from 1, at which each list stands. */
export type SectionPages = Readonly<Record<Section, number>>;

const ofMember = { id: uuid, page: listQuery.page, limit: listQuery.limit };

/** Somebody of the company, to be linked to. */
const person = z.object({
  id: z.string(),
  name: z.string(),
  /** The member ID. */
  referralCode: z.string(),
});

export const memberDetails = z.extend(memberRow, {
  /** When the personal data were erased; their fields are empty then. */
  erasedAt: z.nullable(out.time),
  /** `YYYY-MM-DD`, or empty. */
  dateOfBirth: z.string(),
  /** 'XXXX XXXX 1234', or empty: more of an Aadhaar number is not kept. */
  kycDocumentNumber: z.string(),
  pincode: z.string(),
  gender: z.nullable(z.enum(GENDERS)),
  /** EIP-55, or empty. */
  walletAddress: z.string(),
  /** The url is relative to the site. */
  profileImage: z.nullable(z.object({ url: z.string() })),
  /** The member who brought this one. */
  referredBy: z.nullable(person),
  purchases: z.object({
    approved: z.number(),
    /** What the approved ones came to, with the platform charge. */
    approvedAmount: out.money,
    pending: z.number(),
    pendingAmount: out.money,
  }),
  /** Whole tokens. */
  stockBalance: out.quantity,
  membersBrought: z.number(),
  /** Whole tokens, less what reversed purchases took back. */
  rewardsEarned: out.quantity,
});
export type MemberDetails = z.output<typeof memberDetails>;

export const getMember = contract({
  method: 'GET',
  path: '/api/v1/admin/member/get',
  access: 'admin',
  from: 'query',
  input: z.object({ id: uuid }),
  output: memberDetails,
  summary: 'One member of the company: profile, state and sums. Of an erased account only what is kept.',
  failure: 'Failed to fetch the member',
});

export const memberPurchase = z.object({
  id: z.string(),
  orderNumber: z.string(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  totalQuantity: out.quantity,
  finalAmount: out.money,
  status: z.enum(PURCHASE_STATUSES),
  createdAt: out.time,
});
export type MemberPurchase = z.output<typeof memberPurchase>;

export const listMemberPurchases = contract({
  method: 'GET',
  path: '/api/v1/admin/member/purchases',
  access: 'admin',
  from: 'query',
  input: z.object(ofMember),
  output: pageOf(memberPurchase),
  summary: 'The purchases of one member in every status, the newest first.',
  failure: 'Failed to fetch the purchases of the member',
});

export const memberEntry = z.object({
  kind: z.enum(['PURCHASE', 'REWARD', 'ADJUSTMENT']),
  /** Whole tokens; below 0 where a reversed purchase is taken back. */
  quantity: out.quantity,
  transactionHash: z.string(),
  createdAt: out.time,
  /** The purchase that it comes from, and who made it; null where that is not there. */
  purchase: z.nullable(z.object({ orderNumber: z.string(), status: z.enum(PURCHASE_STATUSES), buyer: person })),
});
export type MemberEntry = z.output<typeof memberEntry>;

export const listMemberStock = contract({
  method: 'GET',
  path: '/api/v1/admin/member/stock',
  access: 'admin',
  from: 'query',
  input: z.object(ofMember),
  output: pageOf(memberEntry),
  summary: 'The entries of the stock ledger of one member, the newest first.',
  failure: 'Failed to fetch the stock of the member',
});

export const memberReferral = z.extend(person, {
  createdAt: out.time,
  isApproved: z.boolean(),
  status: z.enum(ACCOUNT_STATUSES),
  /** Whole tokens that this one's approved purchases have earned the member. */
  reward: out.quantity,
});
export type MemberReferral = z.output<typeof memberReferral>;

export const listMemberReferrals = contract({
  method: 'GET',
  path: '/api/v1/admin/member/referrals',
  access: 'admin',
  from: 'query',
  input: z.object(ofMember),
  output: pageOf(memberReferral),
  summary:
    'Whom a member has brought, the newest first, and what each has earned the member. Erased accounts are left out.',
  failure: 'Failed to fetch the referrals of the member',
});

export const memberSignIn = z.object({
  startedAt: out.time,
  /** To the administration rather than to the user side. */
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  /** 'Chrome on Android', as the browser said of itself, and the address; null once the session is gone: they go with it. */
  device: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /** To the minute; null once the session is gone. */
  seenAt: z.nullable(out.time),
});
export type MemberSignIn = z.output<typeof memberSignIn>;

export const listMemberSignIns = contract({
  method: 'GET',
  path: '/api/v1/admin/member/sign-ins',
  access: 'admin',
  from: 'query',
  input: z.object(ofMember),
  output: pageOf(memberSignIn),
  summary: 'The sign-ins of one member: those that are active first, then the newest first.',
  failure: 'Failed to fetch the sign-ins of the member',
});

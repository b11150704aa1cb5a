import { PASSWORD_LENGTH_MAX } from '../core/bounds.ts';
import { contract } from '../core/contract.ts';
import {
  aadhaarOrMasked,
  companyId,
  dateOfBirth,
  email,
  GENDERS,
  gender,
  mobile,
  name,
  optional,
  pincode,
  referralCode,
  uuid,
} from '../core/fields.ts';
import { SPEC_TEXTS } from '../core/spec-texts.ts';
import { walletAddress } from '../core/wallet-field.ts';
import { out } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';
import { CURRENT_PASSWORD_WRONG } from './calls.ts';

/* The member's own profile (docs/product.md, Profile; docs/contract.md, Personal fields). */

/** The current password, for re-authentication before sensitive changes. */
export const currentPassword = z
  .string(SPEC_TEXTS.currentPasswordMissing)
  .check(
    z.minLength(1, { error: SPEC_TEXTS.currentPasswordMissing, abort: true }),
    z.maxLength(PASSWORD_LENGTH_MAX, CURRENT_PASSWORD_WRONG),
  );

/** The current password, which re-authenticates the session of a sensitive call in the same call. */
export const ownPassword = optional(currentPassword);

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** E.164. */
  mobile: z.string(),
  /** The member ID. */
  referralCode: z.string(),
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
  /** Whole tokens of all members. */
  globalStake: out.quantity,
  /** Whole tokens of this member. */
  stockBalance: out.quantity,
  isApproved: z.boolean(),
  role: z.enum(['USER', 'ADMIN']),
});
export type Profile = z.output<typeof profile>;

export const getProfile = contract(calls.getProfile, {
  input: z.object({ companyId }),
  output: profile,
  summary: "The member's own profile with the token quantities that the dashboard shows.",
});

export const updateProfile = contract(calls.updateProfile, {
  input: z.strictObject({
    companyId,
    name: optional(name),
    /** Email and referral code cannot change here. A client that sends its whole form sends them unchanged. */
    email: optional(email),
    referralCode: optional(referralCode),
    mobile: optional(mobile),
    dateOfBirth: optional(dateOfBirth),
    /** A masked value means 'unchanged'. */
    kycDocumentNumber: optional(aadhaarOrMasked),
    pincode: optional(pincode),
    gender: optional(gender),
    walletAddress: optional(walletAddress),
    /** The id of a picture that this member has uploaded. */
    profileImageId: optional(uuid),
    /** The current password, always required. */
    password: currentPassword,
  }),
  output: z.null(),
  recentAuthentication: 'withFactor',
  summary:
    'Changes the fields that are sent and not empty. Requires the current password. Email and member ID cannot change.',
});

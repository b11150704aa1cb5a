import * as z from 'zod/mini';
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
  walletAddress,
} from '../core/fields.ts';
import { out } from '../core/wire.ts';
import { WORDS } from '../core/words.ts';

/* The member's own profile (spec point 3, 'User profile'; decisions, points 5 and 6). */

/** What is said when the current password does not fit. */
export const CURRENT_PASSWORD_WRONG = 'Your current password is not right.';

/** The current password, asked for again before what matters. */
export const currentPassword = z
  .string(WORDS.currentPasswordMissing)
  .check(
    z.minLength(1, { error: WORDS.currentPasswordMissing, abort: true }),
    z.maxLength(PASSWORD_LENGTH_MAX, CURRENT_PASSWORD_WRONG),
  );

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
  /** 'XXXX XXXX 1234', or empty: more of an Aadhaar number is not kept. */
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

export const getProfile = contract({
  method: 'GET',
  path: '/api/v1/user/auth/profile/get',
  access: 'member',
  from: 'query',
  input: z.object({ companyId }),
  output: profile,
  summary: "The member's own profile with the token quantities that the dashboard shows.",
  failure: 'Failed to retrieve user profile',
  success: 'Profile retrieved successfully',
});

export const updateProfile = contract({
  method: 'PUT',
  path: '/api/v1/user/auth/profile/update',
  access: 'member',
  from: 'form',
  input: z.strictObject({
    companyId,
    name: optional(name),
    /** Can't be changed here, as the member ID; a client that sends its whole form sends them as they are. */
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
    /** Always. */
    password: currentPassword,
  }),
  output: z.null(),
  summary: 'Changes the fields that are sent and not empty. Needs the current password. Email and member ID stay.',
  failure: 'Failed to update profile',
  success: 'Profile updated successfully',
});

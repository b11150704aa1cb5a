import { type CallLimit, contract } from '../core/contract.ts';
import { FACTOR_KINDS } from '../core/factor-codes.ts';
import {
  companyId,
  dateOfBirth,
  email,
  filled,
  gender,
  knownPassword,
  mobile,
  name,
  newPassword,
  optional,
  otp6,
  otp8,
  pincode,
  referralCode,
} from '../core/fields.ts';
import { SPEC_TEXTS } from '../core/spec-texts.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

/*
 * Registration, sign-in and codes. The calls do not reveal whether an email has an account: their responses are the same for
 * known and unknown addresses (docs/contract.md, Codes). `user` is the email: the published client uses this name.
 */

/** For a code that is wrong, used, replaced, expired or out of tries, and for an address that already has an account. */
export const CODE_WRONG = 'This OTP is wrong or no longer valid. Please check it or request a new one.';

/** Proves that a code is used by the client that requested it. Browsers have it in a cookie. */
const challenge = optional(
  z.string('This challenge is not valid.').check(z.regex(/^[\w-]{43}$/, 'This challenge is not valid.')),
);

/** The answer to every request for a code. */
const codeRequested = z.object({
  /** To be sent back with the code by a client without cookies. Optional. */
  challenge: z.string(),
});

const PER_IP_MINUTE_MAX = 30;
const signInLimits: readonly CallLimit[] = [{ name: 'login', max: PER_IP_MINUTE_MAX, windowSeconds: 60 }];
const codeUseLimits: readonly CallLimit[] = [{ name: 'code-use', max: PER_IP_MINUTE_MAX, windowSeconds: 60 }];
const codeRequestLimits: readonly CallLimit[] = [{ name: 'code-ask', max: 60, windowSeconds: 60 }];

/** The result of a sign-in. The cookie is a different secret of the same session. */
const signedIn = z.object({
  /** For the `Authorization` header, with or without `Bearer `. */
  token: z.string(),
});

/** The result of the first step, for an account with a second factor: no session, and no cookie. */
const secondStep = z.object({
  /** Names this sign-in in its second step. Valid for five minutes, once. */
  pending: z.string(),
  /** What the account may finish it with. */
  factors: z.array(z.enum(FACTOR_KINDS)),
});

const signedInOrNot = z.union([signedIn, secondStep]);

export const requestRegistrationCode = contract(calls.requestRegistrationCode, {
  input: z.strictObject({
    companyId,
    name: filled(SPEC_TEXTS.requestOtpFields, name),
    email: filled(SPEC_TEXTS.requestOtpFields, email),
    mobile: filled(SPEC_TEXTS.requestOtpFields, mobile),
    challenge,
  }),
  output: codeRequested,
  summary:
    'Mails a code for registration. An address that already has an account gets a mail about that; the response is the same.',
  limits: codeRequestLimits,
  sensitive: true,
});

export const register = contract(calls.register, {
  input: z.strictObject({
    companyId,
    name,
    mobile,
    email,
    otp: otp6,
    dateOfBirth,
    pincode: optional(pincode),
    gender: optional(gender),
    /** The member ID of the referrer. */
    referralCode: optional(referralCode),
    password: newPassword,
    challenge,
  }),
  output: z.null(),
  summary:
    'Registers an account for an address that its code has confirmed. The account waits for verification by an admin.',
  creates: true,
  limits: codeUseLimits,
  sensitive: true,
});

export const login = contract(calls.login, {
  input: z.strictObject({ companyId, user: email, password: knownPassword('Please enter your password.') }),
  output: signedInOrNot,
  summary: 'Signs a member in: sets the cookie and returns the token.',
  limits: signInLimits,
  hashLane: 'public',
  sensitive: true,
});

const signOut = {
  input: z.strictObject({ companyId }),
  output: z.null(),
  summary: 'Ends the session of the call and clears the cookie.',
  whilePasswordDue: true,
  whileFactorDue: true,
} as const;

export const logout = contract(calls.logout, signOut);

interface ResetAddress {
  readonly user?: string | undefined;
  readonly email?: string | undefined;
}

/** Forms of the published client name the address of a reset `user` or `email`. One of the two, or both with one address. */
const resetAddress = { user: optional(email), email: optional(email) };

/** Checked together with the other fields, so that one answer names all that is wrong. */
const hasOneAddress = z.refine<ResetAddress>(
  ({ user, email }) => (user ?? email) !== undefined && (user === undefined || email === undefined || user === email),
  {
    error: SPEC_TEXTS.emailMissing,
    path: ['user'],
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      issues.every(({ path }) => path?.[0] !== 'user' && path?.[0] !== 'email'),
  },
);

/** The address under its first name. */
function asUser<T extends ResetAddress>({ user, email, ...rest }: T): Omit<T, 'user' | 'email'> & { user: string } {
  return { ...rest, user: user ?? email ?? '' };
}

export const requestResetCode = contract(calls.requestResetCode, {
  input: z.pipe(z.strictObject({ companyId, ...resetAddress, challenge }).check(hasOneAddress), z.transform(asUser)),
  output: codeRequested,
  summary: 'Mails a code for a new password if the address has an account. The response is always the same.',
  limits: codeRequestLimits,
  sensitive: true,
});

export const resetPassword = contract(calls.resetPassword, {
  input: z.pipe(
    z
      .strictObject({
        companyId,
        ...resetAddress,
        otp: filled(SPEC_TEXTS.fieldsMissing, otp6),
        password: z.pipe(
          z.string(SPEC_TEXTS.fieldsMissing).check(z.minLength(1, SPEC_TEXTS.fieldsMissing)),
          newPassword,
        ),
        challenge,
      })
      .check(hasOneAddress),
    z.transform(asUser),
  ),
  output: z.null(),
  summary: 'Sets a new password by code and ends all sessions of the account.',
  limits: codeUseLimits,
  sensitive: true,
});

export const loginAdmin = contract(calls.loginAdmin, {
  input: z.strictObject({ companyId, email, password: knownPassword('Please enter your password.') }),
  output: signedInOrNot,
  summary: 'Signs an admin of the company in: sets the cookie and returns the token.',
  limits: signInLimits,
  hashLane: 'admin',
  sensitive: true,
});

export const logoutAdmin = contract(calls.logoutAdmin, signOut);

const superAdminCode = {
  output: codeRequested,
  summary: 'Mails a sign-in code to a super admin. The response is the same for every address.',
  limits: codeRequestLimits,
  sensitive: true,
} as const;

/** The published client sends this GET, which mails a code. It is never cached, and refused if cross-site or a navigation. */
export const requestSuperAdminCodeByGet = contract(calls.requestSuperAdminCodeByGet, {
  ...superAdminCode,
  input: z.object({ email, companyId, challenge }),
});

export const requestSuperAdminCode = contract(calls.requestSuperAdminCode, {
  ...superAdminCode,
  input: z.strictObject({ email, companyId, challenge }),
});

export const loginSuperAdmin = contract(calls.loginSuperAdmin, {
  input: z.strictObject({ companyId, email, otp: otp8, challenge }),
  output: signedInOrNot,
  summary: 'Signs a super admin in by code: sets the cookie and returns the token.',
  limits: signInLimits,
  sensitive: true,
});

export const logoutSuperAdmin = contract(calls.logoutSuperAdmin, signOut);

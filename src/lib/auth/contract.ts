import * as z from 'zod/mini';
import { contract, type IpLimit } from '../core/contract.ts';
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
import { WORDS } from '../core/words.ts';
import { LOGIN_POLICY } from './rules.ts';

/*
 * Registration, sign-in and codes. Nobody learns from these calls whether an email has an account: each answers alike for
 * known and unknown ones (decisions, point 6). `user` is the email: the published client calls it so.
 */

/** What is said of a code that is wrong, used, replaced, expired or out of tries, and of an address that has an account. */
export const CODE_WRONG = 'This OTP is wrong or no longer valid. Please check it or request a new one.';

const signInLimits: readonly IpLimit[] = [{ name: 'login', max: LOGIN_POLICY.perIpMinuteMax, windowSeconds: 60 }];
const codeUseLimits: readonly IpLimit[] = [{ name: 'code-use', max: LOGIN_POLICY.perIpMinuteMax, windowSeconds: 60 }];
const codeRequestLimits: readonly IpLimit[] = [{ name: 'code-ask', max: 60, windowSeconds: 60 }];

/** `data` of a sign-in. The cookie that goes with it is another secret of the same session. */
const signedIn = z.object({
  /** For the `Authorization` header, with or without `Bearer `. */
  token: z.string(),
});

export const requestRegistrationCode = contract({
  method: 'POST',
  path: '/api/v1/user/auth/register/otp',
  access: 'public',
  from: 'json',
  input: z.strictObject({
    companyId,
    name: filled(WORDS.requestOtpFields, name),
    email: filled(WORDS.requestOtpFields, email),
    mobile: filled(WORDS.requestOtpFields, mobile),
  }),
  output: z.null(),
  summary:
    'Mails a code for registration. An address that has an account gets a mail that says so, and the same answer.',
  failure: 'Failed to send OTP',
  success: 'OTP sent successfully. Please check your email.',
  limits: codeRequestLimits,
  sensitive: true,
});

export const register = contract({
  method: 'POST',
  path: '/api/v1/user/auth/register',
  access: 'public',
  from: 'json',
  input: z.strictObject({
    companyId,
    name,
    mobile,
    email,
    otp: otp6,
    dateOfBirth,
    pincode: optional(pincode),
    gender: optional(gender),
    /** The member ID of who invited; optional. */
    referralCode: optional(referralCode),
    password: newPassword,
  }),
  output: z.null(),
  summary: 'Makes the account of an address that was proved by its code. It waits for verification by an admin.',
  failure: 'Failed to register a user',
  success: 'Registration successful. Please log in.',
  creates: true,
  limits: codeUseLimits,
  sensitive: true,
});

export const login = contract({
  method: 'POST',
  path: '/api/v1/user/auth/login',
  access: 'public',
  from: 'json',
  input: z.strictObject({ companyId, user: email, password: knownPassword('Please enter your password.') }),
  output: signedIn,
  summary: 'Signs a member in: sets the cookie and answers the token.',
  failure: 'Failed to login a user',
  success: 'Logged in successfully.',
  limits: signInLimits,
  sensitive: true,
});

export const logout = contract({
  method: 'POST',
  path: '/api/v1/user/auth/logout',
  access: 'member',
  from: 'json',
  input: z.strictObject({ companyId }),
  output: z.null(),
  summary: 'Ends the session that the call is made under and clears the cookie.',
  failure: 'Failed to log out',
  success: 'Logged out successfully.',
});

export const requestResetCode = contract({
  method: 'POST',
  path: '/api/v1/user/auth/forgot-password/otp',
  access: 'public',
  from: 'json',
  input: z.strictObject({ companyId, user: email }),
  output: z.null(),
  summary: 'Mails a code for a new password if the address has an account; answers alike if it has none.',
  failure: 'Failed to send otp',
  success: 'OTP successfully send',
  limits: codeRequestLimits,
  sensitive: true,
});

export const resetPassword = contract({
  method: 'POST',
  path: '/api/v1/user/auth/forgot-password',
  access: 'public',
  from: 'json',
  input: z.strictObject({
    companyId,
    user: email,
    otp: filled(WORDS.fieldsMissing, otp6),
    password: z.pipe(z.string(WORDS.fieldsMissing).check(z.minLength(1, WORDS.fieldsMissing)), newPassword),
  }),
  output: z.null(),
  summary: 'Sets a new password by code and ends all sessions of the account.',
  failure: 'Failed to updated password',
  success: 'Password updated successfully',
  limits: codeUseLimits,
  sensitive: true,
});

export const loginAdmin = contract({
  method: 'POST',
  path: '/api/v1/company/auth/login',
  access: 'public',
  from: 'json',
  input: z.strictObject({ companyId, email, password: knownPassword('Please enter your password.') }),
  output: signedIn,
  summary: 'Signs an admin of the company in: sets the cookie and answers the token.',
  failure: 'Failed to login',
  success: 'Logged in successfully.',
  limits: signInLimits,
  sensitive: true,
});

export const logoutAdmin = contract({
  ...logout,
  path: '/api/v1/company/auth/logout',
  access: 'admin',
});

const superAdminCode = {
  path: '/api/v1/superadmin/auth/login/email/otp',
  access: 'public',
  output: z.null(),
  summary: 'Mails a sign-in code to a super admin; answers alike for any other address.',
  failure: 'Failed to send OTP',
  success: 'OTP sent successfully. Please check your email.',
  limits: codeRequestLimits,
  sensitive: true,
} as const;

/** A GET that sends a mail, as the published client has it: never cached, refused when cross-site or a navigation. */
export const requestSuperAdminCodeByGet = contract({
  ...superAdminCode,
  method: 'GET',
  from: 'query',
  input: z.object({ email, companyId }),
});

export const requestSuperAdminCode = contract({
  ...superAdminCode,
  method: 'POST',
  from: 'json',
  input: z.strictObject({ email, companyId }),
});

export const loginSuperAdmin = contract({
  method: 'POST',
  path: '/api/v1/superadmin/auth/login/verify',
  access: 'public',
  from: 'json',
  input: z.strictObject({ companyId, email, otp: otp8 }),
  output: signedIn,
  summary: 'Signs a super admin in by code: sets the cookie and answers the token.',
  failure: 'Failed to login',
  success: 'Logged in successfully.',
  limits: signInLimits,
  sensitive: true,
});

export const logoutSuperAdmin = contract({
  ...logout,
  path: '/api/v1/superadmin/auth/logout',
  access: 'super',
});

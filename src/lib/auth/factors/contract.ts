import { contract } from '../../core/contract.ts';
import { factorCode } from '../../core/factor-field.ts';
import { companyId, optional } from '../../core/fields.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import { assertion, requestOptions } from '../passkeys/contract.ts';
import * as calls from './calls.ts';

/*
 * Second factors of members, admins and super admins: authenticator apps and recovery codes, and the second step of a sign-in. Passkeys
 * have calls of their own.
 */

/** For a code that is wrong, used or too old. */
export const FACTOR_WRONG =
  'This code is wrong or was used already. Please wait for the next one of your app and try again.';

/** For a sign-in whose second step came too late, or with too many wrong codes. */
export const SIGN_IN_OVER = 'This sign-in has expired. Please log in again.';

/** Where strangers have used up the tries of the account. */
export const LET_IN_SENT = 'The owner of the account gets a mail with a link that opens one try.';

/** The token of the link that was mailed because strangers typed wrong codes. */
const letIn = z
  .string()
  .check(z.regex(/^[\w.-]{20,600}$/, 'This link is not complete. Please open it from the mail again.'));

const pending = z.string(SIGN_IN_OVER).check(z.regex(/^[\w-]{43}$/, SIGN_IN_OVER));

export const finishSignIn = contract(calls.finishSignIn, {
  input: z
    .strictObject({
      companyId,
      pending,
      code: optional(factorCode),
      credential: z.optional(assertion),
      letIn: optional(letIn),
    })
    .check(
      z.refine(({ code, credential }) => code !== undefined || credential !== undefined, {
        error: 'Please enter the code, or use your passkey.',
        path: ['code'],
      }),
    ),
  output: z.object({
    /** For the `Authorization` header, with or without `Bearer `. */
    token: z.string(),
  }),
  summary:
    'The second step of a sign-in of any kind: `pending` of the first step, and the code of the authenticator app, a recovery code or a passkey. `letIn` of a mailed link opens one try. Sets the cookie and returns the token.',
  limits: [{ name: 'factor-use', max: 30, windowSeconds: 60 }],
  sensitive: true,
});

export const requestFactorPasskey = contract(calls.requestFactorPasskey, {
  input: z.strictObject({ companyId, pending }),
  output: requestOptions,
  summary: 'Makes a challenge for the passkey that finishes a sign-in.',
  limits: [{ name: 'passkey-ask', max: 60, windowSeconds: 60 }],
  sensitive: true,
});

const factors = z.object({
  /** When the authenticator app was added; null without one. */
  appSince: z.nullable(out.time),
  passkeys: z.number(),
  /** Recovery codes that still work. */
  recoveryCodes: z.number(),
});

const getFactors = {
  whileFactorDue: true,
  whilePasswordDue: true,
  input: z.object({ companyId }),
  output: factors,
  summary: 'The second factors of the signed-in account.',
} as const;

const addApp = {
  whileFactorDue: true,
  input: z.strictObject({ companyId }),
  output: z.object({
    /** Base 32, in groups of four, to type into the app. */
    secret: z.string(),
    /** Behind the QR code. */
    uri: z.string(),
    /** The QR code as one SVG path: the side of its `viewBox`, and the `d` of strokes of width 1. */
    qr: z.object({ size: z.number(), d: z.string() }),
  }),
  summary: 'Makes the secret of an authenticator app. It works after its first right code.',
  recentAuthentication: 'again',
} as const;

const confirmApp = {
  whileFactorDue: true,
  input: z.strictObject({ companyId, code: factorCode }),
  output: z.null(),
  summary: 'Adds the authenticator app by its first code, and mails a notice.',
  recentAuthentication: 'again',
} as const;

const deleteApp = {
  whileFactorDue: true,
  input: z.strictObject({ companyId }),
  output: z.null(),
  summary: 'Removes the authenticator app, and mails a notice.',
  recentAuthentication: 'again',
} as const;

const addRecoveryCodes = {
  whileFactorDue: true,
  input: z.strictObject({ companyId }),
  output: z.object({ codes: z.array(z.string()) }),
  summary: 'Makes ten recovery codes, which are shown this once. They work after one of them was confirmed.',
  recentAuthentication: 'again',
} as const;

const confirmRecoveryCodes = {
  whileFactorDue: true,
  input: z.strictObject({ companyId, code: factorCode }),
  output: z.null(),
  summary: 'Confirms new recovery codes by one of them, which stays unused. The codes before them stop working.',
  recentAuthentication: 'again',
} as const;

export const getMemberFactors = contract(calls.getMemberFactors, getFactors);
export const addMemberApp = contract(calls.addMemberApp, addApp);
export const confirmMemberApp = contract(calls.confirmMemberApp, confirmApp);
export const deleteMemberApp = contract(calls.deleteMemberApp, deleteApp);
export const addMemberRecoveryCodes = contract(calls.addMemberRecoveryCodes, addRecoveryCodes);
export const confirmMemberRecoveryCodes = contract(calls.confirmMemberRecoveryCodes, confirmRecoveryCodes);

export const getAdminFactors = contract(calls.getAdminFactors, getFactors);
export const addAdminApp = contract(calls.addAdminApp, addApp);
export const confirmAdminApp = contract(calls.confirmAdminApp, confirmApp);
export const deleteAdminApp = contract(calls.deleteAdminApp, deleteApp);
export const addAdminRecoveryCodes = contract(calls.addAdminRecoveryCodes, addRecoveryCodes);
export const confirmAdminRecoveryCodes = contract(calls.confirmAdminRecoveryCodes, confirmRecoveryCodes);

export const getSuperAdminFactors = contract(calls.getSuperAdminFactors, getFactors);
export const addSuperAdminApp = contract(calls.addSuperAdminApp, addApp);
export const confirmSuperAdminApp = contract(calls.confirmSuperAdminApp, confirmApp);
export const deleteSuperAdminApp = contract(calls.deleteSuperAdminApp, deleteApp);
export const addSuperAdminRecoveryCodes = contract(calls.addSuperAdminRecoveryCodes, addRecoveryCodes);
export const confirmSuperAdminRecoveryCodes = contract(calls.confirmSuperAdminRecoveryCodes, confirmRecoveryCodes);

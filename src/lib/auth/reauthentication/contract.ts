import { currentPassword } from '../../accounts/contract.ts';
import { contract } from '../../core/contract.ts';
import { factorCode } from '../../core/factor-field.ts';
import { companyId, optional, otp8 } from '../../core/fields.ts';
import { SPEC_TEXTS } from '../../core/spec-texts.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

export const confirmed = z.object({
  /** Sensitive calls of this session are accepted until then. */
  until: out.time,
});

const byPassword = {
  input: z.strictObject({ password: optional(currentPassword), factor: optional(factorCode), companyId }).check(
    z.refine(({ password, factor }) => password !== undefined || factor !== undefined, {
      error: SPEC_TEXTS.currentPasswordMissing,
      path: ['password'],
    }),
  ),
  output: confirmed,
  whileFactorDue: true,
  whilePasswordDue: true,
  summary:
    'Confirms whose session this is, so that it may make sensitive calls for ten minutes: by password, or by `factor` (a code of the authenticator app or a recovery code) for an account with a second factor.',
} as const;

export const reauthenticateMember = contract(calls.reauthenticateMember, byPassword);
export const reauthenticateAdmin = contract(calls.reauthenticateAdmin, byPassword);

export const requestConfirmationCode = contract(calls.requestConfirmationCode, {
  input: z.strictObject({ companyId }),
  output: z.null(),
  whileFactorDue: true,
  summary: 'Mails the signed-in super admin a code to confirm whose session this is.',
});

export const reauthenticateSuperAdmin = contract(calls.reauthenticateSuperAdmin, {
  input: z.strictObject({ code: optional(otp8), factor: optional(factorCode), companyId }).check(
    z.refine(({ code, factor }) => code !== undefined || factor !== undefined, {
      error: SPEC_TEXTS.otpMissing,
      path: ['code'],
    }),
  ),
  output: confirmed,
  whileFactorDue: true,
  summary:
    'Confirms whose session this is, so that it may make sensitive calls for ten minutes: by a mailed code, or by `factor` (a code of the authenticator app or a recovery code) for an account with a second factor.',
});

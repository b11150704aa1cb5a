import { currentPassword } from '../../accounts/contract.ts';
import { contract } from '../../core/contract.ts';
import { companyId, otp8 } from '../../core/fields.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

export const confirmed = z.object({
  /** Sensitive calls of this session are accepted until then. */
  until: out.time,
});

export const reauthenticateAdmin = contract(calls.reauthenticateAdmin, {
  input: z.strictObject({ password: currentPassword, companyId }),
  output: confirmed,
  summary: 'Confirms by password whose session this is, so that it may make sensitive calls for ten minutes.',
});

export const requestConfirmationCode = contract(calls.requestConfirmationCode, {
  input: z.strictObject({ companyId }),
  output: z.null(),
  summary: 'Mails the signed-in super admin a code to confirm whose session this is.',
});

export const reauthenticateSuperAdmin = contract(calls.reauthenticateSuperAdmin, {
  input: z.strictObject({ code: otp8, companyId }),
  output: confirmed,
  summary: 'Confirms by a mailed code whose session this is, so that it may make sensitive calls for ten minutes.',
});

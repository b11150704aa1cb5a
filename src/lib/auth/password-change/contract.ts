import { currentPassword } from '../../accounts/contract.ts';
import { contract } from '../../core/contract.ts';
import { companyId, flag, newPassword, optional } from '../../core/fields.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

const passwords = { companyId, password: currentPassword, newPassword };
const summary = 'Sets a new password. Needs the current one; ends all other sessions of the account';
const terms = { output: z.null(), recentAuthentication: 'withFactor', whilePasswordDue: true } as const;

export const updatePassword = contract(calls.updatePassword, {
  ...terms,
  input: z.strictObject(passwords),
  summary: `${summary}.`,
});

export const updateAdminPassword = contract(calls.updateAdminPassword, {
  ...terms,
  input: z.strictObject({
    ...passwords,
    /** False: the API keys that the admin made go on. Anything else revokes them. */
    endKeys: optional(flag),
  }),
  summary: `${summary}, and revokes the API keys that the admin made, unless \`endKeys\` is false.`,
});

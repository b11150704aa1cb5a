import { currentPassword } from '../../accounts/contract.ts';
import { contract } from '../../core/contract.ts';
import { companyId, newPassword } from '../../core/fields.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

const terms = {
  input: z.strictObject({
    companyId,
    password: currentPassword,
    newPassword,
  }),
  output: z.null(),
  recentAuthentication: 'withFactor',
  summary: 'Sets a new password. Needs the current one; ends all other sessions of the account.',
  whilePasswordDue: true,
} as const;

export const updatePassword = contract(calls.updatePassword, terms);
export const updateAdminPassword = contract(calls.updateAdminPassword, terms);

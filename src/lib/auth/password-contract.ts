import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { companyId, newPassword } from '../core/fields.ts';
import { currentPassword } from '../users/contract.ts';

export const updatePassword = contract({
  method: 'PUT',
  path: '/api/v1/user/auth/password/update',
  access: 'member',
  from: 'json',
  input: z.strictObject({
    companyId,
    password: currentPassword,
    newPassword,
  }),
  output: z.null(),
  summary: 'Sets a new password. Needs the current one; ends all other sessions of the account.',
  failure: 'Failed to updated password',
  success: 'Password updated successfully',
});

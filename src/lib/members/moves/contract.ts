/** The owner of an account takes back that an admin changed its address (docs/contract.md, Two admins). */
import { contract } from '../../core/contract.ts';
import { companyId } from '../../core/fields.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

const wrong = 'This link is not complete. Please open it from the mail again.';

export const takeMoveBack = contract(calls.takeMoveBack, {
  input: z.strictObject({
    token: z.string(wrong).check(z.regex(/^[\w.-]{20,800}$/, wrong)),
    companyId,
  }),
  output: z.null(),
  summary:
    'Gives an account its earlier email address back, by the link in the mail to that address: for 72 hours, one time. Ends all sessions ' +
    'and the password.',
  sensitive: true,
  limits: [{ name: 'take-back', max: 20, windowSeconds: 60 }],
});

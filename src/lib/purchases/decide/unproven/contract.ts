import { ownPassword } from '../../../accounts/contract.ts';
import { textToBuyers } from '../../../core/buyer-text.ts';
import { contract } from '../../../core/contract.ts';
import { companyId, optional } from '../../../core/fields.ts';
import { out } from '../../../core/wire.ts';
import * as z from '../../../core/zod.ts';
import * as calls from './calls.ts';

export const getUnproven = contract(calls.getUnproven, {
  keyScope: 'read:purchases',
  input: z.object({ companyId }),
  output: z.object({
    /** Pending purchases that `rejectUnproven` would reject: at most 501 are counted. */
    count: z.number(),
    /** Tokens that orders without a proof, or of unverified members, hold now; and may hold together, null for no limit. */
    held: out.quantity,
    heldMax: z.nullable(out.quantity),
  }),
  summary: 'Counts the pending purchases without a proof that no bank statement has, and what unproven orders hold.',
});

export const rejectUnproven = contract(calls.rejectUnproven, {
  input: z.strictObject({
    reason: optional(textToBuyers('a reason', 1, 500)),
    /** The admin's own. */
    password: ownPassword,
    companyId,
  }),
  output: z.object({ rejected: z.number(), hasMore: z.boolean() }),
  summary:
    'Rejects the pending purchases without a proof that no bank statement has and no admin has approved first: the youngest ' +
    '500, each as the single rejection does. `hasMore`: call it again.',
  recentAuthentication: 'always',
});

import { contract } from '../../core/contract.ts';
import { referralCode } from '../../core/fields.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

/** For the registration form, without a session. It never reveals whose code it is. */
export const checkReferral = contract(calls.checkReferral, {
  input: z.object({ code: referralCode }),
  output: z.object({
    /** True if an active member has this ID. */
    exists: z.boolean(),
  }),
  summary: 'Checks whether a referral code is the ID of an active member. It returns nothing about the member.',
  limits: [{ name: 'referral-check', max: 20, windowSeconds: 60 }],
});

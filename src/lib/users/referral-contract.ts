import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { referralCode } from '../core/fields.ts';

/** For the registration form, before anybody has signed in. It never tells whose code it is. */
export const checkReferral = contract({
  method: 'GET',
  path: '/api/v1/user/auth/referral/check',
  access: 'public',
  from: 'query',
  input: z.object({ code: referralCode }),
  output: z.object({
    /** True when an active member has this ID. */
    exists: z.boolean(),
  }),
  summary: 'Tells whether a referral code is the ID of an active member, and nothing about the member.',
  failure: 'Failed to check the referral code',
  limits: [{ name: 'referral-check', max: 20, windowSeconds: 60 }],
});

import { contract } from '../core/contract.ts';
import { listQuery } from '../core/fields.ts';
import { out, pageOf } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

export const referralFigures = z.object({
  /** The member's own referral code. */
  memberId: z.string(),
  /** The registration page with the code filled in, relative to the site. */
  link: z.string(),
  /** Members who registered with the code. */
  membersBrought: z.number(),
  /** Whole tokens earned by their approved purchases, without reversed ones. */
  rewardsEarned: out.quantity,
  /** Whole tokens of rewards that are on hold. */
  rewardsHeld: out.quantity,
  /** Reward in per cent of the tokens of a purchase. */
  rewardPercent: out.percent,
  /** Days between the approval of a purchase and the credit of its reward. */
  waitDays: z.number(),
  /** The version of the rule that has these two, and since when it is in force. */
  rule: z.number(),
  ruleSince: out.time,
});
export type ReferralFigures = z.output<typeof referralFigures>;

export const getReferral = contract(calls.getReferral, {
  input: z.object({}),
  output: referralFigures,
  summary:
    "Returns the member's own referral link, how many members used it and what their purchases earned, with the present rule.",
});

export const listReferred = contract(calls.listReferred, {
  input: z.object({ page: listQuery.page, limit: listQuery.limit }),
  output: pageOf(z.object({ memberId: z.string(), joinedAt: out.time })),
  summary: 'Lists the members who registered with the code of the member, the newest first. Their names stay private.',
});

import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
import { out } from '../core/wire.ts';

export const referralFigures = z.object({
  /** The member's own referral code. */
  memberId: z.string(),
  /** The registration page with the code filled in, relative to the site. */
  link: z.string(),
  /** Members who registered with the code. */
  membersBrought: z.number(),
  /** Whole tokens that their approved purchases have earned this member, less what reversed ones took back. */
  rewardsEarned: out.quantity,
  /** What a purchase earns, in per cent of its tokens. */
  rewardPercent: out.percent,
});
export type ReferralFigures = z.output<typeof referralFigures>;

export const getReferral = contract({
  method: 'GET',
  path: '/api/v1/user/referral/get',
  access: 'member',
  from: 'query',
  input: z.object({}),
  output: referralFigures,
  summary: "The member's own referral link, how many members it brought and what they earned.",
  failure: 'Failed to fetch referral figures',
});

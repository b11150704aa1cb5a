import { textToBuyers } from '../core/buyer-text.ts';
import { contract } from '../core/contract.ts';
import { companyId, listQuery, optional, search, uuid } from '../core/fields.ts';
import { REWARD_SIGNS, REWARD_STATES } from '../core/rewards.ts';
import { out, pageOf } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

const state = z.enum(REWARD_STATES);

const common = {
  id: z.string(),
  /** Whole tokens. */
  quantity: out.quantity,
  state,
  /** Why it waits, or has waited, for a review; empty for none. */
  signs: z.array(z.enum(REWARD_SIGNS)),
  /** The end of its waiting period; null without one. */
  heldUntil: z.nullable(out.time),
  /** The rule in force at the approval. */
  rule: z.object({ version: z.number(), rewardPercent: out.percent, waitDays: z.number() }),
  /** When its purchase was approved. */
  createdAt: out.time,
  /** When it was credited or refused, or ended with its purchase; null while it is on hold. */
  decidedAt: z.nullable(out.time),
  /** Why it was refused; '' for the rest. */
  reason: z.string(),
};

export const reward = z.object({
  ...common,
  /** The member ID of the buyer. */
  fromMemberId: z.string(),
});
export type Reward = z.output<typeof reward>;

const person = { id: z.string(), name: z.string(), memberId: z.string() };

const firstOfTwo = z.object({ by: z.string(), at: out.time, isMine: z.boolean() });

export const rewardForAdmin = z.object({
  ...common,
  /** Of its purchase. */
  orderNumber: z.string(),
  referrer: z.object({ ...person, isActive: z.boolean() }),
  buyer: z.object(person),
  /** The caller is the referrer or the buyer: another admin has to release it. */
  isOwn: z.boolean(),
  /** The first of two admins; null while nobody has released it, and once it is credited. */
  firstRelease: z.nullable(firstOfTwo),
  /** Name of the admin who released or refused it; null for the program. */
  decidedBy: z.nullable(z.string()),
  /** As `firstRelease`, of a refusal. */
  firstRefusal: z.nullable(firstOfTwo),
});
export type RewardForAdmin = z.output<typeof rewardForAdmin>;

export const listRewards = contract(calls.listRewards, {
  input: z.object({ page: listQuery.page, limit: listQuery.limit, state: optional(state), companyId }),
  output: pageOf(reward),
  summary: "Lists the member's referral rewards with their purchase's rule, the newest first.",
});

export const listRewardsAsAdmin = contract(calls.listRewardsAsAdmin, {
  input: z.object({ page: listQuery.page, limit: listQuery.limit, search, state: optional(state), companyId }),
  output: pageOf(rewardForAdmin),
  summary: "Lists the company's referral rewards, the newest first.",
});

export const releaseReward = contract(calls.releaseReward, {
  recentAfterMany: true,
  input: z.strictObject({ id: uuid, companyId }),
  output: z.object({ id: z.string(), state }),
  summary:
    'Credits a reward that is on hold. Where the company needs two admins for its worth, the first call is recorded (the state ' +
    'stays HELD) and the call of another admin credits it.',
});

export const refuseReward = contract(calls.refuseReward, {
  recentAfterMany: true,
  input: z.strictObject({
    id: uuid,
    /** Read by the referrer. */
    reason: textToBuyers('a reason', 1, 300),
    companyId,
  }),
  output: z.object({ id: z.string(), state }),
  summary:
    'Refuses a reward that is on hold. Its tokens can then be sold. Where the company needs two admins for its worth, the first ' +
    'call is recorded (the state stays HELD) and the call of another admin refuses it.',
});

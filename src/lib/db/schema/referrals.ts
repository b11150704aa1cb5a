/** The referral rules and the rewards; the source of truth is the SQL in `migrations/`. */
import type { Generated } from 'kysely';
import type { RewardSign, RewardState } from '../../core/rewards.ts';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

/** Columns of a company: its present rule. The database numbers and records each change. */
export interface ReferralColumns {
  reward_bps: number;
  /** Days between an approval and the credit of its reward. */
  reward_wait_days: Defaulted<number>;
  /** The signs that make a reward wait for a review, in the order of `REWARD_SIGNS`. */
  reward_signs: Defaulted<RewardSign[]>;
  referral_rule: Generated<number>;
}

/** Written by a trigger; append-only. */
interface ReferralRules {
  company_id: string;
  /** From 1. */
  version: number;
  reward_bps: number;
  wait_days: number;
  signs: RewardSign[];
  created_at: Time;
}

export interface ReferralRewards {
  company_id: string;
  id: Generated<string>;
  purchase_id: string;
  referrer_id: string;
  /** The version of the rule at the approval. */
  rule: number;
  quantity: bigint;
  /** `HELD` is part of `supplies.held`; `CREDITED` has its entry in the ledger. */
  state: RewardState;
  /** Why an admin reviews it; empty for a reward that waits for its day alone. */
  signs: Defaulted<RewardSign[]>;
  /** The end of the holding period; null without one. */
  held_until: TimeOrNull;
  /** The time of the approval. */
  created_at: Time;
  /** When it was credited or refused, or ended with its purchase; null while it is held. */
  decided_at: TimeOrNull;
  /** The admin who released or refused it; null for the program. */
  decided_by: Nullable<string>;
  /** Read by the referrer; set when and only when it is refused. */
  refusal_reason: Nullable<string>;
}

/** How a referred member came. */
interface ReferralSignUps {
  company_id: string;
  user_id: string;
  /** Keyed hash of the referrer and the network; null where the network says nothing. */
  network_hash: Nullable<Buffer>;
  /** Whether the member has registered or paid in a browser in which the referrer had logged in. */
  is_same_browser: Defaulted<boolean>;
  created_at: Time;
}

export interface ReferralTables {
  referral_rules: ReferralRules;
  referral_rewards: ReferralRewards;
  referral_sign_ups: ReferralSignUps;
}

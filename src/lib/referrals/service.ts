/**
 * Referral rewards: one level, from the company's supply, after the buyer's tokens (docs/contract.md). A reward is credited with
 * the approval, or waits: its tokens are then reserved in the supply until it is credited, refused or reversed.
 *
 * Lock order: the reward after its purchase and before approvals and the supply (`ledger/service.ts`).
 */
import { mailBrand } from '../companies/service.ts';
import { assert } from '../core/errors.ts';
import type { RewardSign } from '../core/rewards.ts';
import type { Language } from '../core/texts.ts';
import type { Db } from '../db/client.ts';
import { inLanguage } from '../languages/service.ts';
import type { StockEntry } from '../ledger/rules.ts';
import { credit, release, reserve } from '../ledger/service.ts';
import { enqueue } from '../mail/service.ts';
import { rewardCredited, rewardEnded, rewardHeld } from '../mail/templates/rewards.ts';
import type { Company, Scope } from '../scope.ts';
import { earnsReward, type ReferralRule, reward, waitOf } from './rules.ts';
import { SIGN_UP_DAYS, signsOf } from './signs.rules.ts';
import * as store from './store.ts';

type Site = Pick<Scope, 'company' | 'origin'>;

interface Referrer {
  readonly id: string;
  readonly status: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language | null;
}

/** The present rule. Read it from a company that is locked against change. */
export function ruleOf(company: Company): ReferralRule {
  return {
    version: company.referral_rule,
    rewardBps: company.reward_bps,
    waitDays: company.reward_wait_days,
    signs: company.reward_signs,
  };
}

/** Who is to be rewarded for a purchase, and what was seen of them. */
export interface RewardPlan {
  readonly referrer: Referrer;
  readonly signs: readonly RewardSign[];
}

/**
 * What has to be known before the supply is locked, for which all buyers wait. A purchase without a referrer costs no query.
 * @returns null when nobody earns a reward
 */
export async function planReward(
  tx: Db,
  company: Company,
  cause: { readonly purchaseId: string; readonly buyerId: string; readonly referrer: Referrer | null },
): Promise<RewardPlan | null> {
  const { purchaseId, buyerId, referrer } = cause;
  if (!referrer || !earnsReward(buyerId, referrer) || company.reward_bps === 0) return null;
  if (company.reward_signs.length === 0) return { referrer, signs: [] };
  const facts = await store.readSignFacts(
    tx,
    company.id,
    { purchaseId, buyerId, referrerId: referrer.id },
    SIGN_UP_DAYS,
  );
  return { referrer, signs: signsOf(facts) };
}

export interface RewardCause {
  readonly purchaseId: string;
  readonly quantity: bigint;
  readonly buyerMemberId: string;
  /** Whole tokens left in the supply after the buyer's credit, read under its lock. */
  readonly remaining: bigint;
  /** The time of the approval. */
  readonly at: Date;
}

/** What an approval did for the referrer. */
export interface Rewarded {
  readonly quantity: bigint;
  readonly rule: number;
  /** Why it waits; null for a reward that is credited. */
  readonly wait: { readonly signs: readonly RewardSign[]; readonly heldUntil: Date | null } | null;
}

/**
 * Credits the referrer or reserves the reward, and notifies them by mail. Call it under the lock of the supply.
 * @returns null when nothing is left for a reward, or a share of the quantity is less than one token
 */
export async function rewardReferrer(
  tx: Db,
  site: Site,
  { referrer, signs }: RewardPlan,
  cause: RewardCause,
): Promise<Rewarded | null> {
  const { id: companyId } = site.company;
  const rule = ruleOf(site.company);
  const quantity = reward(cause.quantity, rule.rewardBps, cause.remaining);
  if (quantity === 0n) return null;
  const wait = waitOf(rule, signs, cause.at);
  const row = {
    company_id: companyId,
    purchase_id: cause.purchaseId,
    referrer_id: referrer.id,
    rule: rule.version,
    quantity,
    created_at: cause.at,
  };
  const about = { brand: mailBrand(site), name: referrer.name, quantity, fromMemberId: cause.buyerMemberId };
  const mail = { companyId, to: referrer.email, aboutId: cause.purchaseId };
  if (wait) {
    const short = (): Error => new Error('The reward is at most what the locked supply has left.');
    const held = inLanguage(referrer.language ?? 'en', () => rewardHeld({ ...about, ...wait }));
    await Promise.all([
      reserve(tx, companyId, quantity, short),
      store.insertReward(tx, { ...row, state: 'HELD', signs: wait.signs, held_until: wait.heldUntil }),
      enqueue(tx, { ...mail, kind: 'reward-held', ...held }),
    ]);
  } else {
    const { entry } = await credit(tx, creditOf(companyId, referrer.id, cause, { quantity, isReserved: false }));
    const credited = { ...about, hash: entry.hash };
    const content = inLanguage(referrer.language ?? 'en', () => rewardCredited(credited));
    await Promise.all([
      store.insertReward(tx, { ...row, state: 'CREDITED', decided_at: cause.at }),
      enqueue(tx, { ...mail, kind: 'reward-credited', ...content }),
    ]);
  }
  return { quantity, rule: rule.version, wait };
}

function creditOf(
  companyId: string,
  userId: string,
  { purchaseId: sourceId, at }: { readonly purchaseId: string; readonly at: Date },
  more: { readonly quantity: bigint; readonly isReserved: boolean },
) {
  return { companyId, userId, kind: 'REWARD' as const, sourceId, at, ...more };
}

/** Credits a reward that waits and is locked. @param by the admin who releases it; null for the program */
export async function creditHeld(
  tx: Db,
  site: Site,
  held: store.HeldReward,
  decision: { readonly by: string | null; readonly at: Date },
): Promise<StockEntry> {
  const { id: companyId } = site.company;
  const { purchaseId, quantity } = held;
  const { at, by } = decision;
  const cause = { purchaseId, at };
  await store.updateReward(tx, companyId, held.id, { state: 'CREDITED', decided_at: at, decided_by: by });
  const { entry } = await credit(tx, creditOf(companyId, held.referrerId, cause, { quantity, isReserved: true }));
  const { name, email, buyerMemberId: fromMemberId } = held;
  const facts = { brand: mailBrand(site), name, quantity, fromMemberId, hash: entry.hash };
  const content = inLanguage(held.language ?? 'en', () => rewardCredited(facts));
  await enqueue(tx, { companyId, to: email, kind: 'reward-credited', aboutId: purchaseId, ...content });
  return entry;
}

/**
 * Lets a reward that is locked and whose day has come wait for an admin, if the buyer and the referrer have a sign of its rule by
 * now, and notifies the referrer by mail.
 * @returns the signs; none for a reward that can be credited
 */
export async function deferForSigns(
  tx: Db,
  site: Site,
  held: store.HeldReward & { readonly buyerId: string; readonly ruleSigns: readonly RewardSign[] },
): Promise<readonly RewardSign[]> {
  const { id: companyId } = site.company;
  if (held.ruleSigns.length === 0) return [];
  const facts = await store.readSignFacts(tx, companyId, held, SIGN_UP_DAYS);
  const signs = signsOf(facts).filter((sign) => held.ruleSigns.includes(sign));
  if (signs.length === 0) return [];
  await store.updateReward(tx, companyId, held.id, { signs });
  const { name, email, quantity, buyerMemberId: fromMemberId } = held;
  const letter = { brand: mailBrand(site), name, quantity, fromMemberId, signs, heldUntil: null };
  const content = inLanguage(held.language ?? 'en', () => rewardHeld(letter));
  await enqueue(tx, { companyId, to: email, kind: 'reward-held', aboutId: held.purchaseId, ...content });
  return signs;
}

/** Ends a reward that waits and is locked, and releases its tokens. */
export async function endHeld(
  tx: Db,
  companyId: string,
  held: Pick<store.LockedReward, 'id' | 'quantity'>,
  decision: {
    readonly state: 'REFUSED' | 'REVERSED';
    readonly at: Date;
    /** The admin who refuses it; null for a reversal, as the reason. */
    readonly by: string | null;
    readonly reason: string | null;
  },
): Promise<void> {
  const { state, at, by, reason } = decision;
  const set = { state, decided_at: at, decided_by: by, refusal_reason: reason };
  await Promise.all([store.updateReward(tx, companyId, held.id, set), release(tx, companyId, held.quantity)]);
}

/**
 * Ends or marks the reward of a purchase that is being reversed and is locked. The ledger takes back a credited one.
 * @returns the reward if it was waiting, whose first release is then to be settled
 */
export async function reverseReward(
  tx: Db,
  site: Site,
  reversal: { readonly purchaseId: string; readonly at: Date },
): Promise<store.LockedReward | null> {
  const { id: companyId } = site.company;
  const { purchaseId, at } = reversal;
  const held = await store.lockRewardOf(tx, companyId, purchaseId);
  // When and by whom it was credited stays: the purchase has its reversal.
  if (held?.state === 'CREDITED') await store.updateReward(tx, companyId, held.id, { state: 'REVERSED' });
  if (held?.state !== 'HELD') return null;
  await endHeld(tx, companyId, held, { state: 'REVERSED', at, by: null, reason: null });
  const people = await store.readPeople(tx, companyId, held.id);
  assert(people, 'a reward has its referrer and its buyer');
  const { name, email, buyerMemberId: fromMemberId } = people;
  const letter = { brand: mailBrand(site), name, quantity: held.quantity, fromMemberId };
  const content = inLanguage(people.language ?? 'en', () => rewardEnded(letter));
  // An account with a reward that waits is not deleted, so it has an address.
  await enqueue(tx, { companyId, to: email, kind: 'reward-ended', aboutId: purchaseId, ...content });
  return held;
}

/** Rewards: one level, from the same pool, after the buyer (decisions, point 5). */
import { mailBrand } from '../companies/service.ts';
import type { Db } from '../db/client.ts';
import type { SealedEntry } from '../ledger/chain.ts';
import { credit } from '../ledger/service.ts';
import { enqueue } from '../mail/service.ts';
import { rewardCredited } from '../mail/templates-purchase.ts';
import type { Scope } from '../scope.ts';
import { earnsReward, reward } from './rules.ts';

export interface RewardCause {
  readonly purchaseId: string;
  readonly quantity: bigint;
  readonly buyer: { readonly id: string; readonly memberId: string };
  readonly referrer: {
    readonly id: string;
    readonly status: string;
    readonly name: string;
    readonly email: string;
  } | null;
  /** What the pool still has once the buyer was credited, read under the supply's lock. */
  readonly remaining: bigint;
}

/** Credits the referrer and tells him. @returns the entry, or null where nobody earns anything */
export async function rewardReferrer(
  tx: Db,
  at: Pick<Scope, 'company' | 'origin'>,
  cause: RewardCause,
): Promise<SealedEntry | null> {
  const { referrer, buyer } = cause;
  if (!referrer || !earnsReward(buyer.id, referrer)) return null;
  const quantity = reward(cause.quantity, at.company.reward_bps, cause.remaining);
  if (quantity === 0n) return null;
  const { entry } = await credit(tx, {
    companyId: at.company.id,
    userId: referrer.id,
    quantity,
    kind: 'REWARD',
    sourceId: cause.purchaseId,
    fromHold: false,
  });
  const mail = rewardCredited({
    brand: mailBrand(at),
    name: referrer.name,
    quantity,
    fromMemberId: buyer.memberId,
    hash: entry.hash,
  });
  const about = { kind: 'reward-credited', aboutId: cause.purchaseId };
  await enqueue(tx, { companyId: at.company.id, to: referrer.email, ...about, ...mail });
  return entry;
}

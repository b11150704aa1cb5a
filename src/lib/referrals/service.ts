/** Referral rewards: one level, from the company's supply, credited after the buyer's tokens (docs/contract.md). */
import { mailBrand } from '../companies/service.ts';
import type { Db } from '../db/client.ts';
import type { StockEntry } from '../ledger/rules.ts';
import { credit } from '../ledger/service.ts';
import { enqueue } from '../mail/service.ts';
import { rewardCredited } from '../mail/templates/purchase.ts';
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
  /** Whole tokens left in the supply after the buyer's credit, read under its lock. */
  readonly remaining: bigint;
  /** The time of the approval. */
  readonly at: Date;
}

/** Credits the referrer and notifies them by mail. @returns the entry, or null when nobody earns a reward */
export async function rewardReferrer(
  tx: Db,
  at: Pick<Scope, 'company' | 'origin'>,
  cause: RewardCause,
): Promise<StockEntry | null> {
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
    isReserved: false,
    at: cause.at,
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

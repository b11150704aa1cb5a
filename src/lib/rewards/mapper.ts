import { type FirstAdmin, firstAdminKey } from '../approvals/rules.ts';
import { formatPercent } from '../core/money.ts';
import type { Reward, RewardForAdmin } from './contract.ts';
import type { RewardRow } from './store.ts';

const commonOf = (row: RewardRow) => ({
  id: row.id,
  quantity: Number(row.quantity),
  state: row.state,
  signs: row.signs,
  heldUntil: row.held_until?.toISOString() ?? null,
  rule: { version: row.rule, rewardPercent: formatPercent(row.reward_bps), waitDays: row.wait_days },
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  reason: row.refusal_reason ?? '',
});

/** What the referrer reads: the buyer's member ID alone, and not which admins acted. */
export function rewardOf(row: RewardRow): Reward {
  return { ...commonOf(row), fromMemberId: row.buyer_member_id };
}

/** @param first of two admins, by `firstAdminKey` */
export function rewardForAdmin(
  row: RewardRow,
  actorId: string,
  first: ReadonlyMap<string, FirstAdmin>,
): RewardForAdmin {
  const firstOf = (kind: 'reward.release' | 'reward.refuse') => {
    const agreed = row.state === 'HELD' ? first.get(firstAdminKey(kind, row.id)) : undefined;
    return agreed ? { by: agreed.name, at: agreed.at.toISOString(), isMine: agreed.id === actorId } : null;
  };
  return {
    ...commonOf(row),
    orderNumber: row.order_number,
    referrer: {
      id: row.referrer_id,
      name: row.referrer_name,
      memberId: row.referrer_member_id,
      isActive: row.referrer_status === 'ACTIVE',
    },
    buyer: { id: row.buyer_id, name: row.buyer_name, memberId: row.buyer_member_id },
    isOwn: row.referrer_id === actorId || row.buyer_id === actorId,
    firstRelease: firstOf('reward.release'),
    decidedBy: row.decided_by_name,
    firstRefusal: firstOf('reward.refuse'),
  };
}

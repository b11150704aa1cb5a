/** What a member's referral code has brought so far. */
import { formatPercent } from '../core/money.ts';
import { PATHS } from '../core/paths.ts';
import { actorOf, type Result, type Scope } from '../scope.ts';
import type { ReferralFigures } from './contract.ts';
import { readFigures } from './store.ts';

export async function getReferral(scope: Scope): Promise<Result<ReferralFigures>> {
  const actor = actorOf(scope);
  const { brought, earned } = await readFigures(scope.db, scope.company.id, actor.id);
  const memberId = actor.memberId ?? '';
  return {
    data: {
      memberId,
      link: `${PATHS.register}?ref=${encodeURIComponent(memberId)}`,
      membersBrought: Number(brought),
      rewardsEarned: Number(earned),
      rewardPercent: formatPercent(scope.company.reward_bps),
    },
  };
}

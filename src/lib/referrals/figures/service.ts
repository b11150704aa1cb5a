/** The figures of a member's referral code. */
import { formatPercent } from '../../core/money.ts';
import { PATHS } from '../../core/paths.ts';
import { actorOf, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { readFigures } from '../store.ts';

export const getReferral: UseCase<typeof calls.getReferral> = async (scope) => {
  const actor = actorOf(scope);
  const { company } = scope;
  const { brought, earned, held, since } = await readFigures(scope.db, company.id, actor.id);
  const memberId = actor.memberId ?? '';
  return {
    data: {
      memberId,
      link: `${PATHS.register}?ref=${encodeURIComponent(memberId)}`,
      membersBrought: Number(brought),
      rewardsEarned: Number(earned),
      rewardsHeld: Number(held),
      rewardPercent: formatPercent(company.reward_bps),
      waitDays: company.reward_wait_days,
      rule: company.referral_rule,
      ruleSince: since.toISOString(),
    },
  };
};

/** The figures of a member's referral code. */
import { formatPercent } from '../../core/money.ts';
import { PATHS } from '../../core/paths.ts';
import { actorOf, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { readFigures } from '../store.ts';

export const getReferral: UseCase<typeof calls.getReferral> = async (scope) => {
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
};

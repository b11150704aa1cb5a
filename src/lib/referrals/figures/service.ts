/** The figures of a member's referral code. */
import { formatPercent } from '../../core/money.ts';
import { PATHS } from '../../core/paths.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import type { ReferralFigures } from '../contract.ts';
import { type Figures, readFigures } from '../store.ts';

export const getReferral: UseCase<typeof calls.getReferral> = async (scope) => {
  const figures = await readFigures(scope.db, scope.company.id, actorOf(scope).id);
  return { data: referralOf(scope, figures) };
};

/** The figures as the member reads them. */
export function referralOf(scope: Scope, { brought, earned, held, since }: Figures): ReferralFigures {
  const { company } = scope;
  const memberId = actorOf(scope).memberId ?? '';
  return {
    memberId,
    link: `${PATHS.register}?ref=${encodeURIComponent(memberId)}`,
    membersBrought: Number(brought),
    rewardsEarned: Number(earned),
    rewardsHeld: Number(held),
    rewardPercent: formatPercent(company.reward_bps),
    waitDays: company.reward_wait_days,
    rule: company.referral_rule,
    ruleSince: since.toISOString(),
  };
}

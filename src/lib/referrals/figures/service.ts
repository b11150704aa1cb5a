/** The figures of a member's referral code, and who registered with it. */
import { formatPercent } from '../../core/money.ts';
import { paged } from '../../core/pagination.ts';
import { PATHS } from '../../core/paths.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import type { ReferralFigures } from '../contract.ts';
import { type Figures, readFigures, listReferred as readReferred } from '../store.ts';

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

export const listReferred: UseCase<typeof calls.listReferred> = async (scope, page) => {
  const { rows, total } = await readReferred(scope.db, scope.company.id, actorOf(scope).id, page);
  const records = rows.map((row) => ({ memberId: row.member_id, joinedAt: row.created_at.toISOString() }));
  return { data: paged(records, total, page) };
};

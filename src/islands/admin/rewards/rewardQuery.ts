import { choiceParam, listAddress, pageParam, searchParam } from '@/lib/core/list-url.ts';
import { PAGE_LIMIT_DEFAULT } from '@/lib/core/pagination.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { REWARD_STATES, type RewardState } from '@/lib/core/rewards.ts';

/** What the screen shows. */
export interface RewardQuery {
  readonly search: string;
  /** Null for all. */
  readonly state: RewardState | null;
  /** From 1. */
  readonly page: number;
}

export const REWARD_ADDRESS = listAddress<RewardQuery>(PATHS.adminRewards, {
  search: searchParam(),
  state: choiceParam<RewardQuery['state']>('state', REWARD_STATES, null),
  page: pageParam(),
});

/** The call of the rewards: ten a page. */
export function rewardsInput({ page, search, state }: RewardQuery) {
  return { page, limit: PAGE_LIMIT_DEFAULT, search, ...(state !== null && { state }) };
}

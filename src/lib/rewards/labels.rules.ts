/** What admins call the states of rewards. Apart, so that screens load nothing else. */
import type { RewardState } from '../core/rewards.ts';

export const REWARD_LABELS: Readonly<Record<RewardState, string>> = {
  HELD: 'On hold',
  CREDITED: 'Credited',
  REFUSED: 'Refused',
  REVERSED: 'Reversed',
};

/** Which rewards can be released and refused, by whom. No I/O. */
import type { ErrorCode } from '../core/errors.ts';
import type { RewardState } from '../core/rewards.ts';

export interface ReleaseFacts {
  readonly state: RewardState;
  readonly referrerId: string;
  readonly buyerId: string;
  readonly isReferrerActive: boolean;
}

export interface Problem {
  readonly code: ErrorCode;
  readonly text: string;
}

const OWN = 'This reward is yours, or comes from your own purchase. Another admin has to release it.';
const INACTIVE = 'The account of the referrer is not active. Please make it active first, or refuse the reward.';

const DECIDED: Readonly<Record<Exclude<RewardState, 'HELD'>, string>> = {
  CREDITED: 'This reward has already been credited.',
  REFUSED: 'This reward has already been refused.',
  REVERSED: 'The purchase of this reward has been reversed.',
};

/** Why a reward can't be decided any more; null while it is on hold. */
export function decidedProblem(state: RewardState): Problem | null {
  return state === 'HELD' ? null : { code: 'conflict', text: DECIDED[state] };
}

/** Why an admin can't release a reward; null if they can. */
export function releaseProblem(facts: ReleaseFacts, adminId: string): Problem | null {
  const decided = decidedProblem(facts.state);
  if (decided) return decided;
  if (facts.referrerId === adminId || facts.buyerId === adminId) return { code: 'forbidden', text: OWN };
  return facts.isReferrerActive ? null : { code: 'conflict', text: INACTIVE };
}

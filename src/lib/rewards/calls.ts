import type { CallFacts, CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

const USER = '/api/v1/user/rewards';
const ADMIN = '/api/v1/admin/rewards';
const FAILED_TO_LOAD = 'Failed to load the rewards';

const read = (path: string, access: CallFacts['access']): CallFacts => ({
  method: 'GET',
  path,
  access,
  from: 'query',
  failure: FAILED_TO_LOAD,
});
const write = (verb: string, failure: string, success: string): CallFacts => ({
  method: 'POST',
  path: `${ADMIN}/${verb}`,
  access: 'admin',
  from: 'json',
  failure,
  success,
});

export const listRewards: CallOf<typeof contracts, 'listRewards'> = read(`${USER}/list`, 'member');
export const listRewardsAsAdmin: CallOf<typeof contracts, 'listRewardsAsAdmin'> = read(`${ADMIN}/list`, 'admin');
export const releaseReward: CallOf<typeof contracts, 'releaseReward'> = write(
  'release',
  'Failed to release the reward',
  'Reward credited',
);
export const refuseReward: CallOf<typeof contracts, 'refuseReward'> = write(
  'refuse',
  'Failed to refuse the reward',
  'Reward refused',
);

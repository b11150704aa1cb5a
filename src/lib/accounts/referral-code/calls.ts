import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const checkReferral: CallOf<typeof contracts, 'checkReferral'> = {
  method: 'GET',
  path: '/api/v1/user/auth/referral/check',
  access: 'public',
  from: 'query',
  failure: 'Failed to check the referral code',
};

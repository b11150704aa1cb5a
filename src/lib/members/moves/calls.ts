import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const takeMoveBack: CallOf<typeof contracts, 'takeMoveBack'> = {
  method: 'POST',
  path: '/api/v1/user/auth/email/take-back',
  access: 'public',
  from: 'json',
  failure: 'Failed to take the change back',
  success: 'Your account has your earlier email address again',
};

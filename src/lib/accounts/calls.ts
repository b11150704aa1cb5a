import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const CURRENT_PASSWORD_WRONG = 'Your current password is incorrect.';

export const getProfile: CallOf<typeof contracts, 'getProfile'> = {
  method: 'GET',
  path: '/api/v1/user/auth/profile/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to retrieve user profile',
  success: 'Profile retrieved successfully',
};

export const updateProfile: CallOf<typeof contracts, 'updateProfile'> = {
  method: 'PUT',
  path: '/api/v1/user/auth/profile/update',
  access: 'member',
  from: 'form',
  failure: 'Failed to update profile',
  success: 'Profile updated successfully',
};

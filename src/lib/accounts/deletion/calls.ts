import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const getDeletion: CallOf<typeof contracts, 'getDeletion'> = {
  method: 'GET',
  path: '/api/v1/user/auth/deletion/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch your deletion request',
};

export const requestDeletion: CallOf<typeof contracts, 'requestDeletion'> = {
  method: 'POST',
  path: '/api/v1/user/auth/deletion/request',
  access: 'member',
  from: 'json',
  failure: 'Failed to send your deletion request',
  success: 'Your deletion request has been sent.',
};

export const cancelDeletion: CallOf<typeof contracts, 'cancelDeletion'> = {
  method: 'POST',
  path: '/api/v1/user/auth/deletion/cancel',
  access: 'member',
  from: 'json',
  failure: 'Failed to take back your deletion request',
  success: 'Your deletion request has been withdrawn.',
};

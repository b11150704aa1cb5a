import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const listSessions: CallOf<typeof contracts, 'listSessions'> = {
  method: 'GET',
  path: '/api/v1/user/auth/sessions/list',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch your sessions',
};

export const endOtherSessions: CallOf<typeof contracts, 'endOtherSessions'> = {
  method: 'POST',
  path: '/api/v1/user/auth/sessions/end-others',
  access: 'member',
  from: 'json',
  failure: 'Failed to sign out the other devices',
  success: 'You are signed out everywhere else.',
};

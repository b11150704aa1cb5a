import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const listSessions: CallOf<typeof contracts, 'listSessions'> = {
  method: 'GET',
  path: '/api/v1/user/auth/sessions/list',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch your sessions',
};

export const endSession: CallOf<typeof contracts, 'endSession'> = {
  method: 'POST',
  path: '/api/v1/user/auth/sessions/end',
  access: 'member',
  from: 'json',
  failure: 'Failed to sign out the device',
  success: 'Signed out successfully',
};

export const endOtherSessions: CallOf<typeof contracts, 'endOtherSessions'> = {
  method: 'POST',
  path: '/api/v1/user/auth/sessions/end-others',
  access: 'member',
  from: 'json',
  failure: 'Failed to sign out the other devices',
  success: 'You are signed out everywhere else.',
};

export const listAdminSessions: CallOf<typeof contracts, 'listAdminSessions'> = {
  method: 'GET',
  path: '/api/v1/company/auth/sessions/list',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch your sessions',
};

export const endAdminSession: CallOf<typeof contracts, 'endAdminSession'> = {
  method: 'POST',
  path: '/api/v1/company/auth/sessions/end',
  access: 'admin',
  from: 'json',
  failure: 'Failed to sign out the device',
  success: 'Signed out successfully',
};

export const endOtherAdminSessions: CallOf<typeof contracts, 'endOtherAdminSessions'> = {
  method: 'POST',
  path: '/api/v1/company/auth/sessions/end-others',
  access: 'admin',
  from: 'json',
  failure: 'Failed to sign out the other devices',
  success: 'You are signed out everywhere else.',
};

export const listSuperAdminSessions: CallOf<typeof contracts, 'listSuperAdminSessions'> = {
  method: 'GET',
  path: '/api/v1/superadmin/auth/sessions/list',
  access: 'super',
  from: 'query',
  failure: 'Failed to fetch your sessions',
};

export const endSuperAdminSession: CallOf<typeof contracts, 'endSuperAdminSession'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/sessions/end',
  access: 'super',
  from: 'json',
  failure: 'Failed to sign out the device',
  success: 'Signed out successfully',
};

export const endOtherSuperAdminSessions: CallOf<typeof contracts, 'endOtherSuperAdminSessions'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/sessions/end-others',
  access: 'super',
  from: 'json',
  failure: 'Failed to sign out the other devices',
  success: 'You are signed out everywhere else.',
};

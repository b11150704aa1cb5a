import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const getMailPreferences: CallOf<typeof contracts, 'getMailPreferences'> = {
  method: 'GET',
  path: '/api/v1/user/mail-preferences/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to load your mail settings',
};

export const updateMailPreferences: CallOf<typeof contracts, 'updateMailPreferences'> = {
  method: 'POST',
  path: '/api/v1/user/mail-preferences/update',
  access: 'member',
  from: 'json',
  failure: 'Failed to save your mail settings',
  success: 'Mail settings saved',
};

export const getMailPreferencesAsAdmin: CallOf<typeof contracts, 'getMailPreferencesAsAdmin'> = {
  method: 'GET',
  path: '/api/v1/admin/mail-preferences/get',
  access: 'admin',
  from: 'query',
  failure: 'Failed to load your mail settings',
};

export const updateMailPreferencesAsAdmin: CallOf<typeof contracts, 'updateMailPreferencesAsAdmin'> = {
  method: 'POST',
  path: '/api/v1/admin/mail-preferences/update',
  access: 'admin',
  from: 'json',
  failure: 'Failed to save your mail settings',
  success: 'Mail settings saved',
};

export const unsubscribe: CallOf<typeof contracts, 'unsubscribe'> = {
  method: 'POST',
  path: '/api/v1/user/mail-preferences/unsubscribe',
  access: 'public',
  // RFC 8058: the token is in the address, and the body says no more than that it is one click.
  from: 'query',
  failure: 'Failed to unsubscribe',
  success: 'You are unsubscribed',
};

import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const listNotifications: CallOf<typeof contracts, 'listNotifications'> = {
  method: 'GET',
  path: '/api/v1/user/notifications/list',
  access: 'member',
  from: 'query',
  failure: 'Failed to load the notifications',
};

export const readNotifications: CallOf<typeof contracts, 'readNotifications'> = {
  method: 'POST',
  path: '/api/v1/user/notifications/read',
  access: 'member',
  from: 'json',
  failure: 'Failed to mark the notifications as read',
};

export const listNotificationsAsAdmin: CallOf<typeof contracts, 'listNotificationsAsAdmin'> = {
  method: 'GET',
  path: '/api/v1/admin/notifications/list',
  access: 'admin',
  from: 'query',
  failure: 'Failed to load the notifications',
};

export const readNotificationsAsAdmin: CallOf<typeof contracts, 'readNotificationsAsAdmin'> = {
  method: 'POST',
  path: '/api/v1/admin/notifications/read',
  access: 'admin',
  from: 'json',
  failure: 'Failed to mark the notifications as read',
};

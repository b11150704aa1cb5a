import type { CallFacts, CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

/** Longest message, in characters. */
export const MESSAGE_LENGTH_MAX = 1_000;

export const listMessages: CallOf<typeof contracts, 'listMessages'> = {
  method: 'GET',
  path: '/api/v1/user/transaction/messages/list',
  access: 'member',
  from: 'query',
  failure: 'Failed to load the messages',
};

export const addMessage: CallOf<typeof contracts, 'addMessage'> = {
  method: 'POST',
  path: '/api/v1/user/transaction/messages/add',
  access: 'member',
  from: 'json',
  failure: 'Failed to send the message',
  success: 'Message sent',
};

export const readMessages: CallOf<typeof contracts, 'readMessages'> = {
  method: 'POST',
  path: '/api/v1/user/transaction/messages/read',
  access: 'member',
  from: 'json',
  failure: 'Failed to mark the messages as read',
};

export const listMessagesAsAdmin: CallOf<typeof contracts, 'listMessagesAsAdmin'> = {
  method: 'GET',
  path: '/api/v1/admin/transaction/messages/list',
  access: 'admin',
  from: 'query',
  failure: 'Failed to load the messages',
};

export const addMessageAsAdmin: CallOf<typeof contracts, 'addMessageAsAdmin'> = {
  method: 'POST',
  path: '/api/v1/admin/transaction/messages/add',
  access: 'admin',
  from: 'json',
  failure: 'Failed to send the message',
  success: 'Message sent',
};

export const readMessagesAsAdmin: CallOf<typeof contracts, 'readMessagesAsAdmin'> = {
  method: 'POST',
  path: '/api/v1/admin/transaction/messages/read',
  access: 'admin',
  from: 'json',
  failure: 'Failed to mark the messages as read',
};

const decideWaiting = (verb: string, success: string): CallFacts => ({
  method: 'POST',
  path: `/api/v1/admin/transaction/messages/${verb}`,
  access: 'admin',
  from: 'json',
  failure: `Failed to ${verb} the message`,
  success,
});

export const confirmMessage: CallOf<typeof contracts, 'confirmMessage'> = decideWaiting('confirm', 'Message sent');
export const refuseMessage: CallOf<typeof contracts, 'refuseMessage'> = decideWaiting('refuse', 'Message refused');
export const withdrawMessage: CallOf<typeof contracts, 'withdrawMessage'> = decideWaiting(
  'withdraw',
  'Message withdrawn',
);

import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const listEvents: CallOf<typeof contracts, 'listEvents'> = {
  method: 'GET',
  path: '/api/v1/admin/events',
  access: 'admin',
  from: 'query',
  failure: 'Failed to load the events',
};

/** Every type of event. Never rename one. */
export const EVENT_TYPES = [
  'purchase.submitted',
  'purchase.corrected',
  'purchase.first_approved',
  'purchase.approved',
  'purchase.rejected',
  'purchase.reopened',
  'purchase.reversed',
  'purchase.hold_ended',
  'refund.created',
  'refund.approved',
  'refund.paid',
  'refund.cancelled',
  'reward.credited',
  'reward.released',
  'reward.refused',
  'member.registered',
  'member.added',
  'member.imported',
  'member.updated',
  'member.verified',
  'member.deleted',
  'settings.updated',
  'launch.moved',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

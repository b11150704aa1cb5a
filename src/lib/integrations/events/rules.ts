/** Which entries of the audit trail are events for programs outside, and under which names. Never rename a type. */
import type { AuditAction } from '../../audit/actions.rules.ts';
import type { EventType } from './calls.ts';

const TYPES = {
  'purchase.submit': 'purchase.submitted',
  'purchase.correct': 'purchase.corrected',
  'purchase.approve.first': 'purchase.first_approved',
  'purchase.approve': 'purchase.approved',
  'purchase.reject': 'purchase.rejected',
  'purchase.reopen': 'purchase.reopened',
  'purchase.reverse': 'purchase.reversed',
  'purchase.hold.end': 'purchase.hold_ended',
  'refund.add': 'refund.created',
  'refund.approve': 'refund.approved',
  'refund.pay': 'refund.paid',
  'refund.pay.seen': 'refund.paid',
  'refund.cancel': 'refund.cancelled',
  'reward.credit': 'reward.credited',
  'reward.release': 'reward.released',
  'reward.refuse': 'reward.refused',
  'user.register': 'member.registered',
  'user.add': 'member.added',
  'user.import': 'member.imported',
  'user.update': 'member.updated',
  'user.approve': 'member.verified',
  'user.delete': 'member.deleted',
  'profile.update': 'member.updated',
  'settings.update': 'settings.updated',
  'settings.confirm': 'settings.updated',
  'launch.step': 'launch.moved',
  'launch.confirm': 'launch.moved',
} as const satisfies Partial<Record<AuditAction, EventType>>;

/** Actions of the trail that are events. */
export const EVENT_ACTIONS = Object.keys(TYPES) as (keyof typeof TYPES)[];

/** @param action one of `EVENT_ACTIONS` */
export function eventType(action: string): string {
  return (TYPES as Readonly<Record<string, string>>)[action] ?? action;
}

/** The kind of thing that an event is about, as the API calls it. */
export const subjectKind = (kind: string): string => (kind === 'user' ? 'member' : kind);

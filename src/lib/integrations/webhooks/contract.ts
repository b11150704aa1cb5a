import { ownPassword } from '../../accounts/contract.ts';
import { contract } from '../../core/contract.ts';
import { boundedText, companyId, listQuery, optional, uuid } from '../../core/fields.ts';
import { out, pageOf } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import { EVENT_TYPES } from '../events/calls.ts';
import * as calls from './calls.ts';
import { DELIVERIES_FOUND_MAX, DELIVERY_STATES, ROTATION_HOURS, WEBHOOKS_MAX } from './calls.ts';

export const WEBHOOK_STATES = ['ACTIVE', 'PAUSED', 'DISABLED'] as const;

const webhook = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  /** Empty for all events. */
  types: z.array(z.string()),
  /** PAUSED by an admin or after repeated failures; DISABLED because the receiver answered 410. */
  state: z.enum(WEBHOOK_STATES),
  /** Failed tries since the last success. */
  failures: z.number(),
  /** Deliveries that are not sent yet. */
  waiting: z.number(),
  /** Until when the secret before the rotation signs too; null for one secret. */
  previousUntil: z.nullable(out.time),
  /** Counts the edits; an edit names it. */
  version: z.number(),
  createdAt: out.time,
});
export type WebhookView = z.output<typeof webhook>;

export const listWebhooks = contract(calls.listWebhooks, {
  input: z.object({ companyId }),
  output: z.object({ records: z.array(webhook) }),
  summary: 'Lists the webhooks of the company, the oldest first.',
});

const password = { /** The admin's own. */ password: ownPassword };

const details = {
  name: boundedText('the name of the webhook', 1, 60),
  url: z
    .string('Please enter the address of the receiver.')
    .check(
      z.minLength(1, { error: 'Please enter the address of the receiver.', abort: true }),
      z.maxLength(500, 'The address can have at most 500 characters.'),
    ),
  /** Missing or empty: all events. */
  types: optional(
    z
      .array(z.enum(EVENT_TYPES, 'This is not a type of event.'), 'Please send the types as a list.')
      .check(z.maxLength(EVENT_TYPES.length, 'Please name each type once.')),
  ),
};

const withSecret = z.object({
  /** Signs what is sent. Shown only here. */
  secret: z.string(),
  record: webhook,
});

export const addWebhook = contract(calls.addWebhook, {
  input: z.strictObject({ ...details, ...password, companyId }),
  output: withSecret,
  summary: `Adds a receiver of events from now on, and returns its secret once. A company has at most ${WEBHOOKS_MAX}. Every admin gets a mail.`,
  creates: true,
  recentAuthentication: 'always',
});

const versionWrong = 'The version must be the one of the list.';

export const updateWebhook = contract(calls.updateWebhook, {
  input: z.strictObject({
    id: uuid,
    /** The version that was edited: 409 `outdated` if another admin was quicker. */
    version: z.number(versionWrong).check(z.refine((n: number) => Number.isSafeInteger(n) && n >= 1, versionWrong)),
    ...details,
    ...password,
    companyId,
  }),
  output: webhook,
  summary:
    'Changes name, address and types of a webhook. What waits goes to the new address, and every admin gets a mail about that.',
  recentAuthentication: 'always',
});

export const pauseWebhook = contract(calls.pauseWebhook, {
  input: z.strictObject({ id: uuid, companyId }),
  output: webhook,
  summary: 'Sends nothing more to a webhook until it is resumed. No event is lost.',
});

export const resumeWebhook = contract(calls.resumeWebhook, {
  input: z.strictObject({ id: uuid, companyId }),
  output: webhook,
  summary: 'Sends to a paused or disabled webhook again: first what waits, then what happened meanwhile.',
});

export const rotateWebhook = contract(calls.rotateWebhook, {
  input: z.strictObject({ id: uuid, ...password, companyId }),
  output: withSecret,
  summary: `Makes another secret and returns it once. Both sign for ${ROTATION_HOURS} hours.`,
  recentAuthentication: 'always',
});

export const deleteWebhook = contract(calls.deleteWebhook, {
  input: z.strictObject({ id: uuid, ...password, companyId }),
  output: z.null(),
  summary: 'Deletes a webhook with its deliveries.',
  recentAuthentication: 'always',
});

const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  webhookName: z.string(),
  /** The header `webhook-id` of every try. */
  messageId: z.string(),
  type: z.string(),
  cursor: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  /** The status of the last answer; null without one. */
  answerStatus: z.nullable(z.number()),
  /** Why the last try failed; null if it did not. */
  error: z.nullable(z.string()),
  createdAt: out.time,
  /** When it is tried next; null once it has ended. */
  nextAttemptAt: z.nullable(out.time),
});
export type DeliveryView = z.output<typeof delivery>;

export const listDeliveries = contract(calls.listDeliveries, {
  input: z.object({
    /** Only those of this webhook. */
    id: optional(uuid),
    type: optional(z.enum(EVENT_TYPES, 'This is not a type of event.')),
    state: optional(z.enum(DELIVERY_STATES, 'The state must be WAITING, DELIVERED or FAILED.')),
    page: listQuery.page,
    limit: listQuery.limit,
    companyId,
  }),
  output: pageOf(delivery),
  summary: `Lists what was sent to webhooks in the last 30 days and what waits, the newest first. They are counted up to ${DELIVERIES_FOUND_MAX}.`,
});

export const replayDelivery = contract(calls.replayDelivery, {
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary: 'Sends a delivery that has ended once more, with the same `webhook-id`.',
});

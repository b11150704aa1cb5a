/**
 * API keys and webhooks of the demonstration. No key opens anything: nobody knows it. No webhook is active, and their hosts are names that
 * are reserved for examples, so nothing leaves this machine.
 */
import { randomBytes } from 'node:crypto';
import type { PastEvent } from '../../audit/service.ts';
import type { Db } from '../../db/client.ts';
import { eventView } from '../../integrations/events/service.ts';
import type { EventRow } from '../../integrations/events/store.ts';
import { bodyOf } from '../../integrations/webhooks/message.rules.ts';
import { HOUR_MS } from './calendar.ts';
import { idOf } from './random.ts';
import * as store from './store.ts';

const DAY_MS = 24 * HOUR_MS;
const FAILURES_UNTIL_PAUSE = 20;

export interface DemoKey {
  readonly id: string;
  readonly name: string;
  /** The first characters. */
  readonly hint: string;
  readonly hash: Buffer;
  readonly scopes: string[];
  readonly networks: string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** What was sent, counted back from the newest event of the trail with one of the types. */
export interface DemoDeliveries {
  /** Actions of the trail. */
  readonly actions: readonly string[];
  /** The newest ones, which the receiver did not take. */
  readonly last: {
    readonly count: number;
    readonly state: 'WAITING' | 'FAILED';
    readonly attempts: number;
    readonly answerStatus: number;
    readonly error: string;
  };
  /** Delivered before them. */
  readonly delivered: number;
}

export interface DemoWebhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly types: string[];
  readonly state: 'PAUSED' | 'DISABLED';
  readonly failures: number;
  readonly createdAt: Date;
  readonly deliveries: DemoDeliveries;
}

export interface DemoIntegrations {
  readonly keys: readonly DemoKey[];
  readonly webhooks: readonly DemoWebhook[];
}

/** @param now epoch milliseconds */
export function planIntegrations(companyId: string, now: number): DemoIntegrations {
  const before = (days: number): Date => new Date(now - days * DAY_MS);
  const key = (name: string, hint: string, madeDaysAgo: number, lastsDays: number) => ({
    id: idOf(companyId, `key ${name}`),
    name,
    hint: `lb_live_${hint}`,
    hash: randomBytes(32),
    networks: [],
    createdAt: before(madeDaysAgo),
    expiresAt: before(madeDaysAgo - lastsDays),
    revokedAt: null,
  });
  return {
    keys: [
      {
        ...key('Accounting', 'q7Rw', 12, 90),
        scopes: ['read:purchases', 'read:refunds', 'read:events'],
        networks: ['203.0.113.0/28'],
        lastUsedAt: new Date(now - HOUR_MS),
      },
      { ...key('Monthly report', 'Zk3u', 40, 30), scopes: ['read:ledger'], lastUsedAt: before(10) },
      {
        ...key('Trial of the auditors', 'b09T', 25, 30),
        scopes: ['read:audit', 'read:ledger'],
        lastUsedAt: null,
        revokedAt: before(24),
      },
    ],
    webhooks: [
      {
        id: idOf(companyId, 'webhook accounting'),
        name: 'Accounting',
        url: 'https://accounting.example/launchbook/events',
        types: ['purchase.approved', 'purchase.reversed'],
        state: 'PAUSED',
        failures: FAILURES_UNTIL_PAUSE,
        createdAt: before(12),
        deliveries: {
          actions: ['purchase.approve', 'purchase.reverse'],
          last: { count: 5, state: 'WAITING', attempts: 4, answerStatus: 503, error: 'The receiver answered 503.' },
          delivered: 30,
        },
      },
      {
        id: idOf(companyId, 'webhook newsletter'),
        name: 'Newsletter',
        url: 'https://newsletter.example/hooks/members',
        types: ['member.registered'],
        state: 'DISABLED',
        failures: 1,
        createdAt: before(30),
        deliveries: {
          actions: ['user.register'],
          last: {
            count: 1,
            state: 'FAILED',
            attempts: 1,
            answerStatus: 410,
            error: 'The receiver wants no more events (410).',
          },
          delivered: 12,
        },
      },
    ],
  };
}

/** What the audit trail has of them. @param adminId who made them */
export function integrationEvents({ keys, webhooks }: DemoIntegrations, adminId: string): PastEvent[] {
  const actor = { kind: 'admin', id: adminId } as const;
  return [
    ...keys.flatMap(({ id, name, hint, scopes, networks, createdAt, expiresAt, revokedAt }): PastEvent[] => {
      const subject = { subjectKind: 'api_key', subjectId: id, actor };
      const after = { name, scopes, networks, hint, expiresAt: expiresAt.toISOString() };
      const added: PastEvent = { at: createdAt, ...subject, action: 'key.add', after };
      return revokedAt === null
        ? [added]
        : [added, { at: revokedAt, ...subject, action: 'key.revoke', before: { name, hint } }];
    }),
    ...webhooks.map(
      ({ id, name, url, types, createdAt }): PastEvent => ({
        at: createdAt,
        actor,
        action: 'webhook.add',
        subjectKind: 'webhook',
        subjectId: id,
        after: { name, url, types },
      }),
    ),
  ];
}

/** @param seal encrypts a new secret for the webhook with this id */
export async function insertIntegrations(
  tx: Db,
  companyId: string,
  { keys, webhooks }: DemoIntegrations,
  { adminId, seal }: { readonly adminId: string; readonly seal: (id: string) => Buffer },
): Promise<void> {
  await store.insertKeys(
    tx,
    keys.map(({ createdAt, expiresAt, lastUsedAt, revokedAt, ...key }) => ({
      ...key,
      company_id: companyId,
      created_by: adminId,
      created_at: createdAt,
      expires_at: expiresAt,
      last_used_at: lastUsedAt,
      revoked_at: revokedAt,
      revoked_by: revokedAt && adminId,
    })),
  );
  for (const { createdAt, deliveries, ...webhook } of webhooks) {
    const { actions, last, delivered } = deliveries;
    const events = await store.listNewest(tx, companyId, actions, last.count + delivered);
    const row = { ...webhook, company_id: companyId, created_at: createdAt, secret: seal(webhook.id) };
    const rows = events.map((event, index) =>
      deliveryRow(companyId, webhook.id, event, index < events.length - last.count ? null : last),
    );
    await store.insertWebhook(tx, { ...row, position: events.at(-1)?.position ?? 0n }, rows);
  }
}

const SENT_AFTER_MS = 1_500;
const TRIED_AGAIN_AFTER_MS = 2 * HOUR_MS;

/** @param failure null for one that was delivered */
function deliveryRow(
  companyId: string,
  webhookId: string,
  event: EventRow,
  failure: DemoDeliveries['last'] | null,
): store.DemoDelivery {
  const view = eventView(event);
  const sentAt = new Date(event.createdAt.getTime() + SENT_AFTER_MS);
  const state = failure?.state ?? 'DELIVERED';
  return {
    company_id: companyId,
    webhook_id: webhookId,
    position: event.position,
    type: view.type,
    body: bodyOf(view),
    state,
    attempts: failure?.attempts ?? 1,
    answer_status: failure?.answerStatus ?? 204,
    error: failure?.error ?? null,
    created_at: sentAt,
    next_attempt_at: new Date(sentAt.getTime() + TRIED_AGAIN_AFTER_MS),
    ended_at: state === 'WAITING' ? null : sentAt,
  };
}

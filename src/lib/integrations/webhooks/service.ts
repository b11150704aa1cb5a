/** Webhooks of a company as admins manage them (docs/contract.md, Webhooks). `delivery` sends the events. */
import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { notifyAdmins } from '../../accounts/admins/service.ts';
import type { AuditAction } from '../../audit/actions.rules.ts';
import { type AuditEvent, record } from '../../audit/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { mailBrand } from '../../companies/service.ts';
import { lockCompanyAllowingPurchases } from '../../companies/store.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { paged } from '../../core/pagination.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { webhookAdded, webhookMoved, webhookPausedByAdmin } from '../../mail/templates/integrations.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import { sealText } from '../../secrets.ts';
import { findLast } from '../events/store.ts';
import { isLoopback, isPublicAddress } from '../networks.ts';
import type * as calls from './calls.ts';
import { DELIVERIES_FOUND_MAX, ROTATION_HOURS, WEBHOOKS_MAX } from './calls.ts';
import { deliveryView, webhookView } from './mapper.ts';
import { urlRefusal } from './rules.ts';
import * as store from './store.ts';

/** 256 bits in the form of the Standard Webhooks specification. */
const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const sealed = ({ app }: Scope, id: string, secret: string): Buffer =>
  sealText(app.secrets.key('webhooks'), id, secret);

/** @throws ApiError invalid */
function checkUrl({ app }: Scope, text: string): string {
  const allowsLoopback = app.config.webhookLoopback;
  const refusal = urlRefusal(text, allowsLoopback);
  if (refusal !== null) throw new ApiError('invalid', refusal, { field: 'url' });
  const url = new URL(text);
  const address = url.hostname.replace(/^\[|\]$/g, '');
  // A name is resolved and checked each time that an event is sent.
  const isFine = isIP(address) === 0 || isPublicAddress(address) || (allowsLoopback && isLoopback(address));
  if (!isFine) throw new ApiError('invalid', 'The address must belong to a public host.', { field: 'url' });
  return url.href;
}

function recordAct(tx: Db, scope: Scope, action: AuditAction, id: string, facts: Pick<AuditEvent, 'before' | 'after'>) {
  const actor = actorOf(scope);
  return record(tx, { scopeId: scope.company.id, actor, action, subjectKind: 'webhook', subjectId: id, ...facts });
}

/** Runs changes of a company's webhooks one after the other. */
function change<T>(scope: Scope, work: (tx: Db) => Promise<T>, isSensitive = true): Promise<T> {
  return inTransaction(scope.db, async (tx) => {
    await lockCompanyAllowingPurchases(tx, scope.company.id);
    if (isSensitive) await lockRecentSession(tx, scope);
    return work(tx);
  });
}

/** @throws ApiError not_found */
async function existing(tx: Db, scope: Scope, id: string): Promise<store.WebhookRow> {
  const row = await store.findWebhook(tx, scope.company.id, id);
  if (!row) throw notFound('Webhook');
  return row;
}

const factsOf = ({ name, url, types }: Pick<store.WebhookRow, 'name' | 'url' | 'types'>) => ({ name, url, types });

export const listWebhooks: UseCase<typeof calls.listWebhooks> = async ({ db, company }) => ({
  data: { records: (await store.listWebhooks(db, company.id)).map(webhookView) },
});

/** @throws ApiError invalid for an address that events can't go to; conflict above the bound */
export const addWebhook: UseCase<typeof calls.addWebhook> = async (scope, { name, url, types = [] }) => {
  const details = { name, url: checkUrl(scope, url), types: [...new Set(types)] };
  const companyId = scope.company.id;
  const [id, secret] = [randomUUID(), makeSecret()];
  const row = await change(scope, async (tx) => {
    if ((await store.listWebhooks(tx, companyId)).length >= WEBHOOKS_MAX)
      throw new ApiError('conflict', `The company has ${WEBHOOKS_MAX} webhooks. Delete one first.`);
    const position = (await findLast(tx, companyId)) ?? -1n;
    await store.insertWebhook(tx, companyId, { ...details, id, secret: sealed(scope, id, secret), position });
    await recordAct(tx, scope, 'webhook.add', id, { after: details });
    const letter = webhookAdded({ brand: mailBrand(scope), ...details, by: actorOf(scope).name, at: scope.now });
    await notifyAdmins(tx, scope, 'webhook-added', letter);
    return existing(tx, scope, id);
  });
  return { data: { secret, record: webhookView(row) } };
};

const OUTDATED = 'Another admin has changed this webhook meanwhile. Please look at it again.';

/** @throws ApiError invalid, not_found; conflict for an outdated version */
export const updateWebhook: UseCase<typeof calls.updateWebhook> = async (scope, { id, version, ...input }) => {
  const { name, types = [] } = input;
  const details = { name, url: checkUrl(scope, input.url), types: [...new Set(types)] };
  const row = await change(scope, async (tx) => {
    const before = await existing(tx, scope, id);
    if (before.version !== version) throw new ApiError('conflict', OUTDATED, { reason: 'outdated' });
    await store.updateWebhook(tx, scope.company.id, id, details);
    await recordAct(tx, scope, 'webhook.update', id, { before: factsOf(before), after: details });
    if (before.url !== details.url) {
      const news = { brand: mailBrand(scope), name, from: before.url, to: details.url };
      await notifyAdmins(tx, scope, 'webhook-moved', webhookMoved({ ...news, by: actorOf(scope).name, at: scope.now }));
    }
    return existing(tx, scope, id);
  });
  return { data: webhookView(row) };
};

/** @throws ApiError not_found; conflict for one that the receiver disabled */
export const pauseWebhook: UseCase<typeof calls.pauseWebhook> = async (scope, { id }) => {
  const work = async (tx: Db): Promise<store.WebhookRow> => {
    const { state, name, url } = await existing(tx, scope, id);
    if (state === 'DISABLED') throw new ApiError('conflict', 'The receiver has disabled this webhook already.');
    if (state === 'ACTIVE') {
      await store.pauseWebhook(tx, scope.company.id, id);
      await recordAct(tx, scope, 'webhook.pause.manual', id, { before: { state }, after: { state: 'PAUSED' } });
      // A thief of a session could keep a program from noticing what they do.
      const letter = webhookPausedByAdmin({
        brand: mailBrand(scope),
        name,
        url,
        by: actorOf(scope).name,
        at: scope.now,
      });
      await notifyAdmins(tx, scope, 'webhook-paused-manual', letter);
    }
    return existing(tx, scope, id);
  };
  return { data: webhookView(await change(scope, work, false)) };
};

/** @throws ApiError not_found */
export const resumeWebhook: UseCase<typeof calls.resumeWebhook> = async (scope, { id }) => {
  const work = async (tx: Db): Promise<store.WebhookRow> => {
    const { state } = await existing(tx, scope, id);
    if (state !== 'ACTIVE') {
      await store.resumeWebhook(tx, scope.company.id, id);
      await recordAct(tx, scope, 'webhook.resume', id, { before: { state }, after: { state: 'ACTIVE' } });
    }
    return existing(tx, scope, id);
  };
  return { data: webhookView(await change(scope, work, false)) };
};

/** @throws ApiError not_found */
export const rotateWebhook: UseCase<typeof calls.rotateWebhook> = async (scope, { id }) => {
  const secret = makeSecret();
  const row = await change(scope, async (tx) => {
    const { name } = await existing(tx, scope, id);
    await store.rotateSecret(tx, scope.company.id, id, sealed(scope, id, secret), ROTATION_HOURS);
    await recordAct(tx, scope, 'webhook.rotate', id, { after: { name } });
    return existing(tx, scope, id);
  });
  return { data: { secret, record: webhookView(row) } };
};

/** @throws ApiError not_found */
export const deleteWebhook: UseCase<typeof calls.deleteWebhook> = async (scope, { id }) => {
  await change(scope, async (tx) => {
    const before = await existing(tx, scope, id);
    await store.deleteWebhook(tx, scope.company.id, id);
    await recordAct(tx, scope, 'webhook.delete', id, { before: factsOf(before) });
  });
  return { data: null };
};

/** @throws ApiError not_found */
export const listDeliveries: UseCase<typeof calls.listDeliveries> = async (scope, { id, ...filters }) => {
  if (id !== undefined) await existing(scope.db, scope, id);
  const { type, state, page, limit } = filters;
  const filter = { webhookId: id, type, state, page, limit };
  const [rows, total] = await Promise.all([
    store.listDeliveries(scope.db, scope.company.id, filter),
    store.countDeliveries(scope.db, scope.company.id, filter, DELIVERIES_FOUND_MAX),
  ]);
  return { data: paged(rows.map(deliveryView), total, filter) };
};

/** @throws ApiError not_found; conflict for one that waits anyway */
export const replayDelivery: UseCase<typeof calls.replayDelivery> = async (scope, { id }) => {
  const companyId = scope.company.id;
  const { state } = await inTransaction(scope.db, async (tx) => {
    const replayed = await store.replayDelivery(tx, companyId, id);
    if (!replayed) {
      if (!(await store.hasDelivery(tx, companyId, id))) throw notFound('Delivery');
      throw new ApiError('conflict', 'This event waits to be sent anyway.');
    }
    await recordAct(tx, scope, 'webhook.replay', replayed.webhookId, { after: { type: replayed.type } });
    return existing(tx, scope, replayed.webhookId);
  });
  return { data: null, ...(state !== 'ACTIVE' && { message: 'The event is sent once the webhook is resumed' }) };
};

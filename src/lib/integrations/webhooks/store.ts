/** The SQL of webhooks and of the log of their deliveries. */
import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';

const WAITING = sql<bigint>`(
  SELECT count(*) FROM webhook_deliveries d
  WHERE d.company_id = w.company_id AND d.webhook_id = w.id AND d.state = 'WAITING')`.as('waiting');

const webhooksOf = (db: Db, companyId: string) =>
  db
    .selectFrom('webhooks as w')
    .where('w.company_id', '=', companyId)
    .select(['w.id', 'w.name', 'w.url', 'w.types', 'w.state', 'w.failures', 'w.created_at as createdAt', WAITING])
    .select(sql<Date | null>`CASE WHEN w.previous_until > now() THEN w.previous_until END`.as('previousUntil'));

export type WebhookRow = Awaited<ReturnType<typeof listWebhooks>>[number];

/** The oldest first. */
export function listWebhooks(db: Db, companyId: string) {
  return webhooksOf(db, companyId).orderBy('w.created_at').orderBy('w.id').execute();
}

/** Null if the company has none with this id. */
export async function findWebhook(db: Db, companyId: string, id: string): Promise<WebhookRow | null> {
  return (await webhooksOf(db, companyId).where('w.id', '=', id).executeTakeFirst()) ?? null;
}

interface WebhookDetails {
  readonly name: string;
  readonly url: string;
  readonly types: string[];
}

/** @param position the place in the audit trail from which on it gets events */
export async function insertWebhook(
  tx: Db,
  companyId: string,
  webhook: WebhookDetails & { readonly id: string; readonly secret: Buffer; readonly position: bigint },
): Promise<void> {
  await tx
    .insertInto('webhooks')
    .values({ company_id: companyId, ...webhook })
    .execute();
}

export async function updateWebhook(tx: Db, companyId: string, id: string, details: WebhookDetails): Promise<void> {
  await tx.updateTable('webhooks').set(details).where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Sends again; waiting deliveries are tried immediately. */
export async function resumeWebhook(tx: Db, companyId: string, id: string): Promise<void> {
  await sql`UPDATE webhooks SET state = 'ACTIVE', failures = 0 WHERE company_id = ${companyId} AND id = ${id}`.execute(
    tx,
  );
  await sql`UPDATE webhook_deliveries SET next_attempt_at = now()
    WHERE company_id = ${companyId} AND webhook_id = ${id} AND state = 'WAITING'`.execute(tx);
}

/** The present secret becomes the previous one. */
export async function rotateSecret(
  tx: Db,
  companyId: string,
  id: string,
  secret: Buffer,
  hours: number,
): Promise<void> {
  await sql`UPDATE webhooks SET previous_secret = secret, previous_until = now() + make_interval(hours => ${hours}),
      secret = ${secret} WHERE company_id = ${companyId} AND id = ${id}`.execute(tx);
}

export async function deleteWebhook(tx: Db, companyId: string, id: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('company_id', '=', companyId).where('id', '=', id).execute();
}

export interface DeliveryFilter extends PageRequest {
  readonly webhookId: string;
  readonly state: 'WAITING' | 'DELIVERED' | 'FAILED' | undefined;
}

const deliveriesOf = (db: Db, companyId: string, { webhookId, state }: DeliveryFilter) =>
  db
    .selectFrom('webhook_deliveries')
    .where('company_id', '=', companyId)
    .where('webhook_id', '=', webhookId)
    .$if(state !== undefined, (q) => q.where('state', '=', state ?? 'WAITING'));

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** The newest first. */
export function listDeliveries(db: Db, companyId: string, filter: DeliveryFilter) {
  return deliveriesOf(db, companyId, filter)
    .select(['id', 'position', 'type', 'state', 'attempts', 'answer_status as answerStatus', 'error'])
    .select(['created_at as createdAt', 'next_attempt_at as nextAttemptAt'])
    .orderBy('position', 'desc')
    .limit(filter.limit)
    .offset(offsetOf(filter))
    .execute();
}

export async function countDeliveries(db: Db, companyId: string, filter: DeliveryFilter): Promise<number> {
  const { count } = await deliveriesOf(db, companyId, filter)
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Makes a delivery that has ended wait again, with all its tries. @returns its webhook; null unless it has ended */
export async function replayDelivery(tx: Db, companyId: string, id: string) {
  const row = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'WAITING', attempts: 0, next_attempt_at: sql<Date>`now()`, ended_at: null, error: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '<>', 'WAITING')
    .returning(['webhook_id as webhookId', 'type'])
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the company has a delivery with this id, ended or not. */
export async function hasDelivery(db: Db, companyId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

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
    .select(['w.id', 'w.name', 'w.url', 'w.types', 'w.state', 'w.failures', 'w.version', WAITING])
    .select('w.created_at as createdAt')
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
  await tx
    .updateTable('webhooks')
    .set((eb) => ({ ...details, version: eb('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Sends nothing more. What waits stays. */
export async function pauseWebhook(tx: Db, companyId: string, id: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ state: 'PAUSED' })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
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
  readonly webhookId: string | undefined;
  readonly type: string | undefined;
  readonly state: 'WAITING' | 'DELIVERED' | 'FAILED' | undefined;
}

const deliveriesOf = (db: Db, companyId: string, { webhookId, type, state }: DeliveryFilter) =>
  db
    .selectFrom('webhook_deliveries as d')
    .where('d.company_id', '=', companyId)
    .$if(webhookId !== undefined, (q) => q.where('d.webhook_id', '=', webhookId ?? ''))
    .$if(type !== undefined, (q) => q.where('d.type', '=', type ?? ''))
    .$if(state !== undefined, (q) => q.where('d.state', '=', state ?? 'WAITING'));

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number];

/** The newest first. */
export function listDeliveries(db: Db, companyId: string, filter: DeliveryFilter) {
  return deliveriesOf(db, companyId, filter)
    .innerJoin('webhooks as w', (join) =>
      join.onRef('w.company_id', '=', 'd.company_id').onRef('w.id', '=', 'd.webhook_id'),
    )
    .select(['d.id', 'd.webhook_id as webhookId', 'w.name as webhookName', 'd.position', 'd.type', 'd.state'])
    .select(['d.attempts', 'd.answer_status as answerStatus', 'd.error'])
    .select(['d.created_at as createdAt', 'd.next_attempt_at as nextAttemptAt'])
    .orderBy('d.position', 'desc')
    .orderBy('d.webhook_id')
    .limit(filter.limit)
    .offset(offsetOf(filter))
    .execute();
}

/** @param max counted up to so many */
export async function countDeliveries(db: Db, companyId: string, filter: DeliveryFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(deliveriesOf(db, companyId, filter).select('d.id').limit(max).as('some'))
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

/** The SQL of sending: which webhooks have something to do, claims of deliveries, and what became of them. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isHere } from '../../db/moved.ts';
import type { Verdict } from '../webhooks/rules.ts';

export interface WebhookId {
  readonly companyId: string;
  readonly id: string;
}

/** Active webhooks whose company has entries in its trail that they were not compared with. */
export async function listBehind(db: Db): Promise<WebhookId[]> {
  const { rows } = await sql<WebhookId>`
    SELECT w.company_id AS "companyId", w.id FROM webhooks w
    WHERE w.state = 'ACTIVE' AND ${isHere('w.company_id')} AND EXISTS (
      SELECT FROM audit_order o WHERE o.scope_id = w.company_id AND o.position > w.position)`.execute(db);
  return rows;
}

/** Active webhooks with a delivery that is due. */
export async function listDue(db: Db): Promise<WebhookId[]> {
  const { rows } = await sql<WebhookId>`
    SELECT w.company_id AS "companyId", w.id FROM webhooks w
    WHERE w.state = 'ACTIVE' AND ${isHere('w.company_id')} AND EXISTS (
      SELECT FROM webhook_deliveries d
      WHERE d.company_id = w.company_id AND d.webhook_id = w.id AND d.state = 'WAITING' AND d.next_attempt_at <= now())`.execute(
    db,
  );
  return rows;
}

/** Locks an active webhook. @returns null if another node has it, or it is gone or not active */
export async function lockWebhook(tx: Db, { companyId, id }: WebhookId) {
  const row = await tx
    .selectFrom('webhooks')
    .select(['position', 'types'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'ACTIVE')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

export interface NewDelivery {
  readonly position: bigint;
  readonly type: string;
  readonly body: string;
}

/** Adds deliveries, and notes up to which place of the trail the webhook has them. */
export async function insertDeliveries(
  tx: Db,
  { companyId, id }: WebhookId,
  deliveries: readonly NewDelivery[],
  position: bigint,
): Promise<void> {
  if (deliveries.length > 0)
    await tx
      .insertInto('webhook_deliveries')
      .values(deliveries.map((it) => ({ ...it, company_id: companyId, webhook_id: id })))
      .onConflict((c) => c.doNothing())
      .execute();
  await tx.updateTable('webhooks').set({ position }).where('company_id', '=', companyId).where('id', '=', id).execute();
}

export interface Claim {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly secret: Buffer;
  /** Null unless it signs too. */
  readonly previousSecret: Buffer | null;
  readonly body: string;
  /** With this try. */
  readonly attempts: number;
  /** The database's time. */
  readonly now: Date;
}

/** Claims the deliveries of a webhook that are due longest, each for a lease: no other node sends them meanwhile. */
export async function claimDue(
  db: Db,
  { companyId, id }: WebhookId,
  limit: number,
  leaseSeconds: number,
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    WITH due AS (
      SELECT d.id FROM webhook_deliveries d
      WHERE d.company_id = ${companyId} AND d.webhook_id = ${id} AND d.state = 'WAITING' AND d.next_attempt_at <= now()
      ORDER BY d.next_attempt_at, d.position LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE webhook_deliveries d
    SET attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    FROM due, webhooks w
    WHERE d.company_id = ${companyId} AND d.id = due.id AND w.company_id = d.company_id AND w.id = d.webhook_id
      AND w.state = 'ACTIVE'
    RETURNING d.id, w.id AS "webhookId", w.url, w.secret, d.body, d.attempts, now() AS now,
      CASE WHEN w.previous_until > now() THEN w.previous_secret END AS "previousSecret"`.execute(db);
  return rows;
}

/** Locks a webhook before its deliveries: everything that changes both takes this order. */
export async function lockOwner(tx: Db, companyId: string, id: string): Promise<void> {
  await tx
    .selectFrom('webhooks')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Gives a claim back: the try was cut off by the end of the program and does not count. */
export async function release(
  db: Db,
  companyId: string,
  { id, attempts }: Pick<Claim, 'id' | 'attempts'>,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ attempts: attempts - 1, next_attempt_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .where('attempts', '=', attempts)
    .execute();
}

/** Stores what became of a try. @returns false if the lease ended and another node tried again */
export async function settle(
  tx: Db,
  companyId: string,
  { id, attempts }: Pick<Claim, 'id' | 'attempts'>,
  { state, nextInSeconds, answerStatus, error }: Verdict,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ state, answer_status: answerStatus, error, ended_at: nextInSeconds === null ? sql<Date>`now()` : null })
    .$if(nextInSeconds !== null, (q) =>
      q.set({ next_attempt_at: sql<Date>`now() + make_interval(secs => ${nextInSeconds})` }),
    )
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A success ends the row of failures. */
export async function clearFailures(tx: Db, companyId: string, id: string): Promise<void> {
  await sql`UPDATE webhooks SET failures = 0 WHERE company_id = ${companyId} AND id = ${id} AND failures > 0`.execute(
    tx,
  );
}

/**
 * Counts a failed try. It pauses the webhook at the bound, and disables it if the receiver is gone.
 * @returns the webhook if this try ended it; null otherwise
 */
export async function countFailure(tx: Db, companyId: string, id: string, isGone: boolean, failuresMax: number) {
  const { rows } = await sql<{ name: string; url: string; state: 'ACTIVE' | 'PAUSED' | 'DISABLED' }>`
    UPDATE webhooks SET failures = failures + 1, state = CASE
        WHEN ${isGone} THEN 'DISABLED' WHEN failures + 1 >= ${failuresMax} THEN 'PAUSED' ELSE 'ACTIVE' END
    WHERE company_id = ${companyId} AND id = ${id} AND state = 'ACTIVE'
    RETURNING name, url, state`.execute(tx);
  const [row] = rows;
  return row && row.state !== 'ACTIVE' ? { ...row, state: row.state } : null;
}

/** Deletes deliveries that ended long ago. */
export async function deleteOldDeliveries(db: Db, days: number): Promise<void> {
  await sql`DELETE FROM webhook_deliveries
    WHERE state <> 'WAITING' AND ended_at < now() - make_interval(days => ${days})`.execute(db);
}

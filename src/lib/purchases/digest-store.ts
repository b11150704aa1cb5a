/** The SQL of the digests to admins. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** How long admins are left alone after a digest. */
export const DIGEST_MINUTES = 15;

/** The three ways in which a purchase comes to wait for an admin, as a time in each row `p`. */
const WAITS_SINCE = sql<Date>`CASE
  WHEN p.status = 'PENDING' THEN greatest(p.created_at, p.first_approved_at)
  ELSE p.reversal_asked_at END`;
const WAITS = sql<boolean>`(p.status = 'PENDING' OR (p.status = 'APPROVED' AND p.reversal_asked_by IS NOT NULL))`;

/**
 * What is being submitted just now carries the time at which its transaction began: it is told the next time, or it could
 * be missed.
 */
const SETTLED = sql<Date>`date_trunc('milliseconds', now() - interval '5 seconds')`;

/** Companies with something that their admins have not been told of, and no digest lately. */
export async function listDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM companies c LEFT JOIN purchase_digests d ON d.company_id = c.id
    CROSS JOIN LATERAL (SELECT coalesce(d.told_until, to_timestamp(0)) AS told, ${SETTLED} AS settled) t
    WHERE (d.sent_at IS NULL OR d.sent_at <= now() - make_interval(mins => ${DIGEST_MINUTES}))
      AND (
        EXISTS (SELECT 1 FROM purchases p
          WHERE p.company_id = c.id AND p.status = 'PENDING' AND p.created_at > t.told AND p.created_at <= t.settled)
        OR EXISTS (SELECT 1 FROM purchases p
          WHERE p.company_id = c.id AND p.status = 'PENDING' AND p.first_approved_by IS NOT NULL
            AND p.first_approved_at > t.told AND p.first_approved_at <= t.settled)
        OR EXISTS (SELECT 1 FROM purchases p
          WHERE p.company_id = c.id AND p.status = 'APPROVED' AND p.reversal_asked_by IS NOT NULL
            AND p.reversal_asked_at > t.told AND p.reversal_asked_at <= t.settled)
      )`.execute(db);
  return rows.map((row) => row.id);
}

export interface Span {
  readonly since: Date;
  readonly until: Date;
}

/** Locks a company's digest: of several nodes one sends it. @returns what is to be told; null when it is not due */
export async function takeTurn(tx: Db, companyId: string): Promise<Span | null> {
  await sql`
    INSERT INTO purchase_digests (company_id, told_until, sent_at)
    VALUES (${companyId}, to_timestamp(0), to_timestamp(0)) ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<Span & { due: boolean }>`
    SELECT told_until AS since, ${SETTLED} AS until, sent_at <= now() - make_interval(mins => ${DIGEST_MINUTES}) AS due
    FROM purchase_digests WHERE company_id = ${companyId} FOR UPDATE`.execute(tx);
  const [row] = rows;
  return row?.due ? { since: row.since, until: row.until } : null;
}

export async function noteTold(tx: Db, companyId: string, until: Date): Promise<void> {
  await tx
    .updateTable('purchase_digests')
    .set({ told_until: until, sent_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .execute();
}

/** What has come to wait in a span of time, the oldest first, and still waits. */
export function listWaiting(tx: Db, companyId: string, span: Span) {
  return tx
    .selectFrom('purchases as p')
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'p.company_id').onRef('u.id', '=', 'p.user_id'))
    .select(['p.order_number as orderNumber', 'p.final_amount_paise as amountPaise'])
    .select(['p.payment_method as paymentMethod', 'p.reference_number as referenceNumber'])
    .select(['u.member_id as memberId', 'u.name as memberName', 'p.status'])
    .select(sql<boolean>`p.first_approved_by IS NOT NULL`.as('isSecond'))
    .where('p.company_id', '=', companyId)
    .where(WAITS)
    .where(WAITS_SINCE, '>', span.since)
    .where(WAITS_SINCE, '<=', span.until)
    .orderBy(WAITS_SINCE)
    .orderBy('p.id')
    .execute();
}

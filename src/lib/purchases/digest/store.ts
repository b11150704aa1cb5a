/** The SQL of the digests to admins. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** Least time between two digests of a company. */
export const DIGEST_MINUTES = 15;

/**
 * A submission has the time at which its transaction began. A digest covers only what is older than 5 seconds, so that it
 * does not miss submissions that commit late.
 */
const SETTLED = sql<Date>`date_trunc('milliseconds', now() - interval '5 seconds')`;

/** Companies without a recent digest that have a waiting purchase which no digest has named. */
export async function listDue(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM companies c LEFT JOIN purchase_digests d ON d.company_id = c.id
    CROSS JOIN LATERAL (SELECT coalesce(d.notified_until, to_timestamp(0)) AS named, ${SETTLED} AS settled) t
    WHERE c.moved_at IS NULL AND (d.sent_at IS NULL OR d.sent_at <= now() - make_interval(mins => ${DIGEST_MINUTES}))
      AND (
        EXISTS (SELECT 1 FROM purchases p
          WHERE p.company_id = c.id AND p.status = 'PENDING' AND p.created_at > t.named AND p.created_at <= t.settled)
        OR EXISTS (SELECT 1 FROM approvals a
          WHERE a.company_id = c.id AND a.state = 'OPEN' AND a.kind IN ('purchase.approve', 'purchase.reverse')
            AND a.proposed_at > t.named AND a.proposed_at <= t.settled)
      )`.execute(db);
  return rows.map((row) => row.id);
}

export interface Span {
  readonly since: Date;
  readonly until: Date;
}

/** Locks a company's digest, so that only one node sends it. @returns the span it covers; null when no digest is due */
export async function lockDue(tx: Db, companyId: string): Promise<Span | null> {
  await sql`
    INSERT INTO purchase_digests (company_id, notified_until, sent_at)
    VALUES (${companyId}, to_timestamp(0), to_timestamp(0)) ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<Span & { due: boolean }>`
    SELECT notified_until AS since, ${SETTLED} AS until, sent_at <= now() - make_interval(mins => ${DIGEST_MINUTES}) AS due
    FROM purchase_digests WHERE company_id = ${companyId} FOR UPDATE`.execute(tx);
  const [row] = rows;
  return row?.due ? { since: row.since, until: row.until } : null;
}

/** Records that a digest covers all up to `until`, and that it was sent now. */
export async function recordNotified(tx: Db, companyId: string, until: Date): Promise<void> {
  await tx
    .updateTable('purchase_digests')
    .set({ notified_until: until, sent_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .execute();
}

/** The purchases that began to wait for an admin in a span of time and still wait, the oldest first. */
export function listWaiting(tx: Db, companyId: string, span: Span) {
  const waitsSince = sql<Date>`greatest(CASE p.status WHEN 'PENDING' THEN p.created_at END, a.proposed_at)`;
  return tx
    .selectFrom('purchases as p')
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'p.company_id').onRef('u.id', '=', 'p.user_id'))
    .leftJoin('approvals as a', (join) =>
      join
        .onRef('a.company_id', '=', 'p.company_id')
        .onRef('a.subject_id', '=', 'p.id')
        .on('a.state', '=', sql.lit('OPEN')),
    )
    .select(['p.order_number as orderNumber', 'p.final_amount_paise as amountPaise'])
    .select(['p.payment_method as paymentMethod', 'p.reference_number as referenceNumber'])
    .select(['u.member_id as memberId', 'u.name as memberName', 'p.status'])
    .select(sql<boolean>`a.id IS NOT NULL`.as('isSecond'))
    .where('p.company_id', '=', companyId)
    .where(
      sql<boolean>`p.id IN (
        SELECT id FROM purchases WHERE company_id = ${companyId} AND status = 'PENDING'
        UNION ALL SELECT subject_id FROM approvals
          WHERE company_id = ${companyId} AND state = 'OPEN' AND kind = 'purchase.reverse')`,
    )
    .where(waitsSince, '>', span.since)
    .where(waitsSince, '<=', span.until)
    .orderBy(waitsSince)
    .orderBy('p.id')
    .execute();
}

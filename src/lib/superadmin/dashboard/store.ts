/** SQL for the super admin dashboard. It covers all companies, on the connections of the database owner. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isHere } from '../../db/moved.ts';
import type { PaymentMethod } from '../../db/schema/schema.ts';

/** The count of waiting purchases stops here. */
export const WAITING_LONG_COUNT_MAX = 10_000;

/** Every company with its supply and the number of purchases that have waited longer than `waitsLongSeconds`. */
export function listCompanySupplies(db: Db, waitsLongSeconds: number) {
  return db
    .selectFrom('companies as c')
    .innerJoin('supplies as s', 's.company_id', 'c.id')
    .select(['c.id', 'c.company_name', 'c.token_name', 'c.token_symbol', 'c.private_supply', 's.credited', 's.held'])
    .select([
      sql<boolean>`c.paused_at IS NOT NULL`.as('is_paused'),
      sql<boolean>`c.moved_at IS NOT NULL`.as('is_moved'),
    ])
    .select(
      sql<number>`(SELECT count(*)::int FROM (
        SELECT FROM purchases p WHERE p.company_id = c.id AND p.status = 'PENDING'
          AND p.created_at < now() - make_interval(secs => ${waitsLongSeconds})
        LIMIT ${WAITING_LONG_COUNT_MAX}) AS waiting)`.as('waiting_long'),
    )
    .orderBy('c.company_name')
    .orderBy('c.id')
    .execute();
}

export async function listUserTotals(db: Db) {
  const { rows } = await sql<{ companyId: string; members: bigint; verified: bigint }>`
    SELECT company_id AS "companyId", sum(users)::bigint AS members,
      coalesce(sum(users) FILTER (WHERE is_approved), 0)::bigint AS verified
    FROM user_totals GROUP BY company_id`.execute(db);
  return rows;
}

export async function listPurchaseTotals(db: Db) {
  const { rows } = await sql<{
    companyId: string;
    status: string;
    method: PaymentMethod;
    purchases: bigint;
    finalAmountPaise: bigint;
  }>`
    SELECT company_id AS "companyId", status, payment_method AS method, sum(purchases)::bigint AS purchases,
      sum(final_amount_paise)::bigint AS "finalAmountPaise"
    FROM purchase_totals GROUP BY company_id, status, payment_method`.execute(db);
  return rows;
}

/** Unsent mails by company; null for mails of the platform. */
export async function listUnsentMails(db: Db, stuckSeconds: number) {
  const { rows } = await sql<{
    companyId: string | null;
    waiting: number;
    stuck: number;
    failed: number;
    oldest: Date | null;
  }>`
    SELECT company_id AS "companyId",
      count(*) FILTER (WHERE state = 'WAITING')::int AS waiting,
      count(*) FILTER (WHERE state = 'WAITING' AND created_at < now() - make_interval(secs => ${stuckSeconds}))::int AS stuck,
      count(*) FILTER (WHERE state = 'FAILED')::int AS failed,
      min(created_at) FILTER (WHERE state = 'WAITING') AS oldest
    FROM mails WHERE state IN ('WAITING', 'FAILED') AND NOT discard AND ${isHere('scope_id')} GROUP BY company_id`.execute(
    db,
  );
  return rows;
}

export async function readLastSent(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('mails')
    .select('sent_at')
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sent_at ?? null;
}

/** The server's version and the size of its database; null if the server does not tell the size. */
export async function readDatabase(db: Db): Promise<{ version: string; sizeBytes: bigint | null }> {
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
  const size = await sql<{ bytes: bigint }>`SELECT pg_database_size(current_database()) AS bytes`
    .execute(db)
    .catch(() => null);
  return { version: rows[0]?.version ?? '', sizeBytes: size?.rows[0]?.bytes ?? null };
}

/** Reads the totals that triggers maintain (migration 0030), the oldest pending purchase and the supply. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

const total = (column: string) => sql<bigint>`sum(${sql.ref(column)})::bigint`;

/** Numbers of listed accounts by status and verification. */
export function readUserTotals(db: Db, companyId: string) {
  return db
    .selectFrom('user_totals')
    .select(['status', 'is_approved as isApproved', total('users').as('users')])
    .where('company_id', '=', companyId)
    .groupBy(['status', 'is_approved'])
    .execute();
}

/** Numbers and amounts of purchases by status and payment method. */
export function readPurchaseTotals(db: Db, companyId: string) {
  return db
    .selectFrom('purchase_totals')
    .select(['status', 'payment_method as method', total('purchases').as('purchases')])
    .select([total('final_amount_paise').as('finalAmountPaise'), total('quantity').as('quantity')])
    .where('company_id', '=', companyId)
    .groupBy(['status', 'payment_method'])
    .execute();
}

/** When the oldest pending purchase was submitted; null if nothing is pending. */
export async function readOldestPending(db: Db, companyId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('purchases')
    .select('created_at')
    .where('company_id', '=', companyId)
    .where('status', '=', 'PENDING')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Counts the purchases that wait for a second admin. */
export async function countSecondDecisions(
  db: Db,
  companyId: string,
): Promise<{ approvals: bigint; reversals: bigint }> {
  const { rows } = await sql<{ approvals: bigint; reversals: bigint }>`
    SELECT count(*) FILTER (WHERE kind = 'purchase.approve') AS approvals,
      count(*) FILTER (WHERE kind = 'purchase.reverse') AS reversals
    FROM approvals WHERE company_id = ${companyId} AND state = 'OPEN'`.execute(db);
  return rows[0] ?? { approvals: 0n, reversals: 0n };
}

/** Counts the refunds that wait for an admin. */
export async function countRefunds(db: Db, companyId: string): Promise<{ approve: bigint; pay: bigint }> {
  const { rows } = await sql<{ approve: bigint; pay: bigint }>`
    SELECT count(*) FILTER (WHERE state = 'WAITING_FOR_APPROVAL') AS approve, count(*) FILTER (WHERE state = 'APPROVED') AS pay
    FROM refunds WHERE company_id = ${companyId} AND state IN ('WAITING_FOR_APPROVAL', 'APPROVED')`.execute(db);
  return rows[0] ?? { approve: 0n, pay: 0n };
}

/** Whole tokens of rewards by state, and how many wait for an admin. */
export async function readRewards(
  db: Db,
  companyId: string,
): Promise<{ credited: bigint; held: bigint; toReview: bigint }> {
  const { rows } = await sql<{ credited: bigint; held: bigint; toReview: bigint }>`
    SELECT
      (SELECT coalesce(sum(quantity), 0)::bigint FROM referral_rewards
        WHERE company_id = ${companyId} AND state = 'CREDITED') AS credited,
      coalesce(sum(quantity), 0)::bigint AS held,
      count(*) FILTER (WHERE signs <> '{}') AS "toReview"
    FROM referral_rewards WHERE company_id = ${companyId} AND state = 'HELD'`.execute(db);
  return rows[0] ?? { credited: 0n, held: 0n, toReview: 0n };
}

/** The parts of the supply; of the private part also what is credited and what remains. */
export function readSupply(db: Db, companyId: string) {
  return db
    .selectFrom('companies as c')
    .innerJoin('supplies as s', 's.company_id', 'c.id')
    .select(['c.total_supply', 'c.private_supply', 'c.public_cell_supply', 'c.angel_investor_supply'])
    .select(['c.founder_team_supply', 'c.airdrop_supply', 's.credited'])
    .select(sql<bigint>`greatest(c.private_supply - s.credited - s.held, 0)`.as('remaining'))
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow();
}

/** Final amounts of approved purchases by day of approval in Asia/Kolkata, from `from` (YYYY-MM-DD) on. */
export async function readCollectedDays(
  db: Db,
  companyId: string,
  from: string,
): Promise<{ day: string; purchases: bigint; finalAmountPaise: bigint }[]> {
  const { rows } = await sql<{ day: string; purchases: bigint; finalAmountPaise: bigint }>`
    SELECT (decided_at AT TIME ZONE 'Asia/Kolkata')::date::text AS day, count(*) AS purchases,
      sum(final_amount_paise)::bigint AS "finalAmountPaise"
    FROM purchases
    WHERE company_id = ${companyId} AND status = 'APPROVED'
      AND decided_at >= (${from}::date)::timestamp AT TIME ZONE 'Asia/Kolkata'
    GROUP BY 1`.execute(db);
  return rows;
}

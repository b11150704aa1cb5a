/** The SQL of the dashboards: totals that triggers keep beside the rows (migration 0030), and the oldest that waits. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

const total = (column: string) => sql<bigint>`sum(${sql.ref(column)})::bigint`;

/** Accounts that are in the lists, by status and verification. */
export function readUserTotals(db: Db, companyId: string) {
  return db
    .selectFrom('user_totals')
    .select(['status', 'is_approved as isApproved', total('users').as('users')])
    .where('company_id', '=', companyId)
    .groupBy(['status', 'is_approved'])
    .execute();
}

/** Purchases by status and method. */
export function readPurchaseTotals(db: Db, companyId: string) {
  return db
    .selectFrom('purchase_totals')
    .select(['status', 'payment_method as method', total('purchases').as('purchases')])
    .select([total('final_amount_paise').as('finalAmountPaise'), total('quantity').as('quantity')])
    .where('company_id', '=', companyId)
    .groupBy(['status', 'payment_method'])
    .execute();
}

/** When the pending purchase that waits longest was submitted; null when none waits. */
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

/** What waits for a second admin: few rows, each with its place in an index of its own (migrations 0045 and 0046). */
export async function countSeconds(db: Db, companyId: string): Promise<{ approvals: bigint; reversals: bigint }> {
  const { rows } = await sql<{ approvals: bigint; reversals: bigint }>`
    SELECT
      (SELECT count(*) FROM purchases WHERE company_id = ${companyId} AND status = 'PENDING'
        AND first_approved_by IS NOT NULL) AS approvals,
      (SELECT count(*) FROM purchases WHERE company_id = ${companyId} AND status = 'APPROVED'
        AND reversal_asked_by IS NOT NULL) AS reversals`.execute(db);
  return rows[0] ?? { approvals: 0n, reversals: 0n };
}

/** The parts of the supply, and what of the private one is credited and left. */
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

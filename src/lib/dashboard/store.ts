/** Reads the totals that triggers maintain (migration 0030), the oldest pending purchase and the supply. */
import { sql } from 'kysely';
import { assert } from '../core/errors.ts';
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

/** What waits for an admin, and the parts of the supply. */
export interface WaitingRow {
  /** When the oldest pending purchase was submitted; null if nothing is pending. */
  readonly oldestPending: Date | null;
  /** Purchases that wait for a second admin, by what was decided. */
  readonly approvals: bigint;
  readonly reversals: bigint;
  readonly refundsToApprove: bigint;
  readonly refundsToPay: bigint;
  /** Whole tokens of rewards by state, and how many wait for an admin. */
  readonly rewardsCredited: bigint;
  readonly rewardsHeld: bigint;
  readonly rewardsToReview: bigint;
}

/** The parts of the supply; of the private part also what is credited and what remains. */
export interface SupplyRow {
  readonly total_supply: bigint;
  readonly private_supply: bigint;
  readonly public_cell_supply: bigint;
  readonly angel_investor_supply: bigint;
  readonly founder_team_supply: bigint;
  readonly airdrop_supply: bigint;
  readonly credited: bigint;
  readonly remaining: bigint;
}

export async function readSummary(db: Db, companyId: string): Promise<WaitingRow & SupplyRow> {
  const { rows } = await sql<WaitingRow & SupplyRow>`
    SELECT c.total_supply, c.private_supply, c.public_cell_supply, c.angel_investor_supply, c.founder_team_supply,
      c.airdrop_supply, s.credited, greatest(c.private_supply - s.credited - s.held, 0) AS remaining,
      (SELECT created_at FROM purchases WHERE company_id = c.id AND status = 'PENDING'
        ORDER BY created_at, id LIMIT 1) AS "oldestPending",
      a.approvals, a.reversals, f."refundsToApprove", f."refundsToPay", w."rewardsHeld", w."rewardsToReview",
      (SELECT coalesce(sum(quantity), 0)::bigint FROM referral_rewards
        WHERE company_id = c.id AND state = 'CREDITED') AS "rewardsCredited"
    FROM companies c
    JOIN supplies s ON s.company_id = c.id,
    LATERAL (SELECT count(*) FILTER (WHERE kind = 'purchase.approve') AS approvals,
        count(*) FILTER (WHERE kind = 'purchase.reverse') AS reversals
      FROM approvals WHERE company_id = c.id AND state = 'OPEN') a,
    LATERAL (SELECT count(*) FILTER (WHERE state = 'WAITING_FOR_APPROVAL') AS "refundsToApprove",
        count(*) FILTER (WHERE state = 'APPROVED') AS "refundsToPay"
      FROM refunds WHERE company_id = c.id AND state IN ('WAITING_FOR_APPROVAL', 'APPROVED')) f,
    LATERAL (SELECT coalesce(sum(quantity), 0)::bigint AS "rewardsHeld",
        count(*) FILTER (WHERE signs <> '{}') AS "rewardsToReview"
      FROM referral_rewards WHERE company_id = c.id AND state = 'HELD') w
    WHERE c.id = ${companyId}`.execute(db);
  const [row] = rows;
  assert(row, 'the company of a site exists');
  return row;
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

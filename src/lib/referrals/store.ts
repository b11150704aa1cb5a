/** The SQL of referrals: what a member's code has brought. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** Members who gave this member's ID at their registration, and the whole tokens earned by it. */
export async function readFigures(
  db: Db,
  companyId: string,
  userId: string,
): Promise<{ brought: bigint; earned: bigint }> {
  const { rows } = await sql<{ brought: bigint; earned: bigint }>`
    SELECT
      (SELECT count(*) FROM users
        WHERE company_id = ${companyId} AND referrer_id = ${userId} AND deleted_at IS NULL) AS brought,
      (SELECT coalesce(sum(quantity), 0)::bigint FROM stock_entries
        WHERE company_id = ${companyId} AND user_id = ${userId} AND kind = 'REWARD') AS earned`.execute(db);
  return rows[0] ?? { brought: 0n, earned: 0n };
}

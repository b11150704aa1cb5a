/** The SQL of referral figures. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** How many members registered with this member's ID, and the whole tokens earned by them and not taken back. */
export async function readFigures(
  db: Db,
  companyId: string,
  userId: string,
): Promise<{ brought: bigint; earned: bigint }> {
  const { rows } = await sql<{ brought: bigint; earned: bigint }>`
    SELECT
      (SELECT count(*) FROM users
        WHERE company_id = ${companyId} AND referrer_id = ${userId} AND deleted_at IS NULL) AS brought,
      (SELECT coalesce(sum(e.quantity), 0)::bigint FROM stock_entries e
        WHERE e.company_id = ${companyId} AND e.user_id = ${userId} AND e.kind <> 'PURCHASE'
          AND EXISTS (SELECT 1 FROM stock_entries r
            WHERE r.company_id = e.company_id AND r.source_id = e.source_id AND r.kind = 'REWARD' AND r.user_id = e.user_id)
      ) AS earned`.execute(db);
  return rows[0] ?? { brought: 0n, earned: 0n };
}

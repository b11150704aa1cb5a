/** The SQL of a member's stock over time. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** Days of a chart: a year, and one more where it is a leap year. */
const DAYS_MAX = 366;

/** Days in India on which the stock changed, oldest first, with the balance at their end. */
export async function listDays(
  db: Db,
  companyId: string,
  userId: string,
): Promise<{ day: string; change: bigint; balance: bigint }[]> {
  const { rows } = await sql<{ day: string; change: bigint; balance: bigint }>`
    SELECT day, change, balance FROM (
      SELECT day, change, (sum(change) OVER (ORDER BY day))::bigint AS balance
      FROM (
        SELECT (created_at AT TIME ZONE INTERVAL '05:30')::date AS day, sum(quantity)::bigint AS change
        FROM stock_entries WHERE company_id = ${companyId} AND user_id = ${userId}
        GROUP BY 1
      ) AS days
      ORDER BY day DESC LIMIT ${DAYS_MAX}
    ) AS latest
    ORDER BY day`.execute(db);
  return rows;
}

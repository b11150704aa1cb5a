/** Allocations of bank rows as the database has them, by SQL that shares nothing with the code under test. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Home } from './accounts.ts';

interface Breach {
  readonly what: string;
  readonly id: string;
}

/** No row and no purchase has more allocations than it can carry, and the stored sums are those of the allocations. */
export async function expectAllocations(home: Home, companyId: string): Promise<void> {
  const { rows } = await sql<Breach>`
    WITH open AS (SELECT * FROM bank_matches WHERE company_id = ${companyId} AND released_at IS NULL),
    paid_back AS (SELECT x.row_id, sum(x.amount_paise) AS paise FROM refund_parts x JOIN refunds f ON f.id = x.refund_id
      WHERE x.company_id = ${companyId} AND f.state <> 'CANCELLED' GROUP BY x.row_id)
    SELECT 'row' AS what, r.id FROM bank_rows r WHERE r.company_id = ${companyId} AND (
      r.allocated_paise <> coalesce((SELECT sum(amount_paise) FROM open WHERE row_id = r.id), 0)
      OR r.refunded_paise <> coalesce((SELECT paise FROM paid_back WHERE row_id = r.id), 0)
      OR r.allocated_paise + r.refunded_paise > r.amount_paise)
    UNION ALL
    SELECT 'purchase', p.id FROM purchases p WHERE p.company_id = ${companyId} AND (
      p.allocated_paise <> coalesce((SELECT sum(amount_paise) FROM open WHERE purchase_id = p.id), 0)
      OR p.allocated_paise > p.final_amount_paise
      OR (p.status IN ('REJECTED', 'REVERSED') AND p.allocated_paise > 0))
    UNION ALL
    SELECT 'two buyers', o.row_id FROM open o JOIN purchases p ON p.id = o.purchase_id GROUP BY o.row_id HAVING count(DISTINCT p.user_id) > 1
    UNION ALL
    SELECT 'approved by a part', o.purchase_id FROM open o JOIN purchases p ON p.id = o.purchase_id AND p.status = 'APPROVED'
    GROUP BY o.purchase_id, p.final_amount_paise
    HAVING bool_and(o.kind = 'PART') AND sum(o.amount_paise) < p.final_amount_paise`.execute(home.database.platform);
  expect(rows).toEqual([]);
}

export interface Split {
  readonly credits: bigint;
  readonly allocated: bigint;
  readonly notOurs: bigint;
  readonly open: bigint;
}

/** What became of the credits of a company without settlements. Allocated: by approvals, by part payments, and to refunds. */
export async function splitOf(home: Home, companyId: string): Promise<Split> {
  const { rows } = await sql<Split>`
    SELECT coalesce(sum(r.amount_paise), 0)::bigint AS credits,
      coalesce(sum(CASE WHEN r.not_ours_at IS NULL THEN a.paise + b.paise ELSE 0 END), 0)::bigint AS allocated,
      coalesce(sum(CASE WHEN r.not_ours_at IS NULL THEN 0 ELSE r.amount_paise END), 0)::bigint AS "notOurs",
      coalesce(sum(CASE WHEN r.not_ours_at IS NULL THEN r.amount_paise - a.paise - b.paise ELSE 0 END), 0)::bigint AS open
    FROM bank_rows r
    CROSS JOIN LATERAL (SELECT coalesce(sum(m.amount_paise), 0) AS paise FROM bank_matches m JOIN purchases p ON p.id = m.purchase_id
      WHERE m.row_id = r.id AND m.released_at IS NULL AND (p.status = 'APPROVED' OR m.kind = 'PART')) a
    CROSS JOIN LATERAL (SELECT coalesce(sum(x.amount_paise), 0) AS paise FROM refund_parts x JOIN refunds f ON f.id = x.refund_id
      WHERE x.row_id = r.id AND f.state <> 'CANCELLED') b
    WHERE r.company_id = ${companyId} AND r.side = 'CREDIT'`.execute(home.database.platform);
  return rows[0] ?? expect.fail('a sum has a row');
}

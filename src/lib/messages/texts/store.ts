/** SQL of the numbers that a text to a buyer may name. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** Rows that are read: a member has fewer open orders. */
const ROWS_MAX = 200;

/** Order numbers and references of the purchases with these ids, of these members, or of these refunds. */
export async function listOwnNumbers(db: Db, companyId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ order: string; reference: string | null; transaction: string | null }>`
    SELECT p.order_number AS "order", p.reference_number AS reference, p.transaction_id AS transaction FROM purchases p
    WHERE p.company_id = ${companyId} AND (p.id = ANY(${ids}::uuid[]) OR p.user_id = ANY(${ids}::uuid[]) OR p.id IN (
      SELECT r.purchase_id FROM refunds r WHERE r.company_id = ${companyId} AND r.id = ANY(${ids}::uuid[])))
    ORDER BY p.created_at DESC LIMIT ${ROWS_MAX}`.execute(db);
  return rows.flatMap(({ order, reference, transaction }) => [order, reference ?? '', transaction ?? '']);
}

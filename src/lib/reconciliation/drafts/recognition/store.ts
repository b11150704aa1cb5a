/** The SQL that finds the rows of a draft that earlier statements have. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ComparedRow } from './rules.ts';

/** Sets the row of each draft row that has its identity. */
export async function setKnownByIdentity(db: Db, companyId: string, draftId: string): Promise<void> {
  const draft = sql`d.company_id = ${companyId} AND d.draft_id = ${draftId}`;
  await sql`UPDATE statement_draft_rows d SET row_id = NULL WHERE ${draft} AND d.row_id IS NOT NULL`.execute(db);
  await sql`
    UPDATE statement_draft_rows d SET row_id = r.id FROM bank_rows r
    WHERE ${draft} AND r.company_id = d.company_id AND r.identity = d.identity`.execute(db);
  await sql`
    UPDATE statement_draft_rows d SET row_id = a.row_id FROM bank_row_aliases a
    WHERE ${draft} AND d.row_id IS NULL AND a.company_id = d.company_id AND a.identity = d.identity`.execute(db);
}

export interface Compared {
  readonly rows: ComparedRow[];
  readonly known: ComparedRow[];
}

const COMPARED = sql`line, bank_date::text AS date, value_date::text AS "valueDate", side, amount_paise AS "amountPaise",
  balance_paise AS "balancePaise", narration`;

/**
 * Rows of the draft that are not known by their identity, and rows of the account that the draft does not have, where side,
 * amount and a day are equal. Rows of statements with the draft's layout have its identity, unless the bank cut their text. Lines
 * of settlements are no rows of the bank.
 */
export async function listCompared(
  db: Db,
  companyId: string,
  draftId: string,
  of: { readonly beneficiaryId: string; readonly layout: string },
): Promise<Compared> {
  const { rows: known } = await sql<ComparedRow>`
    WITH days AS MATERIALIZED (
      SELECT DISTINCT d.side, d.amount_paise, v.day FROM statement_draft_rows d
      CROSS JOIN LATERAL (VALUES (d.bank_date), (d.value_date)) AS v(day)
      WHERE d.company_id = ${companyId} AND d.draft_id = ${draftId} AND d.row_id IS NULL AND d.settlement_kind IS NULL AND v.day IS NOT NULL)
    SELECT r.id, ${COMPARED},
      ARRAY(SELECT DISTINCT f.payment_number FROM bank_row_references f
        WHERE f.company_id = r.company_id AND f.row_id = r.id AND f.payment_number IS NOT NULL) AS numbers,
      EXISTS (SELECT FROM bank_statement_rows l
        JOIN bank_statements s ON s.company_id = l.company_id AND s.id = l.statement_id
        WHERE l.company_id = r.company_id AND l.row_id = r.id AND s.layout = ${of.layout} AND s.layout <> '') AS "hasSameLayout"
    FROM bank_rows r
    WHERE r.company_id = ${companyId} AND r.beneficiary_id = ${of.beneficiaryId} AND r.settlement_kind IS NULL
      AND ((r.side, r.amount_paise, r.bank_date) IN (SELECT side, amount_paise, day FROM days)
        OR (r.side, r.amount_paise, r.value_date) IN (SELECT side, amount_paise, day FROM days))
      AND NOT EXISTS (SELECT FROM statement_draft_rows o
        WHERE o.company_id = r.company_id AND o.draft_id = ${draftId} AND o.row_id = r.id)
    ORDER BY r.bank_date, r.line, r.id`.execute(db);
  if (known.length === 0) return { rows: [], known };
  const amounts = [...new Set(known.map((row) => String(row.amountPaise)))];
  const { rows } = await sql<ComparedRow>`
    SELECT d.identity AS id, ${COMPARED},
      ARRAY(SELECT DISTINCT n FROM unnest(d.payment_numbers) AS n WHERE n IS NOT NULL) AS numbers
    FROM statement_draft_rows d
    WHERE d.company_id = ${companyId} AND d.draft_id = ${draftId} AND d.row_id IS NULL AND d.settlement_kind IS NULL
      AND d.amount_paise = ANY (${amounts}::bigint[])
    ORDER BY d.line, d.identity`.execute(db);
  return { rows, known };
}

/** Sets the rows of draft rows, by the identity of each. */
export async function setKnown(
  db: Db,
  companyId: string,
  draftId: string,
  known: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`
    UPDATE statement_draft_rows d SET row_id = k.row_id
    FROM unnest(${[...known.keys()]}::text[], ${[...known.values()]}::uuid[]) AS k(identity, row_id)
    WHERE d.company_id = ${companyId} AND d.draft_id = ${draftId} AND d.identity = k.identity`.execute(db);
}

/** How many rows of the draft earlier statements have. */
export async function countKnown(db: Db, companyId: string, draftId: string): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    SELECT count(*)::int AS known FROM statement_draft_rows d
    WHERE d.company_id = ${companyId} AND d.draft_id = ${draftId} AND d.row_id IS NOT NULL`.execute(db);
  return rows[0]?.known ?? 0;
}

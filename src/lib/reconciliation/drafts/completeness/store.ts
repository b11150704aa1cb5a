/** The SQL of what earlier imports say about the days around a statement. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { Neighbours } from './rules.ts';

interface Neighbour {
  readonly day: string;
  /** Paise. */
  readonly balances: string[];
}

const neighbourOf = (row: Neighbour | undefined): Neighbours['before'] =>
  row ? { day: row.day, balances: row.balances.map(BigInt) } : null;

/**
 * The closing balances of the statements that end on the nearest day before, and the opening balances of those that begin on the
 * nearest day after.
 */
export async function findNeighbours(
  db: Db,
  companyId: string,
  beneficiaryId: string,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<Neighbours> {
  const hasRow = (condition: ReturnType<typeof sql>) => sql`EXISTS (
    SELECT FROM bank_statement_rows l JOIN bank_rows r ON r.company_id = l.company_id AND r.id = l.row_id
    WHERE l.company_id = s.company_id AND l.statement_id = s.id AND ${condition})`;
  const statements = sql`bank_statements s
    WHERE s.company_id = ${companyId} AND s.beneficiary_id = ${beneficiaryId} AND s.balance_check IN ('RUNS', 'TOTALS')`;
  const rows = sql`bank_rows WHERE company_id = ${companyId} AND beneficiary_id = ${beneficiaryId} AND settlement_kind IS NULL`;
  const { rows: before } = await sql<Neighbour>`
    WITH nearest AS MATERIALIZED (SELECT max(bank_date) AS day FROM ${rows} AND bank_date < ${first}::date)
    SELECT n.day::text AS day, array_agg(s.closing_paise::text) AS balances FROM nearest n, ${statements}
      AND s.closing_paise IS NOT NULL AND ${hasRow(sql`r.bank_date = n.day`)} AND NOT ${hasRow(sql`r.bank_date > n.day`)}
    GROUP BY n.day`.execute(db);
  const { rows: after } = await sql<Neighbour>`
    WITH nearest AS MATERIALIZED (SELECT min(bank_date) AS day FROM ${rows} AND bank_date > ${last}::date)
    SELECT n.day::text AS day, array_agg(s.opening_paise::text) AS balances FROM nearest n, ${statements}
      AND s.opening_paise IS NOT NULL AND ${hasRow(sql`r.bank_date = n.day`)} AND NOT ${hasRow(sql`r.bank_date < n.day`)}
    GROUP BY n.day`.execute(db);
  return { before: neighbourOf(before[0]), after: neighbourOf(after[0]) };
}

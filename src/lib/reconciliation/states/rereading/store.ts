/** The SQL that reads the stored narrations again when the rules of reading have changed. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { RereadRow, StoredRow } from './rules.ts';

/** The next rows of banks after an id; lines of settlements have no narration of a bank. */
export async function listRows(db: Db, companyId: string, afterId: string | null, limit: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    SELECT r.id, r.side, r.narration, r.payer_name AS "payerName", r.vpa, r.transaction_id AS "transactionId",
      (SELECT coalesce(json_agg(json_build_object('reference', f.reference, 'source', f.source)), '[]')
        FROM bank_row_references f WHERE f.company_id = r.company_id AND f.row_id = r.id) AS references
    FROM bank_rows r WHERE r.company_id = ${companyId} AND r.settlement_id IS NULL
      AND (${afterId}::uuid IS NULL OR r.id > ${afterId}::uuid)
    ORDER BY r.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Replaces what was read of rows. */
export async function updateRows(tx: Db, companyId: string, rows: readonly RereadRow[]): Promise<void> {
  const json = JSON.stringify(rows);
  await sql`
    UPDATE bank_rows r SET payer_name = n."payerName", vpa = n.vpa, is_reversal = n."isReversal"
    FROM json_to_recordset(${json}::json) AS n(id uuid, "payerName" text, vpa text, "isReversal" boolean)
    WHERE r.company_id = ${companyId} AND r.id = n.id
      AND (r.payer_name, r.vpa, r.is_reversal) IS DISTINCT FROM (n."payerName", n.vpa, n."isReversal")`.execute(tx);
  await sql`
    DELETE FROM bank_row_references WHERE company_id = ${companyId} AND row_id = ANY (${rows.map((row) => row.id)}::uuid[])`.execute(
    tx,
  );
  await sql`
    INSERT INTO bank_row_references (company_id, row_id, reference, source, payment_number)
    SELECT ${companyId}::uuid, n.id, f.reference, f.source, f.number
    FROM json_to_recordset(${json}::json) AS n(id uuid, "references" json)
    CROSS JOIN LATERAL json_to_recordset(n."references") AS f(reference text, source text, number text)
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function setRulesVersion(db: Db, companyId: string, version: number): Promise<void> {
  await db.updateTable('bank_state_runs').set({ rules_version: version }).where('company_id', '=', companyId).execute();
}

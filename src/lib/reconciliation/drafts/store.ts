/** The SQL of drafts: statements that were read and not yet imported. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Mapping } from '../statement/contract.ts';
import type { ChangedRow, Draft, DraftRow } from './rules.ts';

/** @returns false if the company has used the id for another draft */
export async function insertDraft(db: Db, companyId: string, id: string, adminId: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO statement_drafts (company_id, id, created_by)
    SELECT ${companyId}::uuid, ${id}::uuid, ${adminId}::uuid
    WHERE NOT EXISTS (SELECT FROM bank_statements WHERE company_id = ${companyId} AND draft_id = ${id})
    ON CONFLICT DO NOTHING RETURNING id`.execute(db);
  return rows.length === 1;
}

export async function deleteDraft(db: Db, companyId: string, id: string): Promise<void> {
  await db.deleteFrom('statement_drafts').where('company_id', '=', companyId).where('id', '=', id).execute();
}

export async function setProgress(db: Db, companyId: string, id: string, percent: number): Promise<void> {
  await db
    .updateTable('statement_drafts')
    .set({ progress_percent: percent })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('progress_percent', '<', percent)
    .execute();
}

/** In per cent; null if the company has no such draft. */
export async function readProgress(db: Db, companyId: string, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('statement_drafts')
    .select('progress_percent')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.progress_percent ?? null;
}

export async function insertRows(db: Db, companyId: string, draftId: string, rows: readonly DraftRow[]): Promise<void> {
  await sql`
    INSERT INTO statement_draft_rows (company_id, draft_id, identity, line, bank_date, bank_time, value_date, side, amount_paise,
      balance_paise, transaction_id, narration, reference_numbers, reference_sources, payment_numbers, payer_name, vpa, is_reversal,
      settlement_reference, settlement_kind, charge_fee_paise, charge_tax_paise)
    SELECT ${companyId}::uuid, ${draftId}::uuid, identity, line, bank_date, bank_time, value_date, side, amount_paise,
      balance_paise, transaction_id, narration, reference_numbers, reference_sources, payment_numbers, payer_name, vpa, is_reversal,
      settlement_reference, settlement_kind, charge_fee_paise, charge_tax_paise
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x(identity text, line integer, bank_date date, bank_time time,
      value_date date, side text, amount_paise bigint, balance_paise bigint, transaction_id text, narration text,
      reference_numbers text[], reference_sources text[], payment_numbers text[], payer_name text, vpa text, is_reversal boolean,
      settlement_reference text, settlement_kind text, charge_fee_paise bigint, charge_tax_paise bigint)`.execute(db);
}

/**
 * Rows that are known by account, day, side and reference, but with another amount. Rows that the draft has unchanged are not
 * compared, because two payments can share a number.
 */
export async function listChanged(
  db: Db,
  companyId: string,
  draftId: string,
  beneficiaryId: string,
): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    SELECT DISTINCT ON (d.line) d.line, d.bank_date::text AS date, f.reference, d.amount_paise AS "amountPaise",
      r.amount_paise AS "knownPaise"
    FROM statement_draft_rows d
    CROSS JOIN LATERAL unnest(d.payment_numbers) AS n(payment_number)
    JOIN bank_row_references f ON f.company_id = d.company_id AND f.payment_number = n.payment_number
    JOIN bank_rows r ON r.company_id = f.company_id AND r.id = f.row_id AND r.beneficiary_id = ${beneficiaryId}
      AND r.bank_date = d.bank_date AND r.side = d.side AND r.amount_paise <> d.amount_paise
      AND r.settlement_id IS NULL AND d.settlement_reference IS NULL
    WHERE d.company_id = ${companyId} AND d.draft_id = ${draftId}
      AND d.row_id IS NULL AND NOT EXISTS (SELECT FROM statement_draft_rows o
        WHERE o.company_id = d.company_id AND o.draft_id = d.draft_id AND o.row_id = r.id)
    ORDER BY d.line, f.reference LIMIT 50`.execute(db);
  return rows;
}

export async function finishDraft(db: Db, companyId: string, id: string, draft: Draft): Promise<void> {
  await db
    .updateTable('statement_drafts')
    .set({ reading: JSON.stringify(draft), progress_percent: 100 })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** The mapping that was saved for an account and a header; null for none. */
export async function findMapping(
  db: Db,
  companyId: string,
  beneficiaryId: string,
  columns: readonly string[],
): Promise<Mapping | null> {
  const { rows } = await sql<{ mapping: Mapping }>`
    SELECT mapping FROM bank_mappings
    WHERE company_id = ${companyId} AND beneficiary_id = ${beneficiaryId} AND header = ${JSON.stringify(columns)}`.execute(
    db,
  );
  return rows[0]?.mapping ?? null;
}

/**
 * Of some accounts, the one that the latest imported statement of a layout was of; for a layout without a name, the one for which
 * the columns of its header were saved last. Null for neither.
 */
export async function findLastAccount(
  db: Db,
  companyId: string,
  beneficiaryIds: readonly string[],
  { layout, columns }: { readonly layout: string; readonly columns: readonly string[] },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT beneficiary_id AS id FROM (
      SELECT beneficiary_id, imported_at AS at, id FROM bank_statements
      WHERE company_id = ${companyId} AND layout = ${layout} AND layout <> ''
      UNION ALL
      SELECT beneficiary_id, saved_at, beneficiary_id FROM bank_mappings
      WHERE company_id = ${companyId} AND ${layout} = '' AND header = ${JSON.stringify(columns)}) AS used
    WHERE beneficiary_id = ANY(${[...beneficiaryIds]}::uuid[])
    ORDER BY at DESC, id LIMIT 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Drafts that nobody imported stay for a day. */
export async function deleteOldDrafts(db: Db): Promise<void> {
  await sql`DELETE FROM statement_drafts WHERE created_at < now() - interval '1 day'`.execute(db);
}

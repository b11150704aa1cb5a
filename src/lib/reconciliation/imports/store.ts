/** The SQL of imported statements. An import moves the rows of a draft inside the database. */
import { sql } from 'kysely';
import { offsetOf, type PageRequest } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';
import type { Draft } from '../drafts/rules.ts';

export interface Imported {
  readonly statementId: string;
  readonly rows: number;
  readonly newRows: number;
}

/** The statement that a draft became; null while it has not. */
export async function findImported(db: Db, companyId: string, draftId: string): Promise<Imported | null> {
  const row = await db
    .selectFrom('bank_statements')
    .select(['id as statementId', 'rows', 'new_rows as newRows'])
    .where('company_id', '=', companyId)
    .where('draft_id', '=', draftId)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks a draft, so that it is imported once. Null if the company has none; `draft` is null while it is read. */
export async function lockDraft(tx: Db, companyId: string, id: string): Promise<{ draft: Draft | null } | null> {
  const { rows } = await sql<{ draft: Draft | null }>`
    SELECT reading AS draft FROM statement_drafts WHERE company_id = ${companyId} AND id = ${id} FOR UPDATE`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Locks an account against other imports and deletions of its rows. @returns false if it was deleted */
export async function lockAccount(tx: Db, companyId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('beneficiaries')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Adds the rows of the draft that are not known, marked by the first rule that fits; lines of settlements, and payments with the number of
 * a pending order, are never marked by a rule. Known rows of another layout get its numbers and its identity too.
 * @param provider of a settlement file, whose settlements are stored; null for a statement of a bank
 * @returns their number
 */
export async function insertRows(
  tx: Db,
  companyId: string,
  draftId: string,
  beneficiaryId: string,
  provider: string | null,
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    WITH added AS (
      INSERT INTO bank_rows (company_id, beneficiary_id, identity, line, bank_date, bank_time, value_date, side, amount_paise,
        balance_paise, transaction_id, narration, payer_name, vpa, is_reversal, not_ours_reason, not_ours_at,
        settlement_id, settlement_kind, charge_fee_paise, charge_tax_paise)
      SELECT d.company_id, ${beneficiaryId}::uuid, d.identity, d.line, d.bank_date, d.bank_time, d.value_date, d.side,
        d.amount_paise, d.balance_paise, d.transaction_id, d.narration, d.payer_name, d.vpa, d.is_reversal, rule.reason,
        CASE WHEN rule.reason IS NOT NULL THEN now() END, s.id, d.settlement_kind, d.charge_fee_paise, d.charge_tax_paise
      FROM statement_draft_rows d
      LEFT JOIN settlements s ON s.company_id = d.company_id AND s.beneficiary_id = ${beneficiaryId}
        AND s.provider = ${provider} AND s.reference = d.settlement_reference
      LEFT JOIN LATERAL (
        SELECT b.reason FROM bank_rules b
        WHERE b.company_id = d.company_id AND d.side = 'CREDIT' AND d.settlement_reference IS NULL AND position(lower(b.narration_text) IN lower(d.narration)) > 0
          -- One admin's rule says nothing about the payment of an order: it would keep a paid buyer out.
          AND NOT EXISTS (SELECT FROM purchases p WHERE p.company_id = d.company_id AND p.status = 'PENDING'
            AND p.reference_number IN (
              SELECT n FROM unnest(d.payment_numbers) n UNION SELECT substr(n, 2) FROM unnest(d.payment_numbers) n WHERE n LIKE '0%'))
        ORDER BY b.created_at, b.id LIMIT 1) rule ON true
      WHERE d.company_id = ${companyId} AND d.draft_id = ${draftId} AND d.row_id IS NULL
      ORDER BY d.line
      ON CONFLICT ON CONSTRAINT bank_rows_identity DO NOTHING RETURNING 1)
    SELECT count(*)::int AS added FROM added`.execute(tx);
  const draft = sql`d.company_id = ${companyId} AND d.draft_id = ${draftId}`;
  const numbers = sql`unnest(d.reference_numbers, d.reference_sources, d.payment_numbers) AS n(reference, source, payment_number)`;
  await sql`
    INSERT INTO bank_row_references (company_id, row_id, reference, source, payment_number)
    SELECT d.company_id, coalesce(d.row_id, r.id), n.reference, n.source, n.payment_number
    FROM statement_draft_rows d
    LEFT JOIN bank_rows r ON r.company_id = d.company_id AND r.identity = d.identity
    CROSS JOIN LATERAL ${numbers}
    WHERE ${draft} AND (d.row_id IS NULL OR (n.payment_number IS NOT NULL AND d.row_id IS DISTINCT FROM r.id))
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    INSERT INTO bank_row_aliases (company_id, identity, row_id)
    SELECT d.company_id, d.identity, d.row_id FROM statement_draft_rows d
    WHERE ${draft} AND d.row_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM bank_rows r WHERE r.company_id = d.company_id AND r.identity = d.identity)
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    UPDATE statement_draft_rows d SET row_id = r.id FROM bank_rows r
    WHERE ${draft} AND d.row_id IS NULL AND r.company_id = d.company_id AND r.identity = d.identity`.execute(tx);
  return rows[0]?.added ?? 0;
}

/** Renews the statistics by which the database plans the comparison. @param platform owns the tables; not in a transaction */
export async function analyzeRows(platform: Db): Promise<void> {
  await sql`ANALYZE bank_rows, bank_row_references, bank_statement_rows`.execute(platform);
}

/** The statement of the account with the same file; null for none. */
export async function findSameFile(
  tx: Db,
  companyId: string,
  beneficiaryId: string,
  sha256: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('bank_statements')
    .select('id')
    .where('company_id', '=', companyId)
    .where('beneficiary_id', '=', beneficiaryId)
    .where('sha256', '=', sha256)
    .orderBy('imported_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export interface NewStatement {
  readonly draftId: string;
  readonly draft: Draft & { readonly beneficiaryId: string; readonly period: NonNullable<Draft['period']> };
  readonly newRows: number;
  readonly importedBy: string;
}

/** Adds the statement of a draft whose rows are in. @returns its id */
export async function insertStatement(tx: Db, companyId: string, statement: NewStatement): Promise<string> {
  const { draft, draftId, newRows, importedBy } = statement;
  const { id } = await tx
    .insertInto('bank_statements')
    .values({
      company_id: companyId,
      beneficiary_id: draft.beneficiaryId,
      draft_id: draftId,
      layout: draft.layout,
      file_name: draft.fileName,
      sha256: draft.sha256,
      period_from: draft.period.from,
      period_to: draft.period.to,
      rows: draft.rows,
      new_rows: newRows,
      opening_paise: draft.openingPaise === null ? null : BigInt(draft.openingPaise),
      credits_paise: BigInt(draft.creditsPaise),
      debits_paise: BigInt(draft.debitsPaise),
      closing_paise: draft.closingPaise === null ? null : BigInt(draft.closingPaise),
      balance_check: draft.balanceCheck,
      imported_by: importedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO bank_statement_rows (company_id, statement_id, row_id, line)
    SELECT d.company_id, ${id}::uuid, d.row_id, min(d.line) FROM statement_draft_rows d
    WHERE d.company_id = ${companyId} AND d.draft_id = ${draftId} GROUP BY d.company_id, d.row_id`.execute(tx);
  return id;
}

export async function saveMapping(
  tx: Db,
  companyId: string,
  draft: NewStatement['draft'],
  savedBy: string,
): Promise<void> {
  const mapping = JSON.stringify(draft.mapping);
  await tx
    .insertInto('bank_mappings')
    .values({
      company_id: companyId,
      beneficiary_id: draft.beneficiaryId,
      header: JSON.stringify(draft.columns),
      mapping,
      saved_by: savedBy,
    })
    .onConflict((oc) =>
      oc
        .columns(['company_id', 'beneficiary_id', 'header'])
        .doUpdateSet({ mapping, saved_by: savedBy, saved_at: sql<Date>`now()` }),
    )
    .execute();
}

/**
 * Whether a row of statement `s`, or a payment of a settlement that it credits, has a purchase, or is marked or rejected by an admin. What
 * was undone is no decision any more.
 */
const HAS_DECISIONS = sql<boolean>`EXISTS (
  SELECT FROM bank_statement_rows l JOIN bank_rows r ON r.company_id = l.company_id AND r.id = l.row_id
  WHERE l.company_id = s.company_id AND l.statement_id = s.id AND (r.not_ours_by IS NOT NULL OR r.rejected_by IS NOT NULL
    OR EXISTS (SELECT FROM refunds f WHERE f.company_id = r.company_id AND f.debit_row_id = r.id)
    OR EXISTS (SELECT FROM refund_parts x JOIN refunds f ON f.company_id = x.company_id AND f.id = x.refund_id AND f.state <> 'CANCELLED'
      JOIN bank_matches m ON m.company_id = x.company_id AND m.row_id = x.row_id AND m.purchase_id = f.purchase_id
      WHERE x.company_id = r.company_id AND x.row_id = r.id)
    OR EXISTS (
    SELECT FROM bank_matches m WHERE m.company_id = r.company_id AND m.row_id = r.id AND m.released_at IS NULL)
    OR EXISTS (SELECT FROM bank_rows p WHERE p.company_id = r.company_id AND p.settlement_id = r.settles_id
      AND (p.not_ours_by IS NOT NULL OR p.rejected_by IS NOT NULL OR EXISTS (
        SELECT FROM bank_matches m WHERE m.company_id = p.company_id AND m.row_id = p.id AND m.released_at IS NULL)))))`;

/** The newest first. */
export async function listStatements(db: Db, companyId: string, page: PageRequest) {
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('bank_statements as s')
      .innerJoin('beneficiaries as b', 'b.id', 's.beneficiary_id')
      .leftJoin('users as u', (join) =>
        join.onRef('u.company_id', '=', 's.company_id').onRef('u.id', '=', 's.imported_by'),
      )
      .select(['s.id', 's.beneficiary_id', 's.layout', 's.file_name', 's.period_from', 's.period_to', 's.rows'])
      .select(['s.new_rows', 's.credits_paise', 's.debits_paise', 's.balance_check', 's.imported_at'])
      .select(['b.bank_name as bankName', 'b.account_number as accountNumber', 'b.upi', 'u.name as importer'])
      .select(HAS_DECISIONS.as('hasDecisions'))
      .where('s.company_id', '=', companyId)
      .orderBy('s.imported_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute(),
    db
      .selectFrom('bank_statements')
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

export type StatementListRow = Awaited<ReturnType<typeof listStatements>>['rows'][number];

/** Locks a statement; null if the company has none with this id. */
export async function lockStatement(tx: Db, companyId: string, id: string) {
  const row = await tx
    .selectFrom('bank_statements')
    .select(['beneficiary_id', 'sha256', 'rows', 'period_from', 'period_to', 'layout'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the rows of a statement against decisions, in the order of their ids. @returns whether one has a decision */
export async function lockRows(tx: Db, companyId: string, id: string): Promise<boolean> {
  await sql`
    SELECT FROM bank_rows r WHERE r.company_id = ${companyId}
      AND r.id IN (SELECT row_id FROM bank_statement_rows WHERE company_id = ${companyId} AND statement_id = ${id})
    ORDER BY r.id FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ hasDecisions: boolean }>`
    SELECT ${HAS_DECISIONS} AS "hasDecisions" FROM bank_statements s WHERE s.company_id = ${companyId} AND s.id = ${id}`.execute(
    tx,
  );
  return rows[0]?.hasDecisions === true;
}

/** Payouts that ended forget rows of this statement that no other has: their debits and returns are looked for again. */
async function forgetPayoutRows(tx: Db, companyId: string, id: string): Promise<void> {
  await permit(tx, 'payees');
  const isGone = (row: string) => sql<boolean>`EXISTS (SELECT FROM bank_statement_rows l
    WHERE l.company_id = o.company_id AND l.row_id = ${sql.ref(row)} AND l.statement_id = ${id})
    AND NOT EXISTS (SELECT FROM bank_statement_rows l
      WHERE l.company_id = o.company_id AND l.row_id = ${sql.ref(row)} AND l.statement_id <> ${id})`;
  await sql`UPDATE refund_payouts o SET debit_row_id = NULL, is_debit_expected = return_row_id IS NOT NULL
    WHERE o.company_id = ${companyId} AND ${isGone('o.debit_row_id')}`.execute(tx);
  await sql`UPDATE refund_payouts o SET return_row_id = NULL, is_debit_expected = false
    WHERE o.company_id = ${companyId} AND ${isGone('o.return_row_id')}`.execute(tx);
}

/** Deletes a statement and the rows that no other statement has. */
export async function deleteStatement(tx: Db, companyId: string, id: string): Promise<void> {
  await forgetPayoutRows(tx, companyId, id);
  await sql`
    DELETE FROM bank_rows r WHERE r.company_id = ${companyId}
      AND r.id IN (SELECT row_id FROM bank_statement_rows WHERE company_id = ${companyId} AND statement_id = ${id})
      AND NOT EXISTS (SELECT FROM bank_statement_rows o
        WHERE o.company_id = r.company_id AND o.row_id = r.id AND o.statement_id <> ${id})`.execute(tx);
  await tx.deleteFrom('bank_statements').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** The SQL of settlements: their lines are rows, and so is the bank's credit of each. */
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageRequest } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';
import type { TransferRow } from './credit.rules.ts';
import type { FileSettlement } from './reading.rules.ts';

/** The settlement of row `r`, as `LineSettlement`; null for a row of the bank. */
export const SETTLEMENT_OF_ROW = sql`(
  SELECT json_build_object('provider', s.provider, 'reference', s.reference, 'kind', r.settlement_kind, 'creditedOn', c.bank_date,
    'credit', CASE WHEN c.id IS NOT NULL THEN json_build_object('narration', c.narration, 'payerName', c.payer_name) END)
  FROM settlements s LEFT JOIN bank_rows c ON c.company_id = s.company_id AND c.settles_id = s.id WHERE s.company_id = r.company_id AND s.id = r.settlement_id)`;

/** Whether credit `r` is part of the sums: a payment of a settlement is, once the bank has the settlement. */
export const IS_COUNTED = sql<boolean>`(
  r.settlement_id IS NULL OR (r.settlement_kind = 'PAYMENT' AND credited_on(r) IS NOT NULL))`;

/** What credit `r` adds to the sums. A settlement adds what is left when its payments are counted: the fees, below zero. */
export const CREDITED_AMOUNT: RawBuilder<bigint> = sql<bigint>`CASE WHEN r.settles_id IS NULL THEN r.amount_paise
  ELSE r.amount_paise - (SELECT coalesce(sum(l.amount_paise), 0) FROM bank_rows l WHERE l.company_id = r.company_id
    AND l.settlement_id = r.settles_id AND l.settlement_kind = 'PAYMENT')::bigint END`;

/** Adds the settlements of a file. A number that the aggregator states later, or after a failed transfer, replaces the one before. */
export async function saveSettlements(
  tx: Db,
  companyId: string,
  beneficiaryId: string,
  provider: string,
  settlements: readonly FileSettlement[],
): Promise<void> {
  await sql`
    INSERT INTO settlements (company_id, beneficiary_id, provider, reference, utr, settled_on)
    SELECT ${companyId}::uuid, ${beneficiaryId}::uuid, ${provider}, n.reference, n.utr, n.settled_on
    FROM unnest(${settlements.map((it) => it.reference)}::text[], ${settlements.map((it) => it.utr)}::text[],
      ${settlements.map((it) => it.settledOn)}::date[]) AS n(reference, utr, settled_on)
    ORDER BY n.reference
    ON CONFLICT ON CONSTRAINT settlements_reference DO UPDATE
      SET utr = coalesce(EXCLUDED.utr, settlements.utr), settled_on = coalesce(EXCLUDED.settled_on, settlements.settled_on)`.execute(
    tx,
  );
}

/** Deletes the settlements of an account that have no line. */
export async function deleteEmpty(tx: Db, companyId: string, beneficiaryId: string): Promise<void> {
  const isEmpty = sql<boolean>`NOT EXISTS (
    SELECT FROM bank_rows l WHERE l.company_id = s.company_id AND l.settlement_id = s.id)`;
  await sql`
    UPDATE bank_rows r SET settles_id = NULL FROM settlements s
    WHERE s.company_id = ${companyId} AND s.beneficiary_id = ${beneficiaryId} AND ${isEmpty}
      AND r.company_id = s.company_id AND r.settles_id = s.id`.execute(tx);
  await sql`
    DELETE FROM settlements s WHERE s.company_id = ${companyId} AND s.beneficiary_id = ${beneficiaryId} AND ${isEmpty}`.execute(
    tx,
  );
}

const NET = sql<bigint>`(
  SELECT coalesce(sum((CASE WHEN l.side = 'CREDIT' THEN 1 ELSE -1 END) * l.amount_paise - l.charge_fee_paise - l.charge_tax_paise), 0)
  FROM bank_rows l WHERE l.company_id = s.company_id AND l.settlement_id = s.id)::bigint`;

/** Rows of the bank in the account of settlement `s` with its number. */
const TRANSFERS = sql`
  bank_row_references f JOIN bank_rows t ON t.company_id = f.company_id AND t.id = f.row_id
  WHERE f.company_id = s.company_id AND f.reference = s.utr AND t.beneficiary_id = s.beneficiary_id AND t.settlement_id IS NULL`;

const IS_SHARED = sql<boolean>`EXISTS (SELECT FROM settlements o
  WHERE o.company_id = s.company_id AND o.beneficiary_id = s.beneficiary_id AND o.utr = s.utr AND o.id <> s.id)`;

export interface LinkedSettlement {
  readonly id: string;
  readonly utr: string | null;
  readonly netPaise: bigint;
  readonly isShared: boolean;
  /** The row that is spent on it now. */
  readonly creditId: string | null;
}

/** Locks rows that carry the number of a settlement of the account, against marks and approvals. */
export async function lockTransfers(tx: Db, companyId: string, beneficiaryId: string): Promise<void> {
  await sql`
    SELECT FROM bank_rows r WHERE r.company_id = ${companyId} AND r.id IN (
      SELECT t.id FROM settlements s CROSS JOIN LATERAL (SELECT t.id FROM ${TRANSFERS}) t
      WHERE s.company_id = ${companyId} AND s.beneficiary_id = ${beneficiaryId})
    ORDER BY r.id FOR UPDATE`.execute(tx);
}

/** The settlements of an account that have, or may have, a credit. */
export async function listLinks(tx: Db, companyId: string, beneficiaryId: string): Promise<LinkedSettlement[]> {
  const { rows } = await sql<LinkedSettlement>`
    SELECT s.id, s.utr, ${NET} AS "netPaise", ${IS_SHARED} AS "isShared", c.id AS "creditId"
    FROM settlements s LEFT JOIN bank_rows c ON c.company_id = s.company_id AND c.settles_id = s.id
    WHERE s.company_id = ${companyId} AND s.beneficiary_id = ${beneficiaryId}
      AND (c.id IS NOT NULL OR EXISTS (SELECT FROM ${TRANSFERS}))
    ORDER BY s.id`.execute(tx);
  return rows;
}

/** The rows with the numbers of settlements, by the settlement's id. */
export async function transfersOf(
  db: Db,
  companyId: string,
  settlementIds: readonly string[],
): Promise<ReadonlyMap<string, TransferRow[]>> {
  const { rows } = await sql<TransferRow & { settlementId: string }>`
    SELECT DISTINCT s.id AS "settlementId", t.id, t.side, t.amount_paise AS "amountPaise", t.bank_date::text AS date,
      t.not_ours_at IS NOT NULL
        OR EXISTS (SELECT FROM bank_matches m WHERE m.company_id = t.company_id AND m.row_id = t.id AND m.released_at IS NULL)
        OR claims.statuses @> '{APPROVED}' AS "isUsed", claims.statuses @> '{PENDING}' AS "isClaimed"
    FROM settlements s CROSS JOIN LATERAL (SELECT t.* FROM ${TRANSFERS}) t
    CROSS JOIN LATERAL (SELECT coalesce(array_agg(p.status::text), '{}') AS statuses FROM claims_of_payment_numbers(s.company_id,
      ARRAY(SELECT n.payment_number FROM bank_row_references n WHERE n.company_id = t.company_id AND n.row_id = t.id
        AND n.payment_number IS NOT NULL) || s.utr) p) claims
    WHERE s.company_id = ${companyId} AND s.id = ANY (${settlementIds}::uuid[])
    ORDER BY t.id`.execute(db);
  return Map.groupBy(rows, (row) => row.settlementId);
}

/** Spends a row on a settlement, or frees it. */
export async function setCredit(tx: Db, companyId: string, settlementId: string, rowId: string | null): Promise<void> {
  await sql`UPDATE bank_rows SET settles_id = NULL WHERE company_id = ${companyId} AND settles_id = ${settlementId}`.execute(
    tx,
  );
  if (rowId === null) return;
  await sql`UPDATE bank_rows SET settles_id = ${settlementId} WHERE company_id = ${companyId} AND id = ${rowId}`.execute(
    tx,
  );
}

export interface SettlementRow {
  readonly id: string;
  readonly provider: string;
  readonly reference: string;
  readonly utr: string | null;
  readonly beneficiaryId: string;
  readonly settledOn: string | null;
  readonly netPaise: bigint;
  readonly isShared: boolean;
  readonly payments: number;
  readonly grossPaise: bigint;
  readonly feePaise: bigint;
  readonly taxPaise: bigint;
  readonly returnedPaise: bigint;
  readonly adjustmentsPaise: bigint;
  /** Payments that nothing was decided about. */
  readonly open: number;
}

/** The newest first. */
export async function listSettlements(
  db: Db,
  companyId: string,
  page: PageRequest,
): Promise<{ rows: SettlementRow[]; total: number }> {
  const { rows } = await sql<SettlementRow & { total: bigint }>`
    SELECT s.id, s.provider, s.reference, s.utr, s.beneficiary_id AS "beneficiaryId", s.settled_on::text AS "settledOn",
      ${IS_SHARED} AS "isShared", sums.*, count(*) OVER () AS total
    FROM settlements s CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE l.settlement_kind = 'PAYMENT')::int AS payments,
        coalesce(sum(l.amount_paise) FILTER (WHERE l.settlement_kind = 'PAYMENT'), 0)::bigint AS "grossPaise",
        coalesce(sum(l.charge_fee_paise), 0)::bigint AS "feePaise", coalesce(sum(l.charge_tax_paise), 0)::bigint AS "taxPaise",
        coalesce(sum(l.amount_paise) FILTER (WHERE l.settlement_kind IN ('REFUND', 'CHARGEBACK')), 0)::bigint AS "returnedPaise",
        coalesce(sum(CASE WHEN l.side = 'CREDIT' THEN l.amount_paise ELSE -l.amount_paise END)
          FILTER (WHERE l.settlement_kind = 'ADJUSTMENT'), 0)::bigint AS "adjustmentsPaise",
        coalesce(sum((CASE WHEN l.side = 'CREDIT' THEN 1 ELSE -1 END) * l.amount_paise - l.charge_fee_paise - l.charge_tax_paise),
          0)::bigint AS "netPaise",
        count(*) FILTER (WHERE l.settlement_kind = 'PAYMENT' AND l.not_ours_at IS NULL AND NOT EXISTS (
          SELECT FROM bank_matches m JOIN purchases p ON p.id = m.purchase_id AND p.status = 'APPROVED'
          WHERE m.company_id = l.company_id AND m.row_id = l.id AND m.released_at IS NULL))::int AS open
      FROM bank_rows l WHERE l.company_id = s.company_id AND l.settlement_id = s.id) sums
    WHERE s.company_id = ${companyId}
    ORDER BY s.settled_on DESC NULLS FIRST, s.id DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}`.execute(db);
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

/** Lines of a draft that are known with another amount, fee or tax. */
export async function listChangedLines(
  db: Db,
  companyId: string,
  draftId: string,
  beneficiaryId: string,
): Promise<{ line: number; entityId: string; reference: string }[]> {
  const { rows } = await sql<{ line: number; entityId: string; reference: string }>`
    SELECT DISTINCT ON (d.line) d.line, d.transaction_id AS "entityId", s.reference
    FROM statement_draft_rows d
    JOIN settlements s ON s.company_id = d.company_id AND s.beneficiary_id = ${beneficiaryId} AND s.reference = d.settlement_reference
    JOIN bank_rows r ON r.company_id = s.company_id AND r.settlement_id = s.id AND r.transaction_id = d.transaction_id
      AND r.settlement_kind = d.settlement_kind
      AND (r.side, r.amount_paise, r.charge_fee_paise, r.charge_tax_paise)
        IS DISTINCT FROM (d.side, d.amount_paise, d.charge_fee_paise, d.charge_tax_paise)
    WHERE d.company_id = ${companyId} AND d.draft_id = ${draftId}
      AND NOT EXISTS (SELECT FROM statement_draft_rows o
        WHERE o.company_id = d.company_id AND o.draft_id = d.draft_id AND o.identity = r.identity
          AND o.charge_fee_paise = r.charge_fee_paise AND o.charge_tax_paise = r.charge_tax_paise)
    ORDER BY d.line LIMIT 50`.execute(db);
  return rows;
}

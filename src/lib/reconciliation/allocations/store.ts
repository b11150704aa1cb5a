/**
 * The SQL of allocations (row, purchase, paise). An allocation counts once its purchase is approved, and a part payment counts while
 * the purchase is pending, too. One that waits for a second admin is reserved: nothing else can use it, and it is open in the sums.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { IS_VERIFIED, PAYER_FACTS } from '../compare/facts/store.ts';
import { SETTLEMENT_OF_ROW } from '../settlements/store.ts';

/** Joins `used` to rows `r`: what counts of each, by kind, and its buyer. */
export const USED_OF_ROW = sql`
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(m.amount_paise) FILTER (WHERE s.status = 'APPROVED' OR m.kind = 'PART'), 0)::bigint AS counted,
      coalesce(sum(m.amount_paise) FILTER (WHERE s.status = 'APPROVED' AND m.kind = 'EXACT'), 0)::bigint AS exact,
      coalesce(sum(m.amount_paise) FILTER (WHERE s.status = 'APPROVED' AND m.kind <> 'EXACT'), 0)::bigint AS assigned,
      coalesce(sum(m.amount_paise) FILTER (WHERE s.status <> 'APPROVED' AND m.kind = 'PART'), 0)::bigint AS part,
      (array_agg(m.purchase_id ORDER BY s.status = 'APPROVED' DESC, m.amount_paise DESC, m.purchase_id)
        FILTER (WHERE s.status = 'APPROVED' OR m.kind = 'PART'))[1] AS purchase_id,
      (array_agg(s.user_id))[1] AS buyer_id
    FROM bank_matches m JOIN purchases s ON s.company_id = m.company_id AND s.id = m.purchase_id
    WHERE r.allocated_paise > 0 AND m.company_id = r.company_id AND m.row_id = r.id AND m.released_at IS NULL) used ON true`;

/** Open amount of row `r`, with `used` joined. */
export const REST_OF_ROW = sql<bigint>`(r.amount_paise - used.counted - r.refunded_paise)`;

/** The columns of a `BankRow` from `r` and `used`. @param isBack whether a debit took the row back: then it is open as a whole */
export const rowColumns = (isBack: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  r.id, r.beneficiary_id AS "beneficiaryId", r.line, r.bank_date::text AS date, r.bank_time::text AS time,
  r.value_date::text AS "valueDate", r.side, r.amount_paise AS "amountPaise", r.balance_paise AS "balancePaise",
  r.transaction_id AS "transactionId", r.narration, r.payer_name AS "payerName", r.vpa,
  (SELECT coalesce(json_agg(json_build_object('reference', f.reference, 'source', f.source) ORDER BY f.source DESC, f.reference), '[]')
    FROM bank_row_references f WHERE f.company_id = r.company_id AND f.row_id = r.id) AS references,
  CASE WHEN ${isBack} THEN r.amount_paise ELSE ${REST_OF_ROW} END AS "restPaise",
  CASE WHEN ${isBack} OR ${REST_OF_ROW} = 0 THEN used.purchase_id END AS "spentOn", used.buyer_id AS "ownerId",
  r.not_ours_reason AS "notOursReason", r.rejected_purchase_id AS "rejectedPurchaseId", r.rejected_at AS "rejectedAt",
  ${SETTLEMENT_OF_ROW} AS settlement, r.settles_id IS NOT NULL AS "isSettlementCredit", ${PAYER_FACTS}`;

/** Joins `paid` to purchases `p`: their part payments, the row that says most, and the row that waits for a second admin. */
export const PAID_OF_PURCHASE = sql`
  LEFT JOIN LATERAL (
    SELECT CASE WHEN p.status = 'PENDING'
        THEN coalesce(sum(m.amount_paise) FILTER (WHERE m.kind = 'PART' AND NOT is_taken_back(b)), 0) ELSE 0 END::bigint AS part,
      (array_agg(m.row_id ORDER BY m.kind <> 'PART' DESC, m.amount_paise DESC, m.row_id))[1] AS row_id,
      min(m.row_id::text) FILTER (WHERE p.status = 'PENDING' AND m.kind <> 'PART') AS waiting_row_id,
      p.status IN ('PENDING', 'APPROVED') AND coalesce(bool_or(is_taken_back(b)), false) AS is_returned
    FROM bank_matches m JOIN bank_rows b ON b.company_id = m.company_id AND b.id = m.row_id
    WHERE p.allocated_paise > 0 AND m.company_id = p.company_id AND m.purchase_id = p.id AND m.released_at IS NULL) paid ON true`;

/** The columns of a `Claim` from `p`, `paid`, its buyer `u`, and `payers`, the names of the buyer's earlier payers. */
export const CLAIM_COLUMNS = sql`
  p.id AS "purchaseId", p.order_number AS "orderNumber", p.status, p.reference_number AS reference,
  p.final_amount_paise - paid.part AS "duePaise", paid.part AS "partPaise", p.fee_paise AS "feePaise",
  to_char(p.created_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS "submittedOn",
  CASE WHEN p.corrections = 0 THEN p.created_at END AS "unchangedSince",
  p.beneficiary ->> 'id' AS "beneficiaryId", p.user_id AS "buyerId", u.name AS "buyerName", u.mobile AS "buyerMobile",
  ${IS_VERIFIED} AS "isBuyerVerified",
  to_char(u.created_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS "registeredOn",
  to_char(u.identity_changed_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS "identityChangedOn",
  coalesce(payers.names, '{}') AS "payerNames", paid.row_id AS "rowId", paid.waiting_row_id AS "waitingRowId",
  coalesce(paid.is_returned, false) AS "isReturned"`;

/** An open allocation. */
export interface Allocation {
  readonly rowId: string;
  readonly purchaseId: string;
  readonly orderNumber: string;
  readonly amountPaise: bigint;
  readonly state: 'APPROVED' | 'PART' | 'WAITING';
}

/** A row's amount and what of it is neither allocated, nor reserved, nor paid back. */
export interface RowUse {
  readonly rowId: string;
  readonly freePaise: bigint;
  readonly refundedPaise: bigint;
  /** The largest first. */
  readonly allocations: readonly Allocation[];
}

/** The uses of rows, by their ids. */
export async function listUses(db: Db, companyId: string, rowIds: readonly string[]): Promise<Map<string, RowUse>> {
  if (rowIds.length === 0) return new Map();
  const { rows } = await sql<Omit<RowUse, 'allocations'> & { allocations: Texts[] }>`
    SELECT r.id AS "rowId", r.amount_paise - r.allocated_paise - r.refunded_paise AS "freePaise", r.refunded_paise AS "refundedPaise",
      (SELECT coalesce(json_agg(json_build_object('rowId', m.row_id, 'purchaseId', m.purchase_id, 'orderNumber', s.order_number,
          'amountPaise', m.amount_paise::text, 'state', CASE WHEN s.status = 'APPROVED' THEN 'APPROVED' WHEN m.kind = 'PART' THEN 'PART'
            ELSE 'WAITING' END) ORDER BY m.amount_paise DESC, s.order_number), '[]')
        FROM bank_matches m JOIN purchases s ON s.company_id = m.company_id AND s.id = m.purchase_id
        WHERE m.company_id = r.company_id AND m.row_id = r.id AND m.released_at IS NULL) AS allocations
    FROM bank_rows r WHERE r.company_id = ${companyId} AND r.id = ANY (${rowIds}::uuid[])`.execute(db);
  return new Map(
    rows.map((row) => [
      row.rowId,
      { ...row, allocations: row.allocations.map((it) => ({ ...it, amountPaise: BigInt(it.amountPaise) })) },
    ]),
  );
}

type Texts = Omit<Allocation, 'amountPaise'> & { readonly amountPaise: string };

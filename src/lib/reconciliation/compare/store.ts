/** The SQL that loads what is compared, and that counts and lists what is decided. */
import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type PageRequest } from '../../core/pagination.ts';
import type { Db } from '../../db/client.ts';
import { CLAIM_COLUMNS, PAID_OF_PURCHASE, REST_OF_ROW, rowColumns, USED_OF_ROW } from '../allocations/store.ts';
import type { BankRow, Claim } from '../rules.ts';
import { CREDITED_AMOUNT, IS_COUNTED } from '../settlements/store.ts';
import { PAYERS_OF_BUYERS } from './facts/store.ts';
import type { SettledBucket } from './rules.ts';

/** The ids of credits and debits of one account that share a payment number, as `credit` and `debit`. */
const SAME_NUMBER = (companyId: string) => sql`
  SELECT c.id AS credit, d.id AS debit, d.amount_paise = c.amount_paise AND d.bank_date >= c.bank_date AS is_back
  FROM bank_rows d
  JOIN bank_row_references fd ON fd.company_id = d.company_id AND fd.row_id = d.id AND fd.payment_number IS NOT NULL
  JOIN bank_row_references fc ON fc.company_id = d.company_id AND fc.payment_number = fd.payment_number
  JOIN bank_rows c ON c.company_id = fc.company_id AND c.id = fc.row_id AND c.beneficiary_id = d.beneficiary_id
  WHERE d.company_id = ${companyId} AND d.side = 'DEBIT' AND c.side = 'CREDIT'`;

/**
 * The rows that the comparison needs: open credits; debits with the number of a credit; spent credits that were taken back, or
 * whose number a pending or rejected purchase has; paid-back and marked ones, and credits of settlements, with the number of a pending one.
 */
export async function listComparedRows(db: Db, companyId: string): Promise<BankRow[]> {
  const { rows } = await sql<BankRow>`
    WITH same_number AS MATERIALIZED (${SAME_NUMBER(companyId)}),
    claimed AS MATERIALIZED (
      SELECT m.row_id FROM bank_matches m
      JOIN bank_row_references f ON f.company_id = m.company_id AND f.row_id = m.row_id AND f.payment_number IS NOT NULL
      WHERE m.company_id = ${companyId} AND m.released_at IS NULL AND EXISTS (
        SELECT FROM purchases p WHERE p.company_id = m.company_id AND p.status IN ('PENDING', 'REJECTED')
          AND p.id <> m.purchase_id AND p.reference_number IN (f.payment_number, regexp_replace(f.payment_number, '^0(\\d{11})$', '\\1')))
      UNION
      SELECT m.row_id FROM bank_matches m
      JOIN bank_row_references f ON f.company_id = m.company_id AND f.row_id = m.row_id AND f.source = 'ORDER'
      JOIN purchases p ON p.company_id = m.company_id AND p.order_number = f.payment_number AND p.id <> m.purchase_id
        AND p.status IN ('PENDING', 'REJECTED')
      WHERE m.company_id = ${companyId} AND m.released_at IS NULL
      UNION
      -- Nobody can claim these, but a pending purchase with the number of one is not without a payment at the bank.
      SELECT o.id FROM bank_rows o
      JOIN bank_row_references f ON f.company_id = o.company_id AND f.row_id = o.id AND f.payment_number IS NOT NULL
      JOIN purchases p ON p.company_id = o.company_id AND p.status = 'PENDING'
        AND p.reference_number IN (f.payment_number, regexp_replace(f.payment_number, '^0(\\d{11})$', '\\1'))
      WHERE o.company_id = ${companyId} AND o.side = 'CREDIT'
        AND (o.refunded_paise > 0 OR o.not_ours_at IS NOT NULL OR o.settles_id IS NOT NULL))
    SELECT ${rowColumns(sql<boolean>`r.id IN (SELECT credit FROM same_number WHERE is_back)`)} FROM bank_rows r ${USED_OF_ROW}
    WHERE r.company_id = ${companyId} AND (
      (r.side = 'CREDIT' AND r.not_ours_at IS NULL AND r.settles_id IS NULL
        AND coalesce(r.settlement_kind, 'PAYMENT') = 'PAYMENT' AND ${REST_OF_ROW} > 0)
      OR r.id IN (SELECT debit FROM same_number)
      OR (r.id IN (SELECT credit FROM same_number WHERE is_back) AND r.not_ours_at IS NULL)
      OR r.id IN (SELECT row_id FROM claimed))
    ORDER BY r.bank_date, r.line, r.id`.execute(db);
  return rows;
}

const CLAIMS = sql`purchases p JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id ${PAID_OF_PURCHASE}
  LEFT JOIN payers ON payers.user_id = p.user_id`;

/** Pending purchases, those of any status with the number of an open credit, and those that taken back credits were spent on. */
export async function listComparedClaims(db: Db, companyId: string): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    WITH payers AS MATERIALIZED (${PAYERS_OF_BUYERS(companyId)}),
    numbers AS MATERIALIZED (
      SELECT DISTINCT f.payment_number AS n FROM bank_row_references f
      JOIN bank_rows r ON r.company_id = f.company_id AND r.id = f.row_id ${USED_OF_ROW}
      WHERE f.company_id = ${companyId} AND f.payment_number IS NOT NULL AND r.side = 'CREDIT' AND ${REST_OF_ROW} > 0),
    others AS MATERIALIZED (
      SELECT p.id FROM purchases p
      JOIN (SELECT n FROM numbers UNION SELECT substr(n, 2) FROM numbers WHERE n ~ '^0\\d{11}$') stored ON stored.n = p.reference_number
      WHERE p.company_id = ${companyId} AND p.status <> 'PENDING'
      UNION
      SELECT p.id FROM purchases p JOIN numbers ON numbers.n = p.order_number WHERE p.company_id = ${companyId}
      UNION
      SELECT m.purchase_id FROM bank_matches m JOIN (${SAME_NUMBER(companyId)}) back ON back.credit = m.row_id AND back.is_back
      WHERE m.company_id = ${companyId} AND m.released_at IS NULL
      UNION
      -- The debit may be gone with its statement.
      SELECT purchase_id FROM bank_claim_states WHERE company_id = ${companyId} AND state = 'CHECKING')
    SELECT ${CLAIM_COLUMNS} FROM ${CLAIMS} WHERE p.company_id = ${companyId} AND p.status = 'PENDING'
    UNION ALL
    SELECT ${CLAIM_COLUMNS} FROM ${CLAIMS} WHERE p.company_id = ${companyId} AND p.status <> 'PENDING' AND p.id IN (SELECT id FROM others)`.execute(
    db,
  );
  return rows;
}

/** An account with the day of its newest row and the days of its statements. */
export interface AccountRow {
  readonly id: string;
  readonly until: string;
  readonly statements: readonly { readonly from: string; readonly to: string }[];
}

/** The accounts that have rows. */
export async function listReadAccounts(db: Db, companyId: string): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    SELECT b.id, last.day AS until, (
      SELECT coalesce(json_agg(DISTINCT jsonb_build_object('from', s.period_from, 'to', s.period_to)), '[]') FROM bank_statements s
      WHERE s.company_id = b.company_id AND s.beneficiary_id = b.id) AS statements
    FROM beneficiaries b CROSS JOIN LATERAL (
      SELECT r.bank_date::text AS day FROM bank_rows r WHERE r.company_id = b.company_id AND r.beneficiary_id = b.id AND r.settlement_id IS NULL
      ORDER BY r.bank_date DESC LIMIT 1) last
    WHERE b.company_id = ${companyId}`.execute(db);
  return rows;
}

/** Decided amount of row `r`, with `used` joined. A row that was taken back is in `REVERSED` as a whole. */
const decidedOf = (companyId: string): RawBuilder<bigint> => sql<bigint>`(CASE
  WHEN r.not_ours_at IS NOT NULL OR used.counted + r.refunded_paise = 0 THEN 0
  WHEN r.id IN (SELECT credit FROM (${SAME_NUMBER(companyId)}) s WHERE s.is_back) THEN 0
  ELSE used.counted + r.refunded_paise END)`;

interface Sum {
  readonly count: number;
  readonly amountPaise: bigint;
}

export interface Totals {
  readonly creditsPaise: bigint;
  /** Allocated to approved purchases by full matches and by assignments, also if taken back since. */
  readonly approvedPaise: bigint;
  readonly assignedPaise: bigint;
  /** Part payments of pending purchases. */
  readonly partsPaise: bigint;
  /** Paid back by refunds, or on the way. */
  readonly refundsPaise: bigint;
  /** Rows with an allocation that counts, with what of them counts. */
  readonly decided: Sum;
  /** Rows that are not used up, with their rests. */
  readonly rests: Sum;
  readonly notOurs: Sum;
  /** Deductions of the aggregators from the settlements that the bank has, below zero. Counts as decided. */
  readonly settlements: Sum;
}

/** The sums of all credits of a company. */
export async function sumCredits(db: Db, companyId: string): Promise<Totals> {
  const { rows } = await sql<
    Record<
      'credits' | 'approved' | 'assigned' | 'parts' | 'refunds' | 'decided' | 'rests' | 'marked' | 'settled',
      bigint
    > &
      Record<'nDecided' | 'nRests' | 'nMarked' | 'nSettled', bigint>
  >`
    SELECT coalesce(sum(amount), 0)::bigint AS credits,
      coalesce(sum(amount) FILTER (WHERE is_settlement), 0)::bigint AS settled,
      count(*) FILTER (WHERE is_settlement) AS "nSettled",
      coalesce(sum(exact), 0)::bigint AS approved, coalesce(sum(assigned), 0)::bigint AS assigned,
      coalesce(sum(part), 0)::bigint AS parts, coalesce(sum(refunded), 0)::bigint AS refunds,
      coalesce(sum(decided), 0)::bigint AS decided, count(*) FILTER (WHERE decided > 0) AS "nDecided",
      coalesce(sum(amount - decided) FILTER (WHERE decided > 0), 0)::bigint AS rests,
      count(*) FILTER (WHERE decided > 0 AND decided < amount) AS "nRests",
      coalesce(sum(amount) FILTER (WHERE is_marked), 0)::bigint AS marked, count(*) FILTER (WHERE is_marked) AS "nMarked"
    FROM (
      SELECT ${CREDITED_AMOUNT} AS amount, r.settles_id IS NOT NULL AS is_settlement, r.not_ours_at IS NOT NULL AS is_marked,
        used.exact, used.assigned, used.part, CASE WHEN r.not_ours_at IS NULL THEN r.refunded_paise ELSE 0 END AS refunded,
        ${decidedOf(companyId)} AS decided
      FROM bank_rows r ${USED_OF_ROW} WHERE r.company_id = ${companyId} AND r.side = 'CREDIT' AND ${IS_COUNTED}) c`.execute(
    db,
  );
  const [row] = rows;
  const sum = (count: bigint | undefined, amount: bigint | undefined): Sum => ({
    count: Number(count ?? 0),
    amountPaise: amount ?? 0n,
  });
  return {
    creditsPaise: row?.credits ?? 0n,
    approvedPaise: row?.approved ?? 0n,
    assignedPaise: row?.assigned ?? 0n,
    partsPaise: row?.parts ?? 0n,
    refundsPaise: row?.refunds ?? 0n,
    decided: sum(row?.nDecided, row?.decided),
    rests: sum(row?.nRests, row?.rests),
    settlements: sum(row?.nSettled, row?.settled),
    notOurs: sum(row?.nMarked, row?.marked),
  };
}

export interface SettledPage extends PageRequest {
  readonly bucket: SettledBucket;
  /** Each must occur in the row or its purchase, as LIKE patterns in lower case. */
  readonly patterns: readonly string[];
  /** Rows that are decided because their claim was rejected. */
  readonly rejectedIds: readonly string[];
}

export interface SettledRow extends BankRow {
  readonly assignedReason: string | null;
  /** The purchase with the largest allocation; null for none. */
  readonly paidPurchaseId: string | null;
}

/** A page of the credits that are decided, the oldest first. */
export async function listSettled(
  db: Db,
  companyId: string,
  page: SettledPage,
): Promise<{ rows: SettledRow[]; total: number }> {
  const isIn =
    page.bucket === 'SETTLEMENT'
      ? sql`r.settles_id IS NOT NULL`
      : page.bucket === 'DECIDED'
        ? sql`(${decidedOf(companyId)} > 0 OR r.id = ANY (${page.rejectedIds}::uuid[]))`
        : sql`r.not_ours_at IS NOT NULL`;
  const { rows } = await sql<SettledRow & { total: bigint }>`
    WITH listed AS MATERIALIZED (
      SELECT DISTINCT r.id FROM bank_rows r ${USED_OF_ROW} LEFT JOIN bank_matches m
        ON m.company_id = r.company_id AND m.row_id = r.id AND m.released_at IS NULL
      LEFT JOIN purchases p ON p.id = coalesce(m.purchase_id, r.rejected_purchase_id)
      WHERE r.company_id = ${companyId} AND r.side = 'CREDIT' AND ${IS_COUNTED} AND ${isIn} AND lower(concat_ws(' ', r.narration, regexp_replace(r.narration, '(?<=[0-9])[-, ](?=[0-9])', '', 'g'), r.payer_name, r.vpa,
        to_char(r.amount_paise / 100.0, 'FM999999999999990.00'), p.search_text,
        (SELECT string_agg(f.reference, ' ') FROM bank_row_references f WHERE f.company_id = r.company_id AND f.row_id = r.id)
      )) LIKE ALL (${page.patterns}::text[]))
    SELECT ${rowColumns(sql<boolean>`false`)}, (SELECT count(*) FROM listed) AS total, used.purchase_id AS "paidPurchaseId",
      (SELECT m.reason FROM bank_matches m WHERE m.company_id = r.company_id AND m.row_id = r.id AND m.released_at IS NULL
        ORDER BY m.amount_paise DESC, m.purchase_id LIMIT 1) AS "assignedReason"
    FROM bank_rows r ${USED_OF_ROW} WHERE r.company_id = ${companyId} AND r.id IN (SELECT id FROM listed)
    ORDER BY r.bank_date, r.line, r.id LIMIT ${page.limit} OFFSET ${offsetOf(page)}`.execute(db);
  return { rows: rows.map(({ total, ...row }) => row), total: Number(rows[0]?.total ?? 0) };
}

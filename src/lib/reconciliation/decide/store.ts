/** The SQL of decisions on bank rows. */
import { type RawBuilder, sql } from 'kysely';
import { assert } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import { CLAIM_COLUMNS, PAID_OF_PURCHASE, rowColumns, USED_OF_ROW } from '../allocations/store.ts';
import { PAYERS_OF_PURCHASE, patternsOf } from '../compare/facts/store.ts';
import type { BankRow, Claim } from '../rules.ts';

async function rowsWhere(db: Db, companyId: string, condition: RawBuilder<boolean>): Promise<BankRow[]> {
  const { rows } = await sql<BankRow>`
    SELECT ${rowColumns(sql<boolean>`false`)} FROM bank_rows r ${USED_OF_ROW}
    WHERE r.company_id = ${companyId} AND ${condition}`.execute(db);
  return rows;
}

async function claimsWhere(db: Db, companyId: string, condition: RawBuilder<boolean>): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    SELECT ${CLAIM_COLUMNS} FROM purchases p JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id ${PAID_OF_PURCHASE} ${PAYERS_OF_PURCHASE}
    WHERE p.company_id = ${companyId} AND ${condition}`.execute(db);
  return rows;
}

/** Null if the company has no such credit. */
export async function findCredit(db: Db, companyId: string, id: string): Promise<BankRow | null> {
  const [row] = await rowsWhere(db, companyId, sql<boolean>`r.id = ${id} AND r.side = 'CREDIT'`);
  return row ?? null;
}

/** Null if the company has no such purchase. */
export async function findClaim(db: Db, companyId: string, id: string): Promise<Claim | null> {
  const [claim] = await claimsWhere(db, companyId, sql<boolean>`p.id = ${id}`);
  return claim ?? null;
}

/** The rows with one of these references, and the row itself. */
export function listRows(db: Db, companyId: string, id: string, references: readonly string[]): Promise<BankRow[]> {
  return rowsWhere(
    db,
    companyId,
    sql<boolean>`r.id IN (SELECT f.row_id FROM bank_row_references f
      WHERE f.company_id = ${companyId} AND f.reference = ANY (${references}::text[]) UNION SELECT ${id}::uuid)`,
  );
}

/** The purchases with one of these references or order numbers. */
export function listClaims(db: Db, companyId: string, references: readonly string[]): Promise<Claim[]> {
  return claimsWhere(
    db,
    companyId,
    sql<boolean>`(p.reference_number = ANY (${references}::text[]) OR p.order_number = ANY (${references}::text[]))`,
  );
}

/**
 * Open claims that can speak against a pair: those with an order number that the note may name, and those of the row's amount of
 * other buyers whose names have the beginning of a word. The comparison decides.
 */
export async function listContesting(
  db: Db,
  companyId: string,
  row: {
    readonly amountPaise: bigint;
    readonly buyerId: string;
    readonly orderNumbers: readonly string[];
    readonly starts: readonly string[];
  },
): Promise<Claim[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM purchases p JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
    WHERE p.company_id = ${companyId} AND p.status = 'PENDING' AND p.final_amount_paise = ${row.amountPaise}
      AND p.user_id <> ${row.buyerId} AND lower(u.name) LIKE ANY (${patternsOf(row.starts)}::text[])
    UNION ALL
    SELECT p.id FROM purchases p WHERE p.company_id = ${companyId} AND p.status = 'PENDING'
      AND p.order_number = ANY (${row.orderNumbers}::text[])`.execute(db);
  if (rows.length === 0) return [];
  return claimsWhere(db, companyId, sql<boolean>`p.id = ANY (${rows.map(({ id }) => id)}::uuid[])`);
}

/** How many of these ids are rows and purchases of the company. */
export async function countKnown(
  db: Db,
  companyId: string,
  ids: { readonly rows: readonly string[]; readonly purchases: readonly string[] },
): Promise<{ rows: number; purchases: number }> {
  const { rows } = await sql<{ rows: number; purchases: number }>`
    SELECT (SELECT count(*)::int FROM bank_rows WHERE company_id = ${companyId} AND side = 'CREDIT'
        AND id = ANY (${ids.rows}::uuid[])) AS rows,
      (SELECT count(*)::int FROM purchases WHERE company_id = ${companyId} AND id = ANY (${ids.purchases}::uuid[])) AS purchases
    `.execute(db);
  return rows[0] ?? { rows: 0, purchases: 0 };
}

export interface OpenMatch {
  readonly id: string;
  readonly rowId: string;
  readonly purchaseId: string;
  readonly orderNumber: string;
  /** Of the purchase. Pending: a part payment, or a match that waits for a second admin. */
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'REVERSED';
  readonly kind: 'EXACT' | 'ASSIGNED' | 'PART';
  readonly amountPaise: bigint;
  readonly matchedBy: string;
}

/** The matches that a row or a purchase has, and that are not released, the newest first. @param purchaseId null for those of the row alone */
export async function listMatches(
  db: Db,
  companyId: string,
  rowId: string,
  purchaseId: string | null,
): Promise<OpenMatch[]> {
  return db
    .selectFrom('bank_matches as m')
    .innerJoin('purchases as p', 'p.id', 'm.purchase_id')
    .select(['m.id', 'm.row_id as rowId', 'm.purchase_id as purchaseId', 'p.order_number as orderNumber', 'p.status'])
    .select(['m.matched_by as matchedBy', 'm.kind', 'm.amount_paise as amountPaise'])
    .where('m.company_id', '=', companyId)
    .where('m.released_at', 'is', null)
    .where((eb) => eb.or([eb('m.row_id', '=', rowId), eb('m.purchase_id', '=', purchaseId)]))
    .orderBy('m.matched_at', 'desc')
    .orderBy('m.id')
    .execute();
}

export interface NewMatch {
  readonly rowId: string;
  readonly purchaseId: string;
  readonly kind: OpenMatch['kind'];
  readonly amountPaise: bigint;
  /** By which they were matched; null where the row does not have the purchase's. */
  readonly reference: string | null;
  /** Null for a full match. */
  readonly reason: string | null;
  readonly matchedBy: string;
}

/** Adds a match. It replaces what an earlier rejection said of the row. */
export async function insertMatch(tx: Db, companyId: string, match: NewMatch): Promise<void> {
  await tx
    .insertInto('bank_matches')
    .values({
      company_id: companyId,
      row_id: match.rowId,
      purchase_id: match.purchaseId,
      reference: match.reference,
      kind: match.kind,
      amount_paise: match.amountPaise,
      reason: match.reason,
      matched_by: match.matchedBy,
    })
    .execute();
  await setRejection(tx, companyId, [match.rowId], null);
}

/** Records that a claim was rejected next to rows, or removes that. Rows with a match stay as they are. @param rejection null removes it */
export async function setRejection(
  tx: Db,
  companyId: string,
  rowIds: readonly string[],
  rejection: { readonly purchaseId: string; readonly by: string } | null,
): Promise<void> {
  await sql`
    UPDATE bank_rows r SET rejected_purchase_id = ${rejection?.purchaseId ?? null}::uuid, rejected_by = ${rejection?.by ?? null}::uuid,
      rejected_at = CASE WHEN ${rejection !== null}::boolean THEN now() END
    WHERE r.company_id = ${companyId} AND r.id = ANY (${rowIds}::uuid[])
      AND CASE WHEN ${rejection === null}::boolean THEN r.rejected_at IS NOT NULL ELSE NOT EXISTS (
        SELECT FROM bank_matches m WHERE m.company_id = r.company_id AND m.row_id = r.id AND m.released_at IS NULL) END`.execute(
    tx,
  );
}

/** What of a row and of a purchase is neither allocated, reserved nor paid back. Call it with both locked. */
export async function readFree(tx: Db, companyId: string, rowId: string, purchaseId: string): Promise<Free> {
  const { rows } = await sql<Free>`
    SELECT r.amount_paise - r.allocated_paise - r.refunded_paise AS "rowPaise",
      p.final_amount_paise - p.allocated_paise AS "duePaise", p.final_amount_paise AS "finalPaise"
    FROM bank_rows r, purchases p
    WHERE r.company_id = ${companyId} AND r.id = ${rowId} AND p.company_id = ${companyId} AND p.id = ${purchaseId}`.execute(
    tx,
  );
  const [free] = rows;
  assert(free, 'a locked row and a locked purchase exist');
  return free;
}

export interface Free {
  readonly rowPaise: bigint;
  readonly duePaise: bigint;
  readonly finalPaise: bigint;
}

/** A part payment becomes the match with which its purchase is approved. */
export async function completePart(tx: Db, companyId: string, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('bank_matches')
    .set({ kind: 'ASSIGNED', reason })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Whether another admin took a row back within the hour that this one had assigned, before a second admin did. */
export async function wasTakenBack(tx: Db, companyId: string, rowId: string, by: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    SELECT EXISTS (SELECT FROM bank_matches m
      JOIN approvals a ON a.company_id = m.company_id AND a.subject_id = m.purchase_id AND a.kind = 'purchase.approve'
        AND a.state = 'REFUSED' AND a.proposed_by = m.matched_by AND a.decided_at = m.released_at
      WHERE m.company_id = ${companyId} AND m.row_id = ${rowId} AND m.matched_by = ${by}
        AND m.released_at > now() - interval '1 hour') AS was`.execute(tx);
  return rows[0]?.was === true;
}

export async function releaseMatch(tx: Db, companyId: string, id: string): Promise<void> {
  await tx
    .updateTable('bank_matches')
    .set({ released_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Marks a row as no payment of a buyer, or removes the mark. @param by null removes it */
export async function setMark(
  tx: Db,
  companyId: string,
  rowId: string,
  mark: { readonly reason: string; readonly by: string } | null,
): Promise<void> {
  await tx
    .updateTable('bank_rows')
    .set({
      not_ours_reason: mark?.reason ?? null,
      not_ours_by: mark?.by ?? null,
      not_ours_at: mark === null ? null : sql<Date>`now()`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', rowId)
    .execute();
}

/** Whether purchases were approved with rows whose narration contains the text. */
export async function isTextOfPayments(db: Db, companyId: string, text: string): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    SELECT EXISTS (
      SELECT FROM bank_matches m JOIN bank_rows r ON r.company_id = m.company_id AND r.id = m.row_id
      WHERE m.company_id = ${companyId} AND m.released_at IS NULL
        AND position(lower(${text}) IN lower(r.narration)) > 0) AS "isUsed"`.execute(db);
  return rows[0]?.isUsed === true;
}

/** Saves a rule for later rows; the same text again changes nothing. */
export async function insertRule(
  tx: Db,
  companyId: string,
  rule: { readonly text: string; readonly reason: string; readonly by: string },
): Promise<void> {
  await tx
    .insertInto('bank_rules')
    .values({ company_id: companyId, narration_text: rule.text, reason: rule.reason, created_by: rule.by })
    .onConflict((oc) => oc.constraint('bank_rules_text').doNothing())
    .execute();
}

/** Deletes the rules whose text is in the narration. @returns how many */
export async function deleteRulesOf(tx: Db, companyId: string, narration: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('bank_rules')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`position(lower(narration_text) IN lower(${narration})) > 0`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * The purchases of the pairs that the admin can't approve now: their own, those that they approved as the first of two, and
 * those whose row waits with another purchase.
 */
export async function listBlocked(
  db: Db,
  companyId: string,
  adminId: string,
  pairs: readonly { readonly rowId: string; readonly purchaseId: string }[],
): Promise<ReadonlySet<string>> {
  const [rowIds, purchaseIds] = [pairs.map((pair) => pair.rowId), pairs.map((pair) => pair.purchaseId)];
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM unnest(${rowIds}::uuid[], ${purchaseIds}::uuid[]) AS pair (row_id, purchase_id)
    JOIN purchases p ON p.company_id = ${companyId} AND p.id = pair.purchase_id
    WHERE p.user_id = ${adminId}
      OR EXISTS (SELECT FROM approvals a WHERE a.company_id = p.company_id AND a.subject_id = p.id
        AND a.kind = 'purchase.approve' AND a.state = 'OPEN' AND a.proposed_by = ${adminId})
      OR EXISTS (SELECT FROM bank_matches m WHERE m.company_id = p.company_id AND m.row_id = pair.row_id
        AND m.purchase_id <> p.id AND m.released_at IS NULL)`.execute(db);
  return new Set(rows.map((row) => row.id));
}

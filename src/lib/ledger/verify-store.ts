/** The SQL that reads a whole ledger, and what is kept beside it, to be recomputed. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { BEFORE_ALL, readByKey } from '../db/cursor.ts';
import type { SealedEntry } from './chain.ts';

/** Each company with the head of its chain and the sums that are kept beside it. */
export async function listSupplies(db: Db) {
  return db
    .selectFrom('companies as c')
    .leftJoin('supplies as s', 's.company_id', 'c.id')
    .select(['c.id as companyId', 'c.token_symbol as symbol', 'c.private_supply as privateSupply'])
    .select(['s.held', 's.credited', 's.ledger_seq as seq', 's.ledger_hash as hash'])
    .orderBy('c.token_symbol')
    .execute();
}

/** A company's whole ledger in order. */
export async function* readLedger(db: Db, companyId: string): AsyncGenerator<SealedEntry> {
  const ledger = db.selectFrom('stock_entries').selectAll().where('company_id', '=', companyId).orderBy('seq');
  const rows = readByKey(
    BEFORE_ALL,
    (after, limit) => ledger.where('seq', '>', after).limit(limit).execute(),
    (row) => row.seq,
  );
  for await (const row of rows)
    yield {
      companyId: row.company_id,
      seq: row.seq,
      userId: row.user_id,
      quantity: row.quantity,
      kind: row.kind,
      sourceId: row.source_id,
      createdAt: row.created_at.toISOString(),
      prevHash: row.prev_hash,
      hash: row.hash,
    };
}

export interface KeptBalance {
  readonly userId: string;
  readonly quantity: bigint;
  readonly hash: string;
  readonly at: string;
}

/** The balances that are kept of a company. */
export async function* readBalances(db: Db, companyId: string): AsyncGenerator<KeptBalance> {
  const balances = db
    .selectFrom('stock_balances')
    .select(['user_id', 'quantity', 'last_hash', 'last_at'])
    .where('company_id', '=', companyId)
    .orderBy('user_id');
  const rows = readByKey(
    '00000000-0000-0000-0000-000000000000',
    (after, limit) => balances.where('user_id', '>', after).limit(limit).execute(),
    (row) => row.user_id,
  );
  for await (const row of rows)
    yield { userId: row.user_id, quantity: row.quantity, hash: row.last_hash, at: row.last_at.toISOString() };
}

/** The sum of what pending purchases hold. */
export async function sumPending(db: Db, companyId: string): Promise<bigint> {
  const { rows } = await sql<{ held: bigint }>`
    SELECT coalesce(sum(quantity), 0)::bigint AS held FROM purchases
    WHERE company_id = ${companyId} AND status = 'PENDING'`.execute(db);
  return rows[0]?.held ?? 0n;
}

/**
 * The first purchase whose state and entries do not agree: an approval without its entry or the other way round, an entry
 * about something else, a reversal that does not take back all that was given, or stock taken back without a reversal.
 */
export async function findUnbooked(
  db: Db,
  companyId: string,
): Promise<{ purchaseId: string; seq: bigint | null } | null> {
  const { rows } = await sql<{ id: string; seq: bigint | null }>`
    WITH booked AS (
      SELECT * FROM purchases WHERE company_id = ${companyId} AND status IN ('APPROVED', 'REVERSED')
    ), unbooked AS (
      SELECT coalesce(p.id, e.source_id) AS id, e.seq, p.created_at
      FROM (SELECT * FROM stock_entries WHERE company_id = ${companyId} AND kind = 'PURCHASE') e
      FULL JOIN booked p ON p.id = e.source_id
      WHERE p.id IS NULL OR e.source_id IS NULL OR p.quantity <> e.quantity OR p.user_id <> e.user_id
    ), sums AS (
      SELECT source_id, user_id, sum(quantity) AS rest, max(seq) AS seq,
        bool_or(kind = 'ADJUSTMENT') AS is_taken_back
      FROM stock_entries WHERE company_id = ${companyId} GROUP BY source_id, user_id
    ), unbalanced AS (
      SELECT p.id, s.seq, p.created_at
      FROM sums s JOIN purchases p ON p.company_id = ${companyId} AND p.id = s.source_id
      WHERE CASE p.status WHEN 'REVERSED' THEN s.rest <> 0 WHEN 'APPROVED' THEN s.is_taken_back ELSE true END
    )
    SELECT id, seq FROM (SELECT * FROM unbooked UNION ALL SELECT * FROM unbalanced) AS found
    ORDER BY seq NULLS LAST, created_at LIMIT 1`.execute(db);
  const row = rows[0];
  return row ? { purchaseId: row.id, seq: row.seq } : null;
}

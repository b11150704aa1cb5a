/** The SQL that reads a whole ledger and its stored balances and sums, for verification. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { BEFORE_ALL, readByKey } from '../../db/cursor.ts';
import { payeeDigest, referenceDigest } from '../../db/purchase-digests.ts';
import type { LedgerEntry } from '../rules.ts';

/** Each company with the number of its last entry and its stored sums. */
export async function listSupplies(db: Db) {
  return db
    .selectFrom('companies as c')
    .leftJoin('supplies as s', 's.company_id', 'c.id')
    .select(['c.id as companyId', 'c.token_symbol as symbol', 'c.private_supply as privateSupply'])
    .select(['s.held', 's.held_unproven as heldUnproven', 's.credited', 's.ledger_seq as seq'])
    .orderBy('c.token_symbol')
    .execute();
}

type ListAfter = (db: Db, companyId: string, after: bigint, limit: number) => Promise<readonly LedgerEntry[]>;

/** A company's whole ledger in order. */
export function readLedger(db: Db, companyId: string, list: ListAfter): AsyncGenerator<LedgerEntry> {
  return readByKey(
    BEFORE_ALL,
    (after, limit) => list(db, companyId, after, limit),
    (entry) => entry.seq,
  );
}

export interface StoredBalance {
  readonly userId: string;
  readonly quantity: bigint;
  readonly hash: string;
  readonly at: string;
}

/** The stored balances of a company. */
export async function* readBalances(db: Db, companyId: string): AsyncGenerator<StoredBalance> {
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

/** The sums of what pending purchases and rewards on hold reserve. A purchase whose hold has ended reserves nothing. */
export async function sumHeld(
  db: Db,
  companyId: string,
): Promise<{ pending: bigint; unproven: bigint; rewards: bigint }> {
  const { rows } = await sql<{ pending: bigint; unproven: bigint; rewards: bigint }>`
    SELECT
      (SELECT coalesce(sum(quantity), 0)::bigint FROM purchases
        WHERE company_id = ${companyId} AND status = 'PENDING' AND hold_ended_at IS NULL) AS pending,
      (SELECT coalesce(sum(quantity), 0)::bigint FROM purchases
        WHERE company_id = ${companyId} AND status = 'PENDING' AND hold_ended_at IS NULL AND is_unproven) AS unproven,
      (SELECT coalesce(sum(quantity), 0)::bigint FROM referral_rewards
        WHERE company_id = ${companyId} AND state = 'HELD') AS rewards`.execute(db);
  return rows[0] ?? { pending: 0n, unproven: 0n, rewards: 0n };
}

/**
 * The first purchase whose state and entries do not agree: an approval without its entry or an entry without its
 * approval, an entry with another quantity or member, a reversal that does not take back everything, or stock taken back
 * without a reversal.
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
      SELECT s.source_id, s.seq, p.created_at
      FROM sums s LEFT JOIN purchases p ON p.company_id = ${companyId} AND p.id = s.source_id
      WHERE CASE p.status WHEN 'REVERSED' THEN s.rest <> 0 WHEN 'APPROVED' THEN s.is_taken_back ELSE true END
    )
    SELECT id, seq FROM (SELECT * FROM unbooked UNION ALL SELECT * FROM unbalanced) AS found
    ORDER BY seq NULLS LAST, created_at LIMIT 1`.execute(db);
  const row = rows[0];
  return row ? { purchaseId: row.id, seq: row.seq } : null;
}

/**
 * The first purchase that does not agree with its last decision in the audit trail: in state, quantity, final amount, reference,
 * account, proof, decider or reward. `seq` is the number of its first entry, null without one. Entries of earlier versions lack some of these facts.
 */
export async function findUnrecorded(
  db: Db,
  companyId: string,
): Promise<{ purchaseId: string; what: string; seq: bigint | null } | null> {
  const { rows } = await sql<{ id: string; what: string; seq: bigint | null }>`
    WITH compared AS (
      SELECT p.id, p.created_at, CASE
          WHEN d.action IS DISTINCT FROM CASE p.status
            WHEN 'APPROVED' THEN 'purchase.approve' WHEN 'REJECTED' THEN 'purchase.reject'
            WHEN 'REVERSED' THEN 'purchase.reverse' WHEN 'PENDING' THEN coalesce(d.reopen, '') END
            AND NOT (p.status = 'PENDING' AND d.action IS NULL) THEN 'state'
          WHEN d.after ? 'quantity' AND d.after ->> 'quantity' <> p.quantity::text THEN 'quantity'
          WHEN p.status <> 'PENDING' AND f.after ->> 'finalAmountPaise' <> p.final_amount_paise::text THEN 'final amount'
          WHEN p.status <> 'PENDING' AND f.after ->> 'referenceDigest' <> ${referenceDigest('p')} THEN 'reference'
          WHEN p.status <> 'PENDING' AND f.after ->> 'payeeDigest' <> ${payeeDigest('p')} THEN 'account'
          WHEN p.status <> 'PENDING' AND f.after ? 'proofSha256' AND f.after ->> 'proofSha256' IS DISTINCT FROM m.sha256
            THEN 'proof'
          WHEN p.status IN ('APPROVED', 'REJECTED') AND d.actor_id IS DISTINCT FROM p.decided_by THEN 'decider'
          WHEN p.status = 'REVERSED' AND d.actor_id IS DISTINCT FROM p.reversed_by THEN 'decider'
          WHEN p.status IN ('APPROVED', 'REVERSED') AND d.after ? 'reward'
            AND coalesce(g.after ->> 'quantity', d.after ->> 'reward') <> coalesce(r.quantity, 0)::text THEN 'reward'
          WHEN g.after IS NOT NULL AND g.after ->> 'quantity' <> f.after ->> 'heldReward' THEN 'reward'
          WHEN r.user_id <> u.referrer_id THEN 'referrer'
        END AS what
      FROM purchases p
      JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
      LEFT JOIN media m ON m.company_id = p.company_id AND m.id = p.receipt_id
      LEFT JOIN LATERAL (
        SELECT a.action, a.actor_id, a.after, CASE a.action WHEN 'purchase.reopen' THEN a.action END AS reopen
        FROM audit_entries a
        WHERE a.scope_id = p.company_id AND a.subject_id = p.id
          AND a.action IN ('purchase.approve', 'purchase.reject', 'purchase.reverse', 'purchase.reopen')
        ORDER BY a.created_at DESC, a.seq DESC LIMIT 1) d ON true
      -- The entry of a reversal does not repeat what the one of the approval holds.
      LEFT JOIN LATERAL (
        SELECT a.after FROM audit_entries a
        WHERE a.scope_id = p.company_id AND a.subject_id = p.id AND a.action IN ('purchase.approve', 'purchase.reject')
        ORDER BY a.created_at DESC, a.seq DESC LIMIT 1) f ON true
      -- A reward that waited is credited by an entry of its own.
      LEFT JOIN LATERAL (
        SELECT a.after FROM audit_entries a
        WHERE a.scope_id = p.company_id AND a.subject_id = p.id AND f.after ? 'heldReward'
          AND a.action IN ('reward.release', 'reward.credit')
        ORDER BY a.created_at DESC, a.seq DESC LIMIT 1) g ON true
      LEFT JOIN stock_entries r ON r.company_id = p.company_id AND r.source_id = p.id AND r.kind = 'REWARD'
      WHERE p.company_id = ${companyId}
    )
    SELECT c.id, c.what, (SELECT min(e.seq) FROM stock_entries e
      WHERE e.company_id = ${companyId} AND e.source_id = c.id AND e.kind IN ('PURCHASE', 'REWARD')) AS seq
    FROM compared c WHERE c.what IS NOT NULL ORDER BY seq NULLS LAST, c.created_at LIMIT 1`.execute(db);
  const row = rows[0];
  return row ? { purchaseId: row.id, what: row.what, seq: row.seq } : null;
}

/**
 * The first purchase whose reward does not agree with its entry, its purchase or its rule: a credited reward without an entry or
 * an entry without a credited reward, another quantity or referrer, a reward that is open though the purchase is not approved, or
 * one that is more than the rule of its version gives. A rule is compared where the trail names it: earlier rewards have no own.
 */
export async function findUnrewarded(
  db: Db,
  companyId: string,
): Promise<{ purchaseId: string; seq: bigint | null } | null> {
  const { rows } = await sql<{ id: string; seq: bigint | null }>`
    WITH entries AS (SELECT * FROM stock_entries WHERE company_id = ${companyId} AND kind = 'REWARD'),
    rewards AS (SELECT * FROM referral_rewards WHERE company_id = ${companyId})
    SELECT coalesce(w.purchase_id, e.source_id) AS id, e.seq
    FROM rewards w FULL JOIN entries e ON e.source_id = w.purchase_id
    LEFT JOIN purchases p ON p.company_id = ${companyId} AND p.id = w.purchase_id
    LEFT JOIN referral_rules f ON f.company_id = w.company_id AND f.version = w.rule
    LEFT JOIN LATERAL (
      SELECT a.after ->> 'rewardRule' AS rule FROM audit_entries a
      WHERE a.scope_id = w.company_id AND a.subject_id = w.purchase_id AND a.action = 'purchase.approve'
      ORDER BY a.created_at DESC, a.seq DESC LIMIT 1) t ON true
    WHERE w.purchase_id IS NULL
      OR (w.state = 'CREDITED' AND e.seq IS NULL)
      OR (e.seq IS NOT NULL AND (w.state NOT IN ('CREDITED', 'REVERSED') OR w.quantity <> e.quantity OR w.referrer_id <> e.user_id))
      OR p.status NOT IN ('APPROVED', 'REVERSED')
      OR (w.state = 'REVERSED') <> (p.status = 'REVERSED' AND w.state <> 'REFUSED')
      OR (w.state = 'REFUSED' AND NOT EXISTS (SELECT FROM audit_entries a
        WHERE a.scope_id = w.company_id AND a.subject_id = w.purchase_id AND a.action = 'reward.refuse'))
      OR t.rule <> w.rule::text
      OR (t.rule IS NOT NULL AND w.quantity > floor(p.quantity::numeric * f.reward_bps / 10000))
    ORDER BY e.seq NULLS LAST, w.created_at LIMIT 1`.execute(db);
  const row = rows[0];
  return row ? { purchaseId: row.id, seq: row.seq } : null;
}

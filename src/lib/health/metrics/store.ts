/** SQL for the metrics: what waits, on the connections of the database owner, for all companies together. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export interface Waiting {
  /** As the label shows it. */
  readonly what: string;
  readonly count: number;
  /** Seconds since the oldest was made; 0 when nothing waits. */
  readonly oldestSeconds: number;
}

/** Mails by lane, 0 first. `discard` marks mails that nobody gets. */
export async function listWaitingMails(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT l.lane::text AS what, count(m.id)::int AS count,
      coalesce(extract(epoch FROM now() - min(m.created_at)), 0)::float8 AS "oldestSeconds"
    FROM (VALUES (0), (1), (2), (3)) AS l (lane)
    LEFT JOIN mails m ON m.lane = l.lane AND m.state = 'WAITING' AND NOT m.discard
    GROUP BY l.lane ORDER BY l.lane`.execute(db);
  return rows;
}

export async function countFailedMails(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM mails WHERE state = 'FAILED' AND NOT discard`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function readPendingPurchases(db: Db): Promise<Waiting> {
  // By company, so that each finds its oldest at the end of an index.
  const { rows } = await sql<Waiting>`
    SELECT 'PENDING' AS what,
      (SELECT coalesce(sum(purchases), 0)::int FROM purchase_totals WHERE status = 'PENDING') AS count,
      coalesce(extract(epoch FROM now() - min(p.created_at)), 0)::float8 AS "oldestSeconds"
    FROM companies c
    LEFT JOIN LATERAL (
      SELECT created_at FROM purchases WHERE company_id = c.id AND status = 'PENDING' ORDER BY created_at LIMIT 1
    ) AS p ON true`.execute(db);
  return rows[0] ?? { what: 'PENDING', count: 0, oldestSeconds: 0 };
}

/** Entries of stock and of the audit trails that no checkpoint covers yet. Nothing older than a few seconds belongs there. */
export async function listUnsealed(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT 'audit' AS what, count(*)::int AS count,
      coalesce(extract(epoch FROM now() - min(e.created_at)), 0)::float8 AS "oldestSeconds"
    FROM audit_queue q JOIN audit_entries e ON e.scope_id = q.scope_id AND e.seq = q.seq
    UNION ALL
    SELECT 'ledger', coalesce(sum(s.ledger_seq - n.size), 0)::int,
      coalesce(extract(epoch FROM now() - min(e.created_at)), 0)::float8
    FROM supplies s
    JOIN LATERAL (
      SELECT size FROM log_checkpoints WHERE scope_id = s.company_id AND kind = 'ledger' ORDER BY size DESC LIMIT 1
    ) AS n ON s.ledger_seq > n.size
    LEFT JOIN stock_entries e ON e.company_id = s.company_id AND e.seq = n.size + 1`.execute(db);
  return rows;
}

/** The largest of all companies; 0 where nothing is limited. */
export async function readUnprovenRatio(db: Db): Promise<number> {
  const { rows } = await sql<{ ratio: number | null }>`
    SELECT max(s.held_unproven::float8 / greatest(
      unproven_max(c.private_supply - s.credited - s.held + s.held_unproven, c.unproven_share_bps), 1)) AS ratio
    FROM supplies s JOIN companies c ON c.id = s.company_id WHERE c.unproven_share_bps > 0`.execute(db);
  return rows[0]?.ratio ?? 0;
}

export interface StateCount {
  readonly state: string;
  readonly count: number;
}

export async function countWebhooks(db: Db): Promise<StateCount[]> {
  const { rows } = await sql<StateCount>`
    SELECT s.state, count(w.id)::int AS count
    FROM (VALUES ('ACTIVE'), ('PAUSED'), ('DISABLED')) AS s (state) LEFT JOIN webhooks w ON w.state = s.state
    GROUP BY s.state`.execute(db);
  return rows;
}

/**
 * Events that wait for a receiver, by the state of their webhook. The age of those of active webhooks counts from the first entry of
 * the trail that no delivery was made of, too, so that it also grows when nothing is made of events any more.
 */
export async function listWaitingDeliveries(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT s.state AS what, coalesce(sum(d.count), 0)::int AS count,
      greatest(coalesce(extract(epoch FROM now() - min(least(d.oldest, n.oldest))), 0), 0)::float8 AS "oldestSeconds"
    FROM (VALUES ('ACTIVE'), ('PAUSED'), ('DISABLED')) AS s (state)
    LEFT JOIN webhooks w ON w.state = s.state
    LEFT JOIN LATERAL (
      SELECT count(*) AS count, min(created_at) AS oldest FROM webhook_deliveries
      WHERE company_id = w.company_id AND webhook_id = w.id AND state = 'WAITING') AS d ON true
    LEFT JOIN LATERAL (
      SELECT e.created_at AS oldest FROM audit_order o JOIN audit_entries e ON e.scope_id = o.scope_id AND e.seq = o.seq
      WHERE w.state = 'ACTIVE' AND o.scope_id = w.company_id AND o.position > w.position
      ORDER BY o.position LIMIT 1) AS n ON true
    GROUP BY s.state`.execute(db);
  return rows;
}

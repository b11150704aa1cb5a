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

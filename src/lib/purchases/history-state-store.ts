/** The SQL that tells whether a member's payment history is as it was. */
import { CompiledQuery } from 'kysely';
import type { Db } from '../db/client.ts';

export interface AskedState {
  readonly companyId: string;
  /** The name that the site was asked under; null for the deployment's own. */
  readonly host: string | null;
  /** The symbol by which the deployment's company is configured; null where it is by its id. */
  readonly symbol: string | null;
  readonly cookieHash: Buffer;
}

/*
 * A row has another xmin after every change, one that it never had before, and purchases are never deleted: no two states of
 * a member's purchases give the same list. That a reference number was used twice is shown too, so other members' purchases
 * with it are in the list, whatever became of them. What hangs on a purchase (its entries of stock, its receipt) changes only
 * with it. Where the session has to slide the page is drawn, which does that.
 */
const STATE = `
  WITH s AS MATERIALIZED (
    SELECT user_id FROM sessions
    WHERE cookie_hash = $1 AND company_id = $2 AND kind = 'member' AND expires_at > now()
      AND seen_at >= now() - interval '1 minute' AND seen_at + make_interval(secs => idle_seconds) > now())
  SELECT concat_ws(' ', c.xmin, u.xmin,
    (SELECT 'brand ' || b.xmin FROM company_brands b WHERE b.company_id = c.id),
    (SELECT 'hosts ' || string_agg(h.host || h.xmin, ' ' ORDER BY h.host) FROM company_hosts h WHERE h.company_id = c.id),
    (SELECT 'own ' || string_agg(p.xmin::text, ' ' ORDER BY p.id) FROM purchases p
      WHERE p.company_id = c.id AND p.user_id = u.id),
    (SELECT 'same ' || string_agg(o.xmin::text, ' ' ORDER BY p.id, o.id) FROM purchases p
      JOIN purchases o ON o.company_id = p.company_id AND o.reference_number = p.reference_number
      WHERE p.company_id = c.id AND p.user_id = u.id AND p.status = 'PENDING')) AS state
  FROM s
  JOIN LATERAL (SELECT id, xmin FROM users
    WHERE users.id = s.user_id AND users.company_id = $2 AND users.status = 'ACTIVE' LIMIT 1) u ON true
  JOIN companies c ON c.id = $2
  WHERE ($3::text IS NULL OR EXISTS (SELECT FROM company_hosts h WHERE h.company_id = c.id AND h.host = $3))
    AND ($4::text IS NULL OR c.token_symbol = $4)`;

/**
 * All that the first view of the history is made of, as one text: the same text, the same page. Null where nobody is signed
 * in, the session has to slide, or the site is another company's now.
 */
export async function readHistoryState(db: Db, it: AskedState): Promise<string | null> {
  const values = [it.cookieHash, it.companyId, it.host, it.symbol];
  const { rows } = await db.executeQuery<{ state: string }>(CompiledQuery.raw(STATE, values));
  return rows[0]?.state ?? null;
}

/** The SQL of reminders. */
import { sql } from 'kysely';
import type { Language } from '../core/texts.ts';
import type { Db } from '../db/client.ts';

/** Companies that remind. @param db the owner's connections */
export async function listReminding(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .select('id')
    .where('reminder_hours', '>', 0)
    .where('moved_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

export interface MemberReminder {
  readonly kind: 'question' | 'rejected' | 'verification' | 'address' | 'refund';
  readonly aboutId: string | null;
  readonly orderNumber: string | null;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language | null;
  readonly getsMail: boolean;
}

/**
 * Records the members' reminders that are due and returns them: each state once, and each member at most once a day. Holders
 * without a wallet address are reminded once in each week of the collection of addresses.
 * @param hours after which a state is reminded of
 * @param days after which it is not any more
 */
export async function insertDue(
  tx: Db,
  companyId: string,
  { hours, days, limit }: { hours: number; days: number; limit: number },
): Promise<MemberReminder[]> {
  const since = sql`now() - make_interval(days => ${days})`;
  const until = sql`now() - make_interval(hours => ${hours})`;
  const { rows } = await sql<MemberReminder>`
    WITH states AS (
      SELECT 'question' AS kind, p.id AS subject_id, t.waiting_since AS state_at, p.user_id
      FROM purchase_threads t JOIN purchases p ON p.company_id = t.company_id AND p.id = t.purchase_id
      WHERE t.company_id = ${companyId} AND t.waiting_since BETWEEN ${since} AND ${until} AND p.status = 'PENDING'
      UNION ALL
      SELECT 'rejected', p.id, p.decided_at, p.user_id FROM purchases p
      WHERE p.company_id = ${companyId} AND p.status = 'REJECTED' AND p.decided_at BETWEEN ${since} AND ${until}
        AND NOT EXISTS (SELECT FROM purchases n WHERE n.company_id = p.company_id AND n.user_id = p.user_id
          AND n.created_at > p.decided_at)
      UNION ALL
      SELECT 'verification', u.id, u.created_at, u.id FROM users u
      WHERE u.company_id = ${companyId} AND NOT u.is_approved AND u.aadhaar_last4 IS NULL AND u.role = 'USER'
        AND u.created_at BETWEEN ${since} AND ${until}
      UNION ALL
      -- An account that the team did not want is followed by another state.
      SELECT 'refund', r.purchase_id, r.created_at + make_interval(secs => r.payee_version), r.user_id FROM refunds r
      WHERE r.company_id = ${companyId} AND r.state = 'WAITING_FOR_ACCOUNT' AND r.created_at BETWEEN ${since} AND ${until}
      UNION ALL
      -- A state for each week of the collection.
      SELECT 'address', u.id, c.launch_collecting_at
        + make_interval(days => 7 * floor(extract(epoch FROM now() - c.launch_collecting_at) / (7 * 86400))::int), u.id
      FROM companies c
      JOIN stock_balances b ON b.company_id = c.id AND b.quantity > 0
      JOIN users u ON u.company_id = c.id AND u.id = b.user_id AND u.wallet_address IS NULL
      WHERE c.id = ${companyId} AND c.launch_state = 'COLLECTING_ADDRESSES'),
    due AS (
      SELECT DISTINCT ON (s.user_id) s.* FROM states s
      JOIN users u ON u.company_id = ${companyId} AND u.id = s.user_id AND u.status = 'ACTIVE' AND u.deleted_at IS NULL
      WHERE NOT EXISTS (SELECT FROM reminders r WHERE r.company_id = ${companyId} AND r.kind = s.kind
          AND r.subject_id = s.subject_id AND r.state_at = s.state_at)
        AND NOT EXISTS (SELECT FROM reminders r WHERE r.company_id = ${companyId} AND r.user_id = s.user_id
          AND r.sent_at > now() - interval '1 day')
      ORDER BY s.user_id, s.state_at LIMIT ${limit}),
    added AS (
      INSERT INTO reminders (company_id, kind, subject_id, state_at, user_id)
      SELECT ${companyId}::uuid, kind, subject_id, state_at, user_id FROM due
      ON CONFLICT DO NOTHING RETURNING kind, subject_id, user_id)
    SELECT a.kind, p.id AS "aboutId", p.order_number AS "orderNumber", u.id AS "userId", u.name, u.email, u.language,
      u.mails_declined_at IS NULL AS "getsMail"
    FROM added a JOIN users u ON u.company_id = ${companyId} AND u.id = a.user_id
    LEFT JOIN purchases p ON p.company_id = ${companyId} AND p.id = a.subject_id
    ORDER BY u.id`.execute(tx);
  return rows;
}

export interface Waiting {
  /** Purchases to decide. */
  readonly purchases: number;
  /** Threads that nobody has read. */
  readonly unanswered: number;
  /** Refunds to approve. */
  readonly refunds: number;
  /** Members with all details, where only verified ones may buy. */
  readonly members: number;
}

/** What has waited for the admins longer than so many hours. */
export async function readWaiting(tx: Db, companyId: string, hours: number): Promise<Waiting> {
  const { rows } = await sql<Record<keyof Waiting, bigint>>`
    SELECT
      (SELECT count(*) FROM purchases p WHERE p.company_id = ${companyId} AND p.status = 'PENDING'
        AND p.created_at <= now() - make_interval(hours => ${hours})
        AND NOT EXISTS (SELECT FROM purchase_threads t WHERE t.company_id = p.company_id AND t.purchase_id = p.id
          AND t.waiting_since IS NOT NULL)) AS purchases,
      (SELECT count(*) FROM purchase_threads t WHERE t.company_id = ${companyId} AND t.unread_by_admins > 0
        AND t.last_at <= now() - make_interval(hours => ${hours})) AS unanswered,
      (SELECT count(*) FROM refunds r WHERE r.company_id = ${companyId} AND r.state = 'WAITING_FOR_APPROVAL'
        AND r.created_at <= now() - make_interval(hours => ${hours})) AS refunds,
      (SELECT count(*) FROM users u JOIN companies c ON c.id = u.company_id AND c.verified_members_only
        WHERE u.company_id = ${companyId} AND NOT u.is_approved AND u.role = 'USER' AND u.status = 'ACTIVE'
        AND u.deleted_at IS NULL AND u.aadhaar_last4 IS NOT NULL
        AND u.created_at <= now() - make_interval(hours => ${hours})) AS members`.execute(tx);
  const count = (key: keyof Waiting): number => Number(rows[0]?.[key] ?? 0);
  return {
    purchases: count('purchases'),
    unanswered: count('unanswered'),
    refunds: count('refunds'),
    members: count('members'),
  };
}

/** Takes the admins' reminder of this day. @returns false when it was sent */
export async function takeDay(tx: Db, companyId: string): Promise<boolean> {
  const added = await sql`
    INSERT INTO reminders (company_id, kind, subject_id, state_at)
    VALUES (${companyId}, 'waiting', ${companyId},
      date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata') AT TIME ZONE 'Asia/Kolkata')
    ON CONFLICT DO NOTHING`.execute(tx);
  return (added.numAffectedRows ?? 0n) > 0n;
}

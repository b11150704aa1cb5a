/**
 * The SQL of the outbox. All times are the database's. A claim is one short statement that moves `next_attempt_at` into the
 * future, so no lock or connection is held while the mail is sent. That value also identifies the claim: a worker that lost its
 * claim cannot reschedule a mail that another worker has claimed. `WAITING` is a literal in the statements, because a partial
 * index covers that state alone. Lane 0 has codes, 1 decisions, 2 the rest,
 * 3 announcements, reminders and the invitations of an import.
 */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { isHere } from '../db/moved.ts';
import { scopeIdOf } from '../db/schema/schema.ts';
import type { Lane, MailCompany } from './rules.ts';

export interface NewMail {
  readonly id: string;
  readonly companyId: string | null;
  readonly to: string;
  readonly kind: string;
  readonly subject: string;
  readonly payload: Buffer;
  readonly messageId: string;
  readonly discard: boolean;
  readonly aboutId: string | null;
  readonly resentBy: string | null;
  readonly lane: Lane;
}

/** A mail that only this process may send until the lease expires. */
export interface Claim {
  readonly id: string;
  /** The company, or `PLATFORM_ID`. */
  readonly scopeId: string;
  /** Null for a mail of the platform. */
  readonly company: MailCompany | null;
  readonly to: string;
  readonly kind: string;
  readonly subject: string;
  readonly payload: Buffer | null;
  readonly messageId: string;
  readonly discard: boolean;
  readonly lane: Lane;
  /** A code whose last line may have been sent by a program that ended then. */
  readonly isHanded: boolean;
  /** Refusals of this mail (4xx, 5xx) so far. */
  readonly attempts: number;
  readonly createdAt: Date;
  readonly ageSeconds: number;
  /** Identifies the claim: `next_attempt_at` to the microsecond, as text. */
  lease: string;
}

const inSeconds = (seconds: number) => sql<Date>`now() + ${seconds} * interval '1 second'`;
const leaseText = sql<string>`mails.next_attempt_at::text`;
const heldBy = (lease: string) => sql<boolean>`next_attempt_at = ${lease}::timestamptz`;

/** Inserts the mail. A decision moves waiting mails about its subject to its lane, because they are sent before it. */
export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  const isDecided = mail.lane === 1 && mail.aboutId !== null;
  await sql`
    ${
      isDecided
        ? sql`WITH earlier AS (
      UPDATE mails SET lane = ${mail.lane}
      WHERE scope_id = ${scopeIdOf(mail.companyId)} AND state = 'WAITING' AND to_address = ${mail.to} AND about_id = ${mail.aboutId}
        AND lane > ${mail.lane})`
        : sql``
    }
    INSERT INTO mails (id, scope_id, company_id, to_address, subject, kind, payload, message_id, discard, about_id, resent_by, lane)
    VALUES (${mail.id}, ${scopeIdOf(mail.companyId)}, ${mail.companyId}, ${mail.to}, ${mail.subject}, ${mail.kind}, ${mail.payload},
      ${mail.messageId}, ${mail.discard}, ${mail.aboutId}, ${mail.resentBy}, ${mail.lane})`.execute(db);
}

/** Drops the waiting mails about a subject. */
export async function discardMailsAbout(db: Db, companyId: string, aboutId: string): Promise<void> {
  await sql`UPDATE mails SET state = 'DISCARDED', payload = NULL
    WHERE scope_id = ${companyId} AND about_id = ${aboutId} AND state = 'WAITING' AND lane = 3`.execute(db);
}

/**
 * True unless an earlier decision to the same address about the same subject waits or is being sent. Holds for an hour,
 * because a server that cuts the connection at one mail must not stop all later ones.
 */
const isNext = sql<boolean>`(m.lane <> 1 OR NOT EXISTS (
  SELECT FROM mails e
  WHERE e.scope_id = m.scope_id AND e.state = 'WAITING' AND e.to_address = m.to_address
    AND (e.about_id = m.about_id OR (e.about_id IS NULL AND m.about_id IS NULL))
    AND e.lane = m.lane AND e.attempts = 0
    AND (e.created_at, e.id) < (m.created_at, m.id)
    AND e.created_at > now() - interval '1 hour'))`;

/**
 * Claims up to `limit` due mails that no other worker is claiming: codes, then decisions, then the rest; in each lane the
 * longest due first.
 * @param laneMax claims no mails of higher lanes
 */
export async function claimMails(db: Db, limit: number, leaseSeconds: number, laneMax: Lane = 3): Promise<Claim[]> {
  const rows = await db
    // A CTE that locks runs exactly once; the same query under IN (…) may run again and lock more than `limit` rows.
    .with('due', (q) =>
      q
        .selectFrom('mails as m')
        .select(['m.id', 'm.scope_id'])
        .where('m.state', '=', sql.lit('WAITING'))
        .where('m.lane', '<=', laneMax)
        .where('m.next_attempt_at', '<=', sql<Date>`now()`)
        .where(isNext)
        .where(isHere('m.scope_id'))
        // Does not wait for the disk: a claim that a crash of the database loses is made again.
        .where(sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`)
        .orderBy('m.lane')
        .orderBy('m.next_attempt_at')
        .limit(limit)
        .forUpdate('m')
        .skipLocked(),
    )
    .updateTable('mails')
    .from('due')
    .whereRef('mails.id', '=', 'due.id')
    .whereRef('mails.scope_id', '=', 'due.scope_id')
    .set({ next_attempt_at: inSeconds(leaseSeconds) })
    .returning([
      'mails.id',
      'mails.scope_id',
      'mails.to_address',
      sql<MailCompany | null>`(
        SELECT jsonb_build_object('id', c.id, 'symbol', c.token_symbol, 'tokenName', c.token_name)
        FROM companies c WHERE c.id = mails.company_id)`.as('company'),
      'mails.kind',
      'mails.subject',
      'mails.payload',
      'mails.message_id',
      'mails.discard',
      sql<Lane>`mails.lane`.as('lane'),
      'mails.handed_at',
      'mails.attempts',
      'mails.created_at',
      sql<number>`extract(epoch FROM now() - mails.created_at)::float8`.as('age_seconds'),
      leaseText.as('lease'),
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    scopeId: row.scope_id,
    company: row.company,
    to: row.to_address,
    kind: row.kind,
    subject: row.subject,
    payload: row.payload,
    messageId: row.message_id,
    discard: row.discard,
    lane: row.lane,
    isHanded: row.handed_at !== null,
    attempts: row.attempts,
    createdAt: row.created_at,
    ageSeconds: row.age_seconds,
    lease: row.lease,
  }));
}

/** Mails of a company that a worker may be sending now: due again within a lease. */
export async function countHeld(db: Db, companyId: string, leaseSeconds: number): Promise<number> {
  const row = await db
    .selectFrom('mails')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('scope_id', '=', companyId)
    .where('state', '=', sql.lit('WAITING'))
    .where('next_attempt_at', '>', sql<Date>`now()`)
    .where('next_attempt_at', '<=', inSeconds(leaseSeconds))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** @returns the new lease, or null if the claim is lost */
export async function renewClaim(db: Db, claim: Claim, leaseSeconds: number): Promise<string | null> {
  const row = await db
    .updateTable('mails')
    .set({ next_attempt_at: inSeconds(leaseSeconds) })
    .where('id', '=', claim.id)
    .where('scope_id', '=', claim.scopeId)
    .where('state', '=', sql.lit('WAITING'))
    .where(heldBy(claim.lease))
    .returning(leaseText.as('lease'))
    .executeTakeFirst();
  return row?.lease ?? null;
}

/** Marks the mail as sent and deletes its body, even if another worker has the claim now: it must not be sent again. */
export async function markSent(db: Db, { id, scopeId }: Pick<Claim, 'id' | 'scopeId'>): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'SENT', sent_at: sql<Date>`now()`, payload: null, last_error: null })
    .where('id', '=', id)
    .where('scope_id', '=', scopeId)
    .where('state', '=', sql.lit('WAITING'))
    .execute();
}

/** Records that the last line of a code may go out now. @returns false if the claim is lost, or it was recorded before */
export async function markHanded(db: Db, claim: Claim): Promise<boolean> {
  const row = await db
    .updateTable('mails')
    .set({ handed_at: sql<Date>`now()` })
    .where('id', '=', claim.id)
    .where('scope_id', '=', claim.scopeId)
    .where('state', '=', sql.lit('WAITING'))
    .where('handed_at', 'is', null)
    .where(heldBy(claim.lease))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a mail without sending it and deletes its body. */
export async function endMail(
  db: Db,
  claim: Claim,
  state: 'DISCARDED' | 'FAILED',
  end: { attempts: number; error: string | null },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state, payload: null, attempts: end.attempts, last_error: end.error })
    .where('id', '=', claim.id)
    .where('scope_id', '=', claim.scopeId)
    .where('state', '=', sql.lit('WAITING'))
    .where(heldBy(claim.lease))
    .execute();
}

/** Releases the claim of a mail that was not accepted. It is due again after `delaySeconds`. */
export async function postponeMail(
  db: Db,
  claim: Claim,
  next: { delaySeconds: number; attempts: number; error: string },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      next_attempt_at: inSeconds(next.delaySeconds),
      handed_at: null,
      attempts: next.attempts,
      last_error: next.error,
    })
    .where('id', '=', claim.id)
    .where('scope_id', '=', claim.scopeId)
    .where('state', '=', sql.lit('WAITING'))
    .where(heldBy(claim.lease))
    .execute();
}

/** Deletes settled mails older than `days`, because they contain personal data. */
export async function deleteSettledMails(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('state', '<>', sql.lit('WAITING'))
    .where('created_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute();
}

/** Marks the mails to an address that an account leaves as the account's. */
export async function setAccountOfMailsTo(
  db: Db,
  companyId: string,
  address: string,
  accountId: string,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ account_id: accountId })
    .where('scope_id', '=', companyId)
    .where('company_id', '=', companyId)
    .where('to_address', '=', address)
    .execute();
}

/** Deletes a company's settled mails to the address, and to earlier addresses of the account. */
export async function deleteMailsOf(
  db: Db,
  companyId: string,
  account: { id: string; address: string },
): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('scope_id', '=', companyId)
    .where('company_id', '=', companyId)
    .where((q) =>
      q.or([q('account_id', '=', account.id), sql<boolean>`lower(to_address) = ${account.address.toLowerCase()}`]),
    )
    .where('state', '<>', sql.lit('WAITING'))
    .execute();
}

/** @returns those of the ids that are in the outbox */
export async function findMailIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('mails').select('id').where('id', '=', sql<string>`ANY(${ids}::uuid[])`).execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * All SQL of the outbox. Every time is the database's. A claim is a short statement: while a mail is under way no lock
 * and no connection is held, only `next_attempt_at` stands in the future. That value is also the claim's proof: a
 * worker that lost its claim can't reschedule the mail under the hands of the next one. `WAITING` stands in the text of the
 * statements, for the index of what waits is made for that word alone.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { MailCompany } from './rules.ts';

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
}

/** A mail that this process alone may send until the lease runs out. */
export interface Claim {
  readonly id: string;
  /** Null for a mail of the platform. */
  readonly company: MailCompany | null;
  readonly to: string;
  readonly kind: string;
  readonly subject: string;
  readonly payload: Buffer | null;
  readonly messageId: string;
  readonly discard: boolean;
  /** Answers (4xx, 5xx) that the mail has had. */
  readonly attempts: number;
  readonly createdAt: Date;
  readonly ageSeconds: number;
  /** The proof: `next_attempt_at` to the microsecond, as text. */
  lease: string;
}

const inSeconds = (seconds: number) => sql<Date>`now() + ${seconds} * interval '1 second'`;
const leaseText = sql<string>`mails.next_attempt_at::text`;
const heldBy = (lease: string) => sql<boolean>`next_attempt_at = ${lease}::timestamptz`;

export function insertCall(mail: NewMail): RawBuilder<unknown> {
  return sql`INSERT INTO mails (id, company_id, to_address, subject, kind, payload, message_id, discard, about_id,
      resent_by)
    VALUES (${mail.id}, ${mail.companyId}, ${mail.to}, ${mail.subject}, ${mail.kind}, ${mail.payload}, ${mail.messageId},
      ${mail.discard}, ${mail.aboutId}, ${mail.resentBy})`;
}

export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  await insertCall(mail).execute(db);
}

/** Takes up to `limit` due mails that nobody else is taking, the longest due first. */
export async function claimMails(db: Db, limit: number, leaseSeconds: number): Promise<Claim[]> {
  const rows = await db
    // A CTE that locks is run exactly once; the same query under IN (…) may be run again and lock more than `limit`.
    .with('due', (q) =>
      q
        .selectFrom('mails')
        .select('id')
        .where('state', '=', sql.lit('WAITING'))
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        // A claim that a crash of the database takes away is made again: the disk need not be waited for.
        .where(sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`)
        .orderBy('next_attempt_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('mails')
    .from('due')
    .whereRef('mails.id', '=', 'due.id')
    .set({ next_attempt_at: inSeconds(leaseSeconds) })
    .returning([
      'mails.id',
      'mails.to_address',
      sql<MailCompany | null>`(
        SELECT jsonb_build_object('id', c.id, 'symbol', c.token_symbol, 'tokenName', c.token_name)
        FROM companies c WHERE c.id = mails.company_id)`.as('company'),
      'mails.kind',
      'mails.subject',
      'mails.payload',
      'mails.message_id',
      'mails.discard',
      'mails.attempts',
      'mails.created_at',
      sql<number>`extract(epoch FROM now() - mails.created_at)::float8`.as('age_seconds'),
      leaseText.as('lease'),
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    company: row.company,
    to: row.to_address,
    kind: row.kind,
    subject: row.subject,
    payload: row.payload,
    messageId: row.message_id,
    discard: row.discard,
    attempts: row.attempts,
    createdAt: row.created_at,
    ageSeconds: row.age_seconds,
    lease: row.lease,
  }));
}

/** @returns the new proof, or null when the claim is no longer held. */
export async function renewClaim(db: Db, claim: Claim, leaseSeconds: number): Promise<string | null> {
  const row = await db
    .updateTable('mails')
    .set({ next_attempt_at: inSeconds(leaseSeconds) })
    .where('id', '=', claim.id)
    .where('state', '=', sql.lit('WAITING'))
    .where(heldBy(claim.lease))
    .returning(leaseText.as('lease'))
    .executeTakeFirst();
  return row?.lease ?? null;
}

/** It is out, whoever holds the claim now: nobody needs to send it again. The body is emptied. */
export async function markSent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'SENT', sent_at: sql<Date>`now()`, payload: null, last_error: null })
    .where('id', '=', id)
    .where('state', '=', sql.lit('WAITING'))
    .execute();
}

/** Ends a mail unsent and empties its body. */
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
    .where('state', '=', sql.lit('WAITING'))
    .where(heldBy(claim.lease))
    .execute();
}

/** Gives the claim back, to be tried again after `delaySeconds`. */
export async function postponeMail(
  db: Db,
  claim: Claim,
  next: { delaySeconds: number; attempts: number; error: string },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_attempt_at: inSeconds(next.delaySeconds), attempts: next.attempts, last_error: next.error })
    .where('id', '=', claim.id)
    .where('state', '=', sql.lit('WAITING'))
    .where(heldBy(claim.lease))
    .execute();
}

/** Settled mails older than `days`: they hold personal data and are of no more use. */
export async function deleteSettledMails(db: Db, days: number): Promise<number> {
  const result = await db
    .deleteFrom('mails')
    .where('state', '<>', sql.lit('WAITING'))
    .where('created_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** The rows of one address in one company, for the erasing of an account. */
export async function deleteMailsTo(db: Db, companyId: string, address: string): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`lower(to_address) = ${address.toLowerCase()}`)
    .where('state', '<>', sql.lit('WAITING'))
    .execute();
}

/** The SQL of sessions. A session counts while neither its idle nor its absolute time is over and its account is ACTIVE. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { SessionKind } from '../db/schema.ts';
import type { Actor } from '../scope.ts';

interface SessionInsert {
  kind: SessionKind;
  companyId: string | null;
  accountId: string;
  cookieHash: Buffer;
  tokenHash: Buffer;
  idleSeconds: number;
  absoluteSeconds: number;
  ip: string;
  userAgent: string;
}

/** @returns the id */
export async function insertSession(db: Db, it: SessionInsert): Promise<string> {
  const isSuper = it.kind === 'super';
  const { id } = await db
    .insertInto('sessions')
    .values({
      kind: it.kind,
      company_id: it.companyId,
      user_id: isSuper ? null : it.accountId,
      super_admin_id: isSuper ? it.accountId : null,
      cookie_hash: it.cookieHash,
      token_hash: it.tokenHash,
      idle_seconds: it.idleSeconds,
      expires_at: sql<Date>`now() + make_interval(secs => ${it.absoluteSeconds})`,
      ip: it.ip,
      user_agent: it.userAgent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const IS_STALE = sql<boolean>`s.seen_at < now() - interval '1 minute'`.as('stale');
const IS_ALIVE = sql<boolean>`s.expires_at > now() AND s.seen_at + make_interval(secs => s.idle_seconds) > now()`;

/**
 * `stale`: seen more than a minute ago, so that sliding costs one write a minute and not one a request. The session is
 * looked up before anything is joined to it: every request waits for this, and a plan that was made while the tables were
 * young would go through all members of the company.
 */
export async function findSession(
  db: Db,
  hash: Buffer,
  from: 'cookie' | 'token',
  companyId: string,
): Promise<{ actor: Actor; stale: boolean } | null> {
  const row = await db
    .with(
      (cte) => cte('s').materialized(),
      (q) =>
        q
          .selectFrom('sessions as s')
          .select(['s.id', 's.kind', 's.user_id', IS_STALE])
          .where(from === 'cookie' ? 's.cookie_hash' : 's.token_hash', '=', hash)
          .where('s.company_id', '=', companyId)
          .where(IS_ALIVE),
    )
    .selectFrom('s')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('users')
          .select(['id', 'role', 'email', 'name', 'member_id', 'is_approved', 'profile_image_id'])
          .whereRef('users.id', '=', 's.user_id')
          .where('users.company_id', '=', companyId)
          .where('users.status', '=', 'ACTIVE')
          .limit(1)
          .as('u'),
      (join) => join.onTrue(),
    )
    .select([
      's.id as sessionId',
      's.kind',
      's.stale',
      'u.id as userId',
      'u.role',
      'u.email',
      'u.name',
      'u.member_id',
      'u.is_approved',
      'u.profile_image_id',
    ])
    .where((eb) => eb.or([eb('s.kind', '<>', 'admin'), eb('u.role', '=', 'ADMIN')]))
    .executeTakeFirst();
  if (!row) return null;
  return {
    stale: row.stale,
    actor: {
      kind: row.kind,
      sessionId: row.sessionId,
      id: row.userId,
      role: row.role,
      email: row.email,
      name: row.name,
      memberId: row.member_id,
      isApproved: row.is_approved,
      profileImageId: row.profile_image_id,
    },
  };
}

/** The same for a super admin, whose session belongs to no company. @param platform the owner's connections */
export async function findSuperSession(
  platform: Db,
  hash: Buffer,
  from: 'cookie' | 'token',
): Promise<{ actor: Actor; stale: boolean } | null> {
  const row = await platform
    .selectFrom('sessions as s')
    .innerJoin('super_admins as p', 'p.id', 's.super_admin_id')
    .select(['s.id as sessionId', 'p.id', 'p.email', 'p.name', IS_STALE])
    .where(from === 'cookie' ? 's.cookie_hash' : 's.token_hash', '=', hash)
    .where('s.kind', '=', 'super')
    .where(IS_ALIVE)
    .executeTakeFirst();
  if (!row) return null;
  const { stale, ...account } = row;
  return {
    stale,
    actor: { ...account, kind: 'super', role: null, memberId: null, isApproved: true, profileImageId: null },
  };
}

export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: sql<Date>`now()` }).where('id', '=', sessionId).execute();
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

export async function deleteSessionsOf(db: Db, accountId: string, except: string | null = null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('user_id', '=', accountId), eb('super_admin_id', '=', accountId)]))
    .$if(except !== null, (q) => q.where('id', '<>', except ?? ''))
    .execute();
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`expires_at < now() OR seen_at + make_interval(secs => idle_seconds) < now()`)
    .execute();
}

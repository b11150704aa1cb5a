/** SQL for sessions. A session is valid within its idle and its absolute timeout, while its account is ACTIVE. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { SessionKind } from '../../db/schema/schema.ts';
import type { Actor } from '../../scope.ts';

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
export async function insertSession(db: Db, session: SessionInsert): Promise<string> {
  const isSuper = session.kind === 'super';
  const { id } = await db
    .insertInto('sessions')
    .values({
      kind: session.kind,
      company_id: session.companyId,
      user_id: isSuper ? null : session.accountId,
      super_admin_id: isSuper ? session.accountId : null,
      cookie_hash: session.cookieHash,
      token_hash: session.tokenHash,
      idle_seconds: session.idleSeconds,
      expires_at: sql<Date>`now() + make_interval(secs => ${session.absoluteSeconds})`,
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const IS_STALE = sql<boolean>`s.seen_at < now() - interval '1 minute'`.as('stale');
const IS_ALIVE = sql<boolean>`s.expires_at > now() AND s.seen_at + make_interval(secs => s.idle_seconds) > now()`;

/** For the bell of a page, in the same round trip. */
const UNREAD = sql<bigint>`(
  SELECT count(*) FROM (SELECT FROM notifications n
    WHERE n.user_id = u.id AND n.area = s.kind AND n.read_at IS NULL LIMIT 100) unread)`.as('unread');

export interface ActiveSession {
  readonly actor: Actor;
  /** Last seen more than a minute ago. The sliding timeout then costs one write a minute instead of one a request. */
  readonly stale: boolean;
}

/**
 * Every request waits for this query. It materializes the session before the join: a plan made while the tables were small
 * would scan all members of the company.
 * @param countsUnread counts the unread notifications too, for a page
 */
export async function findSession(
  db: Db,
  hash: Buffer,
  from: 'cookie' | 'token',
  companyId: string,
  countsUnread = false,
): Promise<ActiveSession | null> {
  const row = await db
    .with(
      (cte) => cte('s').materialized(),
      (q) =>
        q
          .selectFrom('sessions as s')
          .select(['s.id', 's.kind', 's.user_id', 's.authenticated_at', IS_STALE])
          .where(from === 'cookie' ? 's.cookie_hash' : 's.token_hash', '=', hash)
          .where('s.company_id', '=', companyId)
          .where(IS_ALIVE),
    )
    .selectFrom('s')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('users')
          .select(['id', 'role', 'email', 'name', 'member_id', 'is_approved', 'profile_image_id', 'password_given_at'])
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
      's.authenticated_at',
      'u.id as userId',
      'u.role',
      'u.email',
      'u.name',
      'u.member_id',
      'u.is_approved',
      'u.profile_image_id',
      'u.password_given_at',
    ])
    .select(countsUnread ? UNREAD : sql<bigint>`0::bigint`.as('unread'))
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
      authenticatedAt: row.authenticated_at,
      passwordGivenAt: row.password_given_at,
      unreadNotifications: Number(row.unread),
    },
  };
}

/** Finds a super admin's session, which belongs to no company. @param platform connections of the database owner */
export async function findSuperSession(
  platform: Db,
  hash: Buffer,
  from: 'cookie' | 'token',
): Promise<ActiveSession | null> {
  const row = await platform
    .selectFrom('sessions as s')
    .innerJoin('super_admins as p', 'p.id', 's.super_admin_id')
    .select(['s.id as sessionId', 's.authenticated_at as authenticatedAt', 'p.id', 'p.email', 'p.name', IS_STALE])
    .where(from === 'cookie' ? 's.cookie_hash' : 's.token_hash', '=', hash)
    .where('s.kind', '=', 'super')
    .where(IS_ALIVE)
    .executeTakeFirst();
  if (!row) return null;
  const { stale, ...account } = row;
  return {
    stale,
    actor: {
      ...account,
      kind: 'super',
      role: null,
      memberId: null,
      isApproved: true,
      profileImageId: null,
      passwordGivenAt: null,
      unreadNotifications: 0,
    },
  };
}

export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: sql<Date>`now()` }).where('id', '=', sessionId).execute();
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

export async function deleteSessionBySecret(
  db: Db,
  kind: SessionKind,
  hash: Buffer,
  from: 'cookie' | 'token',
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(from === 'cookie' ? 'cookie_hash' : 'token_hash', '=', hash)
    .where('kind', '=', kind)
    .execute();
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

/** Valid sessions, most recently seen first. */
export function listSessionsOf(db: Db, companyId: string, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'kind', 'ip', 'user_agent', 'created_at', 'seen_at'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`expires_at > now() AND seen_at + make_interval(secs => idle_seconds) > now()`)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
}

/** Ends all sessions of the account but one. @returns the number of ended sessions */
export async function deleteOtherSessions(tx: Db, companyId: string, userId: string, except: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('id', '<>', except)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

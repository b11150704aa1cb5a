/** SQL for sessions. A session is valid within its idle and its absolute timeout, while its account is ACTIVE. */
import { sql } from 'kysely';
import { type Site, type SiteKey, selectSite, siteOf } from '../../companies/store.ts';
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';
import { PLATFORM_ID, type SessionKind, scopeIdOf } from '../../db/schema/schema.ts';
import type { Actor } from '../../scope.ts';
import type { BoundHashes } from './bound/store.ts';

interface SessionInsert {
  kind: SessionKind;
  companyId: string | null;
  accountId: string;
  cookieHash: Buffer;
  tokenHash: Buffer;
  accountMac: Buffer;
  idleSeconds: number;
  absoluteSeconds: number;
  ip: string;
  userAgent: string;
}

/** @returns the id */
export async function insertSession(db: Db, session: SessionInsert): Promise<string> {
  await permit(db, 'accounts');
  const isSuper = session.kind === 'super';
  const { id } = await db
    .insertInto('sessions')
    .values({
      kind: session.kind,
      scope_id: scopeIdOf(session.companyId),
      company_id: session.companyId,
      user_id: isSuper ? null : session.accountId,
      super_admin_id: isSuper ? session.accountId : null,
      cookie_hash: session.cookieHash,
      token_hash: session.tokenHash,
      account_mac: session.accountMac,
      idle_seconds: session.idleSeconds,
      expires_at: sql<Date>`now() + make_interval(secs => ${session.absoluteSeconds})`,
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What a request shows of a session. */
export interface SessionSecret {
  readonly hash: Buffer;
  readonly from: 'cookie' | 'token';
  /** The kinds of session that it may open. */
  readonly kinds: readonly SessionKind[];
}

export interface ActiveSession {
  readonly actor: Actor;
  readonly bound: BoundHashes;
  /** Last seen more than a minute ago. The sliding timeout then costs one write a minute instead of one a request. */
  readonly isStale: boolean;
}

interface SessionRow extends Omit<Actor, 'authenticatedAt' | 'passwordGivenAt'> {
  readonly authenticatedAt: string;
  readonly passwordGivenAt: string | null;
  readonly isStale: boolean;
  readonly bound: BoundHashes;
}

/** The valid sessions of the secrets: of the site's company, or of the platform. */
const validSessions = (secrets: readonly SessionSecret[]) =>
  sql.join(
    secrets.map(
      ({ hash, from, kinds }, nth) => sql`
        SELECT ${sql.lit(nth)} AS nth, id, kind, company_id, user_id, super_admin_id, cookie_hash, token_hash, account_mac, authenticated_at, authenticated_at > created_at AS is_confirmed, seen_at, factor_grace_left
        FROM sessions WHERE ${sql.ref(from === 'cookie' ? 'cookie_hash' : 'token_hash')} = ${hash}
          AND scope_id IN (companies.id, ${PLATFORM_ID}) AND kind IN (${sql.join(kinds.map((kind) => sql.lit(kind)))})
          AND expires_at > now() AND seen_at + make_interval(secs => idle_seconds) > now()`,
    ),
    sql` UNION ALL `,
  );

/** For the bell of a page, in the same round trip. */
const UNREAD = sql`(
  SELECT count(*) FROM (SELECT FROM notifications n
    WHERE n.company_id = companies.id AND n.user_id = u.id AND n.area = s.kind AND n.read_at IS NULL LIMIT 100) unread)`;

/**
 * The sessions of a request as a column of its site's row, in the order of their secrets. They are read as the owner of the tables, so it names the
 * company itself: members' and admins' sessions open only their own company, a super admin's belongs to the platform.
 * The sessions come before the join: a plan made while the tables were small would scan all members.
 */
const sessionsColumn = (secrets: readonly SessionSecret[], countsUnread: boolean) => sql<SessionRow[] | null>`(
  WITH s AS MATERIALIZED (${validSessions(secrets)})
  SELECT jsonb_agg(jsonb_build_object('kind', s.kind, 'sessionId', s.id, 'authenticatedAt', s.authenticated_at, 'isConfirmed', s.is_confirmed,
    'isStale', s.seen_at < now() - interval '1 minute', 'bound', jsonb_build_object('mac', encode(s.account_mac, 'hex'),
      'cookieHash', encode(s.cookie_hash, 'hex'), 'tokenHash', encode(s.token_hash, 'hex')),
    'id', coalesce(u.id, p.id), 'role', u.role, 'email', coalesce(u.email, p.email), 'name', coalesce(u.name, p.name),
    'memberId', u.member_id, 'isApproved', coalesce(u.is_approved, true), 'profileImageId', u.profile_image_id,
    'passwordGivenAt', u.password_given_at, 'factorGraceLeft', s.factor_grace_left, 'unreadNotifications', ${countsUnread ? UNREAD : sql.lit(0)}) ORDER BY s.nth)
  FROM s
  LEFT JOIN LATERAL (
    SELECT id, role, email, name, member_id, is_approved, profile_image_id, password_given_at FROM users
    WHERE users.company_id = companies.id AND users.id = s.user_id AND users.status = 'ACTIVE' LIMIT 1
  ) u ON s.kind <> 'super' AND s.company_id = companies.id
  LEFT JOIN super_admins p ON s.kind = 'super' AND p.id = s.super_admin_id
  WHERE p.id IS NOT NULL OR (u.id IS NOT NULL AND (s.kind <> 'admin' OR u.role = 'ADMIN')))`;

/**
 * The site of a request, and the sessions that its secrets open, in one statement: every request waits for it.
 * @param platform connections of the database owner
 * @param secrets at least one
 * @param countsUnread counts the unread notifications too, for a page
 * @returns null if there is no such site
 */
export async function findSiteWithSessions(
  platform: Db,
  key: SiteKey,
  secrets: readonly SessionSecret[],
  countsUnread: boolean,
): Promise<{ site: Site; sessions: readonly ActiveSession[] } | null> {
  const row = await selectSite(platform, key)
    .select(sessionsColumn(secrets, countsUnread).as('sessions'))
    .executeTakeFirst();
  if (!row) return null;
  const { sessions, ...site } = row;
  return { site: siteOf(site), sessions: (sessions ?? []).map(activeSession) };
}

function activeSession({ isStale, bound, authenticatedAt, passwordGivenAt, ...account }: SessionRow): ActiveSession {
  const dates = {
    authenticatedAt: new Date(authenticatedAt),
    passwordGivenAt: passwordGivenAt === null ? null : new Date(passwordGivenAt),
  };
  return { actor: { ...account, ...dates }, isStale, bound };
}

/** An account of a company, or a super admin (without a company). */
export interface SessionOwner {
  readonly companyId: string | null;
  readonly accountId: string;
}

/** @param companyId null for the session of a super admin, here and below */
export async function touchSession(db: Db, companyId: string | null, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: sql<Date>`now()` })
    .where('scope_id', '=', scopeIdOf(companyId))
    .where('id', '=', sessionId)
    .execute();
}

export async function deleteSession(db: Db, companyId: string | null, sessionId: string): Promise<void> {
  await permit(db, 'accounts');
  await db.deleteFrom('sessions').where('scope_id', '=', scopeIdOf(companyId)).where('id', '=', sessionId).execute();
}

export async function deleteSessionBySecret(
  db: Db,
  { kind, companyId }: { kind: SessionKind; companyId: string | null },
  hash: Buffer,
  from: 'cookie' | 'token',
): Promise<void> {
  await permit(db, 'accounts');
  await db
    .deleteFrom('sessions')
    .where('scope_id', '=', scopeIdOf(companyId))
    .where(from === 'cookie' ? 'cookie_hash' : 'token_hash', '=', hash)
    .where('kind', '=', kind)
    .execute();
}

export async function deleteSessionsOf(
  db: Db,
  { companyId, accountId }: SessionOwner,
  except: string | null = null,
): Promise<void> {
  await permit(db, 'accounts');
  await db
    .deleteFrom('sessions')
    .where('scope_id', '=', scopeIdOf(companyId))
    .where(companyId === null ? 'super_admin_id' : 'user_id', '=', accountId)
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
export function listSessionsOf(db: Db, { companyId, accountId }: SessionOwner) {
  return db
    .selectFrom('sessions')
    .select(['id', 'kind', 'ip', 'user_agent', 'created_at', 'seen_at'])
    .where('scope_id', '=', scopeIdOf(companyId))
    .where(companyId === null ? 'super_admin_id' : 'user_id', '=', accountId)
    .where(sql<boolean>`expires_at > now() AND seen_at + make_interval(secs => idle_seconds) > now()`)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute();
}

/** Ends sessions of the account: all but one, or one. @returns the number of ended sessions */
export async function deleteOtherSessions(
  tx: Db,
  { companyId, accountId }: SessionOwner,
  which: { readonly except: string } | { readonly only: string },
): Promise<number> {
  await permit(tx, 'accounts');
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('scope_id', '=', scopeIdOf(companyId))
    .where(companyId === null ? 'super_admin_id' : 'user_id', '=', accountId)
    .where('id', 'only' in which ? '=' : '<>', 'only' in which ? which.only : which.except)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ends the sessions and unfinished sign-ins of all admins of a company, on both sides. @returns how many sessions */
export async function deleteAdminSessions(tx: Db, companyId: string): Promise<number> {
  await permit(tx, 'accounts');
  const [ended] = await Promise.all(
    (['sessions', 'pending_sign_ins'] as const).map((table) =>
      tx
        .deleteFrom(table)
        .where('scope_id', '=', companyId)
        .where('user_id', 'in', (eb) =>
          eb.selectFrom('users').select('users.id').where('company_id', '=', companyId).where('role', '=', 'ADMIN'),
        )
        .executeTakeFirst(),
    ),
  );
  return Number(ended?.numDeletedRows ?? 0);
}

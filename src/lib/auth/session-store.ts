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

export async function insertSession(db: Db, it: SessionInsert): Promise<void> {
  const isSuper = it.kind === 'super';
  await db
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
    .execute();
}

/** `stale`: seen more than a minute ago, so that sliding costs one write a minute and not one a request. */
export async function findSession(
  db: Db,
  hash: Buffer,
  from: 'cookie' | 'token',
  companyId: string,
): Promise<{ actor: Actor; stale: boolean } | null> {
  const row = await db
    .selectFrom('sessions as s')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.user_id').onRef('u.company_id', '=', 's.company_id'))
    .leftJoin('super_admins as p', 'p.id', 's.super_admin_id')
    .select([
      's.id as sessionId',
      's.kind',
      'u.id as userId',
      'u.role',
      'u.email',
      'u.name',
      'u.member_id',
      'u.is_approved',
      'u.profile_image_id',
      'p.id as superId',
      'p.email as superEmail',
      'p.name as superName',
      sql<boolean>`s.seen_at < now() - interval '1 minute'`.as('stale'),
    ])
    .where(from === 'cookie' ? 's.cookie_hash' : 's.token_hash', '=', hash)
    .where((eb) => eb.or([eb('s.company_id', '=', companyId), eb('s.kind', '=', 'super')]))
    .where(sql<boolean>`s.expires_at > now() AND s.seen_at + make_interval(secs => s.idle_seconds) > now()`)
    .where((eb) => eb.or([eb('s.kind', '=', 'super'), eb('u.status', '=', 'ACTIVE')]))
    .where((eb) => eb.or([eb('s.kind', '<>', 'admin'), eb('u.role', '=', 'ADMIN')]))
    .executeTakeFirst();
  if (!row) return null;
  const id = row.userId ?? row.superId;
  if (!id) return null;
  return {
    stale: row.stale,
    actor: {
      kind: row.kind,
      sessionId: row.sessionId,
      id,
      role: row.role,
      email: row.email ?? row.superEmail ?? '',
      name: row.name ?? row.superName ?? '',
      memberId: row.member_id,
      isApproved: row.is_approved ?? true,
      profileImageId: row.profile_image_id,
    },
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

/**
 * Sessions (docs/contract.md, Sessions). Each has two random 256-bit secrets, one for the cookie and one for the header, so
 * that scripts never learn the cookie. The database stores only their SHA-256. Only the database's clock decides on expiry.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type AuditEvent, record } from '../../audit/service.ts';
import { findSite, type Site, type SiteKey } from '../../companies/store.ts';
import type { InputOf, OutputOf } from '../../core/contract.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import { type Database, type Db, inTransaction } from '../../db/client.ts';
import { type SessionKind, scopeIdOf } from '../../db/schema/schema.ts';
import { type Actor, actorOf, type NewCookie, type RequestFacts, type Result, type Scope } from '../../scope.ts';
import type { Secrets } from '../../secrets.ts';
import { endKeysOf, type KeysEndedBy } from '../api-keys/service.ts';
import { deletePendingOf } from '../factors/pending/store.ts';
import { SESSION_POLICY } from '../rules.ts';
import { isBoundTo, macOf } from './bound/service.ts';
import type { endAdminSession as EndOne, endOtherSessions as EndOthers, listSessions as List } from './contract.ts';
import { deviceOf } from './device.rules.ts';
import * as store from './store.ts';

export interface NewSession {
  readonly id: string;
  /** Sent only as an HttpOnly cookie. */
  readonly cookie: string;
  /** Sent only in `data.token`, for the Authorization header. */
  readonly token: string;
  readonly maxAgeSeconds: number;
  /** Records the start: the trail says later which sessions the program started, and with which secrets. */
  recordStart(tx: Db, more?: Readonly<Record<string, string | boolean>>): Promise<unknown>;
}

const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest();
const SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** The stored hash of a session secret; null if the value cannot be one. */
function sessionHash(value: string): Buffer | null {
  return SECRET_SHAPE.test(value) ? sha256(value) : null;
}

/** Ends the session of this kind that the request carries too, so that a copy of its secret opens nothing any more. */
async function endPresented(
  db: Db,
  owner: { kind: SessionKind; companyId: string | null },
  { client }: RequestFacts,
): Promise<void> {
  const secrets = [
    { value: client?.credentials.cookies[owner.kind], from: 'cookie' },
    { value: client?.credentials.header ?? undefined, from: 'token' },
  ] as const;
  for (const { value, from } of secrets) {
    const hash = value === undefined ? null : sessionHash(value);
    if (hash) await store.deleteSessionBySecret(db, owner, hash, from);
  }
}

/** Starts the session of a sign-in. It takes the place of the one that the request came with. */
export async function startSession(
  db: Db,
  secrets: Secrets,
  owner: { kind: SessionKind; companyId: string | null; accountId: string },
  request: RequestFacts,
): Promise<NewSession> {
  await endPresented(db, owner, request);
  const cookie = randomBytes(32).toString('base64url');
  const token = randomBytes(32).toString('base64url');
  const policy = SESSION_POLICY[owner.kind];
  const [cookieHash, tokenHash] = [sha256(cookie), sha256(token)];
  const id = await store.insertSession(db, {
    ...owner,
    cookieHash,
    tokenHash,
    accountMac: macOf(secrets, { cookieHash: cookieHash.toString('hex'), tokenHash: tokenHash.toString('hex') }, owner),
    idleSeconds: policy.idleSeconds,
    absoluteSeconds: policy.absoluteSeconds,
    ip: request.ip,
    userAgent: request.userAgent.slice(0, 300),
  });
  const start: AuditEvent = {
    scopeId: scopeIdOf(owner.companyId),
    actor: null,
    action: 'session.start',
    subjectKind: owner.kind === 'super' ? 'super_admin' : 'user',
    subjectId: owner.accountId,
  };
  const after = { kind: owner.kind, session: id, secrets: sha256Hex(cookieHash, tokenHash) };
  return {
    id,
    cookie,
    token,
    maxAgeSeconds: policy.absoluteSeconds,
    recordStart: (tx, more = {}) => record(tx, { ...start, after: { ...after, ...more } }),
  };
}

/** The digest of hashes, as the verification of the trail computes it. */
const sha256Hex = (...parts: readonly Buffer[]): string =>
  createHash('sha256').update(Buffer.concat(parts)).digest('hex');

/** The response of a successful sign-in. */
export type SignedIn = Result<{ token: string }>;

export function signedIn(
  kind: SessionKind,
  { session: { token, cookie, maxAgeSeconds }, cookies }: { session: NewSession; cookies: readonly NewCookie[] },
): SignedIn {
  return { data: { token }, session: { kind, cookie, maxAgeSeconds }, cookies };
}

/** A value under which a request may act, and the kinds of session that it may open. */
export interface Presented {
  readonly value: string;
  readonly from: 'cookie' | 'token';
  readonly kinds: readonly SessionKind[];
}

/**
 * The site of a request, and the accounts that are signed in to it, in the order of what was presented. A session that is
 * unknown, expired, ended or of another account than the program made it for, or whose account may not sign in, has none.
 * @param countsUnread counts the unread notifications too, for a page
 * @returns null if there is no such site
 */
export async function findSiteAndActors(
  { database, secrets }: { readonly database: Database; readonly secrets: Secrets },
  key: SiteKey,
  presented: readonly Presented[],
  countsUnread: boolean,
): Promise<{ site: Site; actors: readonly Actor[] } | null> {
  const shown = presented.flatMap(({ value, from, kinds }) => {
    const hash = sessionHash(value);
    return hash ? [{ hash, from, kinds }] : [];
  });
  const { platform } = database;
  if (shown.length === 0) {
    const site = await findSite(platform, key);
    return site && { site, actors: [] };
  }
  const known = await store.findSiteWithSessions(platform, key, shown, countsUnread);
  if (!known) return null;
  const { site } = known;
  const sessions = known.sessions.filter(({ bound, actor: { kind, id } }) => {
    const account = { kind, companyId: kind === 'super' ? null : site.company.id, accountId: id };
    return shown.some((it) => it.kinds.includes(kind) && isBoundTo(secrets, it, bound, account));
  });
  for (const { isStale, actor } of sessions)
    if (isStale) await store.touchSession(platform, actor.kind === 'super' ? null : site.company.id, actor.sessionId);
  return { site, actors: sessions.map(({ actor }) => actor) };
}

export const endSession = store.deleteSession;
/**
 * Ends all sessions of an account, or all but one, and its unfinished sign-ins, on every node immediately. Its API keys go on:
 * call it for a super admin, who has none, or for owners who change their own password and are offered to end the keys.
 */
export async function endSessionsOf(tx: Db, owner: store.SessionOwner, except: string | null = null): Promise<void> {
  await store.deleteSessionsOf(tx, owner, except);
  await deletePendingOf(tx, owner);
}

/**
 * Ends the sessions of an account that may be in other hands, and for good the API keys that it made. Call it with the account
 * locked against sign-ins and against new keys.
 */
export async function endAccessOf(
  tx: Db,
  owner: { readonly companyId: string; readonly accountId: string },
  by: KeysEndedBy,
): Promise<void> {
  await endSessionsOf(tx, owner);
  await endKeysOf(tx, owner, by);
}

export async function listSessions(scope: Scope): Promise<Result<OutputOf<typeof List>>> {
  const { db, owner, sessionId } = ownerOf(scope);
  const rows = await store.listSessionsOf(db, owner);
  const records = rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    ip: row.ip,
    isAdmin: row.kind === 'admin',
    isCurrent: row.id === sessionId,
    createdAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
  }));
  return { data: { records: records.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) } };
}

function ownerOf(scope: Scope) {
  const { kind, id, sessionId } = actorOf(scope);
  const isSuper = kind === 'super';
  const owner = { companyId: isSuper ? null : scope.company.id, accountId: id };
  return { db: isSuper ? scope.app.database.platform : scope.db, owner, sessionId };
}

export async function endOtherSessions(scope: Scope): Promise<Result<OutputOf<typeof EndOthers>>> {
  const { sessionId } = ownerOf(scope);
  return { data: { ended: await endSessions(scope, { except: sessionId }) } };
}

/** @throws ApiError not_found; conflict for the session of the call */
export async function endOneSession(scope: Scope, { id }: InputOf<typeof EndOne>): Promise<Result<null>> {
  if (id === ownerOf(scope).sessionId)
    throw new ApiError('conflict', 'This is the device that you use now. Please log out instead.');
  if ((await endSessions(scope, { only: id })) === 0) throw notFound('Session');
  return {};
}

function endSessions(scope: Scope, which: { except: string } | { only: string }): Promise<number> {
  const { db, owner } = ownerOf(scope);
  return inTransaction(db, async (tx) => {
    const count = await store.deleteOtherSessions(tx, owner, which);
    if (count > 0)
      await record(tx, {
        scopeId: scopeIdOf(owner.companyId),
        actor: actorOf(scope),
        action: 'session.end-others',
        subjectKind: owner.companyId === null ? 'super_admin' : 'user',
        subjectId: owner.accountId,
        after: { count, ...which },
      });
    return count;
  });
}

/** Ends the sessions of all admins of a company. @returns how many */
export const endSessionsOfAdmins = store.deleteAdminSessions;

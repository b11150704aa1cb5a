/**
 * Sessions: the database keeps only SHA-256 of two random 256-bit values, one for the cookie, one for the header, so
 * that script never learns the cookie and a dump opens nothing (decisions, point 3). Only the database's clock decides.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Database, Db } from '../db/client.ts';
import type { SessionKind } from '../db/schema.ts';
import type { Actor, RequestFacts } from '../scope.ts';
import { SESSION_POLICY } from './rules.ts';
import * as store from './session-store.ts';

export interface NewSession {
  readonly id: string;
  /** Goes to the browser as an HttpOnly cookie, and nowhere else. */
  readonly cookie: string;
  /** Goes into `data.token`, for the Authorization header. */
  readonly token: string;
  readonly maxAgeSeconds: number;
}

const hash = (value: string): Buffer => createHash('sha256').update(value).digest();
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** What the database keeps of a cookie's or header's value; null where no session has such a value. */
export function sessionHash(value: string): Buffer | null {
  return SHAPE.test(value) ? hash(value) : null;
}

export async function startSession(
  db: Db,
  owner: { kind: SessionKind; companyId: string | null; accountId: string },
  request: RequestFacts,
): Promise<NewSession> {
  const cookie = randomBytes(32).toString('base64url');
  const token = randomBytes(32).toString('base64url');
  const policy = SESSION_POLICY[owner.kind];
  const id = await store.insertSession(db, {
    ...owner,
    cookieHash: hash(cookie),
    tokenHash: hash(token),
    idleSeconds: policy.idleSeconds,
    absoluteSeconds: policy.absoluteSeconds,
    ip: request.ip,
    userAgent: request.userAgent.slice(0, 300),
  });
  return { id, cookie, token, maxAgeSeconds: policy.absoluteSeconds };
}

/**
 * The account behind a cookie or header value; null when it is unknown, expired, ended, or the account may not sign in.
 * @param kinds where to look: members' and admins' sessions are of one company, a super admin's of none
 */
export async function resolveSession(
  database: Database,
  secret: { value: string; from: 'cookie' | 'token' },
  companyId: string,
  kinds: readonly SessionKind[],
): Promise<Actor | null> {
  const key = sessionHash(secret.value);
  if (!key) return null;
  const places = [
    kinds.some((kind) => kind !== 'super') && {
      db: database.company(companyId),
      find: (db: Db) => store.findSession(db, key, secret.from, companyId),
    },
    kinds.includes('super') && {
      db: database.platform,
      find: (db: Db) => store.findSuperSession(db, key, secret.from),
    },
  ];
  for (const place of places) {
    const row = place && (await place.find(place.db));
    if (!place || !row) continue;
    if (row.stale) await store.touchSession(place.db, row.actor.sessionId);
    return row.actor;
  }
  return null;
}

export const endSession = store.deleteSession;
/** Ends every session of an account but one (or all), on every node at once. */
export const endSessionsOf = store.deleteSessionsOf;

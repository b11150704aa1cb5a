/**
 * Sessions: the database keeps only SHA-256 of two random 256-bit values, one for the cookie, one for the header, so
 * that script never learns the cookie and a dump opens nothing (decisions, point 3). Only the database's clock decides.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db/client.ts';
import type { SessionKind } from '../db/schema.ts';
import type { Actor, RequestFacts } from '../scope.ts';
import { SESSION_POLICY } from './rules.ts';
import * as store from './session-store.ts';

export interface NewSession {
  /** Goes to the browser as an HttpOnly cookie, and nowhere else. */
  readonly cookie: string;
  /** Goes into `data.token`, for the Authorization header. */
  readonly token: string;
  readonly maxAgeSeconds: number;
}

const hash = (value: string): Buffer => createHash('sha256').update(value).digest();
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

export async function startSession(
  db: Db,
  owner: { kind: SessionKind; companyId: string | null; accountId: string },
  request: RequestFacts,
): Promise<NewSession> {
  const cookie = randomBytes(32).toString('base64url');
  const token = randomBytes(32).toString('base64url');
  const policy = SESSION_POLICY[owner.kind];
  await store.insertSession(db, {
    ...owner,
    cookieHash: hash(cookie),
    tokenHash: hash(token),
    idleSeconds: policy.idleSeconds,
    absoluteSeconds: policy.absoluteSeconds,
    ip: request.ip,
    userAgent: request.userAgent.slice(0, 300),
  });
  return { cookie, token, maxAgeSeconds: policy.absoluteSeconds };
}

/** The account behind a cookie or header value; null when it is unknown, expired, ended, or the account may not sign in. */
export async function resolveSession(
  db: Db,
  secret: { value: string; from: 'cookie' | 'token' },
  companyId: string,
): Promise<Actor | null> {
  if (!SHAPE.test(secret.value)) return null;
  const row = await store.findSession(db, hash(secret.value), secret.from, companyId);
  if (!row) return null;
  if (row.stale) await store.touchSession(db, row.actor.sessionId);
  return row.actor;
}

export const endSession = store.deleteSession;
/** Ends every session of an account but one (or all), on every node at once. */
export const endSessionsOf = store.deleteSessionsOf;

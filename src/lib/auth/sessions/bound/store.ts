/** SQL for whose a session is. */
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { permit } from '../../../db/permits.ts';
import type { SessionKind } from '../../../db/schema/schema.ts';

/** In hex, of the two secrets that open the session. */
export interface Hashes {
  readonly cookieHash: string;
  readonly tokenHash: string;
}

export interface BoundHashes extends Hashes {
  /** In hex; null in a session that a program of an earlier version made. */
  readonly mac: string | null;
}

export interface StoredSession extends BoundHashes {
  readonly id: string;
  readonly kind: SessionKind;
  readonly scopeId: string;
  readonly accountId: string;
  /** Whether the trail says that the program started it for this account, with these secrets. */
  readonly hasEntry: boolean;
}

export const BATCH = 1_000;

/**
 * Whether the trail has the entry of a session's start, with its account, kind and secrets. An entry of a version before has neither
 * its id nor its secrets, and is of the same seconds.
 */
const HAS_ENTRY = sql<boolean>`EXISTS (
  SELECT FROM audit_entries a
  WHERE a.scope_id = s.scope_id AND a.subject_id = coalesce(s.user_id, s.super_admin_id) AND a.action = 'session.start'
    AND coalesce(a.after ->> 'kind' = s.kind, true)
    AND coalesce(a.after ->> 'secrets' = encode(sha256(s.cookie_hash || s.token_hash), 'hex'), true)
    AND coalesce(a.after ->> 'session' = s.id::text,
      a.created_at BETWEEN s.created_at - interval '5 s' AND s.created_at + interval '5 s'))`;

/** A batch of the sessions that have not ended, of all companies, by their ids. @param db of the owner of the database */
export async function listSessions(db: Db, after: string): Promise<readonly StoredSession[]> {
  const { rows } = await sql<StoredSession>`
    SELECT s.id, s.kind, s.scope_id AS "scopeId", coalesce(s.user_id, s.super_admin_id) AS "accountId", ${HAS_ENTRY} AS "hasEntry",
      encode(s.cookie_hash, 'hex') AS "cookieHash", encode(s.token_hash, 'hex') AS "tokenHash", encode(s.account_mac, 'hex') AS mac
    FROM sessions s WHERE s.id > ${after}::uuid AND s.expires_at > now() ORDER BY s.id LIMIT ${BATCH}`.execute(db);
  return rows;
}

/** Sets the keyed hashes of sessions that still are as they were read. */
export async function setMacs(db: Db, sessions: readonly (StoredSession & { readonly due: Buffer })[]): Promise<void> {
  await permit(db, 'accounts');
  const column = (of: (session: (typeof sessions)[number]) => string): string[] => sessions.map(of);
  await sql`
    UPDATE sessions s SET account_mac = decode(n.mac, 'hex')
    FROM unnest(${column((it) => it.id)}::uuid[], ${column((it) => it.scopeId)}::uuid[], ${column((it) => it.accountId)}::uuid[],
      ${column((it) => it.cookieHash)}::text[], ${column((it) => it.tokenHash)}::text[],
      ${column((it) => it.due.toString('hex'))}::text[]) AS n (id, scope_id, account_id, cookie_hash, token_hash, mac)
    WHERE s.scope_id = n.scope_id AND s.id = n.id AND coalesce(s.user_id, s.super_admin_id) = n.account_id
      AND s.cookie_hash = decode(n.cookie_hash, 'hex') AND s.token_hash = decode(n.token_hash, 'hex')`.execute(db);
}

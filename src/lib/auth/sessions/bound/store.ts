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
}

const BATCH = 1_000;

/** All sessions that have not ended, of all companies. @param db of the owner of the database */
export async function* listSessions(db: Db): AsyncGenerator<StoredSession> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<StoredSession>`
      SELECT id, kind, scope_id AS "scopeId", coalesce(user_id, super_admin_id) AS "accountId",
        encode(cookie_hash, 'hex') AS "cookieHash", encode(token_hash, 'hex') AS "tokenHash", encode(account_mac, 'hex') AS mac
      FROM sessions WHERE id > ${after}::uuid AND expires_at > now() ORDER BY id LIMIT ${BATCH}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return;
    after = last.id;
  }
}

/** Sets the keyed hash of a session that still is as it was read. */
export async function setMac(
  db: Db,
  { id, scopeId, cookieHash, tokenHash }: StoredSession,
  mac: Buffer,
): Promise<void> {
  await permit(db, 'accounts');
  await db
    .updateTable('sessions')
    .set({ account_mac: mac })
    .where('scope_id', '=', scopeId)
    .where('id', '=', id)
    .where('cookie_hash', '=', Buffer.from(cookieHash, 'hex'))
    .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
    .execute();
}

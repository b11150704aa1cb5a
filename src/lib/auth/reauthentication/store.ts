import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** @returns the time of the re-authentication; null if the session has ended */
export async function markAuthenticated(tx: Db, sessionId: string): Promise<Date | null> {
  const row = await tx
    .updateTable('sessions')
    .set({ authenticated_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .returning('authenticated_at')
    .executeTakeFirst();
  return row?.authenticated_at ?? null;
}

/** Keeps the session until the commit. Null if it has ended. */
export async function lockSession(tx: Db, sessionId: string): Promise<{ authenticatedAt: Date; now: Date } | null> {
  const row = await tx
    .selectFrom('sessions')
    .select(['authenticated_at as authenticatedAt', sql<Date>`now()`.as('now')])
    .where('id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst();
  return row ?? null;
}

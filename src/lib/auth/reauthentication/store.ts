import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { permit } from '../../db/permits.ts';
import { scopeIdOf } from '../../db/schema/schema.ts';

interface OwnSession {
  /** Null for a super admin. */
  readonly companyId: string | null;
  readonly sessionId: string;
}

/** @returns the time of the re-authentication; null if the session has ended */
export async function markAuthenticated(tx: Db, { companyId, sessionId }: OwnSession): Promise<Date | null> {
  await permit(tx, 'accounts');
  const row = await tx
    .updateTable('sessions')
    .set({ authenticated_at: sql<Date>`now()` })
    .where('scope_id', '=', scopeIdOf(companyId))
    .where('id', '=', sessionId)
    .returning('authenticated_at')
    .executeTakeFirst();
  return row?.authenticated_at ?? null;
}

/** Of all sessions of the account but one: none counts as recent until it was confirmed again. */
export async function outdateOthers(
  tx: Db,
  { companyId, accountId }: { readonly companyId: string | null; readonly accountId: string },
  sessionId: string,
): Promise<void> {
  await permit(tx, 'accounts');
  await tx
    .updateTable('sessions')
    .set({ authenticated_at: sql<Date>`'epoch'` })
    .where('scope_id', '=', scopeIdOf(companyId))
    .where(companyId === null ? 'super_admin_id' : 'user_id', '=', accountId)
    .where('id', '<>', sessionId)
    .execute();
}

/** Keeps the session until the commit. Null if it has ended. */
export async function lockSession(
  tx: Db,
  { companyId, sessionId }: OwnSession,
): Promise<{ authenticatedAt: Date; now: Date } | null> {
  const row = await tx
    .selectFrom('sessions')
    .select(['authenticated_at as authenticatedAt', sql<Date>`now()`.as('now')])
    .where('scope_id', '=', scopeIdOf(companyId))
    .where('id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst();
  return row ?? null;
}

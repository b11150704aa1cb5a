/** The SQL of the list of one account's own sessions. */
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** Sessions that still count, the one seen last first. */
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

/** Ends all sessions of the account but one. @returns how many that were */
export async function deleteOtherSessions(tx: Db, companyId: string, userId: string, except: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('id', '<>', except)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

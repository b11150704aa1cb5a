/** SQL about who has shown that the mailbox of an account is theirs. */
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/**
 * Whether an admin added the account, and no password was chosen by a mailed code since, and since an admin last changed its
 * address. The trail says so: nothing changes an entry of it.
 */
export async function lacksOwner(db: Db, companyId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    SELECT EXISTS (SELECT FROM audit_entries a WHERE a.scope_id = u.company_id AND a.subject_id = u.id AND a.action = 'user.add')
      AND NOT EXISTS (SELECT FROM audit_entries r WHERE r.scope_id = u.company_id AND r.subject_id = u.id
        AND r.action = 'password.reset' AND (u.email_changed_at IS NULL OR r.created_at > u.email_changed_at)) AS lacks
    FROM users u WHERE u.company_id = ${companyId} AND u.id = ${userId}`.execute(db);
  return rows[0]?.lacks === true;
}

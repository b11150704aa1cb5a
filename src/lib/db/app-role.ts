/**
 * The owner of the tables has to be able to act as the role of companies' connections. Since PostgreSQL 16 whoever makes a
 * role may grant it but not be it, and counts as its member all the same: so it is tried, not asked.
 */
import { sql } from 'kysely';
import { APP_ROLE, type Db, inTransaction } from './client.ts';
import { sqlState } from './errors.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

async function canAct(db: Db): Promise<boolean> {
  try {
    await inTransaction(db, (tx) => sql`SET LOCAL ROLE ${sql.id(APP_ROLE)}`.execute(tx));
    return true;
  } catch (cause) {
    if (sqlState(cause) === INSUFFICIENT_PRIVILEGE) return false;
    throw cause;
  }
}

/**
 * Lets the user of the connection act as the role, if there is one yet.
 * @throws Error with the statement that an administrator has to run
 */
export async function openAppRole(db: Db): Promise<void> {
  const { rows } = await sql<{ me: string; there: boolean }>`
    SELECT current_user AS me, EXISTS (SELECT FROM pg_roles WHERE rolname = ${APP_ROLE}) AS there`.execute(db);
  if (!rows[0]?.there || (await canAct(db))) return;
  // Another node may do the same this instant; what counts is what holds afterwards.
  await sql`GRANT ${sql.id(APP_ROLE)} TO CURRENT_USER`.execute(db).catch(() => {});
  if (await canAct(db)) return;
  throw new Error(
    `The user of DATABASE_URL may not act as the role ${APP_ROLE}. As an administrator of the server run once: GRANT ${APP_ROLE} TO ${rows[0].me};`,
  );
}

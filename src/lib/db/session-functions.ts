/**
 * Functions by which a session of PostgreSQL disturbs others: it ends or cancels those of the same role, notifies, or holds advisory locks.
 * Everybody may call them unless that is revoked, which only a superuser can (docs/decisions/0651).
 */
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './client.ts';

/** Rows of `pg_proc`, as `p`. */
export const SESSION_FUNCTIONS = `p.pronamespace = 'pg_catalog'::regnamespace
  AND (p.proname IN ('pg_terminate_backend', 'pg_cancel_backend', 'pg_notify') OR p.proname ~ '^pg_(try_)?advisory_')`;

/** Leaves these functions to one role. Run it as a superuser, after which nothing is left to do. */
export const closeSessionFunctions = (role: string): string => `
DO $close$
DECLARE
  routine regprocedure;
BEGIN
  FOR routine IN SELECT p.oid FROM pg_proc p, LATERAL aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a
    WHERE ${SESSION_FUNCTIONS} AND a.grantee = 0
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', routine);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', routine, ${pg.escapeLiteral(role)});
  END LOOP;
END $close$`;

/**
 * The same on a server whose superuser the program works as; any other user of `DATABASE_URL` may not.
 * @returns whether companies' connections may still call them
 */
export async function closeSessionFunctionsOf({
  platform,
  login,
}: Pick<Database, 'platform' | 'login'>): Promise<boolean> {
  const { rows } = await sql<{ me: string; isSuperuser: boolean; isOpen: boolean }>`
    SELECT rolname AS me, rolsuper AS "isSuperuser", EXISTS (SELECT FROM pg_proc p
      WHERE ${sql.raw(SESSION_FUNCTIONS)} AND has_function_privilege(${login.user}, p.oid, 'EXECUTE')) AS "isOpen"
    FROM pg_roles WHERE rolname = current_user`.execute(platform);
  const [role] = rows;
  if (!role?.isOpen || !role.isSuperuser) return role?.isOpen === true;
  try {
    await sql.raw(closeSessionFunctions(role.me)).execute(platform);
  } catch (cause) {
    // Two nodes may do it in the same instant.
    if (!/concurrently updated/.test(String(cause))) throw cause;
  }
  return false;
}

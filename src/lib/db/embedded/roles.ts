/**
 * The roles of the embedded database. Daily work runs as the owner of the tables and as the login of companies, neither of
 * them a superuser (docs/decisions/0194). The superuser signs in only while the server starts, for what follows.
 */
import pg from 'pg';
import { APP_ROLE } from '../client.ts';
import { closeSessionFunctions } from '../session-functions.ts';

/** The superuser of the cluster, and the name of the database. */
export const EMBEDDED_NAME = 'launchbook';
/** Owns the database and everything in it. */
export const OWNER = 'launchbook_owner';
/** Signs in for companies' connections. */
export const COMPANY_LOGIN = 'launchbook_company';
/** Those with a password. */
export const LOGIN_ROLES = [EMBEDDED_NAME, OWNER, COMPANY_LOGIN] as const;

const ROLES: readonly (readonly [name: string, attributes: string])[] = [
  [APP_ROLE, 'NOLOGIN'],
  [OWNER, 'LOGIN'],
  [COMPANY_LOGIN, 'LOGIN'],
];

/**
 * Gives the owner what an earlier version, whose daily work ran as the superuser, has left to it. Indexes and sequences of a
 * column follow their table; what belongs to an extension stays as it is.
 */
const GIVE_TO_OWNER = `
DO $$
DECLARE
  thing record;
BEGIN
  FOR thing IN
    SELECT 'TABLE' AS kind, c.oid::regclass::text AS name FROM pg_class c
      WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = 'public'::regnamespace AND c.relowner <> '${OWNER}'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    UNION ALL
    SELECT 'SEQUENCE', c.oid::regclass::text FROM pg_class c
      WHERE c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace AND c.relowner <> '${OWNER}'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i', 'e'))
    UNION ALL
    SELECT 'ROUTINE', p.oid::regprocedure::text FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.proowner <> '${OWNER}'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT 'TYPE', t.oid::regtype::text FROM pg_type t
      WHERE t.typtype IN ('d', 'e') AND t.typnamespace = 'public'::regnamespace AND t.typowner <> '${OWNER}'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e')
  LOOP
    EXECUTE format('ALTER %s %s OWNER TO ${OWNER}', thing.kind, thing.name);
  END LOOP;
END $$`;

/** Large objects are in no backup and nothing uses them: only the superuser may make, read or change one. */
const CLOSE_LARGE_OBJECTS = `
DO $$
DECLARE
  routine record;
BEGIN
  FOR routine IN
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p
    WHERE p.pronamespace = 'pg_catalog'::regnamespace AND (p.proname LIKE 'lo\\_%' OR p.proname IN ('loread', 'lowrite'))
      AND has_function_privilege('${COMPANY_LOGIN}', p.oid, 'EXECUTE')
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', routine.name);
  END LOOP;
END $$`;

/** Under row security an index is searched only by operators that keep to themselves what they compare (decision 0050). */
const MARK_LEAKPROOF = `
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname IN ('textlike', 'texticlike')
      AND proargtypes = '25 25' AND NOT proleakproof) THEN
    ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF;
    ALTER FUNCTION pg_catalog.texticlike(text, text) LEAKPROOF;
  END IF;
END $$`;

/** Brings the roles, and who owns what, to the state that this version needs. @param superuser connected to the program's database */
export async function prepareRoles(superuser: pg.Client): Promise<void> {
  const name = pg.escapeIdentifier;
  const { rows: roles } = await superuser.query<{ name: string }>('SELECT rolname AS name FROM pg_roles');
  for (const [role, attributes] of ROLES)
    if (!roles.some((row) => row.name === role)) await superuser.query(`CREATE ROLE ${name(role)} ${attributes}`);
  const { rows: members } = await superuser.query<{ name: string }>(
    `SELECT member::regrole::text AS name FROM pg_auth_members WHERE roleid = $1::text::regrole`,
    [APP_ROLE],
  );
  for (const role of [OWNER, COMPANY_LOGIN])
    if (!members.some((row) => row.name === role)) await superuser.query(`GRANT ${name(APP_ROLE)} TO ${name(role)}`);
  const { rows: databases } = await superuser.query<{ owner: string }>(
    'SELECT datdba::regrole::text AS owner FROM pg_database WHERE datname = current_database()',
  );
  if (databases[0]?.owner !== OWNER)
    await superuser.query(`ALTER DATABASE ${name(EMBEDDED_NAME)} OWNER TO ${name(OWNER)}`);
  for (const statement of [GIVE_TO_OWNER, CLOSE_LARGE_OBJECTS, closeSessionFunctions(OWNER), MARK_LEAKPROOF])
    await superuser.query(statement);
}

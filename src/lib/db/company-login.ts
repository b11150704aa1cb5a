/**
 * The login of companies' connections: a role with no right but those of `APP_ROLE`, so that SQL on such a connection cannot
 * become the owner of the tables or anything else (docs/decisions/0194).
 *
 * On a server its name and its password are derived from `APP_SECRET`: all nodes agree, and nodes with another secret, or of
 * another installation on the same server, use another role. The embedded database makes its own (`embedded/roles.ts`).
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { APP_ROLE, type CompanyLogin, type Connections, type Database, type Db } from './client.ts';
import { sqlState } from './errors.ts';

/** Of the installation's secrets, what names the login and is its password. */
interface LoginSecrets {
  mac(use: 'database', text: string): Buffer;
}

/** How to reach the database of `DATABASE_URL`. */
export function serverConnections(
  databaseUrl: string,
  secrets: LoginSecrets,
  pooling: Connections['pooling'] = 'session',
): Connections {
  const user = `launchbook_${secrets.mac('database', 'user').toString('hex').slice(0, 12)}`;
  const password = secrets.mac('database', 'password').toString('hex');
  // Parameters of the query count more than the user before the host.
  const [address = '', query = ''] = databaseUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('user', user);
  parameters.set('password', password);
  return {
    connection: { connectionString: databaseUrl },
    companyConnection: { connectionString: `${address}?${parameters}` },
    login: { user, password },
    pooling,
  };
}

const SCRAM_ITERATIONS = 4096;
const KEY_BYTES = 32;

/** What PostgreSQL stores for a password (RFC 5803), so that the password itself is in no statement and no log. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, KEY_BYTES, 'sha256');
  const mac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(mac('Client Key')).digest('base64');
  const serverKey = mac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

interface Roles {
  readonly me: string;
  readonly hasAppRole: boolean;
  readonly mayUseAppRole: boolean;
  readonly hasLogin: boolean;
  readonly isMember: boolean;
  /** What the login, or the role that it is a member of, may do beyond reading and writing rows. */
  readonly excess: string[];
}

async function readRoles(db: Db, user: string): Promise<Roles> {
  const { rows } = await sql<Roles>`
    WITH app AS (SELECT oid FROM pg_roles WHERE rolname = ${APP_ROLE}),
      login AS (SELECT oid FROM pg_roles WHERE rolname = ${user}),
      granted AS (SELECT roleid, member FROM pg_auth_members)
    SELECT current_user AS me,
      EXISTS (SELECT FROM app) AS "hasAppRole",
      (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
        OR EXISTS (SELECT FROM app WHERE pg_has_role(current_user, app.oid, 'MEMBER')) AS "mayUseAppRole",
      EXISTS (SELECT FROM login) AS "hasLogin",
      EXISTS (SELECT FROM granted, app, login WHERE roleid = app.oid AND member = login.oid) AS "isMember",
      ARRAY(
        SELECT unnest(array_remove(ARRAY[
            CASE WHEN rolsuper THEN 'SUPERUSER' END, CASE WHEN rolcreaterole THEN 'CREATEROLE' END,
            CASE WHEN rolcreatedb THEN 'CREATEDB' END, CASE WHEN rolbypassrls THEN 'BYPASSRLS' END,
            CASE WHEN rolreplication THEN 'REPLICATION' END], NULL))
          FROM pg_roles WHERE rolname IN (${user}, ${APP_ROLE})
        UNION
        SELECT 'the role ' || r.rolname FROM granted JOIN pg_roles r ON r.oid = roleid JOIN pg_roles m ON m.oid = member
          WHERE m.rolname IN (${user}, ${APP_ROLE}) AND r.rolname <> ${APP_ROLE}) AS excess`.execute(db);
  const [roles] = rows;
  if (!roles) throw new Error('PostgreSQL did not answer which roles there are.');
  return roles;
}

/** The statements that make what is missing. */
function missing(roles: Roles, { user, password }: CompanyLogin): string[] {
  const name = pg.escapeIdentifier;
  return [
    ...(roles.hasAppRole ? [] : [`CREATE ROLE ${APP_ROLE} NOLOGIN`]),
    ...(roles.mayUseAppRole ? [] : [`GRANT ${APP_ROLE} TO ${name(roles.me)}`]),
    ...(roles.hasLogin ? [] : [`CREATE ROLE ${name(user)} LOGIN PASSWORD '${scramVerifier(password ?? '')}'`]),
    ...(roles.isMember ? [] : [`GRANT ${APP_ROLE} TO ${name(user)}`]),
  ];
}

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Makes the roles of companies' connections if the user of the connection may, and checks that they can do nothing else.
 * Several nodes may call it at the same time. Call it before the migrations, which grant rights to `APP_ROLE`.
 * @throws Error with the statements that an administrator has to run
 */
export async function prepareCompanyLogin({ platform, login }: Database): Promise<void> {
  let roles = await readRoles(platform, login.user);
  for (const statement of missing(roles, login)) {
    // Another node may do the same in this instant: what counts is what is there afterwards. A role that its user just
    // created counts as granted since PostgreSQL 16, so a grant may also be superfluous.
    await sql
      .raw(statement)
      .execute(platform)
      .catch(() => {});
  }
  roles = await readRoles(platform, login.user);
  const statements = missing(roles, login);
  if (statements.length > 0)
    throw new Error(
      `The user of DATABASE_URL may not create the roles of companies' connections. As an administrator of the server run once: ${statements.join('; ')};`,
    );
  if (roles.excess.length > 0)
    throw new Error(
      `The roles ${login.user} and ${APP_ROLE} must have no right but those that the program grants, and they have ${roles.excess.join(', ')}. Revoke that as an administrator of the server.`,
    );
  await withdrawTemporary(platform, login.user);
}

/** A temporary table would hide the table of its name from the next request on the same connection. */
async function withdrawTemporary(platform: Db, user: string): Promise<void> {
  const { rows } = await sql<{ database: string; may: boolean }>`
    SELECT current_database() AS database, has_database_privilege(${user}, current_database(), 'TEMPORARY') AS may`.execute(
    platform,
  );
  const [row] = rows;
  if (!row?.may) return;
  try {
    await sql`REVOKE TEMPORARY ON DATABASE ${sql.id(row.database)} FROM PUBLIC`.execute(platform);
  } catch (cause) {
    // Only the database's owner may, and two nodes may do it in the same instant.
    if (sqlState(cause) !== INSUFFICIENT_PRIVILEGE && !/concurrently updated/.test(String(cause))) throw cause;
  }
}

/** The pooler in between does what the program does not expect: companies would mix. */
export class PoolerMisfit extends Error {}

async function readMark(client: pg.Client | undefined): Promise<string | null> {
  const answer = await client?.query<{ mark: string | null }>("SELECT current_setting('app.mark', true) AS mark");
  return answer?.rows[0]?.mark ?? null;
}

/**
 * Tries the login on a server.
 * @throws Error if the server does not let it in
 * @throws PoolerMisfit if a pooler in between gives a session to another connection although the program does not expect
 * that, or with what the one before has set
 */
export async function checkCompanyLogin({ companyConnection, login, pooling }: Connections): Promise<void> {
  const clients = [companyConnection, companyConnection].map(
    (config) => new pg.Client({ ...config, connectionTimeoutMillis: 10_000, query_timeout: 10_000 }),
  );
  for (const client of clients) client.on('error', () => {});
  try {
    for (const client of clients)
      await client.connect().catch((cause: unknown) => {
        if (!/^28/.test(sqlState(cause) ?? '')) throw cause;
        throw new Error(
          `The server of DATABASE_URL does not let the role ${login.user} sign in (${cause instanceof Error ? cause.message : cause}). It is the login of companies' connections, with a password (scram-sha-256): allow it in pg_hba.conf, and in the pooler if there is one.`,
        );
      });
    const mark = randomUUID();
    const [first, second] = clients;
    await first?.query("SELECT set_config('app.mark', $1, false)", [mark]);
    // The second one first: a pooler gives it the session that was used last.
    const isOthers = (await readMark(second)) === mark;
    const isOwn = (await readMark(first)) === mark;
    if (pooling === 'transaction' && isOthers)
      throw new PoolerMisfit(
        'The pooler between the program and PostgreSQL gives a session to the next transaction as the one before has left it. It must reset it (pgbouncer: server_reset_query = DISCARD ALL and server_reset_query_always = 1).',
      );
    if (pooling !== 'transaction' && (isOthers || !isOwn))
      throw new PoolerMisfit(
        'The pooler between the program and PostgreSQL pools transactions. Set DATABASE_POOLING=transaction, or let it pool sessions (pgbouncer: pool_mode = session).',
      );
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

/** The user of the owner's connections, if it is a superuser: daily work should not have that right. */
export async function superuserOf(platform: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT rolname AS name FROM pg_roles WHERE rolname = current_user AND rolsuper`.execute(platform);
  return rows[0]?.name ?? null;
}

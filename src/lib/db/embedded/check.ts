/** Checks the running server before the program trusts it with money: its settings are durable and its database exists. */
import pg from 'pg';
import type { Connections } from '../client.ts';
import { type Passwords, setPasswords } from './passwords.ts';
import { COMPANY_LOGIN, EMBEDDED_NAME, OWNER, prepareRoles } from './roles.ts';

/** With any other value, an acknowledged write can be lost or corrupted unnoticed (PostgreSQL manual, 'Reliability and the WAL'). */
const DURABLE: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_checksums: 'on',
  zero_damaged_pages: 'off',
  ignore_checksum_failure: 'off',
};

/** How a role connects to the server in `socketDir`. `ssl: false` overrides PGSSLMODE of the environment for the local socket. */
export type EmbeddedConnection = {
  host: string;
  port: 5432;
  user: string;
  password?: string;
  database: string;
  ssl: false;
};

const connectionOf = (socketDir: string, user: string, password: string | undefined): EmbeddedConnection => ({
  host: socketDir,
  port: 5432,
  user,
  ...(password !== undefined && { password }),
  database: EMBEDDED_NAME,
  ssl: false,
});

export interface EmbeddedConnections extends Connections {
  readonly connection: EmbeddedConnection;
  readonly companyConnection: EmbeddedConnection;
  /** For the chores of a start only. */
  readonly superuserConnection: EmbeddedConnection;
}

/** @param passwords null for a server that asks for none */
export function connectionsTo(socketDir: string, passwords: Passwords | null): EmbeddedConnections {
  const connectionAs = (role: string) => connectionOf(socketDir, role, passwords?.get(role));
  return {
    connection: connectionAs(OWNER),
    companyConnection: connectionAs(COMPANY_LOGIN),
    superuserConnection: connectionAs(EMBEDDED_NAME),
    login: { user: COMPANY_LOGIN, password: passwords?.get(COMPANY_LOGIN) ?? null },
  };
}

/**
 * Creates the program's database and roles if they are missing, and checks that the server's settings, as the program's sessions
 * see them, are durable.
 * @param passwords null leaves the roles' passwords as they are
 * @throws Error that names each setting that is not.
 */
export async function checkServer(connections: EmbeddedConnections, passwords: Passwords | null): Promise<void> {
  const superuser = await connectMakingDatabase(connections.superuserConnection);
  try {
    await prepareRoles(superuser);
    if (passwords) await setPasswords(superuser, passwords);
  } finally {
    await superuser.end();
  }
  await checkDurable(connections.connection);
  await checkDurable(connections.companyConnection);
}

async function checkDurable(connection: EmbeddedConnection): Promise<void> {
  const client = await connect(connection);
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'SELECT name, setting FROM pg_catalog.pg_settings WHERE name = ANY ($1)',
      [Object.keys(DURABLE)],
    );
    const settings = new Map(rows.map((row) => [row.name, row.setting]));
    const wrong = Object.entries(DURABLE)
      .filter(([name, wanted]) => settings.get(name) !== wanted)
      .map(([name, wanted]) => `${name} is ${settings.get(name) ?? 'unknown'} and must be ${wanted}`);
    if (wrong.length > 0) {
      throw new Error(
        `The embedded database would not keep what it acknowledges: ${wrong.join('; ')}. The program does not start on it.`,
      );
    }
  } finally {
    await client.end();
  }
}

async function connectMakingDatabase(connection: EmbeddedConnection): Promise<pg.Client> {
  try {
    return await connect(connection);
  } catch (error) {
    const invalidCatalogName = '3D000';
    if ((error as { code?: string }).code !== invalidCatalogName) throw error;
  }
  const maintenance = await connect({ ...connection, database: 'postgres' });
  try {
    await maintenance.query(`CREATE DATABASE ${EMBEDDED_NAME}`);
  } finally {
    await maintenance.end();
  }
  return await connect(connection);
}

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  // If the server dies, the query fails as well. Without a listener this event would end the program.
  client.on('error', () => {});
  await client.connect();
  return client;
}

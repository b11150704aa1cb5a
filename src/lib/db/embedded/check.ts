/** What must hold of the running server before the program trusts it with money: its durability, and that its database is there. */
import pg from 'pg';
import { EMBEDDED_NAME } from './cluster.ts';

/** Without any one of these, an acknowledged write can be lost or go bad unseen (PostgreSQL manual, 'Reliability and the WAL'). */
const DURABLE: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_checksums: 'on',
  zero_damaged_pages: 'off',
  ignore_checksum_failure: 'off',
};

/** How clients reach the server in `socketDir`. `ssl: false` keeps PGSSLMODE of the environment out of a local socket. */
export type EmbeddedConnection = { host: string; port: 5432; user: string; database: string; ssl: false };

export function connectionTo(socketDir: string): EmbeddedConnection {
  return { host: socketDir, port: 5432, user: EMBEDDED_NAME, database: EMBEDDED_NAME, ssl: false };
}

/**
 * Makes the program's database if it is missing, and asks the server, as the program's own sessions will find it,
 * whether it is durable.
 * @throws Error that names each setting that is not.
 */
export async function checkServer(connection: EmbeddedConnection): Promise<void> {
  const client = await connectMakingDatabase(connection);
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
  // A server that dies meanwhile fails the query as well; unheard, this event would end the program.
  client.on('error', () => {});
  await client.connect();
  return client;
}

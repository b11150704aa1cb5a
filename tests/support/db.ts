/** A database of its own for a test file, on the run's PostgreSQL. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/lib/db/client.ts';
import { migrate } from '../../src/lib/db/migrate.ts';

export interface TestDatabase {
  readonly database: Database;
  /** For a program of its own: `DATABASE_URL`. */
  readonly url: string;
  drop(): Promise<void>;
}

async function asOwner(sql: string): Promise<void> {
  const { host, port, user } = inject('postgres');
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** With the schema in it, unless `empty`. Call `drop` in `afterAll`. */
export async function testDatabase({ empty = false, poolSize = 10 } = {}): Promise<TestDatabase> {
  const { host, port, user } = inject('postgres');
  const name = `t_${randomBytes(6).toString('hex')}`;
  await asOwner(`CREATE DATABASE ${name}`);
  const database = openDatabase({ connection: { host, port, user, database: name }, poolSize });
  if (!empty) await migrate(database.platform);
  return {
    database,
    url: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    drop: async () => {
      await database.close();
      await asOwner(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

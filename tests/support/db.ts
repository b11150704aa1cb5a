/** Gives a test file its own database on the PostgreSQL server of the run. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/lib/db/client.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import { newWriter } from '../../src/lib/transparency-log/trail/writers/service.ts';

/** Of the programs that tests start. */
export const APP_SECRET = 'a secret for tests, long enough to be taken';

export interface TestDatabase {
  /** Its platform's user is a superuser, unless the database was empty. */
  readonly database: Database;
  /** `DATABASE_URL` for a program. */
  readonly url: string;
  drop(): Promise<void>;
}

/** Runs a statement as the server's superuser. */
export async function asSuperuser(sql: string, database = 'postgres'): Promise<void> {
  const { host, port, superuser: user } = inject('postgres');
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Creates a database with the schema, or without any table if `empty`. Call `drop` in `afterAll`. */
export async function testDatabase({ empty = false, poolSize = 10 } = {}): Promise<TestDatabase> {
  const { host, port, user, superuser, companyUser, template } = inject('postgres');
  const name = `t_${randomBytes(6).toString('hex')}`;
  await asSuperuser(`CREATE DATABASE ${name} OWNER ${user}${empty ? '' : ` TEMPLATE ${template}`}`);
  // The program's user may not do what some tests do to its rows, and owns what it creates in an empty database.
  const connection = { host, port, user: empty ? user : superuser, database: name, application_name: 'test' };
  const database = openDatabase({
    connection,
    companyConnection: { ...connection, user: companyUser },
    login: { user: companyUser, password: null },
    poolSize,
    // What tests record as the program does counts as its own.
    writer: newWriter(secretsOf(APP_SECRET)),
  });
  return {
    database,
    url: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    drop: async () => {
      await database.close();
      await asSuperuser(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/**
 * Starts one PostgreSQL server for the whole run. Its template database already has the schema, so that a database for a
 * test file is a copy (0.1 s) and not a run of all migrations (0.4 s).
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { APP_ROLE, openDatabase } from '../../src/lib/db/client.ts';
import { prepareCompanyLogin } from '../../src/lib/db/company-login.ts';
import { startEmbedded } from '../../src/lib/db/embedded/supervisor.ts';
import { migrate } from '../../src/lib/db/migrate.ts';
import { trustEverybody } from './trust.ts';

export interface TestServer {
  readonly host: string;
  readonly port: number;
  /** Owns the databases and may create roles, as the user of a `DATABASE_URL` may. */
  readonly user: string;
  /** For creating databases, and for what only an administrator of a server may do. */
  readonly superuser: string;
  /** The role of companies' connections of a database without a program. */
  readonly companyUser: string;
  /** The database to copy: migrated, without rows. */
  readonly template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServer;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-tests-'));
  fs.chmodSync(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, maxConnections: 300 });
  await trustEverybody(dataDir, server.connections);
  const { connection, superuserConnection, login } = server.connections;
  const administrator = new pg.Client(superuserConnection);
  await administrator.connect();
  await administrator.query(`ALTER ROLE ${connection.user} CREATEROLE`);
  await administrator.query(`GRANT ${APP_ROLE} TO ${connection.user} WITH ADMIN OPTION`);
  await administrator.end();
  const template = openDatabase(server.connections);
  await prepareCompanyLogin(template);
  await migrate(template.platform);
  // PostgreSQL copies a database only while no session is connected to it.
  await template.close();
  const { host, port, user, database } = connection;
  project.provide('postgres', {
    host,
    port,
    user,
    superuser: superuserConnection.user,
    companyUser: login.user,
    template: database,
  });
  return async () => {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
}

/** One embedded PostgreSQL for the whole run, with a template that has the schema: a database a file then takes 40 ms. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/lib/db/client.ts';
import { startEmbedded } from '../../src/lib/db/embedded/supervisor.ts';

export interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
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
  const connection = { host: server.socketDir, port: server.port, user: server.user };
  const main = openDatabase({ connection: { ...connection, database: server.database } });
  await main.answers();
  await main.close();
  project.provide('postgres', connection);
  return async () => {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
}

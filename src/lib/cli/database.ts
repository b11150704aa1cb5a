/** The database of a command: on a server, of the running program, or the embedded one started only for the command. */
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { type Connections, type Database, openDatabase } from '../db/client.ts';
import { serverConnections } from '../db/company-login.ts';
import { findRunningEmbedded, startEmbedded } from '../db/embedded/supervisor.ts';
import { asProgram } from '../db/pool.ts';
import { loadSecrets } from '../secrets.ts';
import { newWriter } from '../transparency-log/trail/writers/service.ts';
import { carryOver } from './carry-over.ts';

export interface CommandDatabase {
  readonly database: Database;
  /** The owner's, for a connection outside the pools of `database`. */
  readonly connection: pg.ClientConfig;
}

/** Runs a command on the existing database. @throws Error with a sentence for the operator if it does not exist */
export async function withDatabase<T>(config: Config, work: (database: CommandDatabase) => Promise<T>): Promise<T> {
  return runWith(config, await findDatabase(config), work);
}

/**
 * The same for a command that fills an empty database: creates the embedded one if it is missing.
 * @throws Error with a sentence for the operator, also while a program runs on the embedded database
 */
export async function withOwnDatabase<T>(config: Config, work: (database: CommandDatabase) => Promise<T>): Promise<T> {
  return runWith(config, config.databaseUrl ? onServer(config, config.databaseUrl) : await startOwn(config), work);
}

interface Source {
  readonly connections: Connections;
  readonly stop: () => Promise<void>;
}

async function runWith<T>(
  config: Config,
  { connections, stop }: Source,
  work: (database: CommandDatabase) => Promise<T>,
): Promise<T> {
  const program = asProgram(connections, newWriter(loadSecrets(config)));
  const database = openDatabase({ ...program, poolSize: 2, onError: () => {} });
  try {
    return await work({ database, connection: connections.connection });
  } finally {
    await database.close();
    await stop();
  }
}

const onServer = (config: Config, databaseUrl: string): Source => ({
  connections: serverConnections(databaseUrl, loadSecrets(config), config.databasePooling),
  stop: async () => {},
});

async function findDatabase(config: Config): Promise<Source> {
  if (config.databaseUrl) return onServer(config, config.databaseUrl);
  if (!fs.existsSync(path.join(config.dataDir, 'postgres')))
    throw new Error(`There is no database under ${config.dataDir}. Set DATA_DIR or DATABASE_URL to the site's own.`);
  const running = findRunningEmbedded(config.dataDir);
  return running ? { connections: running, stop: async () => {} } : startOwn(config);
}

async function startOwn(config: Config): Promise<Source> {
  const server = await startEmbedded({
    dataDir: config.dataDir,
    carryOver: (from, to) => carryOver(from, to, loadSecrets(config)),
  });
  return { connections: server.connections, stop: () => server.stop() };
}

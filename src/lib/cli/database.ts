/** The database for a command: of a server, of a program that runs, or the embedded one, started for the command alone. */
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { findRunningEmbedded, startEmbedded } from '../db/embedded/supervisor.ts';

export interface Reached {
  readonly database: Database;
  /** For a connection apart from the pools of `database`. */
  readonly connection: pg.ClientConfig;
}

/** @throws Error with a sentence for the operator when there is no database to look at */
export function withDatabase<T>(config: Config, work: (reached: Reached) => Promise<T>): Promise<T> {
  return reached(findDatabase(config), work);
}

/**
 * The same for a command that fills an empty one: the embedded one is made where it is missing.
 * @throws Error with a sentence for the operator, also while a program runs on it
 */
export function withOwnDatabase<T>(config: Config, work: (reached: Reached) => Promise<T>): Promise<T> {
  return reached(config.databaseUrl ? ofServer(config.databaseUrl) : startOwn(config), work);
}

interface Found {
  readonly connection: pg.ClientConfig;
  readonly stop: () => Promise<void>;
}

async function reached<T>(found: Promise<Found> | Found, work: (it: Reached) => Promise<T>): Promise<T> {
  const { connection, stop } = await found;
  const database = openDatabase({ connection, poolSize: 2, onError: () => {} });
  try {
    return await work({ database, connection });
  } finally {
    await database.close();
    await stop();
  }
}

const ofServer = (connectionString: string): Found => ({ connection: { connectionString }, stop: async () => {} });

async function findDatabase(config: Config): Promise<Found> {
  if (config.databaseUrl) return ofServer(config.databaseUrl);
  if (!fs.existsSync(path.join(config.dataDir, 'postgres')))
    throw new Error(`There is no database under ${config.dataDir}. Set DATA_DIR or DATABASE_URL to the site's own.`);
  const running = findRunningEmbedded(config.dataDir);
  return running ? { connection: running, stop: async () => {} } : startOwn(config);
}

async function startOwn(config: Config): Promise<Found> {
  const server = await startEmbedded({ dataDir: config.dataDir });
  return { connection: server.connection, stop: () => server.stop() };
}

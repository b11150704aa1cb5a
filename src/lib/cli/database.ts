/** The database for a command: of a server, of a program that runs, or the embedded one, started for the command alone. */
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { findRunningEmbedded, startEmbedded } from '../db/embedded/supervisor.ts';

/** @throws Error with a sentence for the operator when there is no database to look at */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const { connection, stop } = await reach(config);
  const database = openDatabase({ connection, poolSize: 2, onError: () => {} });
  try {
    return await work(database);
  } finally {
    await database.close();
    await stop();
  }
}

async function reach(config: Config) {
  const stop = async (): Promise<void> => {};
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, stop };
  const folder = path.join(config.dataDir, 'postgres');
  if (!fs.existsSync(folder))
    throw new Error(`There is no database under ${config.dataDir}. Set DATA_DIR or DATABASE_URL to the site's own.`);
  const running = findRunningEmbedded(config.dataDir);
  if (running) return { connection: running, stop };
  const server = await startEmbedded({ dataDir: config.dataDir });
  return { connection: server.connection, stop: () => server.stop() };
}

/** Builds the running program: database (embedded or a server), schema, first data, storage, mail. One a process. */
import fs from 'node:fs';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import { isCompanyHost } from './companies/store.ts';
import { type Config, readConfig } from './config.ts';
import { type Database, openDatabase } from './db/client.ts';
import { startEmbedded } from './db/embedded/supervisor.ts';
import { migrate } from './db/migrate.ts';
import { type FirstStart, seed } from './db/seed.ts';
import { type DemoSignIns, fillDemo } from './demo/service.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createTransport } from './mail/transport.ts';
import { startMailWorker } from './mail/worker.ts';
import { openDiskStorage } from './media/storage.ts';
import { clearUnfinished } from './media/unfinished.ts';
import { startDigests } from './purchases/digest-service.ts';
import type { App } from './scope.ts';
import { loadSecrets } from './secrets.ts';
import { startBeating } from './stats/nodes-service.ts';

export interface RunningApp extends App {
  /** What the first start made, to be told once; null later. */
  readonly firstStart: FirstStart | null;
  /** What a start with `demo` has filled in; null when it was not asked for, or the database was not empty. */
  readonly demo: DemoSignIns | null;
  stop(): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  readonly log?: Logger;
  /** Tests and tools may bring their own database. */
  readonly database?: Database;
  /** Fills an empty database with the life of a company. */
  readonly demo?: boolean;
}

export async function startApp({
  config,
  // Not written line by line: under load a line costs as much as a page. What is left at the end is written then.
  log = pino({ level: config.logLevel }, pino.destination({ sync: false })),
  database,
  demo = false,
}: AppOptions): Promise<RunningApp> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const db = database ?? (await openConfigured(config, log, stops));
    const secrets = loadSecrets(config);
    for (const folder of ['uploads', 'outbox'])
      fs.mkdirSync(path.join(config.dataDir, folder), { recursive: true, mode: 0o700 });
    await migrate(db.platform);
    const firstStart = await seed(db.platform, config);
    const storage = openDiskStorage(path.join(config.dataDir, 'uploads'));
    await clearUnfinished({ dataDir: config.dataDir, storage }, db.platform);
    const filled = demo ? await fillDemo({ config, database: db, secrets, storage }) : null;
    const mail = startMailWorker({
      db: db.platform,
      transport: createTransport({ smtpUrl: config.smtpUrl, outboxDir: path.join(config.dataDir, 'outbox') }),
      from: config.mailFrom,
      own: config,
      secrets,
      log,
    });
    stops.push(() => mail.stop());
    stops.push(startBeating({ db: db.platform, config, log }));
    stops.push(startHousekeeping({ database: db, storage, log }));
    stops.push(startDigests({ config, database: db, log, wakeMail: () => mail.wake() }));
    return {
      config,
      database: db,
      secrets,
      log,
      storage,
      isCompanyHost: (name) => isCompanyHost(db.platform, name),
      firstStart,
      demo: filled,
      wakeMail: () => mail.wake(),
      stop: async () => {
        for (const stop of stops.splice(0).reverse()) await stop();
      },
    };
  } catch (cause) {
    for (const stop of stops.splice(0).reverse()) await stop();
    throw cause;
  }
}

async function openConfigured(config: Config, log: Logger, stops: (() => Promise<void>)[]): Promise<Database> {
  const onError = (cause: Error): void => log.warn({ reason: cause.message }, 'database connection lost');
  if (config.databaseUrl) {
    const database = openDatabase({ connection: { connectionString: config.databaseUrl }, onError });
    stops.push(() => database.close());
    return database;
  }
  const server = await startEmbedded({ dataDir: config.dataDir, log: (event, fields) => log.warn(fields, event) });
  stops.push(() => server.stop());
  const database = openDatabase({
    connection: { host: server.socketDir, port: server.port, user: server.user, database: server.database },
    onError,
  });
  stops.push(() => database.close());
  return database;
}

const SLOT = Symbol.for('launchbook.app');
type Holder = typeof globalThis & { [SLOT]?: Promise<App> };

/** Puts the program's app where Astro's bundle, which has modules of its own, finds it. */
export function setRunningApp(app: App): void {
  (globalThis as Holder)[SLOT] = Promise.resolve(app);
}

/** The app of this process; under `astro dev`, where no server of ours runs, it is started at the first request. */
export function runningApp(): Promise<App> {
  const holder = globalThis as Holder;
  holder[SLOT] ??= startApp({ config: readConfig(process.env) });
  return holder[SLOT];
}

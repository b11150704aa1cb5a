/** Builds the running program: database (embedded or a server), schema, first data, storage, mail. One a process. */

import fs from 'node:fs';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import { loadBreachedPasswords } from './accounts/passwords/service.ts';
import { startAnnouncements } from './announcements/send/service.ts';
import { rpIdOf } from './auth/passkeys/rules.ts';
import { countOfOtherHosts } from './auth/passkeys/store.ts';
import { bindSessions } from './auth/sessions/bound/service.ts';
import type { DemoSignIns } from './cli/demo/service.ts';
import { readClusters } from './companies/clusters/store.ts';
import { publicOriginOf } from './companies/service.ts';
import { isCompanyHost } from './companies/store.ts';
import { type Config, readConfig } from './config.ts';
import { type Database, type Db, openDatabase } from './db/client.ts';
import { checkCompanyLogin, prepareCompanyLogin, serverConnections, superuserOf } from './db/company-login.ts';
import { requireDurable } from './db/durability.ts';
import { startEmbedded } from './db/embedded/supervisor.ts';
import { inTurn, migrate, migrations } from './db/migrate.ts';
import { asProgram } from './db/pool.ts';
import { watchPooler } from './db/pooler-watch.ts';
import { type FirstStart, seed } from './db/seed.ts';
import { closeSessionFunctionsOf } from './db/session-functions.ts';
import { showMetrics } from './health/metrics/service.ts';
import { startHeartbeats } from './health/service.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startWebhooks } from './integrations/delivery/service.ts';
import { startPacking } from './launch/packing/service.ts';
import { recordRestore } from './ledger/events/service.ts';
import { takeEntries } from './ledger/sealing/service.ts';
import { createTransport } from './mail/worker/transport.ts';
import { startMailWorker } from './mail/worker/worker.ts';
import { openObjectStore } from './media/s3/objects.ts';
import { openStorage, storageSettings } from './media/storages.ts';
import { clearUnfinished } from './media/unfinished/service.ts';
import { asJob } from './programs/jobs/service.ts';
import { startDigests } from './purchases/digest/service.ts';
import { startBankNotices } from './reconciliation/notices/service.ts';
import { startBankStates } from './reconciliation/states/service.ts';
import { startReminders } from './reminders/service.ts';
import { startRewards } from './rewards/due/service.ts';
import type { App } from './scope.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { type Heads, openHeads } from './transparency-log/heads/service.ts';
import { startSealing } from './transparency-log/sealing/service.ts';
import { takeTrail } from './transparency-log/trail/service.ts';
import { grantUnsigned, newWriter } from './transparency-log/trail/writers/service.ts';
import { startWitnesses } from './transparency-log/witnesses/service.ts';

export interface RunningApp extends App {
  /** What the first start created, reported once; null later. */
  readonly firstStart: FirstStart | null;
  /** What a start with `demo` has filled in; null when it was not asked for, or the database was not empty. */
  readonly demo: DemoSignIns | null;
  /** Lets a start on the same data wait for the end of this program. */
  announceStop(): void;
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

/** The rows that come next in each kind of log. */
const sourcesOf = (secrets: Secrets) => ({ ledger: takeEntries, audit: takeTrail(secrets) });

export async function startApp({
  config,
  // Not written line by line: under load a line costs as much as a page. What is left at the end is written then.
  log = pino({ level: config.logLevel }, pino.destination({ sync: false })),
  database,
  demo = false,
}: AppOptions): Promise<RunningApp> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const opened = database
      ? { database, announceStop: () => {}, poolerProblem: () => null }
      : await openConfigured(config, log, stops);
    const db = opened.database;
    loadBreachedPasswords(config.breachedPasswordsFile);
    const secrets = loadSecrets(config);
    for (const folder of ['uploads', 'outbox'])
      fs.mkdirSync(path.join(config.dataDir, folder), { recursive: true, mode: 0o700 });
    await prepareSchema(db, secrets, log);
    const heads = await openLogs(db.platform, config, secrets);
    const firstStart = await seed(db.platform, config);
    await warnOfLostPasskeys(db.platform, config, log);
    const storage = openStorage(storageSettings(config));
    void warnOfLostStore(config, log);
    await clearUnfinished({ dataDir: config.dataDir, storage }, db.platform);
    const filled = demo ? await fillDemo({ config, database: db, secrets, storage }) : null;
    const wakeMail = startJobs({ config, database: db, secrets, log, storage, heads }, stops);
    return {
      ...opened,
      config,
      isDemo: demo,
      secrets,
      log,
      storage,
      clusterHosts: await readClusters(db.platform),
      readClusterHosts: () => readClusters(db.platform),
      isCompanyHost: (name) => isCompanyHost(db.platform, name),
      firstStart,
      demo: filled,
      wakeMail,
      stop: async () => {
        for (const stop of stops.splice(0).reverse()) await stop();
      },
    };
  } catch (cause) {
    for (const stop of stops.splice(0).reverse()) await stop();
    throw cause;
  }
}

type JobServices = Pick<App, 'config' | 'database' | 'secrets' | 'log' | 'storage'> & { readonly heads: Heads };

/**
 * Starts what runs for no request, each under its name.
 * @param stops gets what stops each
 * @returns a function that wakes the mails
 */
function startJobs(services: JobServices, stops: (() => Promise<void>)[]): () => void {
  const { config, database, secrets, log, storage, heads } = services;
  const db = database.platform;
  const start = (name: string, job: () => () => Promise<void>): void => void stops.push(asJob(name, job));
  const mail = asJob('mail', () =>
    startMailWorker({
      db,
      transport: createTransport({ smtpUrl: config.smtpUrl, outboxDir: path.join(config.dataDir, 'outbox') }),
      from: config.mailFrom,
      own: config,
      secrets,
      log,
    }),
  );
  stops.push(() => mail.stop());
  start('heartbeats', () => startHeartbeats({ db, config, log, mailProblem: () => mail.problem() }));
  start('housekeeping', () => startHousekeeping({ ...services, dataDir: config.dataDir }));
  showMetrics(database);
  const witnesses = asJob('witnesses', () => startWitnesses({ entries: config.witnessUrls, database, log }));
  stops.push(witnesses.stop);
  const home = { config, database, secrets, log, wakeMail: () => mail.wake() };
  start('sealing', () => startSealing({ ...home, sources: sourcesOf(secrets), heads, ready: witnesses.first }));
  start('packing', () => startPacking({ ...home, heads, storage, storageSettings: storageSettings(config) }));
  start('webhooks', () => startWebhooks(home));
  start('digests', () => startDigests(home));
  start('bank states', () => startBankStates(home));
  start('bank notices', () => startBankNotices(home));
  start('rewards', () => startRewards(home));
  start('reminders', () => startReminders(home));
  start('announcements', () => startAnnouncements(home));
  return home.wakeMail;
}

/** @returns the heads that this node knows, after a restore that nobody has recorded yet is in the logs */
async function openLogs(db: Db, config: Config, secrets: Secrets): Promise<Heads> {
  const heads = openHeads(config.dataDir);
  await recordRestore(db, { secrets, heads, isOnlyNode: config.databaseUrl === null });
  return heads;
}

/** Browsers bind a passkey to the host name of the site. */
async function warnOfLostPasskeys(db: Db, config: Config, log: Logger): Promise<void> {
  const host = rpIdOf(publicOriginOf({ config }, null));
  const passkeys = await countOfOtherHosts(db, host);
  if (passkeys > 0) log.warn({ passkeys, host }, 'passkeys of super admins belong to another host name than SITE_URL');
}

/** The program starts and serves without its object store: only files are missing then. */
async function warnOfLostStore({ objectStore }: Config, log: Logger): Promise<void> {
  if (objectStore === null) return;
  try {
    await openObjectStore(objectStore).keys()[Symbol.asyncIterator]().next();
  } catch (err) {
    log.error({ err, bucket: objectStore.bucket }, 'uploads: the object store cannot be used');
  }
}

/** Loads the demonstration and its sample files only when they are needed. */
async function fillDemo(app: Pick<App, 'config' | 'database' | 'secrets' | 'storage'>): Promise<DemoSignIns | null> {
  const demo = await import('./cli/demo/service.ts');
  return demo.fillDemo(app);
}

/** Closes functions after the migrations, because earlier ones let companies' connections take locks by themselves. */
async function prepareSchema(database: Database, secrets: Secrets, log: Logger): Promise<void> {
  await migrate(database.platform, migrations, inTurn(grantUnsigned(secrets), bindSessions(secrets)));
  if (await closeSessionFunctionsOf(database))
    log.info(
      'companies’ connections may end each other and take advisory locks: see docs/operations.md, A PostgreSQL server',
    );
}

async function openConfigured(
  config: Config,
  log: Logger,
  stops: (() => Promise<void>)[],
): Promise<Pick<RunningApp, 'database' | 'announceStop' | 'poolerProblem'>> {
  const onError = (cause: Error): void => log.warn({ reason: cause.message }, 'database connection lost');
  const poolSize = config.databaseConnections;
  if (config.databaseUrl) {
    const secrets = loadSecrets(config);
    const connections = serverConnections(config.databaseUrl, secrets, config.databasePooling);
    const database = openDatabase({ ...asProgram(connections, newWriter(secrets)), poolSize, onError });
    stops.push(() => database.close());
    await prepareCompanyLogin(database);
    await checkCompanyLogin(connections);
    await requireDurable(connections);
    const superuser = await superuserOf(database.platform);
    if (superuser !== null)
      log.warn({ user: superuser }, 'the user of DATABASE_URL is a superuser: give the program a role of its own');
    const { problem, stop } = watchPooler(connections, (text) => {
      if (text === null) log.info('the pooler in front of the database fits again');
      else log.error({ reason: text }, 'the pooler in front of the database has changed');
    });
    stops.push(stop);
    return { database, announceStop: () => {}, poolerProblem: problem };
  }
  const server = await startEmbedded({
    dataDir: config.dataDir,
    log: (event, fields) => log.warn(fields, event),
    carryOver: async (from, to) => (await import('./cli/carry-over.ts')).carryOver(from, to, loadSecrets(config)),
  });
  stops.push(() => server.stop());
  const database = openDatabase({
    ...asProgram(server.connections, newWriter(loadSecrets(config))),
    poolSize,
    onError,
  });
  stops.push(() => database.close());
  await prepareCompanyLogin(database);
  return { database, announceStop: () => server.announceStop(), poolerProblem: () => null };
}

declare global {
  /** Under `astro dev` alone: outlives this module, which a changed file loads again. */
  var launchbookDevApp: Promise<RunningApp> | undefined;
}

let devApp: Promise<RunningApp> | null = null;

/** The app under `astro dev`, where no server of ours passes one. Starts with the first request after each change. */
export function runDevApp(): Promise<App> {
  devApp ??= globalThis.launchbookDevApp = restart(globalThis.launchbookDevApp);
  return devApp;
}

/** Two apps cannot share an embedded database, so the one with the code of before stops first. */
async function restart(previous: Promise<RunningApp> | undefined): Promise<RunningApp> {
  await previous?.then(
    (app) => app.stop(),
    () => {},
  );
  return startApp({ config: readConfig(process.env) });
}

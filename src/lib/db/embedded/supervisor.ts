/**
 * The embedded PostgreSQL: one server for one program, under DATA_DIR/postgres, reached through a private socket. It lives as
 * long as the program. If the server dies first, it is restarted. If the program dies first, the server stops. A second program
 * on the same folder is refused.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from '../errors.ts';
import { chooseAccount } from './account.ts';
import { provideBinaries } from './binaries.ts';
import { checkServer, connectionsTo, type EmbeddedConnections } from './check.ts';
import { ensureCluster, setSuperuserPassword } from './cluster.ts';
import { type Lock, lockDataDir } from './lock.ts';
import { type Passwords, providePasswords, readPasswords } from './passwords.ts';
import { clusterTag, processesOf } from './process.ts';
import { type Log, launchServer, type RunningServer, type ServerPlan } from './server.ts';
import { makeSocketDir } from './socket-dir.ts';
import { type CarryOver, upgradeCluster } from './upgrade.ts';

export type { EmbeddedConnections } from './check.ts';

export type EmbeddedOptions = {
  /** DATA_DIR; the cluster is its subfolder `postgres`. */
  dataDir: string;
  /** Gets only what an operator should know (level 'warning'), never statements or personal data. */
  log?: Log;
  /** The server died and is being restarted; connections fail meanwhile. */
  onDown?: (reason: string) => void;
  /** The server accepts connections again. */
  onUp?: () => void;
  /** Default 60. */
  maxConnections?: number;
  /** Copies the data of a cluster that an earlier major version made. Without it, such a cluster is refused. */
  carryOver?: CarryOver;
};

export type EmbeddedServer = {
  socketDir: string;
  /** They stay the same across restarts. */
  connections: EmbeddedConnections;
  /** The server's process, or undefined while it is down. */
  readonly pid: number | undefined;
  /** A start on the same DATA_DIR now waits for the end of this program, 30 s at most. */
  announceStop(): void;
  /** Shuts the server down cleanly and frees DATA_DIR. Open connections are cut. */
  stop(): Promise<void>;
};

const INVALID_PASSWORD = '28P01';

/** 60 connections and 128 MB of buffers suit a machine of 1 GB. */
const MAX_CONNECTIONS = 60;

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 2_000;
/** After a server lived this long, its death has a new cause: the first retry has no delay. */
const SETTLED_MS = 10_000;

/**
 * Starts the server, creates the cluster and the database if they are missing, and restarts the server until `stop`.
 * @throws Error with a sentence for the operator: another program on this DATA_DIR, a platform or an account that cannot run the
 * server, settings that are not durable.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const log = options.log ?? (() => {});
  mkdirSync(resolve(options.dataDir), { recursive: true, mode: 0o755 });
  const dataDir = realpathSync(resolve(options.dataDir));
  const lock = await lockDataDir(dataDir);
  try {
    const clusterDir = join(dataDir, 'postgres');
    const account = chooseAccount(clusterDir);
    const onCopied = (dir: string): void => log('postgres.binaries_copied', { dir });
    const binaries = provideBinaries(account, dataDir, onCopied);
    const passwords = providePasswords(dataDir);
    const { carryOver } = options;
    await upgradeCluster({ clusterDir, dataDir, account, binaries, passwords, log, onCopied, carryOver });
    await ensureCluster(clusterDir, account, binaries, passwords);
    const tag = clusterTag(clusterDir);
    const socketDir = makeSocketDir(tag, account);
    const maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
    const plan = { clusterDir, socketDir, tag, account, binaries, maxConnections, log };
    return await supervise(plan, passwords, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function supervise(
  plan: ServerPlan,
  passwords: Passwords,
  lock: Lock,
  options: EmbeddedOptions,
): Promise<EmbeddedServer> {
  const connections = connectionsTo(plan.socketDir, passwords);
  const stopping = new AbortController();
  const launch = (): Promise<RunningServer> => launchChecked(plan, connections, passwords, stopping.signal);
  let running: RunningServer | undefined = await launchFirst(plan, passwords, launch);

  const supervision = restartUntilStopped(running);
  async function restartUntilStopped(first: RunningServer): Promise<void> {
    let waitMs = 0;
    for (let current = first; ; ) {
      const upSince = Date.now();
      const reason = await current.exited;
      const downSince = Date.now();
      running = undefined;
      if (stopping.signal.aborted) return;
      plan.log('postgres.down', { reason });
      options.onDown?.(reason);
      if (downSince - upSince > SETTLED_MS) waitMs = 0;
      const again = await launchAgain();
      if (!again) return;
      current = again;
      running = again;
      plan.log('postgres.up_again', { downMs: Date.now() - downSince });
      options.onUp?.();
    }

    async function launchAgain(): Promise<RunningServer | undefined> {
      for (;;) {
        await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return undefined;
        waitMs = Math.min(Math.max(waitMs * 2, RETRY_FIRST_MS), RETRY_MAX_MS);
        try {
          if (!existsSync(plan.socketDir)) makeSocketDir(plan.tag, plan.account);
          return await launch();
        } catch (error) {
          if (stopping.signal.aborted) return undefined;
          plan.log('postgres.restart_failed', { reason: (error as Error).message, nextTryMs: waitMs });
        }
      }
    }
  }

  let stopped: Promise<void> | undefined;
  async function stopOnce(): Promise<void> {
    lock.announceStop();
    stopping.abort();
    await running?.stop();
    await supervision;
    rmSync(plan.socketDir, { recursive: true, force: true });
    lock.release();
  }
  return {
    socketDir: plan.socketDir,
    connections,
    get pid() {
      return running?.pid;
    },
    announceStop: () => lock.announceStop(),
    stop() {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}

/** Launches the server. If an earlier version made the cluster, or its passwords were lost, sets them. */
async function launchFirst(
  plan: ServerPlan,
  passwords: Passwords,
  launch: () => Promise<RunningServer>,
): Promise<RunningServer> {
  try {
    return await launch();
  } catch (cause) {
    if (sqlState(cause) !== INVALID_PASSWORD) throw cause;
  }
  await setSuperuserPassword(plan.clusterDir, plan.account, plan.binaries, passwords);
  plan.log('postgres.passwords_set', {});
  return launch();
}

async function launchChecked(
  plan: ServerPlan,
  connections: EmbeddedConnections,
  passwords: Passwords,
  signal: AbortSignal,
): Promise<RunningServer> {
  const server = await launchServer(plan, signal);
  try {
    await checkServer(connections, passwords);
    signal.throwIfAborted();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * The connections to the server that another program runs on `dataDir`, for commands that run at the same time; undefined without
 * such a server. It takes no lock, so what the command does must suit a running site.
 */
export function findRunningEmbedded(dataDir: string): EmbeddedConnections | undefined {
  const clusterDir = join(resolve(dataDir), 'postgres');
  const pidFile = join(clusterDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  // Its lines, from PostgreSQL's pidfile.h: pid, folder, start, port, socket folder, address, memory key, state.
  const [pid, , , , socketDir, , , state] = readFileSync(pidFile, 'utf8').split('\n');
  if (state?.trim() !== 'ready' || !socketDir) return undefined;
  const alive = processesOf(clusterTag(clusterDir), chooseAccount(clusterDir).uid).includes(Number(pid));
  return alive ? connectionsTo(socketDir, readPasswords(dataDir)) : undefined;
}

/**
 * The embedded PostgreSQL: one server for one program, under DATA_DIR/postgres, reached through a private socket.
 * It lives as long as the program. If it dies first it is started again; if the program dies first, it stops; and a
 * second program on the same folder is refused.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount } from './account.ts';
import { provideBinaries } from './binaries.ts';
import { checkServer, connectionTo, type EmbeddedConnection } from './check.ts';
import { ensureCluster } from './cluster.ts';
import { type Lock, lockDataDir } from './lock.ts';
import { clusterTag, processesOf } from './process.ts';
import { type Log, launchServer, type RunningServer, type ServerPlan } from './server.ts';
import { makeSocketDir } from './socket-dir.ts';

export type { EmbeddedConnection } from './check.ts';

export type EmbeddedOptions = {
  /** DATA_DIR; the cluster is its subfolder `postgres`. */
  dataDir: string;
  /** Gets only what an operator should know (level 'warning'), never statements or people's data. */
  log?: Log;
  /** The server died; it is being started again, and connections fail meanwhile. */
  onDown?: (reason: string) => void;
  /** It accepts connections again. */
  onUp?: () => void;
  /** Default 60. */
  maxConnections?: number;
};

export type EmbeddedServer = {
  socketDir: string;
  port: 5432;
  user: string;
  database: string;
  /** For `pg` as it stands. It holds for the server's whole life, restarts included. */
  connection: EmbeddedConnection;
  /** The server's process, or undefined while it is down. */
  readonly pid: number | undefined;
  /** Ends the server in order and frees DATA_DIR. Connections that are still open are cut. */
  stop(): Promise<void>;
};

/** 60 connections and 128 MB of buffers suit a machine of 1 GB. */
const MAX_CONNECTIONS = 60;

const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 2_000;
/** A server that lived this long died of something new: the next try is at once again. */
const SETTLED_MS = 10_000;

/**
 * Starts the server, making the cluster and the database if they are missing, and keeps it up until `stop`.
 * @throws Error with a sentence for the operator: another program on this DATA_DIR, a platform or an account that
 * can't run it, settings that are not durable.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const log = options.log ?? (() => {});
  mkdirSync(resolve(options.dataDir), { recursive: true, mode: 0o755 });
  const dataDir = realpathSync(resolve(options.dataDir));
  const lock = await lockDataDir(dataDir);
  try {
    const clusterDir = join(dataDir, 'postgres');
    const account = chooseAccount(clusterDir);
    const binaries = provideBinaries(account, dataDir, (dir) => log('postgres.binaries_copied', { dir }));
    await ensureCluster(clusterDir, account, binaries);
    const tag = clusterTag(clusterDir);
    const socketDir = makeSocketDir(tag, account);
    const maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
    return await supervise({ clusterDir, socketDir, tag, account, binaries, maxConnections, log }, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function supervise(plan: ServerPlan, lock: Lock, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const connection = connectionTo(plan.socketDir);
  const stopping = new AbortController();
  let running: RunningServer | undefined = await launchChecked(plan, connection, stopping.signal);

  const kept = keepUp(running);
  async function keepUp(first: RunningServer): Promise<void> {
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
          return await launchChecked(plan, connection, stopping.signal);
        } catch (error) {
          if (stopping.signal.aborted) return undefined;
          plan.log('postgres.restart_failed', { reason: (error as Error).message, nextTryMs: waitMs });
        }
      }
    }
  }

  let stopped: Promise<void> | undefined;
  async function stopOnce(): Promise<void> {
    stopping.abort();
    await running?.stop();
    await kept;
    rmSync(plan.socketDir, { recursive: true, force: true });
    lock.release();
  }
  return {
    socketDir: plan.socketDir,
    port: connection.port,
    user: connection.user,
    database: connection.database,
    connection,
    get pid() {
      return running?.pid;
    },
    stop() {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}

async function launchChecked(
  plan: ServerPlan,
  connection: EmbeddedConnection,
  signal: AbortSignal,
): Promise<RunningServer> {
  const server = await launchServer(plan, signal);
  try {
    await checkServer(connection);
    signal.throwIfAborted();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * The way to the server that another program keeps up on `dataDir`, for commands run beside it; undefined when none
 * runs there. It takes no lock, so what the command does must suit a living site.
 */
export function findRunningEmbedded(dataDir: string): EmbeddedConnection | undefined {
  const clusterDir = join(resolve(dataDir), 'postgres');
  const pidFile = join(clusterDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  // Its lines, by PostgreSQL's pidfile.h: pid, folder, start, port, socket folder, address, memory key, state.
  const [pid, , , , socketDir, , , state] = readFileSync(pidFile, 'utf8').split('\n');
  if (state?.trim() !== 'ready' || !socketDir) return undefined;
  const alive = processesOf(clusterTag(clusterDir), chooseAccount(clusterDir).uid).includes(Number(pid));
  return alive ? connectionTo(socketDir) : undefined;
}

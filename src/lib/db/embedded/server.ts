/** One run of the server: clears the traces of the last one, starts the server and reads its log. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { dataArgument } from './cluster.ts';
import { processesOf, signalAll, spawnTethered } from './process.ts';

export type Log = (event: string, fields: Record<string, unknown>) => void;

export type ServerPlan = {
  clusterDir: string;
  socketDir: string;
  /** See `clusterTag`. */
  tag: string;
  account: Account;
  binaries: Binaries;
  maxConnections: number;
  log: Log;
};

export type RunningServer = {
  pid: number;
  /** Resolves with how it ended, for whatever reason. */
  exited: Promise<string>;
  stop(): Promise<void>;
};

/** Milliseconds that each signal may take: shutdown with a checkpoint, immediate shutdown, kill. */
const STOP_STEPS: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

const STILL_STARTING_MS = 30_000;

/**
 * Starts the server and resolves when it accepts connections. Recovery after a crash may take long, so there is no time-out: only
 * `signal` or the end of the server ends the wait.
 * @throws Error with the server's last log lines if it ends instead.
 */
export async function launchServer(plan: ServerPlan, signal: AbortSignal): Promise<RunningServer> {
  await clearLeftovers(plan);
  signal.throwIfAborted();
  const started = await spawnTethered(plan.binaries.postgres, serverArguments(plan), plan.clusterDir, plan.account);
  const lastLines: string[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: started.stderr }).on('line', (line) => {
    if (line.endsWith('database system is ready to accept connections')) ready.resolve();
    lastLines.push(line);
    if (lastLines.length > 20) lastLines.shift();
    const notable = notableLine(line);
    if (notable) plan.log('postgres.message', notable);
  });
  const stop = () => stopInOrder(started.pid, started.exited);
  let aborted: Promise<void> | undefined;
  const onAbort = () => {
    aborted = stop();
  };
  signal.addEventListener('abort', onAbort);
  const stillStarting = setInterval(() => {
    plan.log('postgres.still_starting', { lastLine: lastLines.at(-1) });
  }, STILL_STARTING_MS);
  try {
    const ended = await Promise.race([ready.promise, started.exited]);
    // The server may become ready in the moment in which it gets the signal to stop.
    await aborted;
    signal.throwIfAborted();
    if (ended !== undefined) {
      // The last lines may still be in the pipe.
      await sleep(20);
      throw new Error(`PostgreSQL did not start (${ended}): ${lastLines.join(' ').trim() || 'it logged nothing'}`);
    }
  } finally {
    clearInterval(stillStarting);
    signal.removeEventListener('abort', onAbort);
  }
  return { pid: started.pid, exited: started.exited, stop };
}

function serverArguments(plan: ServerPlan): string[] {
  const settings = {
    cluster_name: plan.tag,
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: plan.socketDir,
    unix_socket_permissions: '0700',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: String(plan.maxConnections),
    shared_buffers: '128MB',
    // In containers /dev/shm has 64 MB; files in the cluster have no such limit.
    dynamic_shared_memory_type: 'mmap',
    max_wal_size: '512MB',
    wal_compression: 'pglz',
    random_page_cost: '1.1',
    jit: 'off',
    // A new sale grows from nothing within a minute: the planner soon needs the tables' real sizes.
    autovacuum_naptime: '10s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    // Statements, and values that violate a constraint, are personal data and must not be logged.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_min_messages: 'warning',
  };
  return [
    '-D',
    dataArgument(plan.clusterDir, plan.account),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

// Lost clients are routine; a process that died or a file that could not be read or written is not.
const NOTABLE_LOG = /was terminated by signal|^could not (?!receive data from client|send data to client)|corrupt/;

/** Log lines that the operator should see. Errors of single statements are not among them, because the caller gets those. */
export function notableLine(line: string): { severity: string; text: string } | undefined {
  const [, severity, text] = /^(WARNING|LOG|FATAL|PANIC):\s+(.*)$/.exec(line) ?? [];
  if (!severity || !text) return undefined;
  if (severity === 'LOG') return NOTABLE_LOG.test(text) ? { severity, text } : undefined;
  const routine =
    /^the database system is |^terminating .* due to administrator command|^database "launchbook" does not exist/;
  return routine.test(text) ? undefined : { severity, text };
}

/**
 * Stops the processes that still run on this cluster and clears their traces. The caller holds the lock of DATA_DIR, so a server
 * that runs here has lost its program: its watcher may be stopping it, or be gone too. Processes are identified by the mark in
 * their command line, because another process may have got the pid in the file since.
 */
async function clearLeftovers({ clusterDir, socketDir, tag, account, log }: ServerPlan): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  // The socket's folder may be of a deleted cluster, whose inode and therefore mark this one has got.
  const traces = [pidFile, join(socketDir, '.s.PGSQL.5432.lock'), join(socketDir, '.s.PGSQL.5432')];
  if (!traces.some((file) => existsSync(file))) return;
  const recorded = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]) : null;
  const startedAt = Date.now();
  const sent = new Set<string>();
  for (;;) {
    const left = processesOf(tag, account.uid);
    if (left.length === 0) break;
    const waitedMs = Date.now() - startedAt;
    const headless = recorded === null || !left.includes(recorded);
    const signal = headless ? headlessSignal(waitedMs) : orphanSignal(waitedMs);
    if (signal && !sent.has(signal)) {
      sent.add(signal);
      if (waitedMs > 0) log('postgres.leftover_signalled', { pids: left, signal });
      signalAll(headless || signal === 'SIGKILL' ? left : [recorded], signal);
    }
    if (waitedMs > 40_000) throw new Error(`A server of an earlier run does not end (pids ${left.join(', ')}).`);
    await sleep(10);
  }
  // PostgreSQL would mistake any process that now has the recorded pid for a living server. No process of ours is left. Should
  // that be wrong, the shared memory of the cluster's last server, identified by its key, still prevents a second one.
  for (const stale of traces) rmSync(stale, { force: true });
}

function orphanSignal(waitedMs: number): NodeJS.Signals {
  if (waitedMs < 10_000) return 'SIGINT';
  return waitedMs < 15_000 ? 'SIGQUIT' : 'SIGKILL';
}

// Backends of a dead server end by themselves when they next check; a busy one may not check for long.
function headlessSignal(waitedMs: number): NodeJS.Signals | undefined {
  if (waitedMs < 200) return undefined;
  return waitedMs < 700 ? 'SIGQUIT' : 'SIGKILL';
}

async function stopInOrder(pid: number, exited: Promise<string>): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  for (const [signal, patienceMs] of STOP_STEPS) {
    await Promise.resolve();
    if (ended) return;
    signalAll([pid], signal);
    const waited = new AbortController();
    await Promise.race([exited, sleep(patienceMs, undefined, { signal: waited.signal }).catch(() => {})]);
    waited.abort();
  }
}

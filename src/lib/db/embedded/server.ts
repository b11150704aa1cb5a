/** One run of the server: what the last one left is cleared, then it is started, and its words are read. */
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
  /** Resolves with how it ended, whoever ended it. */
  exited: Promise<string>;
  stop(): Promise<void>;
};

/** How long each way of asking may take: in order with a checkpoint, at once, by force. */
const STOP_STEPS: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
];

const STILL_STARTING_MS = 30_000;

/**
 * Starts the server and resolves when it accepts connections. Recovery after a crash may take its time: only
 * `signal` or the server itself ends the wait.
 * @throws Error with the server's last words when it ends instead.
 */
export async function launchServer(plan: ServerPlan, signal: AbortSignal): Promise<RunningServer> {
  await clearLeftovers(plan);
  signal.throwIfAborted();
  const started = await spawnTethered(plan.binaries.postgres, serverArguments(plan), plan.clusterDir, plan.account);
  const lastWords: string[] = [];
  let sayReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    sayReady = resolve;
  });
  createInterface({ input: started.stderr }).on('line', (line) => {
    if (line.endsWith('database system is ready to accept connections')) sayReady();
    lastWords.push(line);
    if (lastWords.length > 20) lastWords.shift();
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
    plan.log('postgres.still_starting', { lastWords: lastWords.at(-1) });
  }, STILL_STARTING_MS);
  try {
    const ended = await Promise.race([ready, started.exited]);
    // It may have become ready in the moment in which it was told to stop.
    await aborted;
    signal.throwIfAborted();
    if (ended !== undefined) {
      // What it said last may still be on its way through the pipe.
      await sleep(20);
      throw new Error(`PostgreSQL did not start (${ended}): ${lastWords.join(' ').trim() || 'it said nothing'}`);
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
    // Containers give /dev/shm 64 MB; files in the cluster have no such bound.
    dynamic_shared_memory_type: 'mmap',
    max_wal_size: '512MB',
    wal_compression: 'pglz',
    random_page_cost: '1.1',
    jit: 'off',
    // A new sale grows from nothing within a minute: plans should soon know how large the tables are.
    autovacuum_naptime: '10s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    // Statements, and the values that failed a constraint, are people's data: not for a log.
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

// Clients that went away are everyday; a process that died or a file that could not be read or written is not.
const NOTABLE_LOG = /was terminated by signal|^could not (?!receive data from client|send data to client)|corrupt/;

/** What the operator should know; errors of single statements are the caller's, who gets them anyway. */
export function notableLine(line: string): { severity: string; text: string } | undefined {
  const [, severity, text] = /^(WARNING|LOG|FATAL|PANIC):\s+(.*)$/.exec(line) ?? [];
  if (!severity || !text) return undefined;
  if (severity === 'LOG') return NOTABLE_LOG.test(text) ? { severity, text } : undefined;
  const routine =
    /^the database system is |^terminating .* due to administrator command|^database "launchbook" does not exist/;
  return routine.test(text) ? undefined : { severity, text };
}

/**
 * Ends what still runs on this cluster and clears its traces. The caller holds the lock of DATA_DIR, so a server found
 * here has lost its program: its watcher may be stopping it this moment, or be gone too. Processes count as ours by
 * the mark in their command line, not by a number in a file, which another process may have got since.
 */
async function clearLeftovers({ clusterDir, socketDir, tag, account, log }: ServerPlan): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const recorded = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  const startedAt = Date.now();
  const sent = new Set<string>();
  for (;;) {
    const left = processesOf(tag, account.uid);
    if (left.length === 0) break;
    const waitedMs = Date.now() - startedAt;
    const headless = !left.includes(recorded);
    const signal = headless ? headlessSignal(waitedMs) : orphanSignal(waitedMs);
    if (signal && !sent.has(signal)) {
      sent.add(signal);
      if (waitedMs > 0) log('postgres.leftover_signalled', { pids: left, signal });
      signalAll(headless || signal === 'SIGKILL' ? left : [recorded], signal);
    }
    if (waitedMs > 40_000) throw new Error(`A server of an earlier run does not end (pids ${left.join(', ')}).`);
    await sleep(10);
  }
  // PostgreSQL would take any process that has the recorded number by now for a living server. Nothing of ours lives any
  // more, and should that be wrong, the memory of the cluster's last server, found by its key, still stops a second one.
  for (const stale of [pidFile, join(socketDir, '.s.PGSQL.5432.lock'), join(socketDir, '.s.PGSQL.5432')])
    rmSync(stale, { force: true });
}

function orphanSignal(waitedMs: number): NodeJS.Signals {
  if (waitedMs < 10_000) return 'SIGINT';
  return waitedMs < 15_000 ? 'SIGQUIT' : 'SIGKILL';
}

// Backends whose server died end by themselves as soon as they look up; one that is busy may not look for long.
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

/** Processes of the embedded server: starts them so that they end with the program, and finds any that outlived it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import { type Account, asAccount } from './account.ts';

/**
 * The shell becomes the program (`exec`), which is therefore our own child, and we see its exit immediately. A watcher process
 * reads a pipe whose other end only we hold: when we die, even by SIGKILL, the pipe ends and the watcher stops the program. A
 * line in the pipe makes the watcher exit. A subshell starts the watcher and exits, so that PostgreSQL has no child process that
 * it did not create.
 */
const TETHER = `( ( cd /; read -r line <&3; [ -n "$line" ] || kill -INT $$ ) </dev/null >/dev/null 2>&1 & )
exec "$0" "$@" 3<&-`;

export type Tethered = { child: ChildProcess; pid: number; stderr: Readable; exited: Promise<string> };

/**
 * Starts `program` in `cwd` under `account`. It gets SIGINT when this process dies. `exited` resolves with how it ended, once the
 * watcher has exited too.
 * @param input what it reads from its standard input
 * @throws Error if it cannot be started.
 */
export async function spawnTethered(
  program: string,
  args: readonly string[],
  cwd: string,
  account: Account,
  input: string | null = null,
): Promise<Tethered> {
  const child = spawn('/bin/sh', ['-c', TETHER, program, ...args], {
    ...asAccount(account),
    cwd,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', HOME: '/' },
    // In a session of its own it gets no Ctrl-C of the terminal: our program handles that and shuts the server down cleanly.
    detached: true,
    stdio: [input === null ? 'ignore' : 'pipe', 'ignore', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => {}).end(input);
  const tether = child.stdio[3] as Duplex;
  tether.on('error', () => {});
  // Nothing is written there: it closes when the watcher, the last holder of the other end, exits.
  const untethered = new Promise<void>((resolve) => tether.resume().once('close', resolve));
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      tether.end('done\n');
      void untethered.then(() => resolve(signal ? `killed by ${signal}` : `exit code ${code}`));
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`/bin/sh could not be started: ${cause.message}`, { cause })));
  });
  if (child.pid === undefined || !child.stderr) throw new Error('the started process has no pid');
  return { child, pid: child.pid, stderr: child.stderr, exited };
}

/** The mark that every process of the cluster in `clusterDir` carries in its command line (as PostgreSQL's cluster_name). */
export function clusterTag(clusterDir: string): string {
  const { dev, ino } = statSync(clusterDir);
  return `launchbook-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 12)}`;
}

/** The living processes with the mark `tag` that run under `uid`, without zombies. */
export function processesOf(tag: string, uid: number): number[] {
  return allProcesses()
    .filter((entry) => entry.uid === uid && isMarked(entry.command, tag))
    .map((entry) => entry.pid);
}

// The server's command line and the titles of PostgreSQL's child processes, but not the watcher: a shell with the same arguments.
function isMarked(command: string, tag: string): boolean {
  if (command.startsWith('/bin/sh ')) return false;
  return command.includes(`cluster_name=${tag} `) || command.startsWith(`postgres: ${tag}: `);
}

type Process = { pid: number; uid: number; command: string };

function allProcesses(): Process[] {
  if (process.platform !== 'linux') return processesByPs();
  const processes: Process[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ');
      if (command) processes.push({ pid: Number(entry), uid: statSync(`/proc/${entry}`).uid, command });
    } catch {
      // The process ended before its files were read.
    }
  }
  return processes;
}

function processesByPs(): Process[] {
  const { stdout } = spawnSync('/bin/ps', ['-axww', '-o', 'pid=,uid=,stat=,command='], { encoding: 'utf8' });
  const processes: Process[] = [];
  for (const line of (stdout ?? '').split('\n')) {
    const [, pid, uid, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid && uid && command && !state?.startsWith('Z'))
      processes.push({ pid: Number(pid), uid: Number(uid), command: `${command} ` });
  }
  return processes;
}

/** Sends `signal` to each process; ignores those that have already ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

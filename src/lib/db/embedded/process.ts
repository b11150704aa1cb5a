/** Processes of the embedded server: started so that they can't outlive the program, and found again if they did. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import { type Account, asAccount } from './account.ts';

/**
 * The shell becomes the program ("exec"), so that it is our own child and its end is seen at once. The watcher left
 * beside it reads a pipe that only we hold: when we die, even by SIGKILL, the pipe ends and the watcher stops the
 * program. A word in the pipe sends the watcher home. It is started by a subshell that ends, so that PostgreSQL does
 * not find a child that it did not make.
 */
const TETHER = `( ( cd /; read -r word <&3; [ -n "$word" ] || kill -INT $$ ) </dev/null >/dev/null 2>&1 & )
exec "$0" "$@" 3<&-`;

export type Tethered = { child: ChildProcess; pid: number; stderr: Readable; exited: Promise<string> };

/**
 * Starts `program` in `cwd` under `account`; it gets SIGINT as soon as this process is gone. `exited` tells how it ended,
 * when the watcher has gone home too.
 * @throws Error when it can't be started at all.
 */
export async function spawnTethered(
  program: string,
  args: readonly string[],
  cwd: string,
  account: Account,
): Promise<Tethered> {
  const child = spawn('/bin/sh', ['-c', TETHER, program, ...args], {
    ...asAccount(account),
    cwd,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', HOME: '/' },
    // Its own session: Ctrl-C in the terminal is the program's to handle, which then stops the server in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const tether = child.stdio[3] as Duplex;
  tether.on('error', () => {});
  // Nobody writes there: it ends when the last process that holds the other end, the watcher, is gone.
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

/** The living processes that carry `tag` and run under `uid`; zombies are not among them. */
export function processesOf(tag: string, uid: number): number[] {
  return allProcesses()
    .filter((found) => found.uid === uid && isMarked(found.command, tag))
    .map((found) => found.pid);
}

// As the server was started (but not the watcher, a shell with the same words), and as PostgreSQL names its own children.
function isMarked(command: string, tag: string): boolean {
  if (command.startsWith('/bin/sh ')) return false;
  return command.includes(`cluster_name=${tag} `) || command.startsWith(`postgres: ${tag}: `);
}

type Found = { pid: number; uid: number; command: string };

function allProcesses(): Found[] {
  if (process.platform !== 'linux') return processesByPs();
  const found: Found[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ');
      if (command) found.push({ pid: Number(entry), uid: statSync(`/proc/${entry}`).uid, command });
    } catch {
      // It ended between the two looks.
    }
  }
  return found;
}

function processesByPs(): Found[] {
  const { stdout } = spawnSync('/bin/ps', ['-axww', '-o', 'pid=,uid=,stat=,command='], { encoding: 'utf8' });
  const found: Found[] = [];
  for (const line of (stdout ?? '').split('\n')) {
    const [, pid, uid, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid && uid && command && !state?.startsWith('Z'))
      found.push({ pid: Number(pid), uid: Number(uid), command: `${command} ` });
  }
  return found;
}

/** Sends `signal`; a process that has ended meanwhile is no error. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

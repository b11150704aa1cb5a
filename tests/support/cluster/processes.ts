/** The processes of a cluster: each has a name and a log, and can die. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export class Processes {
  readonly #running = new Map<string, ChildProcess>();
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param account by default root's */
  start(
    name: string,
    [command = '', ...args]: readonly string[],
    account?: Account,
    env?: Record<string, string>,
  ): void {
    const file = path.join(this.#folder, `${name}.log`);
    const log = fs.openSync(file, 'a');
    const child = spawn(command, args, {
      ...account,
      cwd: this.#folder,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    child.on('error', (cause) => fs.appendFileSync(file, String(cause)));
    this.#running.set(name, child);
  }

  pidOf(name: string): number {
    return this.#running.get(name)?.pid ?? 0;
  }

  async kill(name: string): Promise<void> {
    const child = this.#running.get(name);
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  async killAll(): Promise<void> {
    for (const name of [...this.#running.keys()].reverse()) await this.kill(name);
  }

  /** The end of what each has written. */
  logs(): string {
    const files = fs.readdirSync(this.#folder).filter((file) => file.endsWith('.log'));
    return files
      .map((file) => `== ${file}\n${fs.readFileSync(path.join(this.#folder, file), 'utf8').slice(-1_500)}`)
      .join('\n');
  }
}

/** A process and all that it has started, itself first. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = fs.readFileSync(`/proc/${entry}/stat`, 'utf8');
      // The name of the program, in brackets, may contain spaces; the state and the parent follow.
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // Ended meanwhile.
    }
  }
  const family = [pid];
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended meanwhile.
    }
  }
}

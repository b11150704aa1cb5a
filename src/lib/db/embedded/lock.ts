/**
 * Allows one program per DATA_DIR. The kernel's lock (flock) ends with its holder however it dies, does not depend on process
 * ids, which are reused, and also works between containers that share the folder.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Lock = {
  /** A start on the same folder now waits for the end of this program. */
  announceStop(): void;
  release(): void;
};

/** A program drains requests for ten seconds, and its server may need a checkpoint. */
const STOPPING_MS_MAX = 30_000;
const STOPPING = 'stopping';

/** From <sys/fcntl.h> of macOS, where `open` itself can lock. Node has no constants for them. */
const DARWIN_O_EXLOCK = 0x20;
const DARWIN_O_NONBLOCK = 0x4;

/**
 * Takes the lock of `dataDir`. It waits for a program that is stopping, 30 s at most, and for no other.
 * @throws Error 'Another Launchbook already runs on …' while another program, or another call in this one, holds it.
 */
export async function lockDataDir(dataDir: string): Promise<Lock> {
  const path = join(dataDir, 'postgres.lock');
  for (const startMs = performance.now(); ; await sleep(100)) {
    const lock = await tryLock(path);
    if (lock) return lock;
    const [holder, isStopping] = readHolder(path);
    if (!isStopping || performance.now() - startMs > STOPPING_MS_MAX) throw new Error(refusal(dataDir, holder));
  }
}

/** Undefined while another program, or another call in this one, has the lock. */
async function tryLock(path: string): Promise<Lock | undefined> {
  const file = openLockFile(path);
  if (file === undefined) return undefined;
  let name: Server | undefined;
  if (process.platform === 'linux') {
    const locked = lockByHelper(file);
    if (locked === undefined) name = await bindName(file);
    if (locked === false || (locked === undefined && !name)) {
      closeSync(file);
      return undefined;
    }
  }
  // In this order a start that reads it meanwhile never finds it empty, which would refuse it though this program is stopping.
  const write = (text: string): void => {
    writeSync(file, text, 0);
    ftruncateSync(file, text.length);
  };
  write(`${process.pid}\n`);
  let held = true;
  return {
    announceStop() {
      if (held) write(`${process.pid} ${STOPPING}\n`);
    },
    release() {
      if (!held) return;
      held = false;
      closeSync(file);
      name?.close();
    },
  };
}

/** Undefined if the file is locked (macOS only: elsewhere opening does not lock). */
function openLockFile(path: string): number | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT;
  if (process.platform !== 'darwin') return openSync(path, flags, 0o600);
  try {
    return openSync(path, flags | DARWIN_O_EXLOCK | DARWIN_O_NONBLOCK, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/**
 * Node cannot call flock(2), but a lock belongs to the open file, which a child process shares: the command `flock` locks our
 * descriptor and exits, and the lock remains. Undefined if the system lacks the command.
 */
function lockByHelper(file: number): boolean | undefined {
  const env = { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin` };
  const { status } = spawnSync('flock', ['-n', '3'], { env, stdio: ['ignore', 'ignore', 'ignore', file] });
  if (status === 0) return true;
  return status === 1 ? false : undefined;
}

/** The fallback: an abstract socket, which the kernel also frees, but which other containers do not see. */
function bindName(file: number): Promise<Server | undefined> {
  const { dev, ino } = fstatSync(file);
  const name = `\0launchbook-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`;
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(name, () => resolve(server.unref()));
  });
}

/** Who has the lock, as far as the file says, and whether that program is stopping. */
function readHolder(path: string): [pid: string | undefined, isStopping: boolean] {
  const [, pid, mark] = /^(\d+)(?: (\w+))?$/.exec(readFileSync(path, 'utf8').trim()) ?? [];
  return [pid, mark === STOPPING];
}

const refusal = (dataDir: string, holder: string | undefined): string =>
  `Another Launchbook already runs on ${dataDir}${holder ? ` (pid ${holder})` : ''}. Stop it first, or set another DATA_DIR.`;

/**
 * Chooses the system account of the embedded server. PostgreSQL refuses uid 0, so a program that runs as root starts its server
 * under an unprivileged account. Any other program starts the server under its own.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** `switched`: the server's account differs from the program's, which is then root. */
export type Account = { name: string; uid: number; gid: number; switched: boolean };

const USE_ANOTHER = 'Or set DATABASE_URL to use a PostgreSQL server of your own.';

/**
 * The account for the cluster at `clusterDir`, which need not exist yet.
 * As root: the owner of an existing cluster, so that an ordinary user's cluster stays theirs; else `postgres`, else `nobody`.
 * @throws Error with a sentence for the operator if no account is suitable.
 */
export function chooseAccount(clusterDir: string): Account {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  if (uid === undefined || gid === undefined) throw new Error(`This system has no user accounts. ${USE_ANOTHER}`);
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new Error(
        `The database in ${clusterDir} belongs to uid ${owner.uid}, and this program runs as uid ${uid}. Start it under that account. ${USE_ANOTHER}`,
      );
    }
    return { name: ownName(uid), uid, gid, switched: false };
  }
  const accounts = knownAccounts();
  const account =
    (owner && owner.uid !== 0 ? accounts.find((known) => known.uid === owner.uid) : undefined) ??
    accounts.find((known) => known.name === 'postgres' && known.uid !== 0) ??
    accounts.find((known) => known.name === 'nobody' && known.uid !== 0);
  if (!account) {
    throw new Error(
      `PostgreSQL does not run as root, and this system has no account 'postgres' or 'nobody' to run it under. Start the program under an ordinary account. ${USE_ANOTHER}`,
    );
  }
  return { ...account, switched: true };
}

function ownName(uid: number): string {
  try {
    return userInfo().username;
  } catch (cause) {
    throw new Error(`PostgreSQL needs a passwd entry for its account, and uid ${uid} has none. ${USE_ANOTHER}`, {
      cause,
    });
  }
}

function knownAccounts(): Omit<Account, 'switched'>[] {
  const accounts = [];
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name && uid && gid) accounts.push({ name, uid: Number(uid), gid: Number(gid) });
  }
  return accounts;
}

/** Options for `spawn` to start a process under `account`; empty for the program's own account. */
export function asAccount(account: Account): { uid?: number; gid?: number } {
  return account.switched ? { uid: account.uid, gid: account.gid } : {};
}

/**
 * Whether `account` may enter each of `dirs`, in their order. A process tries it, because mode bits do not show access lists and
 * mounts.
 */
export function canEnter(account: Account, dirs: readonly string[]): boolean[] {
  if (!account.switched) return dirs.map(() => true);
  const script = 'for d; do if cd "$d" 2>/dev/null; then echo y; else echo n; fi; done';
  const probe = spawnSync('/bin/sh', ['-c', script, 'sh', ...dirs], {
    ...asAccount(account),
    cwd: '/',
    encoding: 'utf8',
  });
  if (probe.error) {
    throw new Error(
      `This program runs as root but could not start a process as '${account.name}' (${probe.error.message}). Start it under an ordinary account. ${USE_ANOTHER}`,
      { cause: probe.error },
    );
  }
  const answers = probe.stdout.split('\n');
  return dirs.map((_, index) => answers[index] === 'y');
}

/**
 * Under whose account the embedded server runs. PostgreSQL refuses uid 0, so a program that runs as root
 * hands its server to an unprivileged account; any other program runs the server as itself.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** `switched` says that the server's account is another than the program's (which is then root). */
export type Account = { name: string; uid: number; gid: number; switched: boolean };

const USE_ANOTHER = 'Or set DATABASE_URL to use a PostgreSQL server of your own.';

/**
 * The account for the cluster at `clusterDir`, which need not exist yet.
 * As root: the owner of an existing cluster, so that one made by an ordinary user stays theirs; else `postgres`, else `nobody`.
 * @throws Error with a sentence for the operator when no account can do it.
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
  const found =
    (owner && owner.uid !== 0 ? accounts.find((account) => account.uid === owner.uid) : undefined) ??
    accounts.find((account) => account.name === 'postgres' && account.uid !== 0) ??
    accounts.find((account) => account.name === 'nobody' && account.uid !== 0);
  if (!found) {
    throw new Error(
      `PostgreSQL does not run as root, and this system has no account 'postgres' or 'nobody' to run it under. Start the program under an ordinary account. ${USE_ANOTHER}`,
    );
  }
  return { ...found, switched: true };
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

/** What `spawn` needs to start a process under `account`; nothing when that is the program's own. */
export function asAccount(account: Account): { uid?: number; gid?: number } {
  return account.switched ? { uid: account.uid, gid: account.gid } : {};
}

/**
 * Whether `account` may enter each of `dirs`, in their order. Asked of the system rather than read off the mode
 * bits, so that access lists and mounts count too.
 */
export function canEnter(account: Account, dirs: readonly string[]): boolean[] {
  if (!account.switched) return dirs.map(() => true);
  const script = 'for d; do if cd "$d" 2>/dev/null; then echo y; else echo n; fi; done';
  const asked = spawnSync('/bin/sh', ['-c', script, 'sh', ...dirs], {
    ...asAccount(account),
    cwd: '/',
    encoding: 'utf8',
  });
  if (asked.error) {
    throw new Error(
      `This program runs as root but could not start a process as '${account.name}' (${asked.error.message}). Start it under an ordinary account. ${USE_ANOTHER}`,
      { cause: asked.error },
    );
  }
  const answers = asked.stdout.split('\n');
  return dirs.map((_, index) => answers[index] === 'y');
}

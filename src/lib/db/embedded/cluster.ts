/** The folder of the embedded database: created completely or not at all, and owned by the server's account. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, canEnter } from './account.ts';
import { type Binaries, POSTGRES_MAJOR } from './binaries.ts';
import { type Passwords, passwordStatement, requirePasswords } from './passwords.ts';
import { clusterTag, spawnTethered, type Tethered } from './process.ts';
import { EMBEDDED_NAME } from './roles.ts';

/** Together 5 s; initdb ends within a second. Files that remain do no harm, and the next start deletes them. */
const REMOVE_TRIES = 100;
const REMOVE_PAUSE_MS = 50;

/**
 * Creates the cluster if it is missing. It is initialised in a sibling folder, which is renamed when it is complete and flushed
 * to disk: a kill at any moment leaves a complete cluster or none. The caller holds the lock of DATA_DIR.
 */
export async function ensureCluster(
  clusterDir: string,
  account: Account,
  binaries: Binaries,
  passwords: Passwords,
): Promise<void> {
  await removeAbandoned(clusterDir);
  const major = majorOf(clusterDir);
  if (major !== undefined) {
    if (major !== POSTGRES_MAJOR) {
      throw new Error(
        `The database in ${clusterDir} was made by PostgreSQL ${major}, and this program brings ${POSTGRES_MAJOR}.`,
      );
    }
    takeOwnership(clusterDir, account);
    requirePasswords(clusterDir, account);
    return;
  }
  if (existsSync(clusterDir)) {
    if (readdirSync(clusterDir).length > 0) throw new Error(`${clusterDir} is neither empty nor a database.`);
    rmdirSync(clusterDir);
  }
  const unfinished = mkdtempSync(`${clusterDir}.init-`);
  if (account.switched) lchownSync(unfinished, account.uid, account.gid);
  await initialise(unfinished, account, binaries, passwords);
  renameSync(unfinished, clusterDir);
  syncDir(dirname(clusterDir));
}

/** The major version that made a cluster; undefined without a cluster. */
export function majorOf(clusterDir: string): string | undefined {
  const file = join(clusterDir, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/**
 * The path of the cluster for the server's `-D`. If the account cannot enter a parent folder (a home of mode 0700, say), the
 * server starts inside the cluster, and on Linux /proc/self/cwd reaches it without passing through the parents.
 */
export function dataArgument(clusterDir: string, account: Account): string {
  if (canEnter(account, [clusterDir])[0]) return clusterDir;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new Error(
    `'${account.name}' can't enter ${clusterDir}. Open the folders above it (chmod o+x), or set another DATA_DIR.`,
  );
}

/** Creates a cluster that asks for passwords in an empty folder; deletes the folder if it can't. */
export async function initialise(
  dir: string,
  account: Account,
  binaries: Binaries,
  passwords: Passwords,
): Promise<void> {
  await runInitdb(dir, account, binaries);
  await setSuperuserPassword(dir, account, binaries, passwords);
  requirePasswords(dir, account);
}

/**
 * Gives the superuser its password without a server: nobody can sign in before. Call it while no server runs on the cluster.
 * Only the next sign-in shows whether it succeeded.
 */
export async function setSuperuserPassword(
  dir: string,
  account: Account,
  binaries: Binaries,
  passwords: Passwords,
): Promise<void> {
  const statement = passwordStatement(EMBEDDED_NAME, passwords.get(EMBEDDED_NAME) ?? '');
  // The mark by which processes that outlive the program are found.
  const settings = ['-c', `cluster_name=${clusterTag(dir)}`, '-c', 'log_min_error_statement=panic'];
  const args = ['--single', '-D', dataArgument(dir, account), ...settings, 'template1'];
  await runToEnd(await spawnTethered(binaries.postgres, args, dir, account, `${statement};\n`));
}

async function runInitdb(dir: string, account: Account, binaries: Binaries): Promise<void> {
  const fixed = ['-U', EMBEDDED_NAME, '--auth-local=reject', '--auth-host=reject', '-E', 'UTF8', '--data-checksums'];
  // Collation is built into PostgreSQL, so an update of the system cannot corrupt an index.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'];
  const args = ['-D', dataArgument(dir, account), ...fixed, ...locale];
  // pg_trgm uses the system's list of letters, which under plain C has only ASCII ones. A few systems lack C.UTF-8.
  const first = await runToEnd(await spawnTethered(binaries.initdb, [...args, '--lc-ctype=C.UTF-8'], dir, account));
  if (first.ended === 'exit code 0') return;
  const second = /invalid locale name/.test(first.errors)
    ? await runToEnd(await spawnTethered(binaries.initdb, args, dir, account))
    : first;
  if (second.ended === 'exit code 0') return;
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  throw new Error(`The database could not be created in ${dir} (initdb: ${second.ended}). ${second.errors.trim()}`);
}

async function runToEnd({ stderr, exited }: Tethered): Promise<{ ended: string; errors: string }> {
  let errors = '';
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors = (errors + chunk).slice(-4000);
  });
  return { ended: await exited, errors };
}

async function removeAbandoned(clusterDir: string): Promise<void> {
  const parent = dirname(clusterDir);
  const abandoned = readdirSync(parent).filter((entry) => entry.startsWith(`${basename(clusterDir)}.init-`));
  for (const entry of abandoned) await removeDir(join(parent, entry));
}

/**
 * Deletes a folder that another process may still change: after a kill of the program, its initdb writes or deletes there for
 * a moment. `rm` fails at what is new, and Node's `rmSync` even ends without an error at what is gone. What is left after five
 * seconds is deleted at the next start.
 */
export async function removeDir(dir: string): Promise<void> {
  for (let tries = 0; existsSync(dir) && tries < REMOVE_TRIES; tries += 1) {
    await rm(dir, { recursive: true, force: true }).catch(() => {});
    if (existsSync(dir)) await sleep(REMOVE_PAUSE_MS);
  }
}

/** A copy that root made (a restored backup) belongs to root: gives it to the account, with the mode that PostgreSQL requires. */
export function takeOwnership(clusterDir: string, account: Account): void {
  const { uid, mode } = statSync(clusterDir);
  if (account.switched && uid !== account.uid) {
    for (const entry of readdirSync(clusterDir, { recursive: true, encoding: 'utf8' })) {
      lchownSync(join(clusterDir, entry), account.uid, account.gid);
    }
    lchownSync(clusterDir, account.uid, account.gid);
  }
  if ((mode & 0o077) !== 0) chmodSync(clusterDir, 0o700);
}

export function syncDir(dir: string): void {
  const handle = openSync(dir, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

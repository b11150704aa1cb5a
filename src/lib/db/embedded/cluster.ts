/** The folder of the embedded database: made whole or not at all, owned by the server's account, entered by it. */
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
import type { Binaries } from './binaries.ts';
import { spawnTethered, type Tethered } from './process.ts';

/** The major version of the binaries; a cluster of another one needs PostgreSQL's own upgrade. */
const POSTGRES_MAJOR = '18';

/** Together 5 s: initdb ends within a second. What is left after that is clutter for the next start, and harms nothing. */
const ABANDONED_TRIES = 100;
const ABANDONED_PAUSE_MS = 50;

/** The superuser of the cluster and the database that the program uses. */
export const EMBEDDED_NAME = 'launchbook';

/**
 * Makes the cluster if it is missing. It is initialised in a folder beside it and renamed when it is complete and
 * on the disk, so a kill at any moment leaves a whole cluster or none. The caller holds the lock of DATA_DIR.
 */
export async function ensureCluster(clusterDir: string, account: Account, binaries: Binaries): Promise<void> {
  await removeAbandoned(clusterDir);
  if (existsSync(join(clusterDir, 'PG_VERSION'))) {
    const major = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim();
    if (major !== POSTGRES_MAJOR) {
      throw new Error(
        `The database in ${clusterDir} was made by PostgreSQL ${major}, and this program brings ${POSTGRES_MAJOR}.`,
      );
    }
    takeOwnership(clusterDir, account);
    return;
  }
  if (existsSync(clusterDir)) {
    if (readdirSync(clusterDir).length > 0) throw new Error(`${clusterDir} is neither empty nor a database.`);
    rmdirSync(clusterDir);
  }
  const unfinished = mkdtempSync(`${clusterDir}.init-`);
  if (account.switched) lchownSync(unfinished, account.uid, account.gid);
  await initialise(unfinished, account, binaries);
  renameSync(unfinished, clusterDir);
  syncDir(dirname(clusterDir));
}

/**
 * How the server is to name its folder. An account that can't pass a folder above it (a home of mode 0700, say) still
 * has a way in: it is started inside, and Linux leads /proc/self/cwd there without passing the folders above.
 */
export function dataArgument(clusterDir: string, account: Account): string {
  if (canEnter(account, [clusterDir])[0]) return clusterDir;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new Error(
    `'${account.name}' can't enter ${clusterDir}. Open the folders above it (chmod o+x), or set another DATA_DIR.`,
  );
}

async function initialise(dir: string, account: Account, binaries: Binaries): Promise<void> {
  const fixed = ['-U', EMBEDDED_NAME, '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8', '--data-checksums'];
  // Sorting and case come with PostgreSQL itself, so an update of the system can't bend an index.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'];
  const args = ['-D', dataArgument(dir, account), ...fixed, ...locale];
  // pg_trgm asks the system which characters are letters; under plain C it would see only ASCII ones. A few systems lack C.UTF-8.
  const first = await runToEnd(await spawnTethered(binaries.initdb, [...args, '--lc-ctype=C.UTF-8'], dir, account));
  if (first.ended === 'exit code 0') return;
  const second = /invalid locale name/.test(first.said)
    ? await runToEnd(await spawnTethered(binaries.initdb, args, dir, account))
    : first;
  if (second.ended === 'exit code 0') return;
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  throw new Error(`The database could not be made beside ${dir} (initdb: ${second.ended}). ${second.said.trim()}`);
}

async function runToEnd({ stderr, exited }: Tethered): Promise<{ ended: string; said: string }> {
  let said = '';
  stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-4000);
  });
  return { ended: await exited, said };
}

async function removeAbandoned(clusterDir: string): Promise<void> {
  const parent = dirname(clusterDir);
  const abandoned = readdirSync(parent).filter((entry) => entry.startsWith(`${basename(clusterDir)}.init-`));
  for (const dir of abandoned.map((entry) => join(parent, entry))) {
    // The initdb of a program killed a moment ago may still write there until it has heard of it.
    for (let tries = 0; existsSync(dir) && tries < ABANDONED_TRIES; tries += 1) {
      await rm(dir, { recursive: true, force: true }).catch(() => {});
      if (existsSync(dir)) await sleep(ABANDONED_PAUSE_MS);
    }
  }
}

/** A copy made by root (a restored backup) belongs to root: it becomes the account's, with the mode that PostgreSQL asks for. */
function takeOwnership(clusterDir: string, account: Account): void {
  const { uid, mode } = statSync(clusterDir);
  if (account.switched && uid !== account.uid) {
    for (const entry of readdirSync(clusterDir, { recursive: true, encoding: 'utf8' })) {
      lchownSync(join(clusterDir, entry), account.uid, account.gid);
    }
    lchownSync(clusterDir, account.uid, account.gid);
  }
  if ((mode & 0o077) !== 0) chmodSync(clusterDir, 0o700);
}

function syncDir(dir: string): void {
  const handle = openSync(dir, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

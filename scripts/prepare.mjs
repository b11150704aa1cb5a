/**
 * What both commands need first, with Node 20 and nothing installed: the locked dependencies, a Node that is new enough,
 * a build that matches the sources. Each is done only when its stamp does not fit.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => path.join(root, ...parts);
const INSTALL_STAMP = at('node_modules', '.launchbook-install');
const BUILD_STAMP = at('dist', '.launchbook-build');
const LOCK = at('.launchbook-prepare.lock');
/** What the build is made of: a change in any of them makes it stale. */
const SOURCES = [
  'src',
  'public',
  'astro.config.mjs',
  'scripts/precompress.mjs',
  'scripts/slim-contracts.mjs',
  'tsconfig.json',
  'package-lock.json',
];

/** SHA-256 over names and contents of files and folders. */
function digest(names) {
  const hash = createHash('sha256');
  const add = (file) => {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(file).sort()) add(path.join(file, name));
      return;
    }
    hash.update(path.relative(root, file)).update('\0').update(fs.readFileSync(file)).update('\0');
  };
  for (const name of names) add(at(name));
  return hash.digest('hex');
}

/** Empty where there is no such file, or no more: whoever holds the lock may let it go while it is read. */
const read = (file) => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
};
const say = (text) => process.stderr.write(`${text}\n`);

/** Runs a command to its end; its output goes to stderr, so that stdout stays with the program. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    ...options,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...options.env },
  });
  if (done.status !== 0)
    throw new Error(`${[command, ...args].join(' ')} ended with ${done.status ?? done.signal ?? done.error}`);
}

/** The pinned Node that came in as a dependency, else the one that runs this, if it is new enough. */
export function nodeBinary() {
  const pinned = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (fs.existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return process.execPath;
  throw new Error(
    `Node ${process.versions.node} is too old to run Launchbook and no pinned Node could be installed for this platform. Install Node 22.12 or newer.`,
  );
}

export function install() {
  const wanted = `${digest(['package-lock.json', 'package.json'])} ${process.platform}-${process.arch}`;
  if (read(INSTALL_STAMP) === wanted) return;
  say('Installing the locked dependencies …');
  // The build needs the development packages too, whatever NODE_ENV says.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
  });
  fs.writeFileSync(INSTALL_STAMP, wanted);
}

export function build() {
  const wanted = digest(SOURCES);
  if (read(BUILD_STAMP) === wanted && fs.existsSync(at('dist', 'programs', 'server.mjs'))) return;
  say('Building …');
  fs.rmSync(BUILD_STAMP, { force: true });
  run(nodeBinary(), [at('node_modules', 'astro', 'bin', 'astro.mjs'), 'build', '--silent']);
  fs.writeFileSync(BUILD_STAMP, wanted);
}

const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Takes the lock file in one step with the holder's id in it, so that nobody reads it half made. */
function takeLock() {
  const mine = `${LOCK}.${process.pid}`;
  fs.writeFileSync(mine, String(process.pid));
  try {
    fs.linkSync(mine, LOCK);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** Two starts in one folder: the second waits until the first has installed and built. */
export async function exclusively(work) {
  let told = false;
  while (!takeLock()) {
    const holder = Number(read(LOCK));
    // In a container the process that was killed may have had the very id that this one has now.
    if (holder && (holder === process.pid || !alive(holder))) {
      // It may have ended well since it was read, and the lock be another's by now.
      if (Number(read(LOCK)) === holder) fs.rmSync(LOCK, { force: true });
      continue;
    }
    if (holder && !told) say(`Waiting for process ${holder}, which is installing or building …`);
    told = true;
    await new Promise((done) => setTimeout(done, 200));
  }
  try {
    return await work();
  } finally {
    fs.rmSync(LOCK, { force: true });
  }
}

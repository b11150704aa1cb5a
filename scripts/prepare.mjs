/**
 * Prepares what the commands need, with Node 20 and nothing installed: the locked dependencies, a recent enough Node, a build of
 * the current sources. Each step runs only if its stamp is outdated.
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
/** The inputs of the build: a change in any of them makes it stale. */
const SOURCES = [
  'src',
  'public',
  'astro.config.mjs',
  'scripts/inline-scripts.mjs',
  'scripts/islands-as-text.mjs',
  'scripts/island-scripts.mjs',
  'scripts/precompress.mjs',
  'scripts/reproducible.mjs',
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

/** The content; empty if the file does not exist (another process may release the lock in the meantime). */
const read = (file) => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
};
const say = (text) => process.stderr.write(`${text}\n`);

/** Runs a command to its end. Its output goes to stderr, because stdout is the program's. */
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

/** The pinned Node among the dependencies, else the Node that runs this, if it is new enough. */
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
  // The build also needs the development packages, for every value of NODE_ENV.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    shell: process.platform === 'win32',
  });
  fs.writeFileSync(INSTALL_STAMP, wanted);
}

export function build() {
  const wanted = digest(SOURCES);
  if (read(BUILD_STAMP) === wanted && fs.existsSync(at('dist', 'server', 'server.mjs'))) return;
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

/** Creates the lock file together with its content, the holder's pid, so that no process reads it incomplete. */
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

/** Of two starts in one folder, the second waits until the first has installed and built. */
export async function exclusively(work) {
  let isReported = false;
  while (!takeLock()) {
    const holder = Number(read(LOCK));
    // In a container a killed process may have had the same pid as this one.
    if (holder && (holder === process.pid || !alive(holder))) {
      // Reads again: the holder may have ended normally, and another process may hold the lock now.
      if (Number(read(LOCK)) === holder) fs.rmSync(LOCK, { force: true });
      continue;
    }
    if (holder && !isReported) say(`Waiting for process ${holder}, which is installing or building …`);
    isReported = true;
    await new Promise((done) => setTimeout(done, 200));
  }
  try {
    return await work();
  } finally {
    fs.rmSync(LOCK, { force: true });
  }
}

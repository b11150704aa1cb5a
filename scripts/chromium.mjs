/** Finds or installs the Chromium of the browser tests: named by `CHROMIUM_PATH`, on this machine, or downloaded. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { nodeBinary, root, run } from './prepare.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
/** Chromium without a window: the same engine, and tests take a quarter less time. */
const HEADLESS_NAME = 'chromium-headless-shell';
const MAC_APPS = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];

const isProgram = (file) => {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
};

/** @returns {string | null} the first program of these names in the PATH */
function findInPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) if (isProgram(path.join(folder, name))) return path.join(folder, name);
  }
  return null;
}

/** @returns {Promise<string | null>} Playwright's own browser, if it has been downloaded */
async function findPlaywrightChromium() {
  if (!fs.existsSync(path.join(root, 'node_modules', 'playwright'))) return null;
  const { chromium } = await import('playwright');
  const file = chromium.executablePath();
  return isProgram(file) ? file : null;
}

/**
 * @returns {Promise<string | null>} an absolute path, or null if the machine has no Chromium
 * @throws Error if `CHROMIUM_PATH` names no program
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!isProgram(named)) throw new Error(`CHROMIUM_PATH is ${named}, which is not a program.`);
    return path.resolve(named);
  }
  const inPath = findInPath(NAMES);
  if (inPath) return inPath;
  for (const app of MAC_APPS) if (isProgram(path.join('/Applications', app))) return path.join('/Applications', app);
  return findPlaywrightChromium();
}

/** As `findChromium`, but prefers the headless shell; `CHROMIUM_PATH` still wins. */
export async function findHeadlessChromium() {
  return (process.env.CHROMIUM_PATH ? null : findInPath([HEADLESS_NAME])) ?? findChromium();
}

/** Installs Debian's package, which suits the machine's libraries. Does nothing on other systems or without root. */
function installFromDebian() {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const packages = ['chromium', HEADLESS_NAME, 'fonts-liberation'];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const done = spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', env });
    if (done.status !== 0) process.stderr.write(`apt-get ${args[0]} failed: ${done.stderr.trim().slice(-800)}\n`);
  }
}

/**
 * @returns {Promise<string>} an absolute path; installs a Chromium if the machine has none
 * @throws Error if none can be installed
 */
export async function getChromium() {
  const present = await findChromium();
  if (present) return present;
  process.stderr.write('No Chromium on this machine; installing one …\n');
  installFromDebian();
  const installed = await findChromium();
  if (installed) return installed;
  run(nodeBinary(), [path.join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium']);
  const own = await findPlaywrightChromium();
  if (!own) throw new Error('No Chromium could be found or installed. Name one in CHROMIUM_PATH.');
  return own;
}

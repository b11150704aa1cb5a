/** Where the Chromium of the browser tests is: named by `CHROMIUM_PATH`, on this machine, or brought here. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { nodeBinary, root, run } from './prepare.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const MAC_APPS = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];

const isProgram = (file) => {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
};

/** @returns {Promise<string | null>} Playwright's own browser, if it has been downloaded */
async function playwrights() {
  if (!fs.existsSync(path.join(root, 'node_modules', 'playwright'))) return null;
  const { chromium } = await import('playwright');
  const file = chromium.executablePath();
  return isProgram(file) ? file : null;
}

/**
 * @returns {Promise<string | null>} an absolute path, or null when the machine has none
 * @throws Error when `CHROMIUM_PATH` names no program
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!isProgram(named)) throw new Error(`CHROMIUM_PATH is ${named}, which is not a program.`);
    return path.resolve(named);
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  for (const name of NAMES) {
    for (const folder of folders) if (isProgram(path.join(folder, name))) return path.join(folder, name);
  }
  for (const app of MAC_APPS) if (isProgram(path.join('/Applications', app))) return path.join('/Applications', app);
  return playwrights();
}

/** Debian's package suits the machine's libraries; as root there is no question to ask. */
function installFromDebian() {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']]) {
    const done = spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', env });
    if (done.status !== 0) process.stderr.write(`apt-get ${args[0]} failed: ${done.stderr.trim().slice(-800)}\n`);
  }
}

/**
 * @returns {Promise<string>} an absolute path; installs a Chromium where the machine has none
 * @throws Error when none could be brought here
 */
export async function getChromium() {
  const found = await findChromium();
  if (found) return found;
  process.stderr.write('No Chromium on this machine; installing one …\n');
  installFromDebian();
  const installed = await findChromium();
  if (installed) return installed;
  run(nodeBinary(), [path.join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium']);
  const own = await playwrights();
  if (!own) throw new Error('No Chromium could be found or installed. Name one in CHROMIUM_PATH.');
  return own;
}

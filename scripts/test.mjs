/**
 * `npm test`: installs and builds what is missing or stale, gets a Chromium, runs every check, and ends with one line
 * `N passed, N failed`. Each check of the sources counts as one; a failing stage does not keep the next from running.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getChromium } from './chromium.mjs';
import { build, exclusively, install, nodeBinary, root } from './prepare.mjs';

const startedMs = performance.now();
/** So long may one stage take, and so long all of them: what hangs is ended and counted as failed. */
const STAGE_MINUTES_MAX = 40;
const TOTAL_MINUTES_MAX = 55;
/** Of one stage: so many lines as they come, and so many of its end. The whole is kept in a file. */
const LINES_SHOWN = 150;
const LINES_AT_END = 120;

const total = { passed: 0, failed: 0, skipped: 0 };
const lines = [];
const say = (text) => process.stdout.write(`${text}\n`);
const logs = path.join(root, '.tmp', 'test-logs');
fs.rmSync(logs, { recursive: true, force: true });
fs.mkdirSync(logs, { recursive: true });

let child = null;
const endChild = (signal) => {
  try {
    // The whole group: a runner has workers, and they have programs and browsers.
    if (child) process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // It has ended by itself.
  }
};
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => {
    endChild('SIGKILL');
    process.exit(code);
  });
}

/** Prints the beginning and the end of a long output, and keeps all of it. */
function printer(file) {
  const log = fs.createWriteStream(file);
  let rest = '';
  let shown = 0;
  const hidden = [];
  const line = (text) => {
    if (shown++ < LINES_SHOWN) return say(text);
    hidden.push(text);
    if (hidden.length > LINES_AT_END) hidden.shift();
  };
  return {
    take: (chunk) => {
      log.write(chunk);
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) line(part);
    },
    end: () => {
      if (rest) line(rest);
      const left = shown - LINES_SHOWN - hidden.length;
      if (left > 0) say(`… ${left} lines left out; all of them are in ${path.relative(root, file)}`);
      for (const text of hidden) say(text);
      log.end();
    },
  };
}

/** Runs one tool of the dependencies under the pinned Node. @returns how it ended, in words, or null for well */
function tool(name, file, args, env) {
  const out = printer(path.join(logs, `${name.replace(/\W+/g, '-')}.log`));
  return new Promise((done) => {
    child = spawn(nodeBinary(), [path.join(root, 'node_modules', file), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      env: { ...process.env, CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0', ASTRO_TELEMETRY_DISABLED: '1', ...env },
    });
    const minutesMax = Math.min(STAGE_MINUTES_MAX, TOTAL_MINUTES_MAX - (performance.now() - startedMs) / 60_000);
    let tooLong = false;
    const timer = setTimeout(() => {
      tooLong = true;
      endChild('SIGKILL');
    }, minutesMax * 60_000);
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', out.take);
    let over = false;
    const end = (how) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      child = null;
      out.end();
      done(how);
    };
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, signal) => {
      // Nothing that it started stays behind, and its last words are waited for.
      endChild('SIGKILL');
      const how = code === 0 ? null : `it ended with ${code ?? signal}`;
      const said = tooLong ? `it was stopped after ${minutesMax.toFixed(0)} minutes` : how;
      child.on('close', () => end(said));
      setTimeout(() => end(said), 2_000).unref();
    });
  });
}

/** Runs a stage, whatever the ones before it did. @param work answers `{ passed, failed, skipped?, why? }` */
async function stage(name, work) {
  say(`\n=== ${name}`);
  const stageStartedMs = performance.now();
  let counts;
  try {
    counts = await work();
  } catch (error) {
    counts = { passed: 0, failed: 1, why: error.message };
  }
  const seconds = ((performance.now() - stageStartedMs) / 1000).toFixed(1);
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0;
  const ok = counts.failed === 0;
  const line = `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(28)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${seconds.padStart(8)} s`;
  lines.push(counts.why ? `${line}  (${counts.why})` : line);
  say(lines.at(-1));
  return ok;
}

const check = (name, file, args) =>
  stage(name, async () => {
    const why = await tool(name, file, args);
    return why ? { passed: 0, failed: 1, why } : { passed: 1, failed: 0 };
  });

const suite = (name, project, env) =>
  stage(name, async () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-counts-')), 'counts.json');
    const reporters = ['default', 'tests/support/reporter.ts'].map((it) => `--reporter=${it}`);
    const args = ['run', '--config', 'tests/vitest.config.ts', '--project', project, ...reporters];
    const why = await tool(name, 'vitest/vitest.mjs', args, { ...env, TEST_COUNTS: file });
    const counts = fs.existsSync(file)
      ? JSON.parse(fs.readFileSync(file, 'utf8'))
      : { passed: 0, failed: 0, skipped: 0 };
    fs.rmSync(path.dirname(file), { recursive: true, force: true });
    if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, why: why ?? 'it ran no test' };
    if (why && counts.failed === 0) return { ...counts, failed: 1, why };
    return counts;
  });

const ready = await stage('install', async () => {
  await exclusively(install);
  return { passed: 0, failed: 0 };
});
if (ready) {
  let chromium = '';
  await stage('Chromium', async () => {
    chromium = await getChromium();
    say(chromium);
    return { passed: 0, failed: 0 };
  });
  const built = await stage('build', async () => {
    await exclusively(build);
    return { passed: 0, failed: 0 };
  });
  await check('format and lint', '@biomejs/biome/bin/biome', ['check', '--max-diagnostics=60', '.']);
  await check('types of the pages', 'astro/bin/astro.mjs', ['check', '--minimumFailingSeverity', 'error']);
  await check('types of sources and tests', 'typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json']);
  await check('unused code', 'knip/bin/knip.js', []);
  await suite('unit and property tests', 'unit');
  const notBuilt = () => ({ passed: 0, failed: 1, why: 'not run: there is no build' });
  if (built) {
    await suite('API tests', 'api');
    await suite('browser tests', 'e2e', chromium ? { CHROMIUM_PATH: chromium } : {});
  } else {
    await stage('API tests', notBuilt);
    await stage('browser tests', notBuilt);
  }
}

say(`\n=== summary, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
for (const line of lines) say(line);
say('');
say(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 ? 0 : 1;

/**
 * `npm test`, `npm run test:long` and `npm run test:faults`: install and build what is missing or stale, get a Chromium where
 * one is needed, run every check, and end with one line `N passed, N failed`. Each check of the sources counts as one; a
 * failing stage does not stop the next one. docs/testing.md says what each of the three runs.
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getChromium } from './chromium.mjs';
import { build, exclusively, install, nodeBinary, root } from './prepare.mjs';

const isLong = process.argv.includes('--long');
const isFaults = process.argv.includes('--faults');
const startedMs = performance.now();
/** Limits of one stage and of the whole run: what hangs is stopped and counts as failed. */
const STAGE_MINUTES_MAX = 47;
const TOTAL_MINUTES_MAX = 58;
/** Lines shown of one stage, from its beginning and its end. A file has all of them. */
const FIRST_LINES_SHOWN = 150;
const LAST_LINES_SHOWN = 120;

/** What the tests `attack-*` tried: `{ finding, attack, result }`. */
const attacks = [];
/** What the tests of docs/faults.md measured: `{ fault, figure, test, isMet }`. */
const faults = [];
/** A line for each test that failed, shown again at the end: the output of its stage may be cut. */
const failures = [];
const total = { passed: 0, failed: 0, skipped: 0 };
const summary = [];
const say = (text) => process.stdout.write(`${text}\n`);
const logs = path.join(root, '.tmp', `test${isLong ? '-long' : isFaults ? '-faults' : ''}-logs`);
fs.rmSync(logs, { recursive: true, force: true });
fs.mkdirSync(logs, { recursive: true });

const children = new Set();
const endChild = (child, signal) => {
  try {
    // The whole process group: a runner has workers, and they have programs and browsers.
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // It has ended already.
  }
};
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => {
    for (const child of children) endChild(child, 'SIGKILL');
    process.exit(code);
  });
}

/** Prints the beginning and the end of a long output and writes all of it to a file. */
function printer(file, print) {
  const log = fs.createWriteStream(file);
  let rest = '';
  let shown = 0;
  const hidden = [];
  const addLine = (text) => {
    if (shown++ < FIRST_LINES_SHOWN) return print(text);
    hidden.push(text);
    if (hidden.length > LAST_LINES_SHOWN) hidden.shift();
  };
  return {
    write: (chunk) => {
      log.write(chunk);
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) addLine(part);
    },
    end: () => {
      if (rest) addLine(rest);
      const omitted = shown - FIRST_LINES_SHOWN - hidden.length;
      if (omitted > 0) print(`… ${omitted} lines omitted; ${path.relative(root, file)} has all of them`);
      for (const text of hidden) print(text);
      log.end();
    },
  };
}

/** Runs a tool of the dependencies under the pinned Node. @returns why it failed, or null */
function runTool(name, file, args, env, print) {
  const out = printer(path.join(logs, `${name.replace(/\W+/g, '-')}.log`), print);
  return new Promise((resolve) => {
    const child = spawn(nodeBinary(), [path.join(root, 'node_modules', file), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      env: { ...process.env, CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0', ASTRO_TELEMETRY_DISABLED: '1', ...env },
    });
    children.add(child);
    const minutesMax = Math.min(STAGE_MINUTES_MAX, TOTAL_MINUTES_MAX - (performance.now() - startedMs) / 60_000);
    let isTooLong = false;
    const timer = setTimeout(() => {
      isTooLong = true;
      endChild(child, 'SIGKILL');
    }, minutesMax * 60_000);
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', out.write);
    let isOver = false;
    const end = (why) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      children.delete(child);
      out.end();
      resolve(why);
    };
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, signal) => {
      // End every process that it started, and wait for its last output.
      endChild(child, 'SIGKILL');
      const failure = code === 0 ? null : `it ended with ${code ?? signal}`;
      const why = isTooLong ? `it was stopped after ${minutesMax.toFixed(0)} minutes` : failure;
      child.on('close', () => end(why));
      setTimeout(() => end(why), 2_000).unref();
    });
  });
}

/**
 * Runs a stage and adds its counts to the total. It never throws.
 * @param work resolves with `{ passed, failed, skipped?, why? }`; writes its output with the function that it receives
 * @param print where the heading and the output go; by default straight to the terminal
 */
async function stage(name, work, print = say) {
  print(`\n=== ${name}`);
  const stageStartedMs = performance.now();
  let counts;
  try {
    counts = await work(print);
  } catch (error) {
    counts = { passed: 0, failed: 1, why: error.message };
  }
  const seconds = ((performance.now() - stageStartedMs) / 1000).toFixed(1);
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0;
  const isOk = counts.failed === 0;
  const line = `${isOk ? 'ok    ' : 'FAILED'} ${name.padEnd(28)} ${String(counts.passed).padStart(5)} passed ${String(counts.failed).padStart(4)} failed ${seconds.padStart(8)} s`;
  summary.push(counts.why ? `${line}  (${counts.why})` : line);
  print(summary.at(-1));
  return isOk;
}

/** Runs groups of stages at the same time. The first prints as it runs, the others when the ones before them have ended. */
async function sideBySide(...groups) {
  const outputs = groups.map(() => []);
  const running = groups.map((group, nth) => group(nth === 0 ? say : (text) => outputs[nth].push(text)));
  for (const [nth, group] of running.entries()) {
    await group;
    for (const text of outputs[nth]) say(text);
  }
}

const check = (name, file, args, print) =>
  stage(
    name,
    async (write) => {
      const why = await runTool(name, file, args, {}, write);
      return why ? { passed: 0, failed: 1, why } : { passed: 1, failed: 0 };
    },
    print,
  );

/**
 * @param more further arguments of the runner, and variables: `{ args, env }`; `maySkip` if this machine may lack what every test
 * of the suite needs
 */
const suite = (name, project, { args: moreArgs = [], env = {}, maySkip = false, print = say } = {}) =>
  stage(
    name,
    async (write) => {
      const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-counts-')), 'counts.json');
      const reporters = ['default', 'tests/support/reporter.ts'].map((reporter) => `--reporter=${reporter}`);
      const args = ['run', '--config', 'tests/vitest.config.ts', '--project', project, ...reporters, ...moreArgs];
      const why = await runTool(name, 'vitest/vitest.mjs', args, { ...env, TEST_COUNTS: file }, write);
      const counts = fs.existsSync(file)
        ? JSON.parse(fs.readFileSync(file, 'utf8'))
        : { passed: 0, failed: 0, skipped: 0 };
      fs.rmSync(path.dirname(file), { recursive: true, force: true });
      attacks.push(...(counts.attacks ?? []));
      faults.push(...(counts.faults ?? []));
      failures.push(...(counts.failures ?? []));
      if (maySkip && !why && counts.skipped > 0) return counts;
      if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, why: why ?? 'it ran no test' };
      if (why && counts.failed === 0) return { ...counts, failed: 1, why };
      return counts;
    },
    print,
  );

/** A suite that needs the build. */
const suiteOfBuild = (isBuilt, name, project, more) =>
  isBuilt
    ? suite(name, project, more)
    : stage(name, () => ({ passed: 0, failed: 1, why: 'not run: the build has failed' }), more?.print);

/** The attacks again, and the calls of every client, with the shipped configuration of a proxy in front. */
const attacksThrough = (proxy, isBuilt, print) => {
  const name = `attacks through ${proxy}`;
  // Other systems have one loopback address, and so one client.
  const isLinux = process.platform === 'linux';
  if (isLinux && spawnSync(proxy, ['-v']).error === undefined)
    return suiteOfBuild(isBuilt, name, 'attack', { env: { ATTACK_PROXY: proxy }, print });
  const why = isLinux ? `skipped: ${proxy} is not installed` : 'skipped: it needs Linux';
  return stage(name, () => ({ passed: 0, failed: 0, why }), print);
};

async function checkSources(print) {
  await check('format and lint', '@biomejs/biome/bin/biome', ['check', '--max-diagnostics=60', '.'], print);
  // The native compiler reads no pages.
  await check('types', 'typescript-native/bin/tsc', ['--noEmit'], print);
  const ofPages = ['check', '--minimumFailingSeverity', 'error', '--tsconfig', 'scripts/tsconfig.pages.json'];
  await check('types of pages', 'astro/bin/astro.mjs', ofPages, print);
  await check('unused code', 'knip/bin/knip.js', [], print);
}

const isInstalled = await stage('install', async () => {
  await exclusively(install);
  return { passed: 0, failed: 0 };
});
if (isInstalled) {
  if (!isFaults)
    await stage('Chromium', async () => {
      say(await getChromium());
      return { passed: 0, failed: 0 };
    });
  const isBuilt = await stage('build', async () => {
    await exclusively(build);
    return { passed: 0, failed: 0 };
  });
  if (isFaults) {
    await suiteOfBuild(isBuilt, 'faults', 'faults');
    await suiteOfBuild(isBuilt, 'faults of a cluster', 'cluster', { maySkip: true });
  } else if (isLong) {
    await suiteOfBuild(isBuilt, 'long tests', 'long');
    await sideBySide(
      (print) => suiteOfBuild(isBuilt, 'attacks', 'attack', { print }),
      async (print) => {
        await attacksThrough('nginx', isBuilt, print);
        await attacksThrough('caddy', isBuilt, print);
      },
    );
  } else {
    await sideBySide((print) => suite('unit and property tests', 'unit', { print }), checkSources);
    await suiteOfBuild(isBuilt, 'API tests', 'api');
    await suiteOfBuild(isBuilt, 'browser tests', 'e2e');
  }
}

/** High findings first, then by number, lows last. */
const rankOf = ({ finding }) => 'HMl?'.indexOf(finding[0]) * 1000 + (Number(finding.slice(1)) || 0);
if (attacks.length > 0) {
  say('\n=== attacks\n\nfinding | attack | result');
  attacks.sort((a, b) => rankOf(a) - rankOf(b));
  for (const { finding, attack, result } of attacks) say(`${finding} | ${attack} | ${result}`);
}

/** Every row of docs/faults.md with what this run measured, also the rows that it could not. */
function faultTable() {
  const text = fs.readFileSync(path.join(root, 'docs', 'faults.md'), 'utf8');
  const promises = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| `tests\/[^|]+ \| [^|]+ \|$/gm)];
  return promises.flatMap(([, fault, promise]) => {
    const measured = faults.filter((row) => row.fault === fault);
    if (measured.length === 0) return [`${fault} | ${promise} | not tried, or ended before its figure | – | OPEN`];
    return measured.map(({ test, figure, isMet }) =>
      [fault, promise, test, figure, isMet ? 'met' : 'MISSED'].join(' | '),
    );
  });
}
if (isFaults) {
  say('\n=== promises\n\nfault | promise | test | figure | met');
  for (const row of faultTable()) say(row);
}

say(`\n=== summary, ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
for (const line of summary) say(line);
for (const line of failures) say(`FAILED test: ${line}`);
say('');
say(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 ? 0 : 1;

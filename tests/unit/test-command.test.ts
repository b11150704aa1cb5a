/** `npm test` and `npm run test:long` continue after a failure, count each failure once, and end with one line. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Counts } from '../support/reporter.ts';

let root = '';
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

interface Run {
  readonly code: number | null;
  readonly output: string;
}

function run(args: readonly string[], cwd: string, env: Record<string, string>): Promise<Run> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  });
  // Two pipes: which of them arrives first says nothing about the order in which they were written.
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (texts.stdout += chunk));
  child.stderr.on('data', (chunk) => (texts.stderr += chunk));
  return new Promise((done) => child.on('close', (code) => done({ code, output: `${texts.stderr}${texts.stdout}` })));
}

describe('the command, with fake tools', () => {
  const write = (file: string, text: string, mode = 0o644): void => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text, { mode });
  };
  /** Fails when its name is in `FAILS`; the test runner writes the counts of its project from `COUNTS`. */
  const tool = (name: string): string => `import fs from 'node:fs';
    const [, , ...args] = process.argv;
    const name = '${name}' === 'astro' ? 'astro ' + args[0] : '${name}';
    const proxy = process.env.ATTACK_PROXY ? ' ' + process.env.ATTACK_PROXY : '';
    const project = args[args.indexOf('--project') + 1] + proxy;
    console.log('ran ' + name + (name === 'vitest' ? ' ' + project : ''), process.env.CI, 'chromium=' + (process.env.CHROMIUM_PATH ?? ''));
    for (let line = 0; name !== 'astro build' && line < Number(process.env.LINES ?? 0); line++) console.log('line ' + line);
    if (name === 'astro build') { fs.mkdirSync('dist/server', { recursive: true }); fs.mkdirSync('dist/client'); fs.writeFileSync('dist/server/server.mjs', ''); }
    const counts = JSON.parse(process.env.COUNTS ?? '{}')[project];
    if (name === 'vitest' && counts) fs.writeFileSync(process.env.TEST_COUNTS, JSON.stringify(counts));
    if ((process.env.FAILS ?? '').split(',').includes(name) || counts?.failed) process.exit(1);`;

  const good = { passed: 10, failed: 0, skipped: 0 };
  const proxied = process.platform === 'linux' ? { 'attack nginx': good, 'attack caddy': good } : {};
  const all = { unit: good, api: good, attack: good, ...proxied, e2e: good, long: good };
  const proxiedPassed = 10 * Object.keys(proxied).length;
  const testCommand = (
    env: Record<string, string> = {},
    counts: object = all,
    args: readonly string[] = [],
  ): Promise<Run> =>
    run(['scripts/test.mjs', ...args], root, {
      PATH: `${root}/bin:${process.env.PATH}`,
      CHROMIUM_PATH: '/bin/sh',
      COUNTS: JSON.stringify(counts),
      ...env,
    });

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-command-'));
    fs.cpSync('scripts', path.join(root, 'scripts'), { recursive: true });
    write('package.json', '{"type":"module"}');
    write('package-lock.json', '{}');
    for (const proxy of ['nginx', 'caddy']) write(`bin/${proxy}`, '#!/bin/sh\n', 0o755);
    write('bin/npm', '#!/bin/sh\n[ "$FAILS" = npm ] && exit 7\nexit 0\n', 0o755);
    const tools = {
      biome: '@biomejs/biome/bin/biome',
      astro: 'astro/bin/astro.mjs',
      knip: 'knip/bin/knip.js',
      tsc: 'typescript-native/bin/tsc',
      vitest: 'vitest/vitest.mjs',
    };
    write('node_modules/package.json', '{"type":"module"}');
    for (const [name, file] of Object.entries(tools)) write(`node_modules/${file}`, tool(name));
  });

  const lastLine = (output: string): string => output.trimEnd().split('\n').at(-1) ?? '';

  test('when all pass: every check runs once, each with its seconds, and one line ends the output', async () => {
    const { code, output } = await testCommand();
    expect(lastLine(output)).toBe('34 passed, 0 failed');
    expect(code).toBe(0);
    const ran = [...output.matchAll(/^ran (.*?) true chromium=\/bin\/sh$/gm)].map(([, name]) => name);
    expect(ran).toEqual(['vitest unit', 'biome', 'tsc', 'astro check', 'knip', 'vitest api', 'vitest e2e']);
    expect(output.match(/\d+\.\d s$/gm)?.length).toBeGreaterThanOrEqual(9);
  });

  test('the long run has the long tests and the attacks', async () => {
    const { code, output } = await testCommand({}, all, ['--long']);
    expect(lastLine(output)).toBe(`${20 + proxiedPassed} passed, 0 failed`);
    expect(code).toBe(0);
    const suites = ['long', 'attack', ...Object.keys(proxied)];
    expect(output.match(/^ran .*?(?= true)/gm)).toEqual(suites.map((suite) => `ran vitest ${suite}`));
  });

  test.runIf(process.platform === 'linux')('the long run says which proxies it does not find', async () => {
    for (const proxy of ['nginx', 'caddy']) fs.rmSync(path.join(root, 'bin', proxy));
    const { code, output } = await testCommand({ PATH: path.join(root, 'bin') }, all, ['--long']);
    expect([code, lastLine(output)]).toEqual([0, '20 passed, 0 failed']);
    for (const proxy of ['nginx', 'caddy']) expect(output).toContain(`skipped: ${proxy} is not installed`);
  });

  test('the long run prints what each attack came to, high findings first', async () => {
    const attack = (finding: string, result: string) => ({ finding, attack: `attack of ${finding}`, result });
    const counts = {
      ...all,
      long: { ...good, attacks: [attack('low', 'refused, 1 tests'), attack('M7', 'refused, 2 tests')] },
      attack: { ...good, attacks: [attack('M12', 'refused, 1 tests'), attack('H6', 'NOT REFUSED, 1 of 2 tests')] },
    };
    const { output } = await testCommand({}, counts, ['--long']);
    expect(output.match(/^\S+ \| attack.* \| .*$/gm)).toEqual([
      'finding | attack | result',
      'H6 | attack of H6 | NOT REFUSED, 1 of 2 tests',
      'M7 | attack of M7 | refused, 2 tests',
      'M12 | attack of M12 | refused, 1 tests',
      'low | attack of low | refused, 1 tests',
    ]);
  });

  test('the run of faults ends with every row of docs/faults.md, also those that this machine cannot try', async () => {
    const row = (fault: string) => `| ${fault} | 0 lost | \`tests/long/kill.test.ts\` | of an earlier day |\n`;
    write('docs/faults.md', ['a kill', 'a cut', 'a dead machine'].map(row).join(''));
    const measured = (fault: string, isMet: boolean) => ({ fault, figure: 'of today', test: `t: ${fault}`, isMet });
    const counts = {
      faults: { ...good, passed: 9, failed: 1, faults: [measured('a cut', false), measured('a kill', true)] },
      cluster: { passed: 0, failed: 0, skipped: 4 },
    };
    const { code, output } = await testCommand({}, counts, ['--faults']);
    expect([code, lastLine(output)]).toEqual([1, '9 passed, 1 failed, 4 skipped']);
    expect(output.match(/^.* \| 0 lost \| .*$/gm)).toEqual([
      'a kill | 0 lost | t: a kill | of today | met',
      'a cut | 0 lost | t: a cut | of today | MISSED',
      'a dead machine | 0 lost | not tried, or ended before its figure | – | OPEN',
    ]);
  });

  test.each([
    ['a check of the sources', { FAILS: 'biome' }, all, '33 passed, 1 failed'],
    ['every check of the sources', { FAILS: 'biome,tsc,astro check,knip' }, all, '30 passed, 4 failed'],
    ['tests', {}, { ...all, api: { passed: 7, failed: 3, skipped: 2 } }, '31 passed, 3 failed, 2 skipped'],
    [
      'a runner that ran nothing',
      {},
      { ...all, unit: { passed: 0, failed: 0, skipped: 5 } },
      '24 passed, 1 failed, 5 skipped',
    ],
    ['a runner that counted nothing', {}, { unit: good, api: good }, '24 passed, 1 failed'],
    ['a runner that ends badly though its tests passed', { FAILS: 'vitest' }, all, '34 passed, 3 failed'],
    ['a build', { FAILS: 'astro build' }, all, '14 passed, 3 failed'],
    ['the installation', { FAILS: 'npm' }, all, '0 passed, 1 failed'],
    ['no Chromium where one is named', { CHROMIUM_PATH: '/nowhere' }, all, '34 passed, 1 failed'],
  ])('%s failed: the rest still runs, and the last line counts it', async (_, env, counts, says) => {
    const { code, output } = await testCommand(env, counts);
    expect(lastLine(output)).toBe(says);
    expect(code).toBe(1);
  });

  test('a long output is shortened on the screen and complete in its file', async () => {
    const { output } = await testCommand({ LINES: '1000' });
    expect(lastLine(output)).toBe('34 passed, 0 failed');
    expect(output).toMatch(/line 0\n[\s\S]*lines omitted[\s\S]*line 999\n/);
    expect(output).not.toContain('line 500\n');
    expect(fs.readFileSync(path.join(root, '.tmp/test-logs/format-and-lint.log'), 'utf8')).toContain('line 500\n');
  });

  describe('.ci/run', () => {
    const ci = (env: Record<string, string> = {}, counts: object = all): Promise<Run> => {
      fs.cpSync('.ci', path.join(root, '.ci'), { recursive: true });
      const node = process.execPath;
      const npm = `case "$3" in test) exec ${node} scripts/test.mjs;; test:long) exec ${node} scripts/test.mjs --long;; esac`;
      write('bin/npm', `#!/bin/sh\n[ "$1" = run ] || exit 0\n${npm}\n`, 0o755);
      return new Promise((done) => {
        const child = spawn('bash', ['.ci/run'], {
          cwd: root,
          stdio: ['ignore', 'pipe', 'inherit'],
          env: {
            PATH: `${root}/bin:${process.env.PATH}`,
            CHROMIUM_PATH: '/bin/sh',
            COUNTS: JSON.stringify(counts),
            ...env,
          },
        });
        let output = '';
        child.stdout.on('data', (chunk) => (output += chunk));
        child.on('close', (code) => done({ code, output }));
      });
    };

    test('runs both suites and counts them together', async () => {
      const { code, output } = await ci();
      expect(output.match(/^\d+ passed, \d+ failed.*$/gm)).toEqual([
        '34 passed, 0 failed',
        `${20 + proxiedPassed} passed, 0 failed`,
        `${54 + proxiedPassed} passed, 0 failed`,
      ]);
      expect([code, lastLine(output)]).toEqual([0, `${54 + proxiedPassed} passed, 0 failed`]);
    });

    test.each([
      ['the first', { ...all, api: { passed: 7, failed: 3, skipped: 2 } }, 51, 3],
      ['the second', { ...all, long: { passed: 8, failed: 2, skipped: 0 } }, 52, 2],
    ])('fails when %s suite fails, and runs both', async (_, counts, passed, failed) => {
      const { code, output } = await ci({}, counts);
      expect([code, lastLine(output)]).toEqual([1, `${passed + proxiedPassed} passed, ${failed} failed`]);
    });

    test('names what failed in either suite again before its last line', async () => {
      const failing = (line: string) => ({ passed: 9, failed: 1, skipped: 0, failures: [line] });
      const { output } = await ci({}, { ...all, api: failing('a > b: 1 is not 2'), long: failing('c > d: late') });
      expect(output.trim().split('\n').slice(-5)).toEqual([
        expect.stringMatching(/^FAILED API tests +9 passed +1 failed/),
        expect.stringMatching(/^FAILED long tests +9 passed +1 failed/),
        'FAILED test: a > b: 1 is not 2',
        'FAILED test: c > d: late',
        `${52 + proxiedPassed} passed, 2 failed`,
      ]);
    });

    test('counts a suite that ends without its line as failed', async () => {
      fs.rmSync(path.join(root, 'scripts/prepare.mjs'));
      const { code, output } = await ci();
      expect([code, lastLine(output)]).toEqual([1, '0 passed, 2 failed']);
    });
  });
});

test('the counts have every test, and every failure outside of tests', async () => {
  fs.mkdirSync('.tmp', { recursive: true });
  root = fs.mkdtempSync(path.resolve('.tmp/counts-'));
  const head = `import { beforeAll, describe, test, expect } from 'vitest';\n`;
  const files = {
    'some.test.ts': `test('good', () => {});\ntest('bad', () => { expect(1).toBe(2); });\ntest.skip('not now', () => {});\ntest.todo('later');`,
    'hook.test.ts': `describe('group', () => { beforeAll(() => { throw new Error('no'); }); test('a', () => {}); test('b', () => {}); });`,
    'load.test.ts': `throw new Error('can not be loaded');`,
    'late.test.ts': `test('good', () => { void Promise.reject(new Error('nobody waits')); });`,
  };
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(root, name), head + text);
  fs.writeFileSync(path.join(root, 'vitest.config.ts'), 'export default { test: { include: ["*.test.ts"] } };');
  const counts = path.join(root, 'counts.json');
  fs.writeFileSync(
    path.join(root, 'attack-h1.test.ts'),
    `${head}describe('H1: a try', () => { test('a', () => {}); });`,
  );
  const { code } = await run(
    [
      path.resolve('node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      root,
      `--reporter=${path.resolve('tests/support/reporter.ts')}`,
    ],
    root,
    { TEST_COUNTS: counts, CI: 'true' },
  );
  expect(code).toBe(1);
  const { failures, ...rest }: Counts = JSON.parse(fs.readFileSync(counts, 'utf8'));
  expect(rest).toEqual({
    passed: 3,
    failed: 4,
    skipped: 4,
    attacks: [{ finding: 'H1', attack: 'a try', result: 'refused, 1 tests' }],
  });
  expect(failures.toSorted()).toEqual([
    'hook.test.ts > group: no',
    'load.test.ts: can not be loaded',
    'outside of the tests: nobody waits',
    'some.test.ts > bad: expected 1 to be 2 // Object.is equality',
  ]);
}, 30_000);

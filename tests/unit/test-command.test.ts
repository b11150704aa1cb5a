/** `npm test` tells the truth: it goes on after a failure, counts what failed by itself, and ends with one line. */
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
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((done) => child.on('close', (code) => done({ code, output })));
}

describe('the command, with false tools', () => {
  const write = (file: string, text: string, mode = 0o644): void => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text, { mode });
  };
  /** Fails when its name is in `FAILS`; the test runner writes the counts of its project from `COUNTS`. */
  const tool = (name: string): string => `import fs from 'node:fs';
    const [, , ...args] = process.argv;
    const name = '${name}' === 'astro' ? 'astro ' + args[0] : '${name}';
    const project = args[args.indexOf('--project') + 1];
    console.log('ran ' + name + (name === 'vitest' ? ' ' + project : ''), process.env.CI, 'chromium=' + (process.env.CHROMIUM_PATH ?? ''));
    for (let line = 0; name !== 'astro build' && line < Number(process.env.LINES ?? 0); line++) console.log('line ' + line);
    if (name === 'astro build') { fs.mkdirSync('dist/programs', { recursive: true }); fs.mkdirSync('dist/client'); fs.writeFileSync('dist/programs/server.mjs', ''); }
    const counts = JSON.parse(process.env.COUNTS ?? '{}')[project];
    if (name === 'vitest' && counts) fs.writeFileSync(process.env.TEST_COUNTS, JSON.stringify(counts));
    if ((process.env.FAILS ?? '').split(',').includes(name) || counts?.failed) process.exit(1);`;

  const good = { passed: 10, failed: 0, skipped: 0 };
  const all = { unit: good, api: good, e2e: good };
  const testCommand = (env: Record<string, string> = {}, counts: object = all): Promise<Run> =>
    run(['scripts/test.mjs'], root, {
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
    write('bin/npm', '#!/bin/sh\n[ "$FAILS" = npm ] && exit 7\nexit 0\n', 0o755);
    const tools = {
      biome: '@biomejs/biome/bin/biome',
      astro: 'astro/bin/astro.mjs',
      tsc: 'typescript/bin/tsc',
      knip: 'knip/bin/knip.js',
      vitest: 'vitest/vitest.mjs',
    };
    write('node_modules/package.json', '{"type":"module"}');
    for (const [name, file] of Object.entries(tools)) write(`node_modules/${file}`, tool(name));
  });

  const lastLine = (output: string): string => output.trimEnd().split('\n').at(-1) ?? '';

  test('all well: every check once, the seconds of each, one line at the end', async () => {
    const { code, output } = await testCommand();
    expect(lastLine(output)).toBe('34 passed, 0 failed');
    expect(code).toBe(0);
    const ran = [...output.matchAll(/^ran (.*?) true chromium=\/bin\/sh$/gm)].map(([, name]) => name);
    expect(ran).toEqual(['biome', 'astro check', 'tsc', 'knip', 'vitest unit', 'vitest api', 'vitest e2e']);
    expect(output.match(/\d+\.\d s$/gm)?.length).toBeGreaterThanOrEqual(10);
  });

  test.each([
    ['a check of the sources', { FAILS: 'biome' }, all, '33 passed, 1 failed'],
    ['every check of the sources', { FAILS: 'biome,astro check,tsc,knip' }, all, '30 passed, 4 failed'],
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
  ])('%s failed: the rest is still run, and the end says so', async (_, env, counts, says) => {
    const { code, output } = await testCommand(env, counts);
    expect(lastLine(output)).toBe(says);
    expect(code).toBe(1);
  });

  test('a long output is cut in the middle and kept whole', async () => {
    const { output } = await testCommand({ LINES: '1000' });
    expect(lastLine(output)).toBe('34 passed, 0 failed');
    expect(output).toMatch(/line 0\n[\s\S]*lines left out[\s\S]*line 999\n/);
    expect(output).not.toContain('line 500\n');
    expect(fs.readFileSync(path.join(root, '.tmp/test-logs/format-and-lint.log'), 'utf8')).toContain('line 500\n');
  });
});

test('the counts have every test, and besides what failed outside of tests', async () => {
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
  expect(JSON.parse(fs.readFileSync(counts, 'utf8'))).toEqual({ passed: 2, failed: 4, skipped: 4 } satisfies Counts);
}, 30_000);

/** Installing and building happen only when needed: the script runs in a copy with fake npm and Astro. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root = '';
const at = (...parts: string[]): string => path.join(root, ...parts);

function write(file: string, text: string, mode = 0o644): void {
  fs.mkdirSync(path.dirname(at(file)), { recursive: true });
  fs.writeFileSync(at(file), text, { mode });
}

/** The calls of the fake tools, in order. */
const calls = (): string[] =>
  fs.existsSync(at('calls')) ? fs.readFileSync(at('calls'), 'utf8').trim().split('\n') : [];

const FALSE_NPM = `#!/bin/sh
echo "npm $1" >> "$PREPARE_ROOT/calls"
sleep 0.3
[ -n "$NPM_FAILS" ] && exit 7
mkdir -p "$PREPARE_ROOT/node_modules/astro/bin"
cp "$PREPARE_ROOT/false-astro.mjs" "$PREPARE_ROOT/node_modules/astro/bin/astro.mjs"
`;

const FALSE_ASTRO = `import fs from 'node:fs';
fs.appendFileSync(process.env.PREPARE_ROOT + '/calls', 'astro ' + process.argv[2] + '\\n');
if (process.env.ASTRO_FAILS) process.exit(3);
fs.mkdirSync('dist/server', { recursive: true });
fs.writeFileSync('dist/server/server.mjs', '');
`;

function prepare(env: Record<string, string> = {}): Promise<{ code: number | null; errors: string }> {
  const script = `
    import { build, exclusively, install } from './scripts/prepare.mjs';
    try { await exclusively(() => { install(); build(); }); }
    catch (error) { process.stderr.write('FAILED ' + error.message); process.exitCode = 1; }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${at('bin')}:${process.env.PATH}`, PREPARE_ROOT: root, ...env },
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  return new Promise((done) => child.on('close', (code) => done({ code, errors })));
}

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-prepare-'));
  fs.mkdirSync(at('scripts'));
  fs.copyFileSync('scripts/prepare.mjs', at('scripts/prepare.mjs'));
  write('bin/npm', FALSE_NPM, 0o755);
  write('false-astro.mjs', FALSE_ASTRO);
  write('package.json', '{"type":"module"}');
  write('package-lock.json', '{}');
  write('src/page.ts', 'one');
  write('public/icon.svg', '<svg/>');
});

afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

test('a fresh clone is installed and built once', async () => {
  expect((await prepare()).code).toBe(0);
  expect((await prepare()).code).toBe(0);
  expect(calls()).toEqual(['npm ci', 'astro build']);
});

describe('only outdated steps run again', () => {
  test.each<[string, () => void, string[]]>([
    ['a changed source', () => write('src/page.ts', 'two'), ['astro build']],
    ['a new source', () => write('src/deep/more.ts', ''), ['astro build']],
    ['a source that is gone', () => fs.rmSync(at('src/page.ts')), ['astro build']],
    ['a source that moved', () => fs.renameSync(at('src/page.ts'), at('src/other.ts')), ['astro build']],
    ['a changed public file', () => write('public/icon.svg', '<svg></svg>'), ['astro build']],
    ['a changed lockfile', () => write('package-lock.json', '{"a":1}'), ['npm ci', 'astro build']],
    ['changed dependencies', () => write('package.json', '{"type":"module","a":1}'), ['npm ci']],
    ['no node_modules', () => fs.rmSync(at('node_modules'), { recursive: true }), ['npm ci']],
    ['no dist', () => fs.rmSync(at('dist'), { recursive: true }), ['astro build']],
    ['a build without its program', () => fs.rmSync(at('dist/server/server.mjs')), ['astro build']],
    ['a changed test', () => write('tests/unit/some.test.ts', ''), []],
    ['a changed readme', () => write('README.md', 'x'), []],
    ['new times on the same files', () => fs.utimesSync(at('src/page.ts'), 1, 1), []],
  ])('%s', async (_, change, expected) => {
    await prepare();
    fs.rmSync(at('calls'));
    change();
    expect((await prepare()).code).toBe(0);
    expect(calls()).toEqual(expected);
  });
});

test('every other input of the build makes it outdated', async () => {
  const loaded = [...fs.readFileSync('astro.config.mjs', 'utf8').matchAll(/from '\.\/(.+?)'/g)].map(
    ([, file = '']) => file,
  );
  expect(loaded).toContain('scripts/precompress.mjs');
  await prepare();
  for (const file of [...loaded, 'astro.config.mjs', 'tsconfig.json']) {
    fs.rmSync(at('calls'), { force: true });
    write(file, '// changed');
    await prepare();
    expect([file, ...calls()]).toEqual([file, 'astro build']);
  }
});

describe('a failed step runs again', () => {
  test('an installation', async () => {
    const { code, errors } = await prepare({ NPM_FAILS: '1' });
    expect(code).toBe(1);
    expect(errors).toContain('FAILED npm ci');
    expect((await prepare()).code).toBe(0);
    expect(calls()).toEqual(['npm ci', 'npm ci', 'astro build']);
  });

  test('a build, also over an older one', async () => {
    await prepare();
    write('src/page.ts', 'broken');
    expect((await prepare({ ASTRO_FAILS: '1' })).code).toBe(1);
    write('src/page.ts', 'one');
    fs.rmSync(at('calls'));
    expect((await prepare()).code).toBe(0);
    expect(calls()).toEqual(['astro build']);
  });
});

describe('in one folder', () => {
  test('one of several parallel starts does the work, and the others use the result', async () => {
    const all = await Promise.all([prepare(), prepare(), prepare()]);
    expect(all.map(({ code, errors }) => (code === 0 ? 0 : errors))).toEqual([0, 0, 0]);
    expect(calls()).toEqual(['npm ci', 'astro build']);
    expect(fs.readdirSync(root).filter((name) => name.startsWith('.launchbook-prepare'))).toEqual([]);
  });

  test('a lock that is released while another start reads it blocks nobody', async () => {
    write('.launchbook-prepare.lock', String(process.pid));
    write(
      'lets-go.cjs',
      `const fs = require('node:fs');
       const readFileSync = fs.readFileSync;
       fs.readFileSync = (file, ...more) => {
         if (String(file).endsWith('.lock')) fs.rmSync(file, { force: true });
         return readFileSync(file, ...more);
       };`,
    );
    expect(await prepare({ NODE_OPTIONS: `--require=${at('lets-go.cjs')}` })).toEqual({
      code: 0,
      errors: expect.not.stringContaining('FAILED'),
    });
  });

  test('the lock of a killed start blocks nobody', async () => {
    const gone = spawn(process.execPath, ['-e', '0']);
    await new Promise((done) => gone.on('close', done));
    write('.launchbook-prepare.lock', String(gone.pid));
    expect((await prepare()).code).toBe(0);
  });
});

/** `npm start` stops before it installs anything if the data on disk need a PostgreSQL that would then be missing. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-stranded-'));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

/** A project of which only the scripts and the package are there: an installation in it would fail. */
function start(major: string | null, env: Record<string, string> = {}): { code: number | null; errors: string } {
  fs.rmSync(root, { recursive: true, force: true });
  fs.cpSync('scripts', path.join(root, 'scripts'), { recursive: true });
  fs.copyFileSync('package.json', path.join(root, 'package.json'));
  fs.mkdirSync(path.join(root, 'data', 'postgres'), { recursive: true });
  if (major !== null) fs.writeFileSync(path.join(root, 'data', 'postgres', 'PG_VERSION'), `${major}\n`);
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    // Without npm on the path, an installation fails immediately.
    env: { PATH: root, ...env },
    encoding: 'utf8',
  });
  return { code: status, errors: stderr };
}

test.each(['16', '19'])('data of PostgreSQL %s: exact steps, and nothing is installed', (major) => {
  const { code, errors } = start(major);
  expect(code).toBe(1);
  expect(errors).toContain(`was made by PostgreSQL ${major}, and this version of Launchbook brings 18 and 17.`);
  expect(errors).toContain('npm run backup -- /safe/launchbook.tar.gz');
  expect(errors).not.toContain('Installing');
  expect(fs.readdirSync(root).sort()).toEqual(['data', 'package.json', 'scripts']);
});

test.each([
  ['18', {}],
  ['17', {}],
  [null, {}],
  ['16', { DATABASE_URL: 'postgres://db/x' }],
] as const)('data of PostgreSQL %s with %j: the start goes on', (major, env) => {
  expect(start(major, env).errors).toContain('Installing the locked dependencies');
});

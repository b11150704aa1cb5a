/** A build of the same sources in another folder has the same bytes: everybody with the commit can check what runs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

/** @returns the SHA-256 of each file below a folder, by its path */
function digestsOf(folder: string): Record<string, string> {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  // `npm start` notes there from which sources it has built.
  const files = entries.filter((entry) => entry.isFile() && entry.name !== '.launchbook-build');
  const paths = files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return Object.fromEntries(
    paths.sort().map((file) => [
      file,
      createHash('sha256')
        .update(fs.readFileSync(path.join(folder, file)))
        .digest('hex'),
    ]),
  );
}

/** The sources in another folder, with the packages as links to the same files where the disk allows it. */
function copySources(): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-build-'));
  folders.push(copy);
  for (const name of ['src', 'public', 'scripts', 'astro.config.mjs', 'package.json', 'tsconfig.json'])
    fs.cpSync(name, path.join(copy, name), { recursive: true });
  const link = spawnSync('cp', ['-al', 'node_modules', copy]);
  if (link.status !== 0) fs.cpSync('node_modules', path.join(copy, 'node_modules'), { recursive: true });
  for (const cache of ['.astro', '.vite'])
    fs.rmSync(path.join(copy, 'node_modules', cache), { recursive: true, force: true });
  return copy;
}

// With the arguments of `npm run build`: Astro writes its log level into the program, too.
test('a second build, in another folder and environment, is byte-identical to the first', () => {
  const copy = copySources();
  // Astro writes variables into the program whose names appear in its sources: `CI` and `PROD` do.
  const env = { ...process.env, CI: 'another', PROD: 'another', NODE_ENV: 'test', HOME: copy, TZ: 'Asia/Kolkata' };
  fs.writeFileSync(path.join(copy, '.env'), 'SSR=another\n');
  execFileSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--silent'], {
    cwd: copy,
    env,
    stdio: 'pipe',
  });
  const built = digestsOf('dist');
  expect(Object.keys(built).length).toBeGreaterThan(1_000);
  expect(digestsOf(path.join(copy, 'dist'))).toEqual(built);
});

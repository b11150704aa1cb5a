/** `npm run sbom` lists what the program is made of, from the lock file alone. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-sbom-'));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

test('the list has every dependency of the program, with version and hash, and nothing of the tests', () => {
  fs.copyFileSync('package-lock.json', path.join(root, 'package-lock.json'));
  execFileSync(process.execPath, [path.resolve('scripts/sbom.mjs')], { cwd: root });
  const { bomFormat, components } = JSON.parse(fs.readFileSync(path.join(root, 'sbom.cdx.json'), 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const versions = new Map<string, string>();
  for (const { name, version, hashes } of components) {
    versions.set(name, version);
    expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{64,}$/);
  }
  for (const [name, version] of Object.entries(dependencies)) expect(versions.get(name), name).toBe(version);
  expect(versions.has('vitest')).toBe(false);
});

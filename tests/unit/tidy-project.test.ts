/** Committed files: pinned versions above the known-bad ones, no image decoder, no trace of a workplace. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { leaksIn } from '../support/tidy/leaks.ts';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

const manifest: Locked = JSON.parse(fs.readFileSync('package.json', 'utf8'));
const { packages: locked }: { packages: Record<string, Locked> } = JSON.parse(
  fs.readFileSync('package-lock.json', 'utf8'),
);
const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };

function isAtLeast(version: string, floor: string): boolean {
  // A pre-release version is older than the release.
  const [release = '', before] = version.split('-', 2);
  const parts = release.split('.').map(Number);
  for (const [index, least] of floor.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return before === undefined;
}

describe('versions', () => {
  test.each([
    ['7.2.8', '7.2.8', true],
    ['7.3.0', '7.2.8', true],
    ['7.10.0', '7.2.8', true],
    ['11.0.2', '11.0.2', true],
    ['7.2.7', '7.2.8', false],
    ['6.9.9', '7.2.8', false],
    ['7.2.8-beta.1', '7.2.8', false],
    ['11.0.1', '11.0.2', false],
  ])('%s against the floor %s: %s', (version, floor, fits) => {
    expect(isAtLeast(version, floor)).toBe(fits);
  });

  // Below these are published vulnerabilities in what the program runs, or its build and tests.
  test.each([
    ['astro', '7.2.8', 'server islands, the image endpoint and the origin check'],
    ['@astrojs/node', '11.0.2', 'bodies without a limit'],
    ['@e965/xlsx', '0.20.2', 'CVE-2023-30533, CVE-2024-22363'],
    ['cookie', '0.7.0', 'CVE-2024-47764'],
    ['devalue', '5.3.2', 'CVE-2025-57820'],
    ['esbuild', '0.25.0', 'GHSA-67mh-4wv8-2f99'],
    ['js-yaml', '4.1.1', 'CVE-2025-64718'],
    ['nanoid', '3.3.8', 'CVE-2024-55565'],
    ['nodemailer', '7.0.7', 'GHSA-mm7p-fcc7-pg87'],
    ['on-headers', '1.1.0', 'CVE-2025-7339'],
    ['postcss', '8.4.31', 'CVE-2023-44270'],
    ['send', '0.19.0', 'CVE-2024-43799'],
    ['zod', '3.22.3', 'CVE-2023-4316'],
  ])('every locked %s is at least %s, because of %s', (name, floor) => {
    const all = Object.entries(locked).filter(([where]) => where.endsWith(`node_modules/${name}`));
    expect(all.length).toBeGreaterThan(0);
    for (const [where, { version = '' }] of all) expect(isAtLeast(version, floor), `${where} ${version}`).toBe(true);
  });

  test('are pinned exactly, and the lockfile has the same', () => {
    // A package under another name is 'npm:<package>@<version>'.
    const versions = Object.entries(wanted).map(([name, range]) => [name, range.replace(/^npm:.+@/, '')] as const);
    const loose = versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
    const differ = versions.filter(([name, version]) => locked[`node_modules/${name}`]?.version !== version);
    expect(differ).toEqual([]);
  });

  test('come from the public registry, even if a mirror served them', () => {
    const elsewhere = Object.values(locked).filter(
      ({ resolved }) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(elsewhere).toEqual([]);
  });
});

test('no page has a server island: the build writes a key of zeros for them', () => {
  const astro = fs.readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.astro'));
  expect(astro.length).toBeGreaterThan(20);
  expect(astro.filter((file) => fs.readFileSync(path.join('src', file), 'utf8').includes('server:defer'))).toEqual([]);
});

test('the container file has no error and no warning of a linter', () => {
  const problems = validate(fs.readFileSync('deploy/Dockerfile', 'utf8'));
  expect(problems.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)).toEqual([]);
  expect(validate('FROM a\nRUN one\nCOPPY . .\n').length).toBe(1);
});

test('no code of ours decodes images on the server', () => {
  expect(
    Object.keys(wanted).filter((name) => /^(sharp|jimp|canvas|@napi-rs\/canvas|@squoosh\/.*|image-size)$/.test(name)),
  ).toEqual([]);
  expect(fs.readFileSync('astro.config.mjs', 'utf8')).toContain('passthroughImageService()');
});

/** Files under version control; without it (an unpacked archive), all files except generated ones. */
function committedFiles(): string[] {
  const git = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' });
  if (git.status === 0 && git.stdout) return git.stdout.split('\0').filter((file) => file && fs.existsSync(file));
  const made = new Set(['node_modules', 'dist', 'data', '.git', '.astro', '.tmp', '.screens']);
  return fs
    .readdirSync('.')
    .filter((name) => !made.has(name))
    .flatMap((name) =>
      fs.statSync(name).isDirectory()
        ? fs.readdirSync(name, { recursive: true, encoding: 'utf8' }).map((file) => path.join(name, file))
        : [name],
    )
    .filter((file) => fs.statSync(file).isFile());
}

// In two parts, so that this file does not contain the text that it searches for.
const WORKPLACE = [
  ['/wo', 'rk/'],
  ['/home', '/'],
  ['/ro', 'ot/'],
  ['/tmp', '/bash_'],
  ['C:\\', 'Users'],
].map((it) => it.join(''));

function workplaceIn(text: string): string[] {
  return WORKPLACE.filter((word) => text.includes(word));
}

describe('committed files', () => {
  test('contain no path of the machine on which they were written', () => {
    const files = committedFiles();
    expect(files.length).toBeGreaterThan(100);
    const mentions = files.flatMap((file) =>
      workplaceIn(fs.readFileSync(file, 'latin1')).map((word) => `${file}: ${word}`),
    );
    expect(mentions).toEqual([]);
  });

  test('a path of the machine is detected', () => {
    for (const word of WORKPLACE) expect(workplaceIn(`see ${word}notes.md`)).toEqual([word]);
    expect(workplaceIn('the work/life balance, /workers, ./tmp')).toEqual([]);
  });

  test('contain nothing generated or secret', () => {
    const made = /(^|\/)(node_modules|dist|data|\.astro)\/|(^|\/)\.env(\.|$)|\.(pem|key|log|eml|sqlite)$/;
    expect(committedFiles().filter((file) => made.test(file))).toEqual([]);
  });

  test('the top level contains the entries of the architecture', () => {
    const known =
      /^(src|public|tests|docs|scripts|deploy|\.ci|\.github)$|^(package|package-lock|tsconfig|biome|knip)\.json$|^(astro\.config\.mjs|README\.md|LICENSE(\.\w+)?|NOTICE(\.\w+)?|SECURITY\.md|CONTRIBUTING\.md|CHANGELOG\.md|Dockerfile|compose\.ya?ml|\.\w+(ignore|rc|attributes|config)|\.node-version|\.nvmrc|\.dockerignore)$/;
    const names = new Set(committedFiles().map((file) => file.split('/')[0] ?? ''));
    expect([...names].filter((name) => !known.test(name))).toEqual([]);
  });
});

test.each([
  ['import fs from"node:fs"', '"node:'],
  ['db.selectFrom("users")', 'selectFrom'],
  ['query("SELECT 1")', 'SELECT '],
  ['import{hash}from"@node-rs/argon2"', 'argon2'],
  ['const k=env.APP_SECRET', 'APP_SECRET'],
  ['from"kysely"', 'kysely'],
])('a string of the server in a browser file is detected: %s', (text, leak) => {
  expect(leaksIn(text)).toEqual([leak]);
});

test('texts that browsers need are no leak', () => {
  expect(leaksIn('const select="Select a file",it={node:document.body};fetch("/api/v1/user/auth/login")')).toEqual([]);
});

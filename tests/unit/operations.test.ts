/** What is written for whoever runs it, held against the program: variables, bounds, time-outs, paths. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BODY_BYTES_MAX, UPLOAD_BODY_BYTES_MAX } from '../../src/lib/http/body.ts';

const read = (file: string): string => fs.readFileSync(file, 'utf8');
const config = read('src/lib/config.ts');
const server = read('src/lib/server/server.ts');
const operations = read('docs/operations.md');
const VARIABLES = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:z$|z\.|oneOf\()/gm)].map((match) => match[1] ?? '');

/** Milliseconds of an option of the server. */
const option = (name: string): number =>
  Number(new RegExp(`${name}: ([\\d_]+)`).exec(server)?.[1]?.replaceAll('_', '') ?? Number.NaN);

test('every variable that the program reads has a line in the table, and no other', () => {
  expect(VARIABLES.length).toBeGreaterThan(12);
  const table = /## Environment([\s\S]*?)\n## /.exec(operations)?.[1] ?? '';
  const told = [...table.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map((match) => match[1]);
  expect(told.sort()).toEqual([...VARIABLES].sort());
});

const PAGES = ['README.md', 'docs/architecture.md', 'docs/benchmarks.md', 'docs/operations.md', 'docs/security.md'];

test.each(PAGES)('%s links to files that are there', (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
  const folder = file.includes('/') ? 'docs/' : '';
  for (const link of links) expect(fs.existsSync(folder + link), link).toBe(true);
  const named = [...read(file).matchAll(/`((?:deploy|docs|src|scripts|tests)\/[\w./-]+)`/g)].map(
    (match) => match[1] ?? '',
  );
  for (const name of named) expect(fs.existsSync(name), name).toBe(true);
});

test.each([...PAGES, 'deploy/launchbook.service'])('the commands that %s names are there', (file) => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...read(file).matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? '');
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
});

test('links within a page lead to a heading of it', () => {
  const slugOf = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s/g, '-');
  for (const file of PAGES)
    for (const [, page, slug = ''] of read(file).matchAll(/\]\(([\w./-]*\.md)?#([\w-]+)\)/g)) {
      const headings = [...read(page ?? file).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => slugOf(text));
      expect(headings, `${file} to ${page}#${slug}`).toContain(slug);
    }
});

test('what the log and the program are said to say, they say', () => {
  const sources = fs
    .readdirSync('src/lib', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(`src/lib/${file}`))
    .join('\n');
  for (const words of [
    'postgres.down',
    'postgres.restart_failed',
    'database connection lost',
    'mail: the mail server failed',
    'mail: given up',
    'Another Launchbook already runs on',
    'The database is ahead of this program',
    'There is no site under this address',
  ]) {
    expect(operations).toContain(words);
    expect(sources, words).toContain(words);
  }
  for (const label of ['Purchase Request', 'Beneficiary Manage', 'Company Manage', 'Audit']) {
    expect(operations).toContain(`*${label}*`);
    expect(read('src/lib/layout/Shell.astro')).toContain(`label: '${label}'`);
  }
});

describe.each(['deploy/nginx.conf', 'deploy/Caddyfile'])('%s', (file) => {
  const text = read(file);
  const seconds = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN);
  const isNginx = file.endsWith('nginx.conf');

  test('lets go of idle connections before the program does, and waits as long as the program works', () => {
    const idle = seconds(isNginx ? /keepalive_timeout (\d+)s/ : /keepalive (\d+)s/);
    expect(idle * 1000).toBeLessThan(option('keepAliveTimeout'));
    const wait = seconds(isNginx ? /proxy_read_timeout (\d+)s/ : /response_header_timeout (\d+)s/);
    expect(wait * 1000).toBeGreaterThanOrEqual(option('requestTimeout'));
  });

  test('lets the bodies through that the program takes, so that what is too large is refused in its words', () => {
    const sizes = [...text.matchAll(/(?:client_max_body_size|max_size) (\d+)(k|m|KB|MB)/g)]
      .map((match) => Number(match[1]) * (/k/i.test(match[2] ?? '') ? 1000 : 1_000_000))
      .sort((a, b) => a - b);
    expect(sizes).toHaveLength(2);
    expect(sizes[0]).toBeGreaterThan(BODY_BYTES_MAX);
    expect(sizes[1]).toBeGreaterThan(UPLOAD_BODY_BYTES_MAX);
  });

  test('knows where files are sent', () => {
    const [, pattern = ''] = /(?:location ~\* |@upload path_regexp (?:\(\?i\))?)(\^\S+)/.exec(text) ?? [];
    const uploads = new RegExp(pattern, 'i');
    for (const path of ['user', 'admin', 'superadmin'].map((who) => `/api/v1/${who}/media/add`)) {
      expect(fs.existsSync(`src/pages${path}.ts`), path).toBe(true);
      expect(uploads.test(path)).toBe(true);
    }
    expect(uploads.test('/api/v1/user/auth/login')).toBe(false);
  });
});

test('each supervisor waits longer than a stop can take', () => {
  // Requests ten seconds, mails eight, the embedded database thirty.
  for (const [file, pattern] of [
    ['deploy/launchbook.service', /TimeoutStopSec=(\d+)/],
    ['deploy/compose.yaml', /stop_grace_period: (\d+)s/],
  ] as const)
    expect(Number(pattern.exec(read(file))?.[1]), file).toBeGreaterThanOrEqual(48);
});

test('what the supervisors set are variables of the program', () => {
  const set = [
    ...[...read('deploy/compose.yaml').matchAll(/^ {6}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1] ?? ''),
    ...[...read('deploy/Dockerfile').matchAll(/\b([A-Z][A-Z0-9_]+)=\S/g)].map((match) => match[1] ?? ''),
  ];
  const others = new Set([
    'NODE_ENV',
    'LAUNCHBOOK',
    'POSTGRES_USER',
    'POSTGRES_DB',
    'POSTGRES_PASSWORD',
    'POSTGRES_INITDB_ARGS',
  ]);
  expect(set.length).toBeGreaterThan(8);
  expect(set.filter((name) => !others.has(name) && !VARIABLES.includes(name))).toEqual([]);
});

test('what production has to set can be set in the compose file, and stands at the head of the unit of systemd', () => {
  const needed = /For production set ([^.]*)\./.exec(operations)?.[1]?.match(/[A-Z_]{6,}/g) ?? [];
  expect(needed.length).toBeGreaterThan(5);
  const compose = read('deploy/compose.yaml');
  for (const name of needed) expect(compose, name).toMatch(new RegExp(`^ +${name}: \\S`, 'm'));
  const head = /at least: ([\s\S]*?)\n\n/.exec(read('deploy/launchbook.service'))?.[1] ?? '';
  for (const name of needed) expect(head).toContain(name);
});

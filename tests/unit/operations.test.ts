/** The documents for operators match the program: variables, limits, timeouts, paths. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { VARIABLES } from '../../src/lib/config.ts';
import { BODY_BYTES_MAX, STATEMENT_BODY_BYTES_MAX, UPLOAD_BODY_BYTES_MAX } from '../../src/lib/http/body.ts';
import { TIMEOUTS_MS } from '../../src/lib/server/timeouts.ts';

const read = (file: string): string => fs.readFileSync(file, 'utf8');
const operations = read('docs/operations.md');

test('the table has every variable that the program reads, and no other', () => {
  expect(VARIABLES.length).toBeGreaterThan(12);
  const table = /## Environment([\s\S]*?)\n## /.exec(operations)?.[1] ?? '';
  const documented = [...table.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map((match) => match[1]);
  expect(documented.sort()).toEqual([...VARIABLES].sort());
});

const PAGES = [
  'README.md',
  'docs/architecture.md',
  'docs/benchmarks.md',
  'docs/faults.md',
  'docs/operations.md',
  'docs/security.md',
  'docs/testing.md',
];

test.each(PAGES)('%s links to files that exist', (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
  const folder = file.includes('/') ? 'docs/' : '';
  for (const link of links) expect(fs.existsSync(folder + link), link).toBe(true);
  const named = [...read(file).matchAll(/`((?:deploy|docs|src|scripts|tests)\/[\w./-]+)`/g)].map(
    (match) => match[1] ?? '',
  );
  for (const name of named) expect(fs.existsSync(name), name).toBe(true);
});

test.each([...PAGES, 'deploy/launchbook.service'])('the commands that %s names exist', (file) => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...read(file).matchAll(/npm run ([\w:]+(?:-\w+)*)/g)].map((match) => match[1] ?? '');
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
});

test('links within a page lead to one of its headings', () => {
  const slugOf = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s/g, '-');
  for (const file of PAGES)
    for (const [, page, slug = ''] of read(file).matchAll(/\]\(([\w./-]*\.md)?#([\w-]+)\)/g)) {
      const folder = file.includes('/') ? 'docs/' : '';
      const headings = [...read(page === undefined ? file : folder + page).matchAll(/^#+ (.+)$/gm)].map(
        ([, text = '']) => slugOf(text),
      );
      expect(headings, `${file} to ${page}#${slug}`).toContain(slug);
    }
});

test('the texts that the operations guide quotes are in the program', () => {
  const sources = fs
    .readdirSync('src/lib', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(`src/lib/${file}`))
    .join('\n');
  for (const quoted of [
    'postgres.down',
    'postgres.restart_failed',
    'database connection lost',
    'mail: the mail server failed',
    'mail: given up',
    'Another Launchbook already runs on',
    'The database is ahead of this program',
    'There is no site under this address',
  ]) {
    expect(operations).toContain(quoted);
    expect(sources, quoted).toContain(quoted);
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

  test('closes idle connections before the program does, and waits as long as the site’s client does', () => {
    const idle = seconds(isNginx ? /keepalive_timeout (\d+)s/ : /keepalive (\d+)s/);
    expect(idle * 1000).toBeLessThan(TIMEOUTS_MS.keepAliveTimeout);
    const wait = seconds(isNginx ? /proxy_read_timeout (\d+)s/ : /response_header_timeout (\d+)s/);
    // After the whole request was sent. A slow upload takes longer, but not longer to answer.
    const clientMs = /const TIMEOUT_MS = ([\d_]+)/.exec(read('src/islands/api.ts'))?.[1]?.replaceAll('_', '');
    expect(wait * 1000).toBeGreaterThanOrEqual(Number(clientMs));
  });

  test('passes every body that the program accepts, so that the program itself refuses a larger one', () => {
    const sizes = [...text.matchAll(/(?:client_max_body_size|max_size) (\d+)(k|m|KB|MB)/g)]
      .map((match) => Number(match[1]) * (/k/i.test(match[2] ?? '') ? 1000 : 1_000_000))
      .sort((a, b) => a - b);
    expect(sizes).toHaveLength(2);
    expect(sizes[0]).toBeGreaterThan(BODY_BYTES_MAX);
    expect(sizes[1]).toBeGreaterThan(Math.max(UPLOAD_BODY_BYTES_MAX, STATEMENT_BODY_BYTES_MAX));
  });

  test('has the paths of uploads', () => {
    const [, pattern = ''] = /(?:location ~\* |@upload path_regexp (?:\(\?i\))?)(\^\S+)/.exec(text) ?? [];
    const uploads = new RegExp(pattern, 'i');
    const media = ['user', 'admin', 'superadmin'].map((who) => `/api/v1/${who}/media/add`);
    const imports = ['read', 'add'].map((verb) => `/api/v1/admin/member/import/${verb}`);
    for (const path of [...media, ...imports, '/api/v1/admin/reconciliation/statement/read']) {
      expect(fs.existsSync(`src/pages${path}.ts`), path).toBe(true);
      expect(uploads.test(path)).toBe(true);
    }
    expect(uploads.test('/api/v1/user/auth/login')).toBe(false);
  });
});

test('each supervisor waits longer than the longest stop', () => {
  // Requests ten seconds, mails eight, the embedded database thirty.
  for (const [file, pattern] of [
    ['deploy/launchbook.service', /TimeoutStopSec=(\d+)/],
    ['deploy/compose.yaml', /stop_grace_period: (\d+)s/],
  ] as const)
    expect(Number(pattern.exec(read(file))?.[1]), file).toBeGreaterThanOrEqual(48);
});

test('the supervisors set only variables of the program', () => {
  const set = [
    ...[...read('deploy/compose.yaml').matchAll(/^ {6}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1] ?? ''),
    ...[...read('deploy/Dockerfile').matchAll(/\b([A-Z][A-Z0-9_]+)=\S/g)].map((match) => match[1] ?? ''),
  ];
  const others = new Set(['NODE_ENV', 'LAUNCHBOOK', 'NODE_IMAGE', 'POSTGRES_PASSWORD', 'POSTGRES_INITDB_ARGS']);
  expect(set.length).toBeGreaterThan(8);
  expect(set.filter((name) => !others.has(name) && !VARIABLES.includes(name))).toEqual([]);
});

test('the compose file and the head of the systemd unit have the variables that production requires', () => {
  const needed = /For production set ([^.]*)\./.exec(operations)?.[1]?.match(/[A-Z_]{6,}/g) ?? [];
  expect(needed.length).toBeGreaterThan(5);
  const compose = read('deploy/compose.yaml');
  for (const name of needed) expect(compose, name).toMatch(new RegExp(`^ +${name}: \\S`, 'm'));
  const head = /at least: ([\s\S]*?)\n\n/.exec(read('deploy/launchbook.service'))?.[1] ?? '';
  for (const name of needed) expect(head).toContain(name);
});

/**
 * The built files contain nothing of the server, are compressed and cached for good by name, and nothing else is
 * served.
 */
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../../src/lib/auth/contract.ts';
import { submitPayment } from '../../src/lib/purchases/contract.ts';
import { rawCall } from '../support/raw.ts';
import { type Site, startSite } from '../support/site.ts';
import { leaksIn } from '../support/tidy/leaks.ts';

const CLIENT = 'dist/client';
const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile());
const isPacked = (name: string): boolean => /\.(br|gz)$/.test(name);
const files = filesIn(CLIENT).filter((name) => !isPacked(name));
const hashed = files.filter((name) => name.startsWith('_astro/'));
/** A script and a style large enough to be compressed. */
const large = ['.js', '.css'].map((ending) => {
  const of = hashed.filter((name) => name.endsWith(ending));
  return of.sort((a, b) => fs.statSync(path.join(CLIENT, b)).size - fs.statSync(path.join(CLIENT, a)).size)[0] ?? '';
});

describe('the build', () => {
  test('sends nothing of the server to browsers', () => {
    const texts = files.filter((name) => /\.(js|css|html|json|txt)$/.test(name));
    expect(texts.length).toBeGreaterThan(10);
    const leaks = texts.flatMap((name) =>
      leaksIn(fs.readFileSync(path.join(CLIENT, name), 'utf8')).map((leak) => `${name}: ${leak}`),
    );
    expect(leaks).toEqual([]);
  });

  test('sends browsers the path and the failure text of their calls, and no schema that compiles itself', () => {
    const scripts = hashed.filter((name) => name.endsWith('.js'));
    const text = scripts.map((name) => fs.readFileSync(path.join(CLIENT, name), 'utf8')).join('\n');
    for (const { path: to, failure } of [login, submitPayment]) {
      expect(text).toContain(to);
      expect(text).toContain(failure);
    }
    expect(text).toMatch(/jitless:\s*(!0|true)/);
  });

  test('decodes no images on the server', () => {
    const leaks = filesIn('dist/server')
      .filter((name) => /\.m?js$/.test(name))
      .filter((name) =>
        /(from|import)\s*\(?["']sharp["']/.test(fs.readFileSync(path.join('dist/server', name), 'utf8')),
      );
    expect(leaks).toEqual([]);
  });

  test('has no hidden file among the served ones', () => {
    expect(files.filter((name) => /(^|\/)\./.test(name))).toEqual([]);
  });
});

describe('a file of the build', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site?.remove());

  const get = (pathname: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawCall(site.port, method, pathname, { headers: { Host: `localhost:${site.port}`, ...headers } });
  const bytes = async (pathname: string, encoding: string) => {
    const response = await fetch(site.url + pathname, { headers: { 'Accept-Encoding': encoding } });
    return { headers: response.headers, text: await response.text() };
  };

  test('named by its hash is cached for a year; any other is revalidated', async () => {
    for (const name of files) {
      const { status, headers } = await get(`/${name}`, {}, 'HEAD');
      expect(status, name).toBe(200);
      const forEver = name.startsWith('_astro/');
      const hour = name === 'sw.js' ? 'no-cache' : 'public, max-age=3600';
      expect(headers['cache-control'], name).toBe(forEver ? 'public, max-age=31536000, immutable' : hour);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-type'], name).toMatch(/^(text|image|font|application)\//);
    }
    expect(hashed.length).toBeGreaterThan(10);
    for (const name of hashed) expect(name).toMatch(/[.-][\w-]{8}\.\w+$/);
  });

  test.each([
    ['br', zlib.brotliDecompressSync],
    ['gzip', zlib.gunzipSync],
  ] as const)('is sent compressed (%s) from a file that the build compressed', async (encoding, unpack) => {
    for (const name of large) {
      const { headers, text } = await bytes(`/${name}`, encoding);
      expect(headers.get('content-encoding')).toBe(encoding);
      expect(headers.get('vary')).toMatch(/accept-encoding/i);
      expect(text).toBe(fs.readFileSync(path.join(CLIENT, name), 'utf8'));
      const stored = fs.readFileSync(path.join(CLIENT, `${name}.${encoding === 'br' ? 'br' : 'gz'}`));
      expect(headers.get('content-length')).toBe(String(stored.length));
      expect(unpack(stored).toString()).toBe(text);
    }
  });

  test('is sent plain to clients that accept no compression', async () => {
    for (const name of large) {
      const { headers, text } = await bytes(`/${name}`, 'identity');
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('vary')).toMatch(/accept-encoding/i);
      expect(text).toBe(fs.readFileSync(path.join(CLIENT, name), 'utf8'));
    }
  });

  test.each(['br', 'gzip', 'identity'])('is the same from memory as from the disk (%s)', async (encoding) => {
    const fonts = hashed.filter((name) => name.endsWith('.woff2'));
    const small = hashed.find((name) => fs.statSync(path.join(CLIENT, name)).size < 500) ?? '';
    for (const name of [...large, ...fonts, small]) {
      // A range always comes from the disk.
      const whole = await get(`/${name}`, { 'Accept-Encoding': encoding, Range: 'bytes=0-' });
      const answers = [];
      for (let nth = 0; nth < 3; nth++) {
        const { status, headers, text } = await get(`/${name}`, { 'Accept-Encoding': encoding });
        expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
        answers.push({ status, text, headers: { ...headers, 'x-request-id': '', date: '' } });
      }
      expect(answers[0]?.status).toBe(200);
      expect(answers[0]?.text).toBe(whole.text);
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    }
  });

  test('is sent under an escaped name, in ranges and without its body, also when it is cached', async () => {
    const [name = ''] = large;
    const first = await get(`/${name}`);
    expect((await get(`/${name.replace('.', '%2e')}`)).text).toBe(first.text);
    const part = await get(`/${name}`, { Range: 'bytes=0-9' });
    expect(part.status).toBe(206);
    expect(part.text).toBe(first.text.slice(0, 10));
    const head = await get(`/${name}`, {}, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(first.headers['content-length']);
    expect((await get(`/${name}`)).text).toBe(first.text);
  });

  test('is not sent again to clients that have it', async () => {
    for (const name of [...large, 'tokens/cowl/touch.png']) {
      const first = await get(`/${name}`);
      const tag = first.headers.etag ?? '';
      expect(tag).not.toBe('');
      const again = await get(`/${name}`, { 'If-None-Match': tag });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect((await get(`/${name}`, { 'If-None-Match': '"another"' })).status).toBe(200);
    }
  });

  test('that does not exist gets a 404 that is never cached', async () => {
    for (const name of ['/_astro/gone.12345678.js', '/tokens/cowl/gone.svg', '/favicon.ico/x']) {
      const { status, headers } = await get(name);
      expect(status).toBe(404);
      expect(headers['cache-control'] ?? '').not.toMatch(/immutable|max-age=[1-9]/);
    }
  });

  test('supports only GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await get('/favicon.ico', {}, method)).status).toBeGreaterThan(399);
  });

  test.each([
    '/../package.json',
    '/../../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/%2e%2e%2fpackage.json',
    '/..%5cpackage.json',
    '/%252e%252e%252fpackage.json',
    '/_astro/../../package.json',
    '/_astro/..%2f..%2fpackage.json',
    '/_astro%2f..%2f..%2f..%2fpackage.json',
    '//package.json',
    '/.launchbook-build',
    '/../.launchbook-build',
    '/../server/entry.mjs',
    '/..%2fserver%2fentry.mjs',
    '/..%2fprograms%2fserver.mjs',
    '/favicon.ico%00.js',
    '/etc/passwd',
    '/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  ])('and no other file is served: %s', async (target) => {
    const { status, text } = await get(target);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).not.toMatch(/"dependencies"|root:x:|createServer|[0-9a-f]{64}/);
  });
});

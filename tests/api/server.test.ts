/** Promises of the thin server for every response: headers, hosts, forwarded headers, the log, closed routes. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HINDI } from '@/lib/core/hindi/catalogue.ts';
import { TOKENS } from '@/lib/tokens/catalogue.ts';
import { type RawAnswer, rawCall } from '../support/raw.ts';
import { type Site, startSite } from '../support/site.ts';
import { openWire } from '../support/wire.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

type Case = [
  name: string,
  status: number,
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: string,
];
const JSON_TYPE = { 'Content-Type': 'application/json' };
const LOGIN = '/api/v1/user/auth/login';

const ANSWERS: Case[] = [
  ['a page', 200, 'GET', '/'],
  ['a page without its body', 200, 'HEAD', '/'],
  ['a page that is not there', 404, 'GET', '/no/such/page'],
  ['a guarded page', 302, 'GET', '/user/dashboard'],
  ['a file', 200, 'GET', '/tokens/cowl/icon.svg'],
  ['a call', 200, 'GET', '/api/v1/site/get'],
  ['a call without a session', 401, 'GET', '/api/v1/user/auth/profile/get'],
  ['a call that is not there', 404, 'GET', '/api/v1/nothing'],
  ['a method that is not served', 405, 'PUT', LOGIN, JSON_TYPE, '{}'],
  ['a content type that is not taken', 415, 'POST', LOGIN, { 'Content-Type': 'text/plain' }, 'x'],
  ['a call with wrong input', 422, 'POST', LOGIN, JSON_TYPE, '{}'],
  ['a call from another origin', 403, 'POST', LOGIN, { ...JSON_TYPE, Origin: 'https://evil.example.com' }, '{}'],
  ['a body that is too large', 413, 'POST', LOGIN, JSON_TYPE, 'x'.repeat(70_000)],
  ['a body where none belongs', 413, 'POST', '/', JSON_TYPE, '{}'],
  ['another host', 421, 'GET', '/', { Host: 'evil.example.com' }],
  ['life', 200, 'GET', '/healthz'],
  ['readiness', 200, 'GET', '/readyz'],
  ['a path that can not be decoded', 404, 'GET', '/%ff%'],
  ['a method nobody uses', 404, 'PROPFIND', '/no/such/page'],
  ['a page by another method', 405, 'POST', '/privacy-policy'],
  ['a guarded page by another method', 405, 'DELETE', '/user/dashboard'],
];

const ask = ([, , method, path, headers = {}, body]: Case): Promise<RawAnswer> =>
  rawCall(site.port, method, path, {
    headers: { Host: `localhost:${site.port}`, ...headers, ...(body && { 'Content-Length': String(body.length) }) },
    ...(body && { body }),
  });

describe('every answer', () => {
  test.each(ANSWERS)('%s (%i) has the security headers and does not reveal the software', async (...answerCase) => {
    const { status, headers, text } = await ask(answerCase);
    expect(status).toBe(answerCase[1]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const policy = headers['content-security-policy'];
    expect(policy).toMatch(/default-src '(self|none)'/);
    for (const part of ["frame-ancestors 'none'", "base-uri 'none'", 'form-action']) expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe-|\*|https?:/);
    expect(Object.keys(headers).filter((name) => /^(server|x-powered-by|access-control-.*)$/.test(name))).toEqual([]);
    expect(text).not.toMatch(/node_modules|\.mjs|\bat (\S+ \()?(file:|node:|\/)\S*:\d+:\d+/);
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('invalid HTTP is refused and the connection closed', async () => {
    const wire = await openWire(site.port);
    wire.send('nonsense\r\n\r\n');
    const answer = await wire.until(/\r\n\r\n/);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
    await wire.closed();
  });

  test('endless headers and a request without a host are refused', async () => {
    for (const [sent, status] of [
      [`GET / HTTP/1.1\r\nHost: localhost:${site.port}\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      ['GET / HTTP/1.1\r\n\r\n', 421],
    ] as const) {
      const wire = await openWire(site.port);
      wire.send(sent);
      const answer = await wire.until(/\r\n\r\n/);
      expect(answer.slice(9, 12)).toBe(String(status));
      expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
      wire.socket.destroy();
    }
  });

  test('failures of calls have one shape, with the request ID of the log', async () => {
    for (const it of ANSWERS.filter(([, status, , path]) => status >= 400 && path.startsWith('/api/'))) {
      const { headers, text } = await ask(it);
      expect(JSON.parse(text)).toEqual({
        status: false,
        message: expect.anything(),
        code: expect.any(String),
        requestId: headers['x-request-id'],
      });
      expect(headers['cache-control']).toBe('no-store');
    }
  });
});

describe('the host', () => {
  const get = (host: string, path = '/', headers = {}) =>
    rawCall(site.port, 'GET', path, { headers: { Host: host, ...headers } });

  test.each(['localhost:PORT', '127.0.0.1:PORT', '[::1]:PORT', 'LocalHost:PORT'])('%s is served', async (host) => {
    expect((await get(host.replace('PORT', String(site.port)))).status).toBe(200);
  });

  test.each([
    'evil.example.com',
    'evil.example.com:PORT',
    'localhost',
    'localhost:1',
    'localhost:PORT.evil.example.com',
    'localhost:PORT@evil.example.com',
    'evil.example.com#localhost:PORT',
    '0.0.0.0:PORT',
    'localhost.:PORT',
  ])('"%s" is not served, whatever the path', async (name) => {
    const host = name.replace('PORT', String(site.port));
    for (const path of ['/', '/favicon.ico', '/api/v1/site/get', '/readyz/', '/no/such/page']) {
      const { status, text } = await get(host, path);
      expect(status).toBe(421);
      expect(JSON.parse(text)).toMatchObject({ status: false, code: 'misdirected' });
    }
    expect((await get(host, '/healthz')).status).toBe(200);
    expect((await get(host, '/readyz')).status).toBe(200);
  });

  test('a browser shows the problem and the next step, with the same status and without a brand', async () => {
    const accept = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    for (const path of ['/', '/user/dashboard', '/no/such/page?q=<b>']) {
      const { status, headers, text } = await get('<b>evil.example.com', path, accept);
      expect(status).toBe(421);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        vary: 'Accept, Cookie',
        'x-frame-options': 'DENY',
      });
      const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      );
      expect(text).toContain('There is no site under this address');
      expect(text).toContain('SITE_URL');
      expect(text).toContain(headers['x-request-id']);
      expect(text).not.toMatch(/evil|<b>|<script|style=|https?:|src=/);
      for (const token of TOKENS)
        expect(text).not.toMatch(new RegExp(`\\b(${token.symbol}|${token.name})\\b|${token.icon_url}`));
    }
    // Programs, and all API requests, get JSON.
    expect(JSON.parse((await get('evil.example.com', '/api/v1/site/get', accept)).text).code).toBe('misdirected');
    expect(JSON.parse((await get('evil.example.com', '/', { Accept: '*/*' })).text).code).toBe('misdirected');
    expect((await rawCall(site.port, 'HEAD', '/', { headers: { Host: 'evil.example.com', ...accept } })).status).toBe(
      421,
    );
  });

  test('the page is in Hindi for who chose Hindi, except on the admin side', async () => {
    const ask = async (path: string, cookie: string): Promise<string> =>
      (await get('evil.example.com', path, { Accept: 'text/html', Cookie: cookie })).text;
    for (const path of ['/', '/user/dashboard', '/token']) {
      const text = await ask(path, 'language=hi');
      expect(text).toContain('<html lang="hi">');
      expect(text).toContain(`<h1>${HINDI.pages['There is no site under this address']}</h1>`);
      expect(text).not.toContain('Check the address');
    }
    for (const [path, cookie] of [
      ['/admin/dashboard', 'language=hi'],
      ['/superadmin/login', 'language=hi'],
      ['/', 'language=<b>'],
      ['/', ''],
    ] as const)
      expect(await ask(path, cookie)).toContain('<html lang="en">');
  });

  test('a host named by a trusted proxy takes precedence', async () => {
    const own = `localhost:${site.port}`;
    expect((await get(own, '/', { 'X-Forwarded-Host': 'evil.example.com' })).status).toBe(421);
    expect((await get('inner:8080', '/', { 'X-Forwarded-Host': own })).status).toBe(200);
  });

  test('a request without a host, or with another one in its target, gets nothing of another site', async () => {
    const old = await openWire(site.port);
    old.send('GET / HTTP/1.0\r\n\r\n');
    expect(await old.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 421 /);
    const empty = await openWire(site.port);
    empty.send('GET / HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n');
    expect(await empty.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 421 /);
    const absolute = await openWire(site.port);
    absolute.send(`GET http://evil.example.com/ HTTP/1.1\r\nHost: localhost:${site.port}\r\nConnection: close\r\n\r\n`);
    expect(await absolute.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 4\d\d /);
    for (const path of [
      '//evil.example.com',
      '//evil.example.com/user/dashboard',
      '/\\evil.example.com',
      '/%2f/evil.example.com/..',
    ]) {
      const { headers, text } = await get(`localhost:${site.port}`, path);
      expect(headers.location ?? '').not.toMatch(/^(\/\/|\/\\|https?:)/);
      expect(text).not.toContain('evil.example.com');
    }
  });
});

test.each([
  '/_image',
  '/_image?href=%2Ffavicon.ico&f=webp',
  '/_server-islands/Card',
  '/_actions/run',
  '/_IMAGE',
  '/%5fimage',
  '//_image',
])('the route %s of Astro is closed', async (path) => {
  for (const method of ['GET', 'POST']) {
    expect((await rawCall(site.port, method, path, { headers: { Host: `localhost:${site.port}` } })).status).toBe(404);
  }
});

describe('the log', () => {
  const linesOf = (at: Site, requestId: string): Record<string, unknown>[] =>
    at
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes(requestId))
      .map((line) => JSON.parse(line));

  test('has one line for a request, without its query and its body', async () => {
    const canary = 'canary-4471';
    const { headers } = await site.call('POST', `${LOGIN}?token=${canary}-query`, {
      body: { user: `${canary}@example.com`, password: `${canary}-password` },
      token: `${canary}-token`,
      headers: { 'User-Agent': `${canary}-agent`, Referer: `${site.url}/?x=${canary}` },
      cookie: `authToken=${canary}-cookie`,
    });
    const id = headers.get('x-request-id') ?? 'none';
    // The failed sign-in has a line of its own.
    const requests = () => linesOf(site, id).filter(({ msg }) => msg === 'request');
    await expect.poll(requests).toHaveLength(1);
    expect(requests()[0]).toMatchObject({ method: 'POST', path: LOGIN, ms: expect.any(Number) });
    expect(site.output()).not.toContain(canary);
  });

  test('records a client that disconnected', async () => {
    const wire = await openWire(site.port);
    wire.send(
      `POST ${LOGIN} HTTP/1.1\r\nHost: localhost:${site.port}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 50\r\n\r\n{`,
    );
    await wire.until(/^HTTP\/1\.1 100 /);
    const before = site.output().length;
    wire.socket.destroy();
    await expect.poll(() => site.output().slice(before)).toContain('"cut":true');
    expect((await site.call('GET', '/healthz')).status).toBe(200);
  });
});

test('forwarded headers of an untrusted peer are ignored', async () => {
  const own = await startSite({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  try {
    const headers = {
      Host: `localhost:${own.port}`,
      'X-Forwarded-For': '6.6.6.6',
      'X-Forwarded-Host': 'evil.example.com',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'for=6.6.6.6;host=evil.example.com',
    };
    const { status, text } = await rawCall(own.port, 'GET', '/', { headers });
    expect(status).toBe(200);
    expect(text).not.toMatch(/evil\.example\.com|https:\/\/localhost/);
    await expect.poll(() => own.output()).toContain('"ip":"127.0.0.1"');
    expect(own.output()).not.toContain('6.6.6.6');
  } finally {
    await own.remove();
  }
});

test('port 0 selects a free port, and the site knows it', async () => {
  const own = await startSite({ env: { PORT: '0' } });
  try {
    const port = Number(/Ready on http:\/\/127\.0\.0\.1:(\d+)/.exec(own.output())?.[1]);
    expect(port).toBeGreaterThan(0);
    const headers = { Host: `localhost:${port}` };
    expect((await rawCall(port, 'GET', '/', { headers })).status).toBe(200);
    expect((await rawCall(port, 'GET', '/robots.txt', { headers })).text).toContain(`http://localhost:${port}/`);
  } finally {
    await own.remove();
  }
});

test('a data folder has its outbox and uploads from the start, readable only by its owner', () => {
  for (const folder of ['outbox', 'uploads'])
    expect(fs.statSync(path.join(site.dataDir, folder)).mode & 0o777, folder).toBe(0o700);
});

test('a public site under https serves only its own host, with strict transport security', async () => {
  const own = await startSite({ env: { SITE_URL: 'https://sale.example.com', TRUSTED_PROXIES: '127.0.0.1' } });
  const get = (host: string, path: string) => rawCall(own.port, 'GET', path, { headers: { Host: host } });
  try {
    for (const path of ['/', '/favicon.ico', '/api/v1/nothing']) {
      const { status, headers } = await get('sale.example.com', path);
      expect(status).toBeLessThan(405);
      expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
    }
    expect((await get(`localhost:${own.port}`, '/')).status).toBe(421);
    expect((await get('sale.example.com:443', '/')).status).toBe(200);
    expect((await get('sale.example.com:80', '/')).status).toBe(421);
  } finally {
    await own.remove();
  }
});

import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createPartCache } from '@/lib/server/part-cache.ts';

const NAME = '/_astro/boot.CAn370Zr.js';
let server: http.Server | undefined;
afterEach(() => server?.close());

/** A server with a cache in front of `serve`. @returns its address */
async function serverWith(serve: RequestListener): Promise<string> {
  const parts = createPartCache();
  server = http.createServer((req, res) => {
    if (parts.send(req, res, 'an id')) return;
    if (!parts.serveAndStore(req, res, () => serve(req, res))) serve(req, res);
  });
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** How often the file is served for two equal requests. */
async function timesServed(path: string, init: RequestInit = {}, status = 200): Promise<number> {
  let served = 0;
  const url = await serverWith((_, res) => {
    served++;
    res.writeHead(status, { 'Content-Type': 'text/javascript', ETag: '"1"' });
    res.write('let it ');
    res.end('be');
  });
  for (let nth = 0; nth < 2; nth++) {
    const response = await fetch(url + path, init);
    expect([response.status, response.headers.get('etag')]).toEqual([status, '"1"']);
    expect(await response.text()).toBe(init.method === 'HEAD' ? '' : 'let it be');
  }
  return served;
}

test('a file is served once', async () => {
  expect(await timesServed(NAME)).toBe(1);
});

test.each<[string, string, RequestInit?, number?]>([
  ['an escaped name', NAME.replace('.', '%2e')],
  ['a query', `${NAME}?v=2`],
  ['another file', '/favicon.ico'],
  ['a range', NAME, { headers: { Range: 'bytes=0-' } }],
  ['a file that the client may have', NAME, { headers: { 'If-None-Match': '"1"' } }],
  ['no body', NAME, { method: 'HEAD' }],
  ['a file that does not exist', NAME, {}, 404],
])('a request with %s is served each time', async (_, path, init, status) => {
  expect(await timesServed(path, init, status)).toBe(2);
});

test('each accepted encoding is stored apart', async () => {
  const served: string[] = [];
  const url = await serverWith((req, res) => {
    served.push(String(req.headers['accept-encoding']));
    res.end('the file');
  });
  for (const encoding of ['br', 'gzip', 'identity', 'br', 'gzip', 'identity'])
    await (await fetch(url + NAME, { headers: { 'Accept-Encoding': encoding } })).text();
  expect(served).toEqual(['br', 'gzip', 'identity']);
});

test('a response that its client left is not stored', async () => {
  let served = 0;
  const url = await serverWith((_, res) => {
    served++;
    res.write('half of it');
    // As a stream does that is piped into a response.
    if (served > 1) res.end(', and the rest');
  });
  const leaving = new AbortController();
  const left = fetch(url + NAME, { signal: leaving.signal });
  while (served === 0) await new Promise((later) => setTimeout(later, 5));
  leaving.abort();
  await expect(left).rejects.toThrow();
  expect(await (await fetch(url + NAME)).text()).toBe('half of it, and the rest');
  expect(await (await fetch(url + NAME)).text()).toBe('half of it, and the rest');
  expect(served).toBe(2);
});

/** What is kept of members' pages, and for how long: one state, one drawing. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import zlib from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createMemberPages } from '../../src/lib/server/member-pages.ts';

let server: http.Server | undefined;
afterEach(() => void server?.close());

interface Sent {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server that draws a page with a growing number; asked with `?key=state`. */
async function serve({ bytesMax = 1_000_000, status = 200, headers = {} as Record<string, string> } = {}) {
  let drawings = 0;
  const pages = createMemberPages((req) => {
    const { searchParams } = new URL(req.url ?? '/', 'http://x');
    const state = searchParams.get('state');
    if (state === 'none') return null;
    const told = state === 'lost' ? Promise.reject(new Error('no database')) : Promise.resolve(state);
    return { key: searchParams.get('key') ?? '', state: told };
  }, bytesMax);
  server = http.createServer((req, res) => {
    const draw = (): void => {
      drawings++;
      res.setHeader('X-Request-Id', `request ${drawings}`);
      res.writeHead(status, { 'Content-Type': 'text/html', ...headers });
      res.write('<p>');
      res.end(`drawing ${drawings} ${'x'.repeat(1000)}`);
    };
    if (!pages.serve(req, res, null, draw)) draw();
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const get = (key: string, state: string, encoding = 'identity'): Promise<Sent> =>
    new Promise((done, fail) => {
      const query = new URLSearchParams({ key, ...(state !== '' && { state }) });
      http
        .get({ port, path: `/?${query}`, headers: { 'Accept-Encoding': encoding } }, (res) => {
          const parts: Buffer[] = [];
          res.on('data', (part) => parts.push(part));
          res.on('end', () => done({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts) }));
        })
        .on('error', fail);
    });
  return {
    get,
    nth: async (...asked: Parameters<typeof get>) =>
      Number(/drawing (\d+)/.exec((await get(...asked)).body.toString())?.[1]),
  };
}

test('one state is drawn once, another state anew', async () => {
  const { nth } = await serve();
  expect([await nth('a', '1'), await nth('a', '1'), await nth('a', '2'), await nth('a', '2')]).toEqual([1, 1, 2, 2]);
  // What was drawn from an earlier state is gone.
  expect(await nth('a', '1')).toBe(3);
});

test('nobody gets what was drawn for another, in the same state', async () => {
  const { nth } = await serve();
  expect([await nth('a', '1'), await nth('b', '1'), await nth('a', '1'), await nth('b', '1')]).toEqual([1, 2, 1, 2]);
});

test.each(['', 'none', 'lost'])('with the state "%s" each request is drawn', async (state) => {
  const { nth } = await serve();
  expect([await nth('a', state), await nth('a', state)]).toEqual([1, 2]);
});

test.each([
  ['no success', 500, {}],
  ['one that sets a cookie', 200, { 'Set-Cookie': 'authToken=' }],
])('an answer that is %s is not kept', async (_, status, headers) => {
  const { nth, get } = await serve({ status, headers });
  expect([await nth('a', '1'), await nth('a', '1')]).toEqual([1, 2]);
  expect((await get('a', '1')).status).toBe(status);
});

test('what is sent again has the headers of the drawing but for the request’s own', async () => {
  const { get } = await serve({ headers: { 'Cache-Control': 'no-store', Connection: 'close' } });
  const [first, again] = [await get('a', '1'), await get('a', '1')];
  expect(again.headers['cache-control']).toBe('no-store');
  expect(again.headers['content-length']).toBe(String(first.body.length));
  expect([again.headers['x-request-id'], again.headers.connection]).toEqual([undefined, 'keep-alive']);
});

test('packed as the browser takes it', async () => {
  const { get, nth } = await serve();
  for (const [encoding, unpack] of [
    ['gzip, deflate, br, zstd', zlib.brotliDecompressSync],
    ['gzip', zlib.gunzipSync],
  ] as const) {
    const [first, again] = [await get('a', '1', encoding), await get('a', '1', encoding)];
    expect(again.body.equals(first.body)).toBe(true);
    expect(again.headers['content-encoding']).toBe(encoding === 'gzip' ? 'gzip' : 'br');
    expect(unpack(again.body).toString()).toMatch(/^<p>drawing \d x+$/);
  }
  expect(await nth('a', '1')).toBe(3);
});

test('when it is too much, what was asked for longest ago goes first', async () => {
  const { nth } = await serve({ bytesMax: 2_500 });
  expect([await nth('a', '1'), await nth('b', '1'), await nth('a', '1'), await nth('c', '1')]).toEqual([1, 2, 1, 3]);
  expect([await nth('a', '1'), await nth('b', '1')]).toEqual([1, 4]);
});

/** Slow bodies of one network: of sign-ins, of uploads, of anything; and connections of one network without a request. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMember, PASSWORD } from '../support/accounts.ts';
import { localAddressOf, PROXY } from '../support/proxies.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { openWire, type Wire } from '../support/wire.ts';

const LOGIN = '/api/v1/user/auth/login';
const KIB = 1024;
/** nginx passes a request on when it has all of it, and Caddy answers for the program. */
const isProxied = PROXY !== null;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

interface Slow {
  readonly path?: string;
  readonly bytes?: number;
  /** Names no client: the connection comes from this address itself. */
  readonly isDirect?: boolean;
}

/** The head of a call and the first byte of its body. */
async function beginBody(ip: string, { path = LOGIN, bytes = 5_000, isDirect = false }: Slow = {}): Promise<Wire> {
  const wire = await openWire(site.port, isDirect ? ip : localAddressOf(ip));
  const lines = [
    `POST ${path} HTTP/1.1`,
    `Host: ${site.host}`,
    ...(isDirect ? [] : [`X-Forwarded-For: ${ip}`]),
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
  ];
  wire.send(`${lines.join('\r\n')}\r\n\r\n{`);
  return wire;
}

const begin = (count: number, ipOf: (nth: number) => string, slow: Slow = {}): Promise<Wire[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => beginBody(ipOf(nth), slow)));
const statusOf = (wire: Wire): string => /^HTTP\/1\.1 (\d{3}) /.exec(wire.text())?.[1] ?? 'none';
const countOf = (wires: readonly Wire[], status: string): number =>
  wires.filter((wire) => statusOf(wire) === status).length;
function end(wires: readonly Wire[]): void {
  for (const wire of wires) wire.socket.destroy();
}

async function expectSignIn(ip: string): Promise<void> {
  const { email } = await makeMember(site);
  expect((await site.call('POST', LOGIN, { body: { user: email, password: PASSWORD }, ip })).status).toBe(200);
}

describe.skipIf(isProxied)('N5: slow bodies of one network', () => {
  test.each([
    ['behind a proxy', false],
    ['of an address', true],
  ])('%s are 20 at the same time, and the others get 503', async (_, isDirect) => {
    const ip = isDirect ? '127.0.9.1' : freshIp();
    const wires = await begin(60, () => ip, { isDirect });
    await expect.poll(() => countOf(wires, '503')).toBe(40);
    expect(countOf(wires, 'none')).toBe(20);
    const refused = wires.find((wire) => statusOf(wire) === '503');
    expect(refused?.text()).toMatch(/retry-after: \d[\s\S]*"code":"unavailable"/i);
    // A body that comes with its head needs no place: neighbours sign in.
    await expectSignIn(ip);
    await expectSignIn(freshIp());
    end(wires);
  });

  test('count for a /64, whatever its addresses, and four times as many for a /48', async () => {
    const narrow = await begin(30, (nth) => `2001:db8:51:1::${nth + 1}`);
    await expect.poll(() => countOf(narrow, '503')).toBe(10);
    const wide = await begin(100, (nth) => `2001:db8:52:${nth.toString(16)}::1`);
    await expect.poll(() => countOf(wide, '503')).toBe(20);
    await expectSignIn('2001:db8:53::1');
    end([...narrow, ...wide]);
  });

  test('give their places back when their clients leave', async () => {
    const ip = freshIp();
    end(await begin(20, () => ip));
    await expect
      .poll(async () => {
        const wires = await begin(20, () => ip, { path: '/api/v1/site/auth/factor' });
        await new Promise((done) => setTimeout(done, 100));
        const refused = countOf(wires, '503');
        end(wires);
        return refused;
      })
      .toBe(0);
  });

  test('count as sign-ins of their network when they do not arrive', async () => {
    const ip = freshIp();
    for (let round = 0; round < 4; round++) {
      const wires = await begin(10, () => ip);
      // The program reads them.
      await new Promise((done) => setTimeout(done, 300));
      end(wires);
    }
    await expect
      .poll(
        async () => {
          const wire = await beginBody(ip);
          await new Promise((done) => setTimeout(done, 2_000));
          const status = statusOf(wire);
          wire.socket.destroy();
          return status;
        },
        { timeout: 30_000 },
      )
      .toBe('429');
  });
});

describe.skipIf(isProxied)('N5: the size of a body that anybody may send', () => {
  const paths = [
    LOGIN,
    '/api/v1/company/auth/login',
    '/api/v1/superadmin/auth/login/verify',
    '/api/v1/user/auth/register',
  ];
  test.each(paths)('%s takes 8 KB', async (path) => {
    const wire = await beginBody(freshIp(), { path, bytes: 8 * KIB + 1 });
    expect(await wire.until(/"requestId"/)).toMatch(/^HTTP\/1\.1 413 [\s\S]*at most 8 KB/);
    const chunked = await openWire(site.port);
    const lines = [`Host: ${site.host}`, `X-Forwarded-For: ${freshIp()}`, 'Content-Type: application/json'];
    chunked.send(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    chunked.send(`2004\r\n${'x'.repeat(8 * KIB + 4)}\r\n`);
    expect(await chunked.until(/"requestId"/)).toMatch(/^HTTP\/1\.1 413 /);
    end([wire, chunked]);
    const body = JSON.stringify({ text: 'x'.repeat(8 * KIB - 11) });
    expect(body.length).toBe(8 * KIB);
    const headers = { 'Content-Type': 'application/json' };
    expect((await site.call('POST', path, { body, headers, ip: freshIp() })).status).toBe(422);
  });
});

describe.skipIf(isProxied || process.platform !== 'linux')('N5: connections of one network', () => {
  const connect = (count: number, address: string): Promise<Wire[]> =>
    Promise.all(Array.from({ length: count }, () => openWire(site.port, address)));
  const closedOf = (wires: readonly Wire[]): number => wires.filter(({ socket }) => socket.destroyed).length;

  test('are 500, and one more ends its longest idle one', async () => {
    const other = await connect(1, '127.0.8.1');
    const wires = await connect(500, '127.0.8.2');
    expect(closedOf(wires)).toBe(0);
    const more = await connect(20, '127.0.8.2');
    await expect.poll(() => closedOf(wires)).toBe(20);
    for (const wire of [more[19], other[0]]) {
      wire?.send(`GET /healthz HTTP/1.1\r\nHost: ${site.host}\r\n\r\n`);
      expect(await wire?.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 /);
    }
    end([...wires, ...more, ...other]);
  });

  test('of 17 networks leave room for others', async () => {
    const wires: Wire[] = [];
    for (let network = 0; network < 17; network++) wires.push(...(await connect(500, `127.0.7.${network + 1}`)));
    await expect.poll(() => closedOf(wires)).toBeGreaterThanOrEqual(500);
    for (const wire of await connect(5, '127.0.8.4')) {
      wire.send(`GET /healthz HTTP/1.1\r\nHost: ${site.host}\r\n\r\n`);
      expect(await wire.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200 /);
      wire.socket.destroy();
    }
    end(wires);
  });
});

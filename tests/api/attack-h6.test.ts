/** Uploads that are begun and not continued, and connections that only one side has closed. */
import net from 'node:net';
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest';
import { type Account, makeMember } from '../support/accounts.ts';
import { hasProc, openSockets } from '../support/open-sockets.ts';
import { localAddressOf, PROXY } from '../support/proxies.ts';
import { fileForm } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { openWire, type Wire } from '../support/wire.ts';

const UPLOAD = '/api/v1/user/media/add';
const CONNECTIONS = 12;
const HALF_OPEN = 200;
/** nginx and Caddy give an answer when they have the whole body, and end a connection that stalls by their own limits. */
const isProxied = PROXY !== null;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

/** The head of an upload of five megabytes, and the first byte of its body. */
async function beginUpload(token: string, ip: string): Promise<Wire> {
  const wire = await openWire(site.port, localAddressOf(ip));
  const lines = [
    `POST ${UPLOAD} HTTP/1.1`,
    `Host: ${site.host}`,
    `X-Forwarded-For: ${ip}`,
    `Authorization: ${token}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 5000000',
  ];
  wire.send(`${lines.join('\r\n')}\r\n\r\n-`);
  return wire;
}

const statusesOf = (wires: readonly Wire[]): string[] =>
  wires.map((wire) => /^HTTP\/1\.1 (\d{3}) /.exec(wire.text())?.[1] ?? '').sort();

/** Waits until all have their answer and no connection is open any more. */
async function endOf(wires: readonly Wire[]): Promise<string[]> {
  await Promise.all(wires.map((wire) => wire.closed()));
  return statusesOf(wires);
}

const othersUpload = async (ip = freshIp()): Promise<number> => {
  const other = await makeMember(site);
  return (await site.call('POST', UPLOAD, { body: fileForm(), token: other.token, ip })).status;
};

/** The slots are free again, although the connections are not. */
async function expectUploadAgain(
  expect: ExpectStatic,
  [owner]: readonly Account[],
  wires: readonly Wire[],
): Promise<void> {
  const again = () => site.call('POST', UPLOAD, { body: fileForm(), token: owner?.token ?? '', ip: freshIp() });
  await expect.poll(async () => (await again()).status, { timeout: 30_000 }).toBe(200);
  for (const wire of wires) wire.socket.destroy();
}

// Tests that run at the same time need an `expect` each.
describe.concurrent('H6: twelve uploads of one byte each, and half-open connections', () => {
  test.for([
    ['account', async () => Array<Account>(CONNECTIONS).fill(await makeMember(site)), () => freshIp()],
    [
      'address',
      () => Promise.all(Array.from({ length: CONNECTIONS }, () => makeMember(site))),
      (
        (ip) => () =>
          ip
      )(freshIp()),
    ],
  ] as const)(
    'one %s gets three upload slots for ten seconds, and others upload meanwhile',
    async ([, accounts, ip], { expect }) => {
      const owners = await accounts();
      const wires = await Promise.all(owners.map(({ token }) => beginUpload(token, ip())));
      for (let nth = 0; nth < 5; nth++) expect(await othersUpload()).toBe(200);
      if (isProxied) return expectUploadAgain(expect, owners, wires);
      await expect.poll(() => statusesOf(wires).filter((status) => status === '503').length).toBe(CONNECTIONS - 3);
      expect(await othersUpload()).toBe(200);
      const refused = [...Array(3).fill('408'), ...Array(CONNECTIONS - 3).fill('503')];
      expect(await endOf(wires)).toEqual(refused);
      expect(wires.find((wire) => wire.text().includes(' 503 '))?.text()).toMatch(
        /retry-after: \d[\s\S]*your account or your network already/i,
      );
    },
  );

  test('four accounts at four addresses do not hold the slots of others', async ({ expect }) => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => makeMember(site)));
    const ips = accounts.map(() => freshIp());
    const begin = (_: unknown, n: number) => beginUpload(accounts[n % 4]?.token ?? '', ips[n % 4] ?? '');
    const wires = await Promise.all(Array.from({ length: CONNECTIONS }, begin));
    for (let nth = 0; nth < 5; nth++) expect(await othersUpload()).toBe(200);
    if (isProxied) return expectUploadAgain(expect, accounts, wires);
    expect(await endOf(wires)).toEqual(Array(CONNECTIONS).fill('408'));
  });

  test.skipIf(isProxied)('uploads without a session never get a slot', async ({ expect }) => {
    const ip = freshIp();
    const wires = await Promise.all(Array.from({ length: CONNECTIONS }, () => beginUpload('none', ip)));
    await expect.poll(() => statusesOf(wires)).toEqual(Array(CONNECTIONS).fill('401'));
    expect(await othersUpload(ip)).toBe(200);
    await endOf(wires);
  });

  test.skipIf(isProxied)('the limit of an account is counted before the body', async ({ expect }) => {
    const { token } = await makeMember(site);
    const empty = () => site.call('POST', UPLOAD, { body: new FormData(), token, ip: freshIp() });
    for (let nth = 0; nth < 200; nth++) expect((await empty()).status).toBe(422);
    const wire = await beginUpload(token, freshIp());
    expect(await wire.until(/requestId/)).toMatch(/^HTTP\/1\.1 429 /);
    wire.socket.destroy();
  });

  test.skipIf(isProxied)(
    'a JSON body that does not progress is refused, and its connection destroyed',
    async ({ expect }) => {
      const wire = await openWire(site.port);
      const head = `POST /api/v1/user/auth/login HTTP/1.1\r\nHost: ${site.host}\r\nContent-Type: application/json`;
      wire.send(`${head}\r\nContent-Length: 100\r\n\r\n{`);
      await wire.closed();
      expect(wire.text()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
    },
  );

  // Bytes sent on a half-open connection would end it, so the test looks at the program's open sockets.
  test.skipIf(!hasProc || isProxied)(
    'a connection is destroyed after an error answer, although the client does not close its side',
    async ({ expect }) => {
      const before = openSockets(site);
      const sockets = await Promise.all(Array.from({ length: HALF_OPEN }, sendGarbage));
      expect(openSockets(site)).toBeGreaterThan(before + HALF_OPEN / 2);
      await expect.poll(() => openSockets(site)).toBeLessThan(before + HALF_OPEN / 2);
      for (const socket of sockets) socket.destroy();
    },
  );
});

/** Gets an error answer and does not close its side. */
async function sendGarbage(): Promise<net.Socket> {
  const socket = net.connect({ port: site.port, host: '127.0.0.1', allowHalfOpen: true });
  const isEnded = new Promise((done) => socket.once('end', done));
  socket.on('error', () => {});
  socket.resume().write('NOT HTTP\r\n\r\n');
  await isEnded;
  return socket;
}

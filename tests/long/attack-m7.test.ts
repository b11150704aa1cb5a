/** Clients that request a large file and never read a byte of the response. */
import fs from 'node:fs';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { pdf } from '../support/media-files.ts';
import { hasProc, openSockets, residentBytes } from '../support/open-sockets.ts';
import { localAddressOf, PROXY } from '../support/proxies.ts';
import { upload } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const MIB = 1024 * 1024;
const FILE_BYTES = 4.5 * MIB;

let site: Site;
let member: Account;
/** An admin who reads the file meanwhile. */
let other: Account;
/** Who may read the file, too. */
let admins: Account[];
let file: string;
beforeAll(async () => {
  site = await startSite();
  member = await makeMember(site);
  other = await makeAdmin(site);
  // One account has 32 downloads at a time.
  admins = [];
  while (admins.length < 63) admins.push(await makeAdmin(site));
  const bytes = pdf({ body: 'x'.repeat(FILE_BYTES) });
  file = `/api/v1/media/${await upload(site, member, bytes)}`;
});
afterAll(() => site?.remove());

/** What the kernel allows a program to ask for; 0 where it does not say. */
function backlogMax(): number {
  const file = '/proc/sys/net/core/somaxconn';
  return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0;
}

/** Requests the file and reads nothing. */
async function requestAndStall({ token }: Account): Promise<net.Socket> {
  const ip = freshIp();
  const socket = net.connect({ port: site.port, host: '127.0.0.1', localAddress: localAddressOf(ip) });
  socket.on('error', () => {});
  await new Promise((done) => socket.once('connect', done));
  const lines = [`Host: ${site.host}`, `X-Forwarded-For: ${ip}`, `Authorization: ${token}`];
  socket.pause().write(`GET ${file} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** @param accounts in turn */
async function stallMany(count: number, accounts: readonly Account[]): Promise<net.Socket[]> {
  const sockets: net.Socket[] = [];
  const next = (_: unknown, nth: number) =>
    requestAndStall(accounts[(sockets.length + nth) % accounts.length] as Account);
  while (sockets.length < count) sockets.push(...(await Promise.all(Array.from({ length: 50 }, next))));
  return sockets;
}

const isServed = async (): Promise<boolean> => {
  const [page, download] = await Promise.all([
    site.call('GET', '/'),
    site.call('GET', file, { token: other.token, ip: freshIp() }),
  ]);
  return page.status === 200 && download.status === 200 && download.text.length > FILE_BYTES;
};

const BURST = 1_500;

// A proxy accepts connections by itself.
describe.skipIf(backlogMax() < BURST || PROXY !== null)('M7: many connections at the same time', () => {
  test('wait for a program that is busy, and none is lost', async () => {
    const connectAll = async (): Promise<net.Socket[]> => {
      const sockets = Array.from({ length: BURST }, () => net.connect({ port: site.port, host: '127.0.0.1' }));
      for (const socket of sockets) socket.on('error', () => {});
      await expect.poll(() => sockets.filter(({ connecting }) => !connecting).length, { timeout: 20_000 }).toBe(BURST);
      return sockets;
    };
    // It accepts nothing meanwhile.
    process.kill(site.process.pid ?? 0, 'SIGSTOP');
    const sockets = await connectAll().finally(() => process.kill(site.process.pid ?? 0, 'SIGCONT'));
    expect(sockets.filter(({ destroyed }) => destroyed).length).toBe(0);
    for (const socket of sockets) socket.destroy();
    expect((await site.call('GET', '/')).status).toBe(200);
  });
});

describe.skipIf(!hasProc)('M7: clients that request files and do not read them', () => {
  test('three hundred hold a fraction of what they requested, for thirty seconds, and others are served', async () => {
    expect(await isServed()).toBe(true);
    const before = { sockets: openSockets(site), bytes: residentBytes(site) };
    const sockets = await stallMany(300, [member]);
    expect(await isServed()).toBe(true);
    expect(residentBytes(site) - before.bytes).toBeLessThan(256 * MIB);
    await expect
      .poll(() => openSockets(site), { timeout: PROXY === null ? 45_000 : 90_000 })
      .toBeLessThan(before.sockets + 20);
    expect(await isServed()).toBe(true);
    for (const socket of sockets) socket.destroy();
  });

  test('bytes in flight have a budget: of two thousand the longest waiting ends', async () => {
    const before = { sockets: openSockets(site), bytes: residentBytes(site) };
    const sockets = await stallMany(2_000, admins);
    await expect.poll(() => openSockets(site), { timeout: 15_000 }).toBeLessThan(before.sockets + 1_200);
    expect(residentBytes(site) - before.bytes).toBeLessThan(512 * MIB);
    expect(await isServed()).toBe(true);
    for (const socket of sockets) socket.destroy();
  });
});

/** Slow uploads of many free accounts, and refusals that have to reach clients that still send. */
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeMember } from '../support/accounts.ts';
import { localAddressOf, PROXY } from '../support/proxies.ts';
import { fileForm } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { openWire, type Wire } from '../support/wire.ts';

const UPLOAD = '/api/v1/user/media/add';
const ACCOUNTS = 67;
const EACH = 3;
/** nginx passes an upload on when it has all of it; through Caddy the same is shown by attack-h6. */
const isProxied = PROXY !== null;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

function head(token: string, ip: string, bytes: number): string {
  const lines = [
    `POST ${UPLOAD} HTTP/1.1`,
    `Host: ${site.host}`,
    `X-Forwarded-For: ${ip}`,
    `Authorization: ${token}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${bytes}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

async function beginUpload(token: string, ip: string, first: string): Promise<Wire> {
  const wire = await openWire(site.port, localAddressOf(ip));
  wire.send(head(token, ip, 5_000_000) + first);
  return wire;
}

const statusOf = (wire: Wire): string => /^HTTP\/1\.1 (\d{3}) /.exec(wire.text())?.[1] ?? 'none';
const countOf = (wires: readonly Wire[], status: string): number =>
  wires.filter((wire) => statusOf(wire) === status).length;
function end(wires: readonly Wire[]): void {
  for (const wire of wires) wire.socket.destroy();
}

/** As a person with the page open: again after a refusal. @returns the status of the last try */
async function uploadPatiently(account: Account): Promise<number> {
  let status = 0;
  for (let tries = 0; tries < 3 && status !== 200; tries++)
    status = (await site.call('POST', UPLOAD, { body: fileForm(), token: account.token, ip: freshIp() })).status;
  return status;
}

describe.skipIf(isProxied)('N6: slow uploads of free accounts', () => {
  test('neither take the places of other accounts nor stay', async () => {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => makeMember(site)));
    const [verified, newcomer, old] = await Promise.all([
      makeMember(site, { isApproved: true }),
      makeMember(site),
      makeMember(site),
    ]);
    await site.database.platform
      .updateTable('users')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', old.id)
      .execute();
    const part = 'x'.repeat(17_000);
    const wires = await Promise.all(
      accounts.flatMap(({ token }) => {
        const ip = freshIp();
        return Array.from({ length: EACH }, () => beginUpload(token, ip, part));
      }),
    );
    const pace = setInterval(() => {
      for (const wire of wires) if (statusOf(wire) === 'none') wire.send(part);
    }, 9_000);
    // The others of the 201 wait, and are refused.
    await expect.poll(() => countOf(wires, 'none'), { timeout: 20_000 }).toBeLessThanOrEqual(150);
    expect(await uploadPatiently(verified)).toBe(200);
    expect(await uploadPatiently(old)).toBe(200);
    expect(await uploadPatiently(newcomer)).toBe(200);
    // 17 KB in nine seconds is enough while few uploads arrive, and too slow while many do.
    await expect.poll(() => countOf(wires, '503'), { timeout: 40_000 }).toBeGreaterThan(100);
    clearInterval(pace);
    end(wires);
  });

  test('count for a /48', async () => {
    const accounts = await Promise.all(Array.from({ length: 14 }, () => makeMember(site)));
    const wires = await Promise.all(
      accounts.map(({ token }, nth) => beginUpload(token, `2001:db8:61:${nth.toString(16)}::1`, 'x')),
    );
    await expect.poll(() => countOf(wires, '503')).toBe(2);
    expect(wires.find((wire) => statusOf(wire) === '503')?.text()).toMatch(/your account or your network already/);
    end(wires);
  });
});

interface Sent {
  readonly status: string;
  readonly isBroken: boolean;
}

/** Sends a whole upload and reads nothing before all of it is sent, as a browser does. */
function sendWhole(token: string, ip: string, bytes: number): Promise<Sent> {
  return new Promise((resolve) => {
    const socket = net.connect({ port: site.port, host: '127.0.0.1', localAddress: localAddressOf(ip) });
    let text = '';
    let isBroken = false;
    const finish = (): void => {
      socket.destroy();
      resolve({ status: /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 'none', isBroken });
    };
    socket.on('error', () => (isBroken = true)).on('close', finish);
    socket.setEncoding('latin1').pause();
    socket.write(head(token, ip, bytes));
    let left = bytes;
    const sendNext = (): void => {
      const size = Math.min(left, 64 * 1024);
      left -= size;
      if (size > 0) return void socket.write('x'.repeat(size), () => setTimeout(sendNext, 1));
      socket.on('data', (chunk) => {
        text += chunk;
        if (text.includes('"requestId"')) finish();
      });
      socket.resume();
    };
    sendNext();
  });
}

describe.skipIf(isProxied)('N6: a refusal of an upload', () => {
  test.each([60_000, 2_000_000])('of %i bytes reaches each of 40 clients that still send', async (bytes) => {
    const members = await Promise.all(Array.from({ length: 10 }, () => makeMember(site)));
    const ip = freshIp();
    // They hold the places of the network for ten seconds.
    const slow = await Promise.all(members.slice(0, 3).map(({ token }) => beginUpload(token, ip, 'x')));
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => sendWhole(members[nth % 10]?.token ?? '', ip, bytes)),
    );
    end(slow);
    // A few may get a slot that was not taken yet, and are refused because they are no form.
    expect(sent.filter(({ status, isBroken }) => isBroken || !['503', '422'].includes(status))).toEqual([]);
    expect(sent.filter(({ status }) => status === '503').length).toBeGreaterThan(20);
  });
});

/** The attacks on the server again, through the shipped files of nginx and Caddy. Each is skipped where it is not installed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMember } from '../support/accounts.ts';
import { isInstalled, PROXIED_HOST, type RunningProxy, startProxy } from '../support/proxies.ts';
import { fileForm } from '../support/purchases.ts';
import { type RawAnswer, rawCall } from '../support/raw.ts';
import { type Site, startSite } from '../support/site.ts';
import { openWire, type Wire } from '../support/wire.ts';

const UPLOAD = '/api/v1/user/media/add';
const LOGIN = '/api/v1/user/auth/login';
const ATTACKER = '127.0.0.66';
const KINDS = ['nginx', 'caddy'] as const;

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { SITE_URL: `http://${PROXIED_HOST}` } });
});
afterAll(() => site?.remove());

/** One picture as a multipart body, sent whole. */
async function uploadThrough(port: number, account?: string): Promise<number> {
  const token = account ?? (await makeMember(site)).token;
  const form = new Response(fileForm());
  const body = new Uint8Array(await form.arrayBuffer());
  const wire = await openWire(port);
  const lines = [
    `Host: ${PROXIED_HOST}`,
    `Authorization: ${token}`,
    `Content-Type: ${form.headers.get('content-type')}`,
  ];
  wire.send(`POST ${UPLOAD} HTTP/1.1\r\n${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n`);
  wire.send(body);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(await wire.until(/HTTP\/1\.1 \d+/))?.[1]);
  wire.socket.destroy();
  return status;
}

const page = (port: number): Promise<RawAnswer> => rawCall(port, 'GET', '/', { headers: { Host: PROXIED_HOST } });

describe.each(KINDS.map((kind) => ({ kind })))('H6: twelve uploads of one byte each, through $kind', ({ kind }) => {
  test.skipIf(!isInstalled(kind))('do not keep others from uploading, and give their slots back', async () => {
    const proxy: RunningProxy = await startProxy(kind, site.port);
    const { token } = await makeMember(site);
    const wires: Wire[] = [];
    for (let nth = 0; nth < 12; nth++) {
      const wire = await openWire(proxy.port, ATTACKER);
      const lines = [
        `Host: ${PROXIED_HOST}`,
        `Authorization: ${token}`,
        'Content-Type: multipart/form-data; boundary=x',
      ];
      wire.send(`POST ${UPLOAD} HTTP/1.1\r\n${lines.join('\r\n')}\r\nContent-Length: 5000000\r\n\r\n-`);
      wires.push(wire);
    }
    for (let nth = 0; nth < 5; nth++) expect(await uploadThrough(proxy.port)).toBe(200);
    // The slots are free again, whatever the proxy does with connections that are still open.
    await expect.poll(() => uploadThrough(proxy.port, token), { timeout: 30_000 }).toBe(200);
    for (const wire of wires) wire.socket.destroy();
    await proxy.stop();
  });
});

describe.each(KINDS.map((kind) => ({ kind })))('M3: a forged X-Forwarded-For, through $kind', ({ kind }) => {
  test.skipIf(!isInstalled(kind))('does not change the address that is limited', async () => {
    const proxy: RunningProxy = await startProxy(kind, site.port);
    const statuses: number[] = [];
    const endings = ['', ', 203.0.113.50:4711', ', [2001:db8:7::50]:4711', ', unknown'];
    for (let nth = 0; nth < 32; nth++) {
      const headers = {
        Host: PROXIED_HOST,
        'X-Forwarded-For': `198.51.100.${nth}${endings[nth % endings.length]}`,
        'Content-Type': 'application/json',
      };
      const body = JSON.stringify({ user: 'nobody@example.com', password: 'wrong password' });
      statuses.push((await rawCall(proxy.port, 'POST', LOGIN, { headers, body })).status);
    }
    expect(statuses).toContain(429);
    await site.database.platform.deleteFrom('rate_limits').execute();
    await proxy.stop();
  });
});

describe('M11: a flood of one address, through nginx', () => {
  test.skipIf(!isInstalled('nginx'))('gets 429 from nginx, and others are served', async () => {
    const proxy: RunningProxy = await startProxy('nginx', site.port);
    const flood = await openWire(proxy.port, ATTACKER);
    for (let nth = 0; nth < 900; nth++) flood.send(`GET /token HTTP/1.1\r\nHost: ${PROXIED_HOST}\r\n\r\n`);
    const text = await flood.until(/HTTP\/1\.1 429 /);
    expect(text.slice(text.indexOf('HTTP/1.1 429'))).toMatch(/Retry-After: 5[\s\S]*"code":"rate_limited"/);
    expect((await page(proxy.port)).status).toBe(200);
    expect(await uploadThrough(proxy.port)).toBe(200);
    flood.socket.destroy();
    await proxy.stop();
  });
});

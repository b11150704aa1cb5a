/** The server's own low findings: methods, cut uploads, headers of subdomains, the secret. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeMember, PASSWORD } from '../support/accounts.ts';
import { askCode, redeem, requestCode } from '../support/codes.ts';
import { aadhaar, profileCalls } from '../support/profile.ts';
import { localAddressOf, PROXY } from '../support/proxies.ts';
import { rawCall } from '../support/raw.ts';
import { APP_SECRET, freshIp, type Site, type SiteOptions, startSite } from '../support/site.ts';
import { openWire } from '../support/wire.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

describe('low: TRACE and CONNECT', () => {
  test.each(['/', '/api/v1/site/get', '/favicon.ico'])('TRACE %s gives 405 and echoes nothing', async (target) => {
    const headers = { Host: site.host, Cookie: 'authToken=canary' };
    const answer = await rawCall(site.port, 'TRACE', target, { headers });
    // nginx refuses it itself.
    const allow = PROXY === 'nginx' ? undefined : 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
    expect([answer.status, answer.headers.allow]).toEqual([405, allow]);
    expect(answer.text).not.toContain('canary');
  });

  test('CONNECT gives 405 and ends', async () => {
    const wire = await openWire(site.port);
    wire.send(`CONNECT ${site.host} HTTP/1.1\r\nHost: ${site.host}\r\n\r\n`);
    expect(await wire.until(/\r\n\r\n/)).toMatch(
      PROXY === 'nginx' ? /^HTTP\/1\.1 40[05] / : /^HTTP\/1\.1 405 [\s\S]*Allow: GET/,
    );
    if (PROXY === null) await wire.closed();
    wire.socket.destroy();
  });
});

// nginx passes an upload on when it has all of it.
describe.skipIf(PROXY === 'nginx')('low: an upload that is cut off', () => {
  test('is no error in the log', async () => {
    const { token } = await makeMember(site);
    const ip = freshIp();
    const wire = await openWire(site.port, localAddressOf(ip));
    const lines = [`Host: ${site.host}`, `X-Forwarded-For: ${ip}`, `Authorization: ${token}`];
    const type = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 500000';
    wire.send(`POST /api/v1/user/media/add HTTP/1.1\r\n${lines.join('\r\n')}\r\n${type}\r\n\r\n`);
    wire.send('x'.repeat(100_000));
    // The endpoint reads the body when the account's counter exists.
    await expect
      .poll(async () => (await site.database.platform.selectFrom('rate_limits').selectAll().execute()).length)
      .toBeGreaterThan(1);
    wire.socket.resetAndDestroy();
    await expect.poll(() => site.output()).toMatch(new RegExp(`"path":"/api/v1/user/media/add".*"${ip}".*"cut":true`));
    expect((await site.call('GET', '/')).status).toBe(200);
    expect(site.output()).not.toMatch(/"level":(50|60)|Unhandled/);
  });
});

describe('low: HSTS of subdomains', () => {
  test.each([
    ['not without the variable', {}, 'max-age=31536000'],
    ['with HSTS_SUBDOMAINS=on', { HSTS_SUBDOMAINS: 'on' }, 'max-age=31536000; includeSubDomains'],
  ])('%s', async (_, env, header) => {
    const secured = await startSite({ env: { SITE_URL: 'https://sale.example.com', ...env } });
    const answer = await rawCall(secured.port, 'GET', '/', { headers: { Host: 'sale.example.com' } });
    expect(answer.headers['strict-transport-security']).toBe(header);
    const garbage = await openWire(secured.port);
    garbage.send('NOT HTTP\r\n\r\n');
    // A proxy answers that itself.
    if (PROXY === null) expect(await garbage.until(/\r\n\r\n/)).toContain(`Strict-Transport-Security: ${header}\r\n`);
    await secured.remove();
  });
});

describe('low: a changed APP_SECRET, from a file', () => {
  const number = aadhaar();
  let owner: Account;
  let stranger: Account;
  const hashOf = async (account: Account) => (await profileCalls(() => site).rowOf(account)).aadhaar_hash;

  /** A program on the same data with a new secret in a file. */
  async function onNewSecret<T>(previous: string, work: (next: Site) => Promise<T>): Promise<T> {
    const file = path.join(site.dataDir, 'new-secret');
    fs.writeFileSync(file, 'another secret for tests, long enough as well\n', { mode: 0o600 });
    const env = { APP_SECRET: '', APP_SECRET_FILE: file, APP_SECRET_PREVIOUS: previous };
    const options: SiteOptions = { databaseUrl: site.databaseUrl ?? '', env };
    const next = await startSite(options);
    try {
      return await work(next);
    } finally {
      await next.remove();
    }
  }

  test.each([true, false])(
    'a code under way works with the previous secret, and not without it (challenge sent: %s)',
    async (isSent) => {
      const { email } = await makeMember(site);
      const ip = freshIp();
      const { code, challenge } = await requestCode(site, 'reset', email, { ip });
      const redeemOn = (next: Site) => redeem(next, 'reset', email, code, { ip, ...(isSent && { challenge }) });
      await onNewSecret('', async (next) => expect((await redeemOn(next)).status).toBe(422));
      await onNewSecret(APP_SECRET, async (next) => expect((await redeemOn(next)).status).toBe(200));
    },
  );

  test('a browser that has signed in before is known with the previous secret', async () => {
    const { email } = await makeMember(site);
    const headers = { Origin: site.url };
    const body = { user: email, password: PASSWORD };
    const opened = await site.call('POST', '/api/v1/user/auth/login', { body, headers, ip: freshIp() });
    const cookie =
      opened.headers
        .getSetCookie()
        .find((text) => text.includes('deviceToken='))
        ?.split(';', 1)[0] ?? '';
    await onNewSecret(APP_SECRET, async (next) => {
      // Strangers use up what a day has for the address.
      await Promise.all(Array.from({ length: 60 }, () => askCode(next, 'reset', email)));
      expect((await askCode(next, 'reset', email)).status).toBe(429);
      expect((await askCode(next, 'reset', email, { cookie })).status).toBe(200);
    });
  });

  test('a known Aadhaar number is recognised with the previous secret, and its hash renewed when it is given again', async () => {
    owner = await makeMember(site);
    stranger = await makeMember(site);
    const body = { kycDocumentNumber: number };
    expect((await profileCalls(() => site).update(owner, body)).status).toBe(200);
    const before = await hashOf(owner);
    await onNewSecret(APP_SECRET, async (next) => {
      expect((await profileCalls(() => next).update(stranger, body)).status).toBe(200);
      // Admins see that both have one number, because both have one hash (docs/contract.md, Personal fields).
      expect(await hashOf(stranger)).toBe(await hashOf(owner));
      expect(await hashOf(owner)).not.toBe(before);
    });
    await onNewSecret('', async (next) => {
      const third = await makeMember(next);
      expect((await profileCalls(() => next).update(third, body)).status).toBe(200);
      expect(await hashOf(third)).toBe(await hashOf(owner));
    });
  });
});

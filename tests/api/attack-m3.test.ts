/** A client writes its own entry into `X-Forwarded-For`; the proxy in front appends the real one, with a port. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROXY } from '../support/proxies.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const LOGIN = '/api/v1/user/auth/login';
/** Sign-ins of one address in a minute. */
const SIGN_INS_MAX = 30;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

let tries = 0;
/** For another account each time, whose own limit is lower. @param forged the client's own entry */
const signIn = (forged: string, appended: string) =>
  site.call('POST', LOGIN, {
    body: { user: `nobody${++tries}@example.com`, password: 'wrong password' },
    ip: `${forged}, ${appended}`,
  });

// The shipped proxies write the header themselves (tests/long/attack-proxies.test.ts).
describe.skipIf(PROXY !== null)('M3: a forged address before one that has a port', () => {
  test.each([
    ['with a port', '203.0.113.50:4711'],
    ['in brackets with a port', '[2001:db8:7::50]:4711'],
    ['that cannot be read', 'unknown'],
  ])('sign-ins from an address %s have one limit, whatever the client adds', async (_, appended) => {
    for (let nth = 0; nth < SIGN_INS_MAX; nth++) expect((await signIn(freshIp(), appended)).status).not.toBe(429);
    expect((await signIn(freshIp(), appended)).status).toBe(429);
    expect((await signIn(freshIp(), freshIp())).status).not.toBe(429);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMember, PASSWORD } from '../support/accounts.ts';
import { askCode, mailsTo, newAddress } from '../support/codes.ts';
import { PROXY } from '../support/proxies.ts';
import { whenRoom } from '../support/room.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { CODE_REQUESTS_PER_IPV4_HOUR: '3' } });
});
afterAll(() => site.remove());

const many = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));
const count = (answers: Answer[], status: number): number => answers.filter((a) => a.status === status).length;

let prefixes = 0;
/** A new /48 of the range for documentation. */
const freshPrefix = (): string => `2001:db8:${(++prefixes).toString(16)}`;

/** A call with a limit of 20 a minute for a network. */
const checkReferral = (ip: string): Promise<Answer> =>
  site.call('GET', '/api/v1/user/auth/referral/check?code=COWL0000000', { ip });
const login = (email: string, password: string, ip: string, cookie?: string): Promise<Answer> =>
  whenRoom(() =>
    site.call('POST', '/api/v1/user/auth/login', {
      ip,
      body: { user: email, password },
      headers: { Origin: site.url, ...(cookie !== undefined && { Cookie: cookie }) },
    }),
  );

describe('M1: one IPv6 network uses many addresses, and many networks attack one account', () => {
  // No client of a test can connect to a proxy from an IPv6 network of its own.
  it.skipIf(PROXY !== null)('all addresses of a /64 share its limits, in every spelling', async () => {
    const prefix = freshPrefix();
    const answers = await many(30, (n) => checkReferral(`${prefix}:7::${n.toString(16)}`));
    expect([count(answers, 200), count(answers, 429)]).toEqual([20, 10]);
    expect((await checkReferral(`${prefix}:0007:0:0:0:ff`)).status).toBe(429);
    expect((await checkReferral(`${prefix.toUpperCase()}:7:FFFF::1`)).status).toBe(429);
    expect((await checkReferral(`${prefix}:8::1`)).status).toBe(200);
  });

  it.skipIf(PROXY !== null)('a /48 may do four times as much as a /64', async () => {
    const prefix = freshPrefix();
    const answers = await many(100, (n) => checkReferral(`${prefix}:${n.toString(16)}::1`));
    expect([count(answers, 200), count(answers, 429)]).toEqual([80, 20]);
    expect((await checkReferral(`${freshPrefix()}::1`)).status).toBe(200);
  });

  it.skipIf(PROXY !== null)('wrong passwords from all addresses of a /64 count together', async () => {
    const { email } = await makeMember(site);
    const prefix = freshPrefix();
    const five = (first: number) =>
      many(5, (n) => login(email, 'not this one', `${prefix}::${(first + n).toString(16)}`));
    for (const [batch, status] of [401, 401, 429].entries()) expect(count(await five(5 * batch), status)).toBe(5);
  });

  it('after a hundred failures from everywhere sign-ins are delayed and the owner gets one mail, but nobody is locked out', async () => {
    const { email } = await makeMember(site);
    const known = await login(email, PASSWORD, freshIp());
    const device = known.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')[1] ?? '';
    expect(device).toMatch(/^deviceToken=/);
    // What a busy machine refuses is no failure.
    for (let failures = 0; failures < 100; )
      failures += count(await many(5, () => login(email, 'not this one', freshIp())), 401);
    const timed = async (call: Promise<Answer>): Promise<[number, number]> => {
      const from = performance.now();
      const { status } = await call;
      return [status, performance.now() - from];
    };
    const [[wrong, wrongMs], [right, rightMs], [owner, ownerMs]] = await Promise.all([
      timed(login(email, 'not this one', freshIp())),
      timed(login(email, PASSWORD, freshIp())),
      timed(login(email, PASSWORD, freshIp(), device)),
    ]);
    expect([wrong, right, owner]).toEqual([401, 200, 200]);
    expect(Math.min(wrongMs, rightMs)).toBeGreaterThanOrEqual(5000);
    expect(ownerMs).toBeLessThan(5000);
    const warnings = async (): Promise<number> =>
      (await mailsTo(site, email)).filter(({ kind }) => kind === 'failed-attempts').length;
    await expect.poll(warnings).toBe(1);
  }, 60_000);

  it('the operator sets how many codes one IPv4 address may request; IPv6 is not affected', async () => {
    const ip = freshIp();
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) statuses.push((await askCode(site, 'register', newAddress(), ip)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    if (PROXY !== null) return;
    const prefix = freshPrefix();
    for (let n = 0; n < 5; n++)
      expect((await askCode(site, 'register', newAddress(), `${prefix}::${n}`)).status).toBe(200);
  });
});

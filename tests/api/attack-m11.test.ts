import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROXY } from '../support/proxies.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';
import { openWire } from '../support/wire.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const many = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));

/** Runs `work` while every query of the program that reads a company or counts an attempt has to wait. */
function withoutDatabase<T>(work: () => Promise<T>): Promise<T> {
  return site.database.platform.transaction().execute(async (tx) => {
    await sql`LOCK TABLE rate_limits, companies, sessions IN ACCESS EXCLUSIVE MODE`.execute(tx);
    return work();
  });
}

const refusals = (answers: Answer[]): number =>
  answers.filter((a) => a.status === 429 && Number(a.headers.get('retry-after')) > 0).length;

/** Refusals by the limit of the minute: the limit of the second refuses for one second. */
const ofMinute = (answers: Answer[]): number =>
  refusals(answers.filter((a) => Number(a.headers.get('retry-after')) > 1));

describe('M11: refused requests and pages cost as much as served ones', () => {
  it('a refused call is answered without the database', async () => {
    const ip = freshIp();
    const check = (): Promise<Answer> => site.call('GET', '/api/v1/user/auth/referral/check?code=COWL0000000', { ip });
    expect((await many(30, check)).filter((a) => a.status === 200).length).toBe(20);
    await withoutDatabase(async () => expect(refusals(await many(300, check))).toBe(300));
    const elsewhere = await site.call('GET', '/api/v1/user/auth/referral/check?code=COWL0000000', { ip: freshIp() });
    expect(elsewhere.status).toBe(200);
  });

  it.skipIf(PROXY !== null)('a sign-in of a refused network is refused before its body has arrived', async () => {
    const ip = freshIp();
    const signIn = (n: number): Promise<Answer> => {
      const body = { user: `nobody-${n}@example.com`, password: 'not this one' };
      return site.call('POST', '/api/v1/user/auth/login', { ip, body });
    };
    // A window may end meanwhile, so more are sent until some are refused.
    for (let refused = 0; refused === 0; ) refused = refusals(await many(20, signIn));
    for (const path of ['/api/v1/user/auth/login', '/API/v1//user/auth/login/']) {
      const wire = await openWire(site.port);
      const lines = [`POST ${path} HTTP/1.1`, `Host: ${site.host}`, `X-Forwarded-For: ${ip}`, 'Content-Length: 60'];
      wire.send(`${lines.join('\r\n')}\r\nContent-Type: application/json\r\n\r\n`);
      expect(await wire.until(/\r\n\{.*\}/)).toMatch(/^HTTP\/1.1 429 [\s\S]*"code":"rate_limited"/);
      wire.socket.destroy();
    }
  });

  it('one network gets 1,800 pages a minute, and a refused page is answered without the database', async () => {
    const ip = freshIp();
    const open = (from: string): Promise<Answer> =>
      site.call('GET', '/user/dashboard', { ip: from, headers: { Accept: 'text/html' } });
    let refused = 0;
    // A window may end meanwhile, so more are opened until some are refused.
    for (let batch = 0; refused === 0 && batch < 100; batch++) refused = ofMinute(await many(50, () => open(ip)));
    expect(refused).toBeGreaterThan(0);
    expect((await open(freshIp())).status).toBe(302);
    // nginx has its own, lower limit, and passes on what is below it.
    if (PROXY === 'nginx') return;
    await withoutDatabase(async () => {
      const answers = await many(50, () => open(ip));
      expect(refusals(answers)).toBe(50);
      expect(answers[0]?.text).toContain('Too many pages were opened');
    });
  }, 60_000);
});

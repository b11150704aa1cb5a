/** Reads from a hundred networks leave connections to the database to everybody else (N13). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMember } from '../support/accounts.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const CHECK = '/api/v1/user/auth/referral/check?code=COWL0000000';

/** Runs `work` while every call that counts an attempt has to wait. */
function withoutCounters<T>(work: () => Promise<T>): Promise<T> {
  return site.database.platform.transaction().execute(async (tx) => {
    await sql`LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE`.execute(tx);
    return work();
  });
}

/** Connections of the program that wait for the lock. */
async function waitingConnections(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%rate_limits%'`.execute(
    site.database.platform,
  );
  return rows[0]?.count ?? 0;
}

const loggedErrors = (): string[] =>
  site
    .output()
    .split('\n')
    .filter((line) => /"level":50/.test(line));

describe('N13: floods of reads from many networks', () => {
  it('a hundred networks take their share of the pool, and somebody who is signed in reads on', async () => {
    const { cookie } = await makeMember(site);
    const own = freshIp();
    const dashboard = (): Promise<Answer> => site.call('GET', '/user/dashboard', { cookie, ip: own });
    expect((await dashboard()).status).toBe(200);
    const networks = Array.from({ length: 100 }, freshIp);
    const flood = await withoutCounters(async () => {
      const calls = [...networks, ...networks, ...networks].map((ip) => site.call('GET', CHECK, { ip }));
      await expect.poll(waitingConnections, { timeout: 20_000 }).toBe(4);
      const pages = await Promise.all(Array.from({ length: 10 }, dashboard));
      expect(pages.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await waitingConnections()).toBe(4);
      return { calls };
    });
    const statuses = (await Promise.all(flood.calls)).map(({ status }) => status);
    // A request that waited too long is refused with the time to wait.
    expect(new Set(statuses)).toEqual(new Set(statuses.includes(503) ? [200, 503] : [200]));
    expect(loggedErrors()).toEqual([]);
  }, 90_000);

  it('a call that finds no connection in time is a warning in the log, and says when to come back', async () => {
    const answers = await withoutCounters(() =>
      Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          site.call('POST', '/api/v1/user/auth/logout', { ip: freshIp(), headers: { 'X-Request': String(n) } }),
        ).map((call) => Promise.race([call, new Promise<null>((done) => setTimeout(done, 8_000, null))])),
      ),
    );
    const refused = answers.filter((answer) => answer?.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(site.output()).toContain('timeout exceeded when trying to connect');
    expect(loggedErrors()).toEqual([]);
  }, 60_000);
});

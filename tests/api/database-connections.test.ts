/** DATABASE_CONNECTIONS bounds what one program opens, also while more calls come than it has connections. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, makeMember } from '../support/accounts.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const MOST = 6;
let site: Site;
let member: Account;
beforeAll(async () => {
  site = await startSite({ env: { DATABASE_CONNECTIONS: String(MOST), RATE_LIMITS: 'off' } });
  member = await makeMember(site);
});
afterAll(() => site?.remove());

async function countConnections(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'launchbook-program'`.execute(site.database.platform);
  return rows[0]?.count ?? 0;
}

it(`opens ${MOST} connections at most for sixty calls at the same time, and answers all of them`, async () => {
  let isOver = false;
  const calls = Promise.all(
    Array.from({ length: 60 }, () =>
      site.call('GET', '/api/v1/user/stock/mine', { token: member.token, ip: freshIp() }),
    ),
  ).finally(() => {
    isOver = true;
  });
  const counts: number[] = [];
  while (!isOver) counts.push(await countConnections());
  expect((await calls).map(({ status }) => status)).toEqual(Array(60).fill(200));
  expect(Math.max(...counts)).toBeGreaterThan(2);
  expect(Math.max(...counts)).toBeLessThanOrEqual(MOST);
});

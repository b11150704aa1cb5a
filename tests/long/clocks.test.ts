/** Two nodes whose clocks are twenty minutes apart decide alike: only the database's clock decides. */
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeMember, PASSWORD } from '../support/accounts.ts';
import { freshCode, newAddress, redeem } from '../support/codes.ts';
import { reportFault } from '../support/faults.ts';
import { APPROVE, manual, PURCHASE, post, purchaseRow } from '../support/purchases.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const SKEW_MINUTES = 20;
const SKEWED = `--import ${path.resolve('tests/support/skewed-clock.mjs')}`;

let right: Site;
let ahead: Site;
let behind: Site;
beforeAll(async () => {
  right = await startSite();
  const skewed = (minutes: number): Promise<Site> =>
    startSite({
      databaseUrl: right.databaseUrl ?? '',
      dataDir: right.dataDir,
      env: { NODE_OPTIONS: SKEWED, CLOCK_SKEW_MINUTES: String(minutes) },
    });
  [ahead, behind] = [await skewed(SKEW_MINUTES), await skewed(-SKEW_MINUTES)];
});
afterAll(async () => {
  for (const site of [ahead, behind]) await site?.stop();
  await right?.remove();
});

const profile = (site: Site, token: string): Promise<Answer> =>
  site.call('GET', '/api/v1/user/auth/profile/get', { token, ip: freshIp() });

test('the clocks are as far apart as they should be', () => {
  const timeOf = (site: Site): number => Number(/"time":(\d+)/.exec(site.output())?.[1]);
  return expect
    .poll(async () => {
      for (const site of [ahead, behind]) await site.call('GET', '/healthz');
      return Math.round((timeOf(ahead) - timeOf(behind)) / 60_000);
    })
    .toBe(2 * SKEW_MINUTES);
});

test.each([
  ['the one ahead', 'the one behind', () => [ahead, behind] as const],
  ['the one behind', 'the one ahead', () => [behind, ahead] as const],
])('a code of %s is valid at %s, and no longer than its ten minutes', async (_, __, nodes) => {
  const [maker, taker] = nodes();
  const email = newAddress();
  const code = await freshCode(maker, 'register', email);
  expect((await redeem(taker, 'register', email, code)).status).toBe(201);
  const other = newAddress();
  const late = await freshCode(maker, 'register', other);
  await sql`UPDATE codes SET expires_at = now() - interval '1 second' WHERE address = ${other}`.execute(
    right.database.platform,
  );
  expect((await redeem(taker, 'register', other, late)).status).toBe(422);
});

test('a session that starts on one node is valid on all, and ends on all at the same time', async () => {
  for (const maker of [ahead, behind]) {
    const { email, id } = await makeMember(right);
    const body = { user: email, password: PASSWORD };
    const answer = await maker.call('POST', '/api/v1/user/auth/login', { body, ip: freshIp() });
    const { token } = answer.body.data;
    for (const site of [right, ahead, behind]) expect((await profile(site, token)).status).toBe(200);
    const { rows } = await sql<{ off: number }>`
      SELECT abs(extract(epoch FROM created_at - now()))::float AS off FROM sessions WHERE user_id = ${id}
      ORDER BY created_at DESC LIMIT 1`.execute(right.database.platform);
    expect(rows[0]?.off).toBeLessThan(60);
    await sql`UPDATE sessions SET seen_at = now() - make_interval(secs => idle_seconds + 1) WHERE user_id = ${id}`.execute(
      right.database.platform,
    );
    for (const site of [right, ahead, behind]) expect((await profile(site, token)).status).toBe(401);
  }
});

test('a limit that is reached on one node is reached on each', async () => {
  const { email } = await makeMember(right);
  const ip = freshIp();
  const attempt = (site: Site): Promise<Answer> =>
    site.call('POST', '/api/v1/user/auth/login', { body: { user: email, password: 'not this one' }, ip });
  for (let nth = 0; nth < 10; nth++) await attempt(nth % 2 ? ahead : behind);
  for (const site of [right, ahead, behind]) {
    const answer = await attempt(site);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
  }
});

test('purchases and decisions carry the time of the database, on every node', async () => {
  const [member, admin] = [await makeMember(right), await makeAdmin(right)];
  const headers = { 'Idempotency-Key': 'one-order' };
  const body = manual();
  const first = await post(ahead, PURCHASE, member, body, headers);
  const again = await post(behind, PURCHASE, member, body, headers);
  expect(again.body.data).toEqual(first.body.data);
  expect((await post(behind, APPROVE, admin, { id: first.body.data.id })).status).toBe(200);
  expect((await post(ahead, APPROVE, admin, { id: first.body.data.id })).status).toBe(409);
  const row = await purchaseRow(right, first.body.data.id);
  const { rows } = await sql<{ now: Date }>`SELECT now()`.execute(right.database.platform);
  for (const at of [row.created_at, row.decided_at])
    expect(Math.abs((rows[0]?.now.getTime() ?? 0) - (at?.getTime() ?? 0))).toBeLessThan(60_000);
  reportFault('clocks of two nodes 20 minutes apart', `nodes ${2 * SKEW_MINUTES} minutes apart decide alike`);
});

/** Sign-ins during floods from 100 and 1,000 networks (N10). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/lib/db/client.ts';
import { makeMember, PASSWORD } from '../support/accounts.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

interface From {
  readonly ip: string;
  readonly cookie?: string;
}

const login = (user: string, password: string, { ip, cookie }: From): Promise<Answer> =>
  site.call('POST', '/api/v1/user/auth/login', {
    body: { user, password },
    ip,
    ...(cookie && { cookie, headers: { Origin: site.url } }),
  });

/** Connections that send wrong sign-ins, each from the next of the networks, until `work` has ended. */
async function whileFlooded(
  networks: readonly string[],
  work: (refused: () => number) => Promise<void>,
): Promise<void> {
  let isOver = false;
  let refused = 0;
  let sent = 0;
  const line = async (): Promise<void> => {
    while (!isOver) {
      const ip = networks[sent % networks.length] ?? '';
      const { status } = await login(`nobody-${sent++}@example.com`, 'not this one', { ip });
      if (status === 503) refused++;
    }
  };
  const lines = Array.from({ length: 300 }, line);
  try {
    await work(() => refused);
  } finally {
    isOver = true;
    await Promise.all(lines);
  }
}

/** Networks that have opened a page, as those of an attacker may who prepares. */
async function visitors(count: number): Promise<string[]> {
  const ips = Array.from({ length: count }, freshIp);
  for (let first = 0; first < count; first += 50)
    await Promise.all(ips.slice(first, first + 50).map((ip) => site.call('GET', '/', { ip })));
  return ips;
}

async function openBrowser(email: string): Promise<string> {
  const opened = await site.call('POST', '/api/v1/user/auth/login', {
    body: { user: email, password: PASSWORD },
    headers: { Origin: site.url },
    ip: freshIp(),
  });
  const cookies = opened.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  return cookies.find((name) => name.startsWith('deviceToken=')) ?? '';
}

describe('N10: floods of sign-ins from networks that opened a page', () => {
  it('from 100 networks, clients that opened no page sign in on the first try', async () => {
    const { email } = await makeMember(site);
    const statuses: number[] = [];
    await whileFlooded(await visitors(100), async (refused) => {
      // Some from each network.
      await expect.poll(refused, { timeout: 60_000 }).toBeGreaterThan(1_500);
      for (let n = 0; n < 7; n++) statuses.push((await login(email, PASSWORD, { ip: freshIp() })).status);
    });
    expect(statuses).toEqual(Array(7).fill(200));
  }, 180_000);

  it('from 1,000 networks, known browsers sign in on the first try', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makeMember(site)));
    const cookies = await Promise.all(people.map(({ email }) => openBrowser(email)));
    const statuses: number[] = [];
    await whileFlooded(await visitors(1_000), async (refused) => {
      await expect.poll(refused, { timeout: 60_000 }).toBeGreaterThan(1_000);
      for (const [n, { email }] of people.entries())
        statuses.push((await login(email, PASSWORD, { ip: freshIp(), cookie: cookies[n] ?? '' })).status);
    });
    expect(statuses).toEqual(Array(6).fill(200));
  }, 240_000);

  it('a known browser has a permit while strangers hold all that they get, for as long as it takes', async () => {
    const { email } = await makeMember(site);
    const cookie = await openBrowser(email);
    const answers: Answer[] = [];
    const { known, strangers } = await site.database.platform.transaction().execute(async (tx) => {
      // Every sign-in that reaches a query waits.
      await sql`LOCK TABLE rate_limits, companies IN ACCESS EXCLUSIVE MODE`.execute(tx);
      const sent = Array.from({ length: 100 }, async (_, n) => {
        answers.push(await login(`somebody-${n}@example.com`, 'not this one', { ip: freshIp() }));
      });
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(96);
      const own = login(email, PASSWORD, { ip: freshIp(), cookie });
      await expect.poll(() => waitingConnections(tx), { timeout: 20_000 }).toBe(5);
      // Longer than strangers wait.
      await sql`SELECT pg_sleep(3)`.execute(tx);
      return { known: own, strangers: sent };
    });
    expect((await known).status).toBe(200);
    await Promise.all(strangers);
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(96);
  }, 60_000);
});

/** Connections of the program that wait for a lock. */
async function waitingConnections(tx: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND locktype = 'relation'`.execute(tx);
  return rows[0]?.count ?? 0;
}

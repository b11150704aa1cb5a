import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAdmin, makeMember, PASSWORD } from '../support/accounts.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';
import { openWire } from '../support/wire.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

interface From {
  readonly ip: string;
  readonly cookie?: string;
}

const login = (side: 'user' | 'company', email: string, password: string, from: From): Promise<Answer> =>
  site.call('POST', `/api/v1/${side}/auth/login`, {
    ...from,
    body: side === 'user' ? { user: email, password } : { email, password },
  });

/** A person who is refused for lack of room tries once more: the second try goes before all that were not refused. */
async function signIn(side: 'user' | 'company', email: string, from: From): Promise<number> {
  const first = await login(side, email, PASSWORD, from);
  return first.status === 503 ? (await login(side, email, PASSWORD, from)).status : first.status;
}

/**
 * Connections that each send another wrong sign-in as soon as they have an answer, during `work`.
 * @param from of the nth sign-in of a connection
 */
async function whileFlooded(connections: number, from: (n: number) => From, work: (flood: Answer[]) => Promise<void>) {
  let isOver = false;
  const flood: Answer[] = [];
  const lines = Array.from({ length: connections }, async (_, n) => {
    for (let sent = 0; !isOver && sent < 40; sent++)
      flood.push(await login('user', `nobody-${n}-${sent}@example.com`, 'not this one', from(n)));
  });
  try {
    await work(flood);
  } finally {
    isOver = true;
    await Promise.all(lines);
  }
  return flood;
}

const compared = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 401).length;

describe('M2: a flood of sign-ins fills the queue of password hashes', () => {
  it('the queue is bounded, and people on other networks sign in during the flood', async () => {
    const networks = Array.from({ length: 6 }, freshIp);
    const [member, admin] = [await makeMember(site), await makeAdmin(site)];
    const others: number[] = [];
    const flood = await whileFlooded(
      300,
      (n) => ({ ip: networks[n % networks.length] ?? '' }),
      async (answers) => {
        // By then each network of the flood has had its share.
        await expect.poll(() => compared(answers), { timeout: 100_000 }).toBeGreaterThan(30);
        for (let n = 0; n < 10; n++) {
          others.push(await signIn('user', member.email, { ip: freshIp() }));
          others.push(await signIn('company', admin.email, { ip: freshIp() }));
        }
        await expect.poll(() => answers.some(({ status }) => status === 429), { timeout: 100_000 }).toBe(true);
      },
    );
    expect(others).toEqual(Array(20).fill(200));
    const refused = flood.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([401, 429, 503]));
  }, 300_000);

  /** Addresses whose networks have opened a page, as those of an attacker may who prepares. */
  async function makeVisitors(count: number): Promise<() => string> {
    const ips = Array.from({ length: count }, freshIp);
    for (let first = 0; first < count; first += 50)
      await Promise.all(ips.slice(first, first + 50).map((ip) => site.call('GET', '/', { ip })));
    let nth = 0;
    return () => ips[nth++ % count] ?? '';
  }

  it('a browser that has signed in before signs in while strangers have a network for each try', async () => {
    const { email } = await makeMember(site);
    const opened = await site.call('POST', '/api/v1/user/auth/login', {
      body: { user: email, password: PASSWORD },
      headers: { Origin: site.url },
      ip: freshIp(),
    });
    const cookies = opened.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
    const cookie = cookies.find((name) => name.startsWith('deviceToken=')) ?? '';
    const own: number[] = [];
    const nextVisitor = await makeVisitors(3_000);
    await whileFlooded(
      300,
      // A browser that was made up waits with the other strangers.
      (n) => ({ ip: nextVisitor(), ...(n % 2 === 0 && { cookie: `deviceToken=${'x'.repeat(43)}` }) }),
      async (answers) => {
        await expect.poll(() => answers.length, { timeout: 40_000 }).toBeGreaterThan(200);
        for (let n = 0; n < 5; n++) own.push(await signIn('user', email, { ip: freshIp(), cookie }));
      },
    );
    expect(own).toEqual(Array(5).fill(200));
  }, 150_000);

  it('somebody who has opened the page signs in on the first try while strangers have a new network each time', async () => {
    const { email } = await makeMember(site);
    const people = Array.from({ length: 10 }, freshIp);
    for (const ip of people) await site.call('GET', '/', { ip });
    const statuses: number[] = [];
    await whileFlooded(
      300,
      () => ({ ip: freshIp() }),
      async (answers) => {
        await expect.poll(() => answers.length, { timeout: 40_000 }).toBeGreaterThan(300);
        for (const ip of people) statuses.push((await login('user', email, PASSWORD, { ip })).status);
      },
    );
    expect(statuses).toEqual(Array(10).fill(200));
  }, 90_000);

  it('a sign-in that is delayed was compared before, so that delays let nobody else in faster', async () => {
    const email = 'delayed@example.com';
    const ip = freshIp();
    for (let n = 0; n < 5; n++) await login('user', email, 'not this one', { ip });
    const timesOf = (text: string): number[] => {
      const lines = site
        .output()
        .split('\n')
        .filter((line) => line.includes(text) && line.includes(`"ip":"${ip}"`));
      return lines.map((line) => Number(JSON.parse(line).time));
    };
    // The fifth wrong one is delayed by half a second.
    await expect.poll(() => timesOf('auth/login').length, { timeout: 20_000 }).toBe(5);
    const [compared, answered] = [timesOf('sign-in failed'), timesOf('auth/login')];
    expect((answered[4] ?? 0) - (compared[4] ?? 0)).toBeGreaterThanOrEqual(450);
  });

  /** Runs `work` while four sign-ins of strangers have the permits, so that nobody else gets one. */
  async function withoutPermits(work: () => Promise<void>): Promise<Answer[]> {
    const answers: Answer[] = [];
    const all = await site.database.platform.transaction().execute(async (tx) => {
      // Every sign-in that reaches a query waits.
      await sql`LOCK TABLE rate_limits, companies IN ACCESS EXCLUSIVE MODE`.execute(tx);
      const sent = Array.from({ length: 100 }, async (_, n) => {
        answers.push(await login('user', `b-${n}@example.com`, 'not this one', { ip: freshIp() }));
      });
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(96);
      await work();
      return sent;
    });
    await Promise.all(all);
    return answers;
  }

  it('a refused sign-in does not count as a wrong password', async () => {
    const { email } = await makeMember(site);
    const ip = freshIp();
    await withoutPermits(async () => {
      // More than the wrong passwords that an account and an address may have.
      const answers = await Promise.all(Array.from({ length: 12 }, () => login('user', email, PASSWORD, { ip })));
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(503));
    });
    expect((await login('user', email, PASSWORD, { ip })).status).toBe(200);
  }, 60_000);

  it('sign-ins without room are refused without a query', async () => {
    const answers = await withoutPermits(async () => {});
    const refused = answers.slice(0, 96);
    expect(refused.every(({ status, headers }) => status === 503 && headers.has('retry-after'))).toBe(true);
    expect(compared(answers)).toBe(4);
  }, 60_000);

  it('sign-ins that have not arrived take no room', async () => {
    const { email } = await makeMember(site);
    const lines = ['POST /api/v1/user/auth/login HTTP/1.1', `Host: ${site.host}`, 'Content-Length: 100'];
    const wires = await Promise.all(Array.from({ length: 100 }, () => openWire(site.port)));
    for (const wire of wires) wire.send(`${lines.join('\r\n')}\r\nContent-Type: application/json\r\n\r\n{`);
    expect((await login('user', email, PASSWORD, { ip: freshIp() })).status).toBe(200);
    for (const wire of wires) wire.socket.destroy();
  });
});

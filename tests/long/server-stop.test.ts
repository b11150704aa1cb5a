/** Starting and stopping: running requests finish, new clients learn of the stop, and invalid starts are refused. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { type Account, makeMember } from '../support/accounts.ts';
import { reportFault } from '../support/faults.ts';
import { freePort } from '../support/ports.ts';
import { manual, PURCHASE, withoutCaps } from '../support/purchases.ts';
import { type Answer, APP_SECRET, type Site, startSite } from '../support/site.ts';
import { openWire, type Wire } from '../support/wire.ts';

const LOGIN = '/api/v1/user/auth/login';
const BODY = JSON.stringify({ user: 'nobody@example.com', password: 'not the password' });

const sites: Site[] = [];
async function start(...args: Parameters<typeof startSite>): Promise<Site> {
  const site = await startSite(...args);
  sites.push(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.remove();
});

/** A sign-in with half of its body sent. */
async function beginLogin(site: Site): Promise<Wire> {
  const wire = await openWire(site.port);
  const head = `POST ${LOGIN} HTTP/1.1\r\nHost: localhost:${site.port}\r\nContent-Type: application/json`;
  wire.send(`${head}\r\nExpect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 10)}`);
  // The response to `Expect` shows that the request has begun.
  await wire.until(/^HTTP\/1\.1 100 /);
  return wire;
}

const get = (site: Site, url: string): string => `GET ${url} HTTP/1.1\r\nHost: localhost:${site.port}\r\n\r\n`;

describe('on', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s a running request finishes, and the program exits with 0',
    async (signal) => {
      const site = await start();
      const login = await beginLogin(site);
      site.process.kill(signal);
      await expect.poll(() => site.output()).toContain('stopping');
      login.send(BODY.slice(10));
      expect(await login.until(/"requestId":"[^"]+"}/)).toMatch(/HTTP\/1\.1 401 [\s\S]*connection: close/i);
      await login.closed();
      expect(await site.stop()).toBe(0);
    },
  );

  test('SIGTERM a connected client sees readyz fail, is still served, and cannot connect again', async () => {
    const site = await start();
    const balancer = await openWire(site.port);
    balancer.send(get(site, '/readyz'));
    await balancer.until(/200 OK[\s\S]*ready\n/);
    const member = await openWire(site.port);
    member.send(get(site, '/robots.txt'));
    await member.until(/200 OK/);
    const login = await beginLogin(site);
    site.process.kill('SIGTERM');
    await expect.poll(() => site.output()).toContain('stopping');
    balancer.send(get(site, '/readyz'));
    expect(await balancer.until(/503 /)).toMatch(/503 [\s\S]*retry-after: \d+[\s\S]*stopping/i);
    member.send(get(site, '/robots.txt'));
    expect(await member.until(/200 OK[\s\S]*200 OK/)).toMatch(/connection: close/i);
    await expect
      .poll(() =>
        fetch(`${site.url}/healthz`).then(
          () => 'served',
          () => 'refused',
        ),
      )
      .toBe('refused');
    login.send(BODY.slice(10));
    await login.until(/HTTP\/1\.1 401 /);
    expect(await site.stop()).toBe(0);
  });

  test('SIGTERM the program exits immediately when nobody is connected', async () => {
    const site = await start();
    const start0 = performance.now();
    expect(await site.stop()).toBe(0);
    // Far below the ten seconds that a running request may take.
    expect(performance.now() - start0).toBeLessThan(5_000);
  });

  test('SIGTERM a request that never ends is aborted after ten seconds', async () => {
    const site = await start();
    const login = await beginLogin(site);
    const start0 = performance.now();
    expect(await site.stop()).toBe(0);
    expect(performance.now() - start0).toBeGreaterThan(9_000);
    expect(performance.now() - start0).toBeLessThan(20_000);
    await login.closed();
  });

  test('SIGTERM twice it stops as after one', async () => {
    const site = await start();
    const login = await beginLogin(site);
    site.process.kill('SIGTERM');
    site.process.kill('SIGTERM');
    await expect.poll(() => site.output()).toContain('stopping');
    login.send(BODY.slice(10));
    await login.until(/HTTP\/1\.1 401 /);
    expect(await site.stop()).toBe(0);
  });
});

test('a start on the embedded data of a program that is stopping waits for its end, and has its data', async () => {
  const first = await start({ embedded: true });
  const { email } = await makeMember(first);
  // The request under way delays the end.
  const login = await beginLogin(first);
  first.process.kill('SIGTERM');
  await expect.poll(() => first.output()).toContain('stopping');
  const starting = startSite({ embedded: true, dataDir: first.dataDir });
  const early = await Promise.race([starting.then(() => 'ready'), new Promise((done) => setTimeout(done, 1_000))]);
  expect([early, first.process.exitCode]).toEqual([undefined, null]);
  login.send(BODY.slice(10));
  const second = await starting;
  try {
    expect(await first.stop()).toBe(0);
    const users = await second.database.platform.selectFrom('users').select('id').where('email', '=', email).execute();
    reportFault('a start while another program stops', `it waited, and has ${users.length} of 1 member`);
    expect(users).toHaveLength(1);
  } finally {
    await second.stop();
    await second.database.close();
  }
});

test('a rolling restart of two nodes under load: no request fails, and every confirmed purchase is stored once', async () => {
  const env = { RATE_LIMITS: 'off' };
  const first = await start({ env });
  await withoutCaps(first);
  const { databaseUrl, dataDir } = first;
  const next = (): Promise<Site> => start({ databaseUrl: databaseUrl ?? '', dataDir, env });
  const nodes: [Site, Site] = [first, await next()];
  const members = await Promise.all(Array.from({ length: 16 }, () => makeMember(first)));
  const database = nodes[1].database;

  const failures: string[] = [];
  const confirmed: { key: string; id: string }[] = [];
  const served = { reads: 0, pages: 0, writes: 0 };
  const all = (): number => served.reads + served.pages + served.writes;
  let isOver = false;

  // What docs/operations.md requires of a balancer: each `/readyz` twice a second, a refused connection goes to the
  // next node.
  const ready = new Set<Site>(nodes);
  const probe = async (index: 0 | 1): Promise<void> => {
    while (!isOver) {
      const node = nodes[index];
      const isReady = await fetch(`${node.url}/readyz`).then(
        (it) => it.ok,
        () => false,
      );
      if (isReady) ready.add(node);
      else ready.delete(node);
      await new Promise((done) => setTimeout(done, 500));
    }
  };
  let turn = 0;
  async function balanced(ask: (node: Site) => Promise<Answer>): Promise<Answer | null> {
    const inTurn = turn++ % 2 ? nodes : nodes.toReversed();
    for (const node of [...inTurn.filter((it) => ready.has(it)), ...inTurn]) {
      try {
        return await ask(node);
      } catch (error) {
        const { code } = (error as { cause?: { code?: string } }).cause ?? {};
        if (code === 'ECONNREFUSED') continue;
        failures.push(`${code ?? error}`);
        return null;
      }
    }
    failures.push('no node answers');
    return null;
  }
  const client = async (member: Account, who: number): Promise<void> => {
    for (let nth = 0; !isOver; nth++) {
      const kind = (['writes', 'reads', 'pages', 'reads'] as const)[(nth + who) % 4] ?? 'reads';
      const key = `rolling-${who}-${nth}`;
      const body = manual();
      const answer = await balanced((node) => {
        if (kind === 'pages') return node.call('GET', '/user/dashboard', { cookie: member.cookie });
        if (kind === 'reads') return node.call('GET', '/api/v1/user/transaction/list', { token: member.token });
        return node.call('POST', PURCHASE, { body, token: member.token, headers: { 'Idempotency-Key': key } });
      });
      if (!answer) continue;
      if (answer.status !== 200) failures.push(`${kind} ${answer.status} ${answer.text.slice(0, 100)}`);
      served[kind]++;
      if (kind === 'writes' && answer.status === 200) confirmed.push({ key, id: answer.body.data.id });
    }
  };
  const work = [probe(0), probe(1), ...members.map(client)];
  const expectProgress = (): Promise<void> => {
    const before = all();
    return expect.poll(all, { timeout: 30_000 }).toBeGreaterThan(before + 100);
  };
  try {
    await expectProgress();
    for (const index of [0, 1] as const) {
      const old = nodes[index];
      expect(await old.stop()).toBe(0);
      await expectProgress();
      nodes[index] = await next();
      await expect.poll(() => ready.has(nodes[index]), { timeout: 20_000 }).toBe(true);
      ready.delete(old);
      await expectProgress();
    }
  } finally {
    isOver = true;
    await Promise.all(work);
  }
  reportFault(
    'SIGTERM in a rolling restart of two nodes',
    `${failures.length} of ${all()} requests failed, ${confirmed.length} purchases acknowledged`,
  );
  expect(failures).toEqual([]);
  expect(Math.min(...Object.values(served))).toBeGreaterThan(50);
  const rows = await database.platform.selectFrom('purchases').select(['id', 'idempotency_key']).execute();
  expect(new Map(rows.map((row) => [row.idempotency_key, row.id]))).toEqual(
    new Map(confirmed.map(({ key, id }) => [key, id])),
  );
  expect(rows).toHaveLength(confirmed.length);
}, 120_000);

describe('the program does not start', () => {
  async function fails(env: Record<string, string>): Promise<string> {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-refused-'));
    const child = spawn(process.execPath, [path.resolve('dist/server/server.mjs')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const code = await new Promise((done) => child.on('close', done));
    fs.rmSync(dataDir, { recursive: true, force: true });
    expect(code).toBe(1);
    // A sentence for the operator, not a stack trace for the programmer.
    expect(output).not.toMatch(/Ready on|^\s+at /m);
    return output;
  }

  test('with a shared database and no secret', async () => {
    const site = await start();
    expect(await fails({ DATABASE_URL: site.databaseUrl ?? '' })).toMatch(/APP_SECRET is needed with DATABASE_URL/);
  });

  test('on a database whose commits are not durable', async () => {
    const site = await start();
    await sql`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`.execute(
      site.database.platform,
    );
    const output = await fails({ DATABASE_URL: site.databaseUrl ?? '', APP_SECRET });
    expect(output).toMatch(/synchronous_commit is off at the server of DATABASE_URL, so a crash would lose purchases/);
    expect((await site.call('GET', '/readyz')).status).toBe(200);
    reportFault('a server that forgets what it acknowledged', 'the start is refused with a sentence');
  });

  test('with an invalid variable', async () => {
    expect(await fails({ PORT: 'eighty', SITE_URL: 'here' })).toMatch(/PORT: [\s\S]*SITE_URL: /);
  });

  test('with limits off on a public site', async () => {
    expect(await fails({ RATE_LIMITS: 'off', SITE_URL: 'https://sale.example.com' })).toMatch(/RATE_LIMITS/);
  });

  test('with an invalid list of proxies', async () => {
    expect(await fails({ TRUSTED_PROXIES: '10.0.0.0/99' })).toMatch(/TRUSTED_PROXIES: 10\.0\.0\.0\/99/);
  });

  test('on a port in use', async () => {
    const site = await start();
    expect(await fails({ PORT: String(site.port) })).toMatch(new RegExp(`port ${site.port}`, 'i'));
  });

  test('on the embedded data of a running program, which is not affected', async () => {
    const site = await start({ embedded: true });
    const output = await fails({ DATA_DIR: site.dataDir });
    expect(output).toMatch(/already|in use|another/i);
    expect((await site.call('GET', '/readyz')).status).toBe(200);
    expect(await site.stop()).toBe(0);
  });
});

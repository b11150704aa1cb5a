/** Two nodes under 16 writers, while proxies cut, the object store goes away, and the secret changes: nothing is lost or doubled. */
import { execFileSync } from 'node:child_process';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../support/embedded-programs.ts';
import { reportFault } from '../support/faults.ts';
import { startTestStore } from '../support/object-store.ts';
import { withoutCaps } from '../support/purchases.ts';
import { APP_SECRET, callsTo, type Site, type SiteOptions, startSite } from '../support/site.ts';
import { expectVerified } from '../support/verified.ts';
import { makeWriters, type Writers } from '../support/writers.ts';

const WRITERS = 16;
const WRITES = 300;
const NEXT_SECRET = 'the next secret of these tests, long enough as well';

interface Pair {
  /** Those that a balancer sends requests to. */
  readonly serving: Site[];
  /** Another node on the same data. */
  start(env?: SiteOptions['env']): Promise<Site>;
}

async function startPair(env: SiteOptions['env'] = {}): Promise<Pair> {
  const all: Site[] = [];
  onTestFinished(async () => {
    // The first one owns the database.
    for (const site of all.toReversed()) await site.remove();
  });
  const start = async (more: SiteOptions['env'] = {}): Promise<Site> => {
    const [first] = all;
    const site = await startSite({
      env: { RATE_LIMITS: 'off', ...env, ...more },
      ...(first && { databaseUrl: first.databaseUrl ?? '', dataDir: first.dataDir }),
    });
    all.push(site);
    return site;
  };
  const serving = [await start(), await start()];
  await withoutCaps(serving[0] as Site);
  return { serving, start };
}

const moreWrites = async ({ counts }: Writers, more = WRITES): Promise<void> => {
  const wanted = counts.acknowledged + more;
  await until(() => counts.acknowledged >= wanted, `${more} more writes are acknowledged`, 240_000);
};

const figuresOf = ({ counts }: Writers): string =>
  `${counts.acknowledged} acknowledged, 0 lost, 0 doubled; ${counts.unavailable} answers 503, ${counts.cut} cut`;

/** Forwards requests, and dies with every connection that it has when an answer comes, for one answer in so many. */
async function startCutter(port: number, oneIn: number): Promise<{ port: number; deaths: () => number }> {
  let [answers, deaths] = [0, 0];
  const open = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => [near, far].map((it) => open.delete(it) && it.destroy()));
    }
    near.pipe(far);
    far.on('data', (chunk) => {
      if (++answers % oneIn > 0) return void near.write(chunk);
      deaths++;
      for (const socket of open) socket.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return { port: (server.address() as net.AddressInfo).port, deaths: () => deaths };
}

test('proxies of two nodes that die between commit and answer, under 16 writers: retries double nothing', async () => {
  const { serving } = await startPair();
  const cutters = await Promise.all(serving.map(({ port }) => startCutter(port, 20)));
  const clients = serving.map((site, nth) => {
    const call = callsTo({ url: `http://localhost:${cutters[nth]?.port}`, port: site.port });
    // The proxy passes the host on that the client has named.
    const headers = { 'X-Forwarded-Host': site.host };
    return {
      ...site,
      call: ((method, path, options = {}) =>
        call(method, path, { ...options, headers: { ...headers, ...options.headers } })) satisfies Site['call'],
    };
  });
  let tries = 0;
  const writers = await makeWriters({ count: WRITERS, site: () => clients[tries++ % 2] as Site });
  writers.begin();
  await moreWrites(writers, 2 * WRITES);
  await writers.end();
  const deaths = cutters.reduce((sum, cutter) => sum + cutter.deaths(), 0);
  // Without a cut on its way.
  const [first] = serving as [Site, Site];
  for (const client of clients) client.call = first.call;
  await writers.expectStored();
  expectVerified({ DATABASE_URL: first.databaseUrl ?? '', APP_SECRET });
  reportFault(
    'proxies that die between commit and answer, under 16 writers',
    `${deaths} deaths; ${figuresOf(writers)}`,
  );
  expect(deaths).toBeGreaterThan(20);
  expect(writers.counts.cut).toBeGreaterThanOrEqual(deaths);
}, 600_000);

test('the object store goes away and comes back under two nodes and 16 writers: no acknowledged proof is lost', async () => {
  const store = await startTestStore();
  onTestFinished(() => store.stop());
  const { serving } = await startPair(store.env);
  let tries = 0;
  const writers = await makeWriters({ count: WRITERS, site: () => serving[tries++ % 2] as Site });
  const { counts } = writers;
  writers.begin();
  await moreWrites(writers);
  for (const failure of ['away', 'lost answer', 'broken', 'cut upload', 'full'] as const) {
    const before = counts.unavailable;
    if (failure === 'away') await store.stop();
    else store.failure = failure;
    await until(() => counts.unavailable > before + WRITERS, `uploads are refused: ${failure}`, 60_000);
    store.failure = null;
    if (failure === 'away') await store.start();
    await moreWrites(writers, 100);
  }
  await writers.end();
  await writers.expectStored();
  expectVerified({ DATABASE_URL: serving[0]?.databaseUrl ?? '', APP_SECRET });
  reportFault(
    'the object store is away, broken or full, under 16 writers',
    `${counts.proofs} proofs; ${figuresOf(writers)}`,
  );
  for (const site of serving) expect((await site.call('GET', '/readyz')).status).toBe(200);
}, 600_000);

test('APP_SECRET changes node by node under 16 writers: no request fails, and all is sealed under the new one', async () => {
  const { serving, start } = await startPair();
  const [{ databaseUrl }] = serving as [Site, Site];
  let tries = 0;
  const writers = await makeWriters({ count: WRITERS, site: () => serving[tries++ % serving.length] as Site });
  writers.begin();
  await moreWrites(writers);
  const seal = (env: Record<string, string>): string =>
    execFileSync(process.execPath, ['dist/server/cli.mjs', 'secret:seal'], {
      env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl ?? '', ...env },
      encoding: 'utf8',
    });
  // As docs/operations.md says: every node learns the new secret, then writes under it, then forgets the old one.
  for (const [current, previous] of [
    [APP_SECRET, NEXT_SECRET],
    [NEXT_SECRET, APP_SECRET],
    [NEXT_SECRET, ''],
  ] as const) {
    if (previous === '') seal({ APP_SECRET: NEXT_SECRET, APP_SECRET_PREVIOUS: APP_SECRET });
    for (const old of [...serving]) {
      serving.splice(serving.indexOf(old), 1);
      expect(await old.stop()).toBe(0);
      serving.push(await start({ APP_SECRET: current, APP_SECRET_PREVIOUS: previous }));
      await moreWrites(writers, 60);
    }
  }
  await writers.end();
  await writers.expectStored();
  expect(seal({ APP_SECRET: NEXT_SECRET })).not.toContain('BAD');
  expectVerified({ DATABASE_URL: databaseUrl ?? '', APP_SECRET: NEXT_SECRET });
  reportFault('APP_SECRET changes node by node, under 16 writers', `6 restarts; ${figuresOf(writers)}`);
  expect([writers.counts.unavailable, writers.counts.cut]).toEqual([0, 0]);
  for (const site of serving) expect(site.output()).not.toMatch(/"level":(50|60)|cannot be sealed|cannot be read/);
}, 600_000);

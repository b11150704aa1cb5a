/**
 * Companies over two clusters behind one address: two installations with their own databases, the shipped files of nginx, and the
 * directory of `npm run cluster:hosts`. nginx knows the clusters, not the hosts.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember, PASSWORD } from '../support/accounts.ts';
import { otherSymbol } from '../support/brand.ts';
import { asSuperuser, type TestDatabase, testDatabase } from '../support/db.ts';
import { isInstalled, type RunningProxy, startClusterProxy } from '../support/proxies.ts';
import { APPROVE, manual, post, submitted, upi } from '../support/purchases.ts';
import { APP_SECRET, callsTo, type Site, startSite } from '../support/site.ts';

interface Cluster {
  readonly name: 'a' | 'b';
  readonly home: TestDatabase;
  /** Its calls go to nginx, under the company's host. */
  readonly site: Site;
  /** The node itself. */
  readonly node: Site;
  readonly host: string;
  readonly companyId: string;
}

const CLI = path.resolve('dist/server/cli.mjs');
const hostOf = (name: string): string => `sale-${name}.example.com`;
const platformOf = (name: string): string => `platform-${name}.example.com`;
const isReady = isInstalled('nginx');

let proxy: RunningProxy;
let a: Cluster;
let b: Cluster;

beforeAll(async () => {
  if (!isReady) return;
  const nodes = await Promise.all((['a', 'b'] as const).map(startCluster));
  proxy = await startClusterProxy(
    nodes.flatMap(({ name }) => [hostOf(name), platformOf(name)]),
    { a: nodes[0]?.node.port ?? 0, b: nodes[1]?.node.port ?? 0 },
  );
  [a, b] = nodes.map(({ node, ...rest }) => ({
    ...rest,
    node,
    site: { ...node, call: callHost(hostOf(rest.name)) },
  })) as [Cluster, Cluster];
  clusterHosts(a, 'set', 'b', hostOf('b'), platformOf('b'));
  clusterHosts(b, 'set', 'a', hostOf('a'), platformOf('a'));
}, 240_000);
afterAll(async () => {
  await proxy?.stop();
  for (const cluster of [a, b]) {
    await cluster?.node.remove();
    await cluster?.home.drop();
  }
});

const POLL = { timeout: 30_000, interval: 200 };

async function startCluster(name: 'a' | 'b') {
  const home = await testDatabase();
  const node = await startSite({ databaseUrl: home.url, env: { SITE_URL: `http://${platformOf(name)}` } });
  const companyId = await makeCompany(node, otherSymbol('ACW'));
  const host = hostOf(name);
  await node.database.platform
    .insertInto('company_hosts')
    .values({ host, company_id: companyId, is_primary: true })
    .execute();
  return { name, home, node, host, companyId };
}

function callHost(host: string): Site['call'] {
  const call = callsTo({ url: `http://${host}`, port: proxy.port }, '127.0.0.1');
  return (method, pathname, options) => call(method, pathname, { ...options, ip: '127.0.0.1' });
}

function clusterHosts({ home, node }: Cluster, ...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, 'cluster:hosts', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: home.url, APP_SECRET, DATA_DIR: node.dataDir },
  });
  return { status, text: stdout + stderr };
}

const login = async (site: Site, { email }: Account): Promise<string> => {
  const answer = await site.call('POST', '/api/v1/user/auth/login', { body: { user: email, password: PASSWORD } });
  expect(answer.body).toMatchObject({ status: true });
  return answer.body.data.token;
};

const PROFILE = '/api/v1/user/auth/profile/get';

describe.skipIf(!isReady)('two clusters behind one nginx', () => {
  test('each host is served by the cluster of its company, also those of the super admins', async () => {
    // Nodes read the directory again when it is five seconds old.
    for (const { host, site } of [a, b])
      await expect
        .poll(async () => [host, (await site.call('GET', '/api/v1/site/get')).status], POLL)
        .toEqual([host, 200]);
    for (const { site, companyId, name } of [a, b]) {
      expect((await site.call('GET', '/api/v1/site/get')).body.data.companyId).toBe(companyId);
      expect((await callHost(platformOf(name))('GET', '/superadmin/login')).status).toBe(200);
      const { headers } = await site.call('GET', '/');
      expect(headers.get('x-launchbook-cluster')).toBeNull();
    }
  });

  test('a sale runs on both: sign-in, proof, approval, and no row of one is in the other', async () => {
    for (const { site, node, companyId, home } of [a, b]) {
      const other = home === a.home ? b : a;
      const member = await makeMember(node, { companyId });
      const buyer = { ...member, token: await login(site, member) };
      const admin = await makeAdmin(node, { companyId });
      const { id } = await submitted(site, buyer, await upi(site, buyer));
      expect((await post(site, APPROVE, admin, { id })).body).toMatchObject({ status: true });
      for (const [database, count] of [
        [home, 1],
        [other.home, 0],
      ] as const) {
        const rows = await database.database.platform
          .selectFrom('purchases')
          .select('status')
          .where('company_id', '=', companyId)
          .execute();
        expect(rows).toEqual(Array(count).fill({ status: 'APPROVED' }));
        const users = await database.database.platform
          .selectFrom('users')
          .select('id')
          .where('id', '=', member.id)
          .execute();
        expect(users.length).toBe(count);
      }
    }
  });

  test("a session of one cluster's company opens nothing in the other", async () => {
    const member = await makeMember(a.node, { companyId: a.companyId });
    const token = await login(a.site, member);
    expect((await a.site.call('GET', PROFILE, { token })).status).toBe(200);
    expect((await b.site.call('GET', PROFILE, { token })).status).toBe(401);
    expect((await post(b.site, '/api/v1/user/package/purchase', { ...member, token }, manual())).status).toBe(401);
  });

  test('a node names the cluster of a host, and no cluster for a host that nobody has', async () => {
    const ask = (host: string) =>
      callsTo({ url: `http://${host}`, port: a.node.port }, '127.0.0.1')('GET', '/', { ip: '127.0.0.1' });
    const known = await ask(b.host);
    expect([known.status, known.headers.get('x-launchbook-cluster')]).toEqual([421, 'b']);
    const unknown = await ask('nobody.example.com');
    expect([unknown.status, unknown.headers.get('x-launchbook-cluster')]).toEqual([421, null]);
  });

  test('the command refuses hosts of its own companies, wrong names and unknown hosts, and changes nothing then', () => {
    const before = clusterHosts(a).text;
    expect(before).toBe(`${platformOf('b')} b\n${hostOf('b')} b\n`);
    for (const args of [
      ['set', 'b', a.host],
      ['set', 'B', 'new.example.com'],
      ['set', 'b', 'https://new.example.com'],
      ['set', 'b'],
      ['remove', 'new.example.com'],
      ['move'],
    ]) {
      const { status, text } = clusterHosts(a, ...args);
      expect([args, status, text.trim().length > 20]).toEqual([args, 2, true]);
    }
    expect(clusterHosts(a).text).toBe(before);
  });

  test('the database of one cluster down leaves the companies of the other working', async () => {
    const database = new URL(a.home.url).pathname.slice(1);
    const member = await makeMember(b.node, { companyId: b.companyId });
    await asSuperuser(`ALTER DATABASE ${database} CONNECTION LIMIT 0`);
    await asSuperuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
    try {
      await expect.poll(async () => (await a.site.call('GET', '/api/v1/site/get')).status, POLL).toBe(503);
      const refused = await a.site.call('POST', '/api/v1/user/auth/login', {
        body: { user: 'x@example.com', password: PASSWORD },
      });
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
      // The nodes of the first cluster still say where the hosts of the second one are.
      const buyer = { ...member, token: await login(b.site, member) };
      await submitted(b.site, buyer, await upi(b.site, buyer));
    } finally {
      await asSuperuser(`ALTER DATABASE ${database} CONNECTION LIMIT -1`);
    }
    await expect.poll(async () => (await a.site.call('GET', '/api/v1/site/get')).status, POLL).toBe(200);
  });

  test('all nodes of one cluster gone leave the companies of the other working', async () => {
    await a.node.stop();
    const member = await makeMember(b.node, { companyId: b.companyId });
    expect((await b.site.call('GET', PROFILE, { token: await login(b.site, member) })).status).toBe(200);
    const gone = await a.site.call('GET', '/api/v1/site/get');
    expect([gone.status, gone.headers.get('retry-after')]).toEqual([503, '2']);
  });
});

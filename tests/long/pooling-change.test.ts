/** A pooler that begins to pool transactions while the program, which expects sessions, runs behind it (S11). */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, noteStates } from '../support/accounts.ts';
import { otherSymbol } from '../support/brand.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { reportFault } from '../support/faults.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { isInstalled } from '../support/proxies.ts';
import { manual, submitted } from '../support/purchases.ts';
import { type Answer, APP_SECRET, callsTo, type Site, startSite } from '../support/site.ts';

const HOST = 'other.example.com';
const LIST = '/api/v1/user/transaction/list';
const isReady = isInstalled('pgbouncer');

interface Side {
  readonly site: Site;
  readonly member: Account;
  readonly admin: Account;
  readonly orderNumber: string;
}

let home: TestDatabase;
let pooler: Pooler;
let node: Site;
let sides: Side[];
beforeAll(async () => {
  if (!isReady) return;
  home = await testDatabase();
  // Without a reset after each transaction, as it is usual where sessions are pooled.
  pooler = await startPooler(home.url, 60, false, 'session');
  const started = await startSite({ databaseUrl: pooler.url });
  await started.database.close();
  node = { ...started, database: home.database, remove: started.kill };
  const companyId = await makeCompany(node, otherSymbol('ACW'));
  await home.database.platform
    .insertInto('company_hosts')
    .values({ host: HOST, company_id: companyId, is_primary: true })
    .execute();
  const call = callsTo({ url: `http://${HOST}:${node.port}`, port: node.port }, '127.0.0.1');
  const other: Site = { ...node, call: (method, to, options) => call(method, to, { ...options, ip: '127.0.0.1' }) };
  sides = [await openSide(node, await companyIdOf(node)), await openSide(other, companyId)];
}, 240_000);
afterAll(async () => {
  await node?.remove();
  await pooler?.stop();
  await home?.drop();
});

async function openSide(site: Site, companyId: string): Promise<Side> {
  const admin = await makeAdmin(site, { companyId });
  const member = await makeMember(site, { companyId });
  const { orderNumber } = await submitted(site, member, manual());
  return { site, member, admin, orderNumber };
}

const numbersIn = (answer: Answer): string[] =>
  answer.body?.data?.records?.map(({ orderNumber }: { orderNumber: string }) => orderNumber) ?? [];

interface Seen {
  readonly statuses: Record<number, number>;
  /** Lists of 200 without the order of their reader. */
  readonly wrong: number;
}

/** Lists and pages of both companies at the same time, and an order of each in every round. */
async function workIn(rounds: number): Promise<Seen> {
  const statuses: Record<number, number> = {};
  let wrong = 0;
  const count = ({ status }: Answer): void => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const read = async ({ site, member, orderNumber }: Side): Promise<void> => {
    const answer = await site.call('GET', LIST, { token: member.token });
    count(answer);
    if (answer.status === 200 && !numbersIn(answer).includes(orderNumber)) wrong++;
  };
  const open = async ({ site, member }: Side): Promise<void> =>
    count(await site.call('GET', '/user/dashboard', { cookie: member.cookie }));
  const write = async ({ site, member }: Side): Promise<void> =>
    count(await site.call('POST', '/api/v1/user/language/update', { token: member.token, body: { language: 'en' } }));
  for (let round = 0; round < rounds; round++)
    await Promise.all(sides.flatMap((side) => [read(side), open(side), read(side), write(side)]));
  return { statuses, wrong };
}

async function readiness(isWanted: (status: number) => boolean): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await node.call('GET', '/readyz');
    if (isWanted(answer.status) || tries >= 90) return answer;
    await sleep(1_000);
  }
}

describe.skipIf(!isReady)('a pooler that changes its mode', () => {
  test('gives every company its own rows, fails no call, and readiness reports it', async () => {
    const before = await workIn(10);
    pooler.changeMode('transaction');
    const after = await workIn(30);
    reportFault(
      'a pooler begins to pool transactions behind a node that expects sessions',
      `answers by status ${JSON.stringify(after.statuses)}, ${after.wrong} lists without their order`,
    );
    expect([Object.keys(before.statuses), before.wrong]).toEqual([['200'], 0]);
    expect([Object.keys(after.statuses), after.wrong]).toEqual([['200'], 0]);
    const refused = await readiness((status) => status === 503);
    expect([refused.status, refused.text]).toEqual([503, 'the pooler in front of the database does not fit\n']);
    expect(node.output()).toContain('Set DATABASE_POOLING=transaction');
    expect(await workIn(5)).toMatchObject({ wrong: 0 });
    pooler.changeMode('session');
    expect(await readiness((status) => status === 200)).toMatchObject({ status: 200 });
  });

  test('what was written meanwhile counts as the program’s own', async () => {
    await noteStates({ database: home.database });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.resolve('dist/server/cli.mjs'), 'audit:verify'],
      {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, DATABASE_URL: home.url, APP_SECRET, DATA_DIR: node.dataDir },
      },
    );
    expect([status, stdout + stderr]).toEqual([0, expect.not.stringContaining('BAD')]);
  });
});

/**
 * The disk is full: writes are refused with a clear message, no lost write is acknowledged, and the program continues without
 * help once there is room. Needs a small disk of its own, which only root on Linux can create.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { reportFault } from '../support/faults.ts';
import { APPROVE, expectSums, fileForm, manual, PURCHASE, tally, withoutCaps } from '../support/purchases.ts';
import { type Answer, embeddedConnections, type Site, startSite } from '../support/site.ts';

const DISK = '192m';

const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-full-'));
const canMount = ((): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'launchbook-test', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let site: Site;
let member: Account;
let admin: Account;
const filler = path.join(disk, 'filler');
beforeAll(async () => {
  if (!canMount) return;
  fs.mkdirSync(path.join(disk, 'data'));
  site = await startSite({ embedded: true, dataDir: path.join(disk, 'data'), env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  [member, admin] = [await makeMember(site), await makeAdmin(site)];
});
afterAll(async () => {
  if (canMount) {
    await site?.remove();
    execFileSync('umount', [disk]);
  }
  fs.rmdirSync(disk);
});

function fill(): void {
  const file = fs.openSync(filler, 'a');
  try {
    for (let bytes = 1 << 20; bytes >= 1; ) {
      try {
        if (fs.writeSync(file, Buffer.alloc(bytes)) < bytes) bytes >>= 1;
      } catch {
        bytes >>= 1;
      }
    }
  } finally {
    fs.closeSync(file);
  }
}
const free = (): void => fs.rmSync(filler);

const accepted: { key: string; id: string }[] = [];
const approved: string[] = [];
const stored: string[] = [];
let keys = 0;

async function submit(key = `key-${++keys}`): Promise<Answer> {
  const headers = { 'Idempotency-Key': key };
  const answer = await site.call('POST', PURCHASE, { body: manual(), token: member.token, headers });
  if (answer.status === 200) accepted.push({ key, id: answer.body.data.id });
  return answer;
}
async function approve(id: string): Promise<Answer> {
  const answer = await site.call('POST', APPROVE, { body: { id }, token: admin.token });
  if (answer.status === 200) approved.push(id);
  return answer;
}
async function upload(): Promise<Answer> {
  const answer = await site.call('POST', '/api/v1/user/media/add', { body: fileForm(), token: member.token });
  if (answer.status === 200) stored.push(answer.body.data[0].id);
  return answer;
}

/** Refused with a time to retry, and without details of the machine. */
function expectRefused(answer: Answer): void {
  expect([answer.status, answer.body?.code]).toEqual([503, 'unavailable']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.body.message).not.toMatch(/ENOSPC|space|\/tmp|pg_|relation/i);
}

async function expectStored(): Promise<void> {
  const db = site.database.platform;
  const rows = await db.selectFrom('purchases').select(['id', 'idempotency_key', 'status']).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { key, id } of accepted) expect(byId.get(id)?.idempotency_key).toBe(key);
  expect(rows.length).toBe(accepted.length);
  const decided = rows.filter((row) => row.status === 'APPROVED').map((row) => row.id);
  expect(decided.sort()).toEqual([...approved].sort());
  for (const id of stored)
    expect((await site.call('GET', `/api/v1/media/${id}`, { token: member.token })).status).toBe(200);
  await expectSums(site, member.companyId);
}

async function goesOn(): Promise<void> {
  await expect.poll(async () => (await submit()).status, { timeout: 20_000, interval: 250 }).toBe(200);
  expect((await upload()).status).toBe(200);
  expect((await approve(accepted.at(-1)?.id ?? '')).status).toBe(200);
  await expect
    .poll(
      async () => {
        const left = await site.database.platform
          .selectFrom('mails')
          .select('id')
          .where('state', '=', 'WAITING')
          .execute();
        return left.length;
      },
      { timeout: 40_000 },
    )
    .toBe(0);
}

test.skipIf(!canMount)('writes are refused in words while it lasts, and nothing else is', async () => {
  for (let nth = 0; nth < 5; nth++) expect((await submit()).status).toBe(200);
  expect((await upload()).status).toBe(200);
  fill();
  // Tables with room in their last page still accept rows.
  const answers: Answer[] = [];
  for (let round = 0; round < 60; round++) {
    const todo = accepted.find(({ id }) => !approved.includes(id));
    answers.push(...(await Promise.all([submit(), upload(), ...(todo && round % 5 === 0 ? [approve(todo.id)] : [])])));
  }
  const refused = answers.filter((answer) => answer.status !== 200);
  process.stdout.write(`full disk: ${JSON.stringify(tally(answers))}\n`);
  expect(refused.length).toBeGreaterThan(60);
  for (const answer of refused) expectRefused(answer);
  expect((await site.call('GET', '/')).status).toBe(200);
  expect((await site.call('GET', '/api/v1/user/transaction/list', { token: member.token })).status).toBe(200);
  free();
  await goesOn();
  await expectStored();
  reportFault(
    'the disk is full',
    `${refused.length} of ${answers.length} writes refused with 503, ${accepted.length} orders, 0 lost, 0 without their row`,
  );
});

test.skipIf(!canMount)(
  'the database gives up for want of a log, and comes back by itself when there is room',
  async () => {
    fill();
    // Each switch needs a new WAL file of 16 MiB. Only a superuser may ask for one.
    const superuser = new pg.Client(embeddedConnections(site.dataDir).superuserConnection);
    superuser.on('error', () => {});
    await superuser.connect();
    for (let nth = 0; nth < 20; nth++) {
      await superuser.query('SELECT pg_switch_wal()').catch(() => {});
      await submit();
    }
    await superuser.end().catch(() => {});
    await expect
      .poll(async () => (await site.call('GET', '/readyz')).status, { timeout: 20_000, interval: 100 })
      .toBe(503);
    expectRefused(await submit());
    expectRefused(await upload());
    const page = await site.call('GET', '/user/dashboard', { cookie: member.cookie });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    await sleep(3_000);
    free();
    await expect
      .poll(async () => (await site.call('GET', '/readyz')).status, { timeout: 30_000, interval: 100 })
      .toBe(200);
    await goesOn();
    await expectStored();
    reportFault(
      'the disk is full, for the log of the database too',
      `${accepted.length} orders in all, 0 lost, 0 without their row`,
    );
  },
);

/**
 * The whole program under `kill -9` at random moments, with its own database: what it has acknowledged is there, once and
 * unchanged; what it has not is there wholly or not at all. `KILL_SEED` repeats the moments of an earlier run.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { APPROVE, expectSums, freshReference, manual, PURCHASE, picture } from '../support/purchases.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

const ROUNDS = 20;
const WRITERS = 16;
const READY_AGAIN_MS_MAX = 5_000;
const LOAD_MS = { min: 200, max: 1_200 };
const SEED = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** mulberry32: the same moments for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Order {
  readonly key: string;
  readonly id: string;
  readonly orderNumber: string;
  approved: boolean;
}

/** One person who writes without a pause, and what this person was told. */
interface Writer {
  readonly member: Account;
  readonly admin: Account;
  readonly orders: Order[];
  /** The last name that was acknowledged, and the one that is on its way. */
  name: string;
  nextName: string;
}

let dataDir = '';
let site: Site;
/** Resolves when the program is up; writers wait for it. */
let up: Promise<void> = Promise.resolve();
let writing = true;
let cut = 0;

const begin = (): Promise<Site> => startSite({ embedded: true, dataDir, env: { RATE_LIMITS: 'off' } });

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-kill-'));
  site = await begin();
});
afterAll(() => site.remove());

/** Sends until an answer comes, as a client with a retry does. Nothing but an acceptance or a decided conflict may come. */
async function insist(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    await up;
    try {
      const answer = await send();
      if (answer.status !== 503) return answer;
    } catch {
      cut++;
    }
    await sleep(10);
  }
}

async function submit({ member, orders }: Writer, key: string): Promise<void> {
  const isUpi = orders.length % 3 === 0;
  let receiptId = '';
  if (isUpi) {
    const bytes = picture();
    const sent = await insist(() => {
      const form = new FormData();
      form.append('medias', new File([bytes as Uint8Array<ArrayBuffer>], 'proof.png', { type: 'image/png' }));
      return site.call('POST', '/api/v1/user/media/add', { body: form, token: member.token });
    });
    expect(sent.status).toBe(200);
    receiptId = sent.body.data[0].id;
  }
  const body = manual(isUpi ? { paymentMethod: 'UPI', referenceNumber: freshReference(), receiptId } : {});
  const headers = { 'Idempotency-Key': key };
  const answer = await insist(() => site.call('POST', PURCHASE, { body, token: member.token, headers }));
  expect([answer.status, answer.body.message]).toEqual([200, 'Token purchase submitted successfully']);
  const { id, orderNumber } = answer.body.data;
  orders.push({ key, id, orderNumber, approved: false });
}

async function approve({ admin, orders }: Writer): Promise<void> {
  const order = orders.find((it) => !it.approved);
  if (!order) return;
  const answer = await insist(() => site.call('POST', APPROVE, { body: { id: order.id }, token: admin.token }));
  // The try before may have been cut off after its commit.
  expect([200, 409]).toContain(answer.status);
  order.approved = true;
}

async function rename(writer: Writer, nth: number): Promise<void> {
  writer.nextName = `${writer.name.split(' step')[0]} step ${nth}`;
  const body = { name: writer.nextName, password: writer.member.password };
  const answer = await insist(() =>
    site.call('PUT', '/api/v1/user/auth/profile/update', { body, token: writer.member.token }),
  );
  expect(answer.status).toBe(200);
  writer.name = writer.nextName;
}

async function write(writer: Writer, who: number): Promise<void> {
  for (let nth = 0; writing; nth++) {
    const what = (nth + who) % 4;
    if (what === 0) await rename(writer, nth);
    else if (what === 1) await approve(writer);
    else await submit(writer, `writer-${who}-${nth}`);
  }
}

/** Everything that was acknowledged until now, against the rows. */
async function expectKept(writers: readonly Writer[], told: readonly Told[]): Promise<void> {
  const db = site.database.platform;
  const rows = await db
    .selectFrom('purchases')
    .select(['id', 'user_id', 'order_number', 'idempotency_key', 'status'])
    .execute();
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  expect(byKey.size, 'each key has one purchase').toBe(rows.length);
  const names = new Map(
    (await db.selectFrom('users').select(['id', 'name']).execute()).map((row) => [row.id, row.name]),
  );
  for (const [who, { member, nextName }] of writers.entries()) {
    const { orders, name } = told[who] as Told;
    for (const { key, id, orderNumber, approved } of orders) {
      const row = byKey.get(key);
      expect(row).toMatchObject({ id, order_number: orderNumber, user_id: member.id });
      if (approved) expect([key, row?.status]).toEqual([key, 'APPROVED']);
    }
    expect([name, nextName]).toContain(names.get(member.id));
  }
  const entries = await db.selectFrom('stock_entries').select(['source_id']).where('kind', '=', 'PURCHASE').execute();
  const approved = rows.filter((row) => row.status === 'APPROVED').map((row) => row.id);
  expect(entries.map((entry) => entry.source_id).sort()).toEqual(approved.sort());
}

interface Told {
  readonly orders: readonly Order[];
  readonly name: string;
}
const toldNow = (writers: readonly Writer[]): Told[] =>
  writers.map(({ orders, name }) => ({ orders: orders.map((order) => ({ ...order })), name }));

const verify = (command: string): string =>
  execFileSync(process.execPath, ['dist/programs/cli.mjs', command], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: 'utf8',
  });

test(`${ROUNDS} kills under ${WRITERS} writers: nothing acknowledged is lost, nothing is doubled, it is ready again at once`, async () => {
  process.stdout.write(`KILL_SEED=${SEED}\n`);
  const random = randomOf(SEED);
  const writers: Writer[] = [];
  for (let who = 0; who < WRITERS; who++) {
    const name = `Writer ${String.fromCharCode(65 + who)}`;
    const [member, admin] = [await makeMember(site, { name }), await makeAdmin(site)];
    writers.push({ member, admin, orders: [], name, nextName: name });
  }
  const { companyId } = writers[0]?.member ?? { companyId: '' };
  const work = Promise.all(writers.map(write));
  // Told by its own `await` below; a failure must not end the run before the rows are looked at.
  work.catch(() => {});

  const readyMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(LOAD_MS.min + random() * (LOAD_MS.max - LOAD_MS.min));
    let goOn = (): void => {};
    up = new Promise((done) => {
      goOn = done;
    });
    await site.kill();
    const told = toldNow(writers);
    await site.database.close();
    const startedMs = performance.now();
    site = await begin();
    readyMs.push(Math.round(performance.now() - startedMs));
    await expectKept(writers, told);
    goOn();
  }
  writing = false;
  await work;

  await expectKept(writers, toldNow(writers));
  await expectSums(site, companyId);
  expect(verify('ledger:verify')).toMatch(/^ok ledger/m);
  expect(verify('audit:verify')).toMatch(/^ok audit/m);
  const orders = writers.flatMap((writer) => writer.orders);
  const approved = orders.filter((order) => order.approved);
  process.stdout.write(
    `${orders.length} orders, ${approved.length} approved, ${cut} requests cut off; ready again after ${Math.min(...readyMs)} to ${Math.max(...readyMs)} ms\n`,
  );
  // Each kill has hit requests under way, else it has shown nothing.
  expect(cut).toBeGreaterThan(ROUNDS);
  expect(Math.max(...readyMs)).toBeLessThan(READY_AGAIN_MS_MAX);
}, 180_000);

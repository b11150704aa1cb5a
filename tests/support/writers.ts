/** Clients that write without a pause and retry until they get an answer, and the answers that they got. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Account } from './accounts.ts';
import * as accountsOfToday from './accounts.ts';
import { APPROVE, expectSums, fileForm, freshReference, manual, PURCHASE, picture } from './purchases.ts';
import type { Answer, Site } from './site.ts';

interface Order {
  readonly key: string;
  readonly id: string;
  readonly orderNumber: string;
  /** Of an order by UPI: the file that was sent and the id under which it was taken. */
  readonly proof: { readonly id: string; readonly bytes: Uint8Array } | null;
  approved: boolean;
}

interface Writer {
  readonly member: Account;
  readonly admin: Account;
  readonly orders: Order[];
  /** How many writes it has begun. */
  begun: number;
  /** The last name that was acknowledged, and the one that is on its way. */
  name: string;
  nextName: string;
}

/** The company's settings as one admin changes them: the last notice that was acknowledged, and the one on its way. */
interface Notice {
  readonly admin: Account;
  version: number;
  stored: string;
  next: string;
}

/** What had been acknowledged at one moment. */
export interface Acknowledged {
  readonly writers: readonly { readonly orders: readonly Order[]; readonly name: string }[];
  readonly notice: string;
}

export interface Writers {
  /** Lets them write until `end`; also again after it. */
  begin(): void;
  /** Waits for what is under way. */
  end(): Promise<void>;
  acknowledged(): Acknowledged;
  /** Everything acknowledged against the rows: there, once, unchanged; what was not is there wholly or not at all. */
  expectStored(writes?: Acknowledged): Promise<void>;
  readonly counts: Record<
    'acknowledged' | 'cut' | 'unavailable' | 'orders' | 'proofs' | 'approved' | 'settings',
    number
  >;
}

export interface WritersOptions {
  readonly count: number;
  /** Where the next try goes. */
  readonly site: () => Site;
  /** Resolves when it makes sense to try. */
  readonly up?: () => Promise<void>;
  /** Writes the accounts; another one where the database has the schema of another version. */
  readonly accounts?: Pick<typeof accountsOfToday, 'makeAdmin' | 'makeMember' | 'noteStates'>;
}

export async function makeWriters(options: WritersOptions): Promise<Writers> {
  const { count, site, up = async () => {}, accounts = accountsOfToday } = options;
  const { makeAdmin, makeMember, noteStates } = accounts;
  const writers: Writer[] = [];
  for (let who = 0; who < count; who++) {
    const name = `Writer ${String.fromCharCode(65 + who)}`;
    const [member, admin] = [await makeMember(site(), { name }), await makeAdmin(site())];
    writers.push({ member, admin, orders: [], begun: 0, name, nextName: name });
  }
  const notice: Notice = { admin: await makeAdmin(site()), version: 1, stored: '', next: '' };
  await noteStates(site());
  const counts = { acknowledged: 0, cut: 0, unavailable: 0, orders: 0, proofs: 0, approved: 0, settings: 0 };
  const run: Run = { site, up, counts, notice, isWriting: false };
  let work: Promise<unknown> = Promise.resolve();

  const acknowledged = (): Acknowledged => ({
    writers: writers.map(({ orders, name }) => ({ orders: orders.map((order) => ({ ...order })), name })),
    notice: notice.stored,
  });
  const seenProofs = new Set<string>();

  return {
    counts,
    acknowledged,
    begin: () => {
      run.isWriting = true;
      work = Promise.all(writers.map((writer, nth) => write(run, writer, nth)));
      // `end` tells of a failure; until then the rows are still looked at.
      work.catch(() => {});
    },
    end: async () => {
      run.isWriting = false;
      await work;
    },
    expectStored: (writes = acknowledged()) => expectStored(site(), { writers, notice, seenProofs }, writes),
  };
}

/** What the writers of one run share. */
interface Run {
  readonly site: () => Site;
  readonly up: () => Promise<void>;
  readonly counts: Writers['counts'];
  readonly notice: Notice;
  isWriting: boolean;
}

/** Sends until an answer comes, as a client with a retry does. */
async function insist({ site, up, counts }: Run, send: (site: Site) => Promise<Answer>): Promise<Answer> {
  for (;;) {
    await up();
    try {
      const answer = await send(site());
      if (answer.status !== 503) {
        counts.acknowledged++;
        return answer;
      }
      expect([answer.body?.code, Number(answer.headers.get('retry-after')) > 0]).toEqual(['unavailable', true]);
      counts.unavailable++;
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      // What `fetch` throws when the connection is refused or breaks.
      counts.cut++;
    }
    await sleep(20);
  }
}

async function submit(run: Run, { member, orders }: Writer, key: string): Promise<void> {
  const { token } = member;
  let proof: Order['proof'] = null;
  if (orders.length % 3 === 0) {
    const bytes = picture();
    const sent = await insist(run, (at) => at.call('POST', '/api/v1/user/media/add', { body: fileForm(bytes), token }));
    expect(sent.status).toBe(200);
    proof = { id: sent.body.data[0].id, bytes };
    run.counts.proofs++;
  }
  const body = manual(proof ? { paymentMethod: 'UPI', referenceNumber: freshReference(), receiptId: proof.id } : {});
  const headers = { 'Idempotency-Key': key };
  const answer = await insist(run, (at) => at.call('POST', PURCHASE, { body, token, headers }));
  expect([answer.status, answer.body.message]).toEqual([200, 'Token purchase submitted successfully']);
  const { id, orderNumber } = answer.body.data;
  orders.push({ key, id, orderNumber, proof, approved: false });
  run.counts.orders++;
}

async function approve(run: Run, { admin, orders }: Writer): Promise<void> {
  const order = orders.find((it) => !it.approved);
  if (!order) return;
  const answer = await insist(run, (at) => at.call('POST', APPROVE, { body: { id: order.id }, token: admin.token }));
  // The try before may have been cut off after its commit.
  expect([200, 409]).toContain(answer.status);
  order.approved = true;
  run.counts.approved++;
}

async function rename(run: Run, writer: Writer, nth: number): Promise<void> {
  const { token, password } = writer.member;
  writer.nextName = `${writer.name.split(' step')[0]} step ${nth}`;
  const body = { name: writer.nextName, password };
  const answer = await insist(run, (at) => at.call('PUT', '/api/v1/user/auth/profile/update', { body, token }));
  expect(answer.status).toBe(200);
  writer.name = writer.nextName;
}

/** One admin alone changes the company, each change on top of the one before. */
async function announce(run: Run, nth: number): Promise<void> {
  const { notice } = run;
  const { admin, version } = notice;
  notice.next = `Notice ${nth}`;
  const body = { notice: notice.next, version, password: admin.password };
  const answer = await insist(run, (at) =>
    at.call('PUT', '/api/v1/admin/settings/update', { body, token: admin.token }),
  );
  // The try before may have been cut off after its commit: then this one comes on top of it.
  expect([200, 409], answer.text.slice(0, 200)).toContain(answer.status);
  notice.version = version + 1;
  notice.stored = notice.next;
  run.counts.settings++;
}

async function write(run: Run, writer: Writer, who: number): Promise<void> {
  while (run.isWriting) {
    const nth = writer.begun++;
    // Seldom, for each hashes a password.
    const what = (nth + who) % 8;
    if (what === 0) await (who === 0 ? announce(run, nth) : rename(run, writer, nth));
    else if (what % 3 === 1) await approve(run, writer);
    else await submit(run, writer, `writer-${who}-${nth}`);
  }
}

interface Written {
  readonly writers: readonly Writer[];
  readonly notice: Notice;
  /** Proofs that were checked after an earlier fault. They are not read again. */
  readonly seenProofs: Set<string>;
}

type PurchaseRows = Awaited<ReturnType<typeof readPurchases>>;

const idsOf = ({ writers }: Written): string[] => writers.map(({ member }) => member.id);

/** Of these writers: a database may have others. */
function readPurchases(site: Site, written: Written) {
  return site.database.platform
    .selectFrom('purchases')
    .select(['id', 'user_id', 'order_number', 'idempotency_key', 'status', 'receipt_id'])
    .where('user_id', 'in', idsOf(written))
    .execute();
}

async function expectStored(site: Site, written: Written, writes: Acknowledged): Promise<void> {
  const rows = await readPurchases(site, written);
  await expectOrders(site, written, writes, rows);
  await expectNotice(site, written.notice, writes.notice);
  const entries = await site.database.platform
    .selectFrom('stock_entries')
    .select('source_id')
    .where('kind', '=', 'PURCHASE')
    .where('user_id', 'in', idsOf(written))
    .execute();
  const decided = rows.filter((row) => row.status === 'APPROVED').map((row) => row.id);
  expect(entries.map((entry) => entry.source_id).sort()).toEqual(decided.sort());
  await expectSums(site, written.writers[0]?.member.companyId ?? '');
}

async function expectOrders(site: Site, written: Written, writes: Acknowledged, rows: PurchaseRows): Promise<void> {
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  expect(byKey.size, 'each key has one purchase').toBe(rows.length);
  const users = await site.database.platform.selectFrom('users').select(['id', 'name']).execute();
  const names = new Map(users.map((row) => [row.id, row.name]));
  for (const [nth, { member, nextName }] of written.writers.entries()) {
    const { orders, name } = writes.writers[nth] ?? { orders: [], name: '' };
    for (const { key, id, orderNumber, proof, approved } of orders) {
      const row = byKey.get(key);
      expect(row).toMatchObject({ id, order_number: orderNumber, user_id: member.id });
      if (approved) expect([key, row?.status]).toEqual([key, 'APPROVED']);
      expect(row?.receipt_id).toBe(proof?.id ?? null);
      if (!proof || written.seenProofs.has(proof.id)) continue;
      await expectProof(site, member, proof);
      written.seenProofs.add(proof.id);
    }
    expect([name, nextName]).toContain(names.get(member.id));
  }
}

async function expectProof(site: Site, member: Account, proof: NonNullable<Order['proof']>): Promise<void> {
  const file = await site.call('GET', `/api/v1/media/${proof.id}`, { token: member.token });
  expect([proof.id, file.status]).toEqual([proof.id, 200]);
  expect(file.bytes.equals(Buffer.from(proof.bytes))).toBe(true);
}

async function expectNotice(site: Site, notice: Notice, acknowledged: string): Promise<void> {
  const db = site.database.platform;
  const company = await db
    .selectFrom('companies')
    .select(['notice', 'settings_version'])
    .where('id', '=', notice.admin.companyId)
    .executeTakeFirstOrThrow();
  expect([acknowledged, notice.next]).toContain(company.notice);
  const changes = await db.selectFrom('company_settings').select('version').execute();
  expect(changes, 'each change of the settings is there once').toHaveLength(company.settings_version - 1);
}

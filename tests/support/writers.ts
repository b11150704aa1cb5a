/** People who write without a pause and come again until they are answered, and what they have been told. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Account, makeAdmin, makeMember } from './accounts.ts';
import { APPROVE, expectSums, fileForm, freshReference, manual, PURCHASE, picture } from './purchases.ts';
import type { Answer, Site } from './site.ts';

interface Order {
  readonly key: string;
  readonly id: string;
  readonly orderNumber: string;
  approved: boolean;
}

interface Writer {
  readonly member: Account;
  readonly admin: Account;
  readonly orders: Order[];
  /** The last name that was acknowledged, and the one that is on its way. */
  name: string;
  nextName: string;
}

/** What had been acknowledged at one moment. */
export type Told = readonly { readonly orders: readonly Order[]; readonly name: string }[];

export interface Writers {
  /** Lets them write until `end`. */
  begin(): void;
  /** Waits for what is under way. */
  end(): Promise<void>;
  told(): Told;
  /** Everything acknowledged against the rows: there, once, unchanged; what was not is there wholly or not at all. */
  expectKept(told?: Told): Promise<void>;
  readonly counts: { acknowledged: number; cut: number; unavailable: number; orders: number; approved: number };
}

export interface WritersOptions {
  readonly count: number;
  /** Where the next try goes. */
  readonly site: () => Site;
  /** Resolves when it makes sense to try. */
  readonly up?: () => Promise<void>;
}

export async function makeWriters({ count, site, up = async () => {} }: WritersOptions): Promise<Writers> {
  const writers: Writer[] = [];
  for (let who = 0; who < count; who++) {
    const name = `Writer ${String.fromCharCode(65 + who)}`;
    const [member, admin] = [await makeMember(site(), { name }), await makeAdmin(site())];
    writers.push({ member, admin, orders: [], name, nextName: name });
  }
  const counts = { acknowledged: 0, cut: 0, unavailable: 0, orders: 0, approved: 0 };
  let writing = true;
  let work: Promise<unknown> = Promise.resolve();

  /** Sends until an answer comes, as a client with a retry does. */
  async function insist(send: (site: Site) => Promise<Answer>): Promise<Answer> {
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

  async function submit({ member, orders }: Writer, key: string): Promise<void> {
    const { token } = member;
    let proof = {};
    if (orders.length % 3 === 0) {
      const bytes = picture();
      const sent = await insist((at) => at.call('POST', '/api/v1/user/media/add', { body: fileForm(bytes), token }));
      expect(sent.status).toBe(200);
      proof = { paymentMethod: 'UPI', referenceNumber: freshReference(), receiptId: sent.body.data[0].id };
    }
    const body = manual(proof);
    const headers = { 'Idempotency-Key': key };
    const answer = await insist((at) => at.call('POST', PURCHASE, { body, token, headers }));
    expect([answer.status, answer.body.message]).toEqual([200, 'Token purchase submitted successfully']);
    const { id, orderNumber } = answer.body.data;
    orders.push({ key, id, orderNumber, approved: false });
    counts.orders++;
  }

  async function approve({ admin, orders }: Writer): Promise<void> {
    const order = orders.find((it) => !it.approved);
    if (!order) return;
    const answer = await insist((at) => at.call('POST', APPROVE, { body: { id: order.id }, token: admin.token }));
    // The try before may have been cut off after its commit.
    expect([200, 409]).toContain(answer.status);
    order.approved = true;
    counts.approved++;
  }

  async function rename(writer: Writer, nth: number): Promise<void> {
    const { token, password } = writer.member;
    writer.nextName = `${writer.name.split(' step')[0]} step ${nth}`;
    const body = { name: writer.nextName, password };
    const answer = await insist((at) => at.call('PUT', '/api/v1/user/auth/profile/update', { body, token }));
    expect(answer.status).toBe(200);
    writer.name = writer.nextName;
  }

  async function write(writer: Writer, who: number): Promise<void> {
    for (let nth = 0; writing; nth++) {
      // Seldom, for each hashes a password.
      const what = (nth + who) % 8;
      if (what === 0) await rename(writer, nth);
      else if (what % 3 === 1) await approve(writer);
      else await submit(writer, `writer-${who}-${nth}`);
    }
  }

  const told = (): Told => writers.map(({ orders, name }) => ({ orders: orders.map((order) => ({ ...order })), name }));

  return {
    counts,
    told,
    begin: () => {
      work = Promise.all(writers.map(write));
      // `end` tells of a failure; until then the rows are still looked at.
      work.catch(() => {});
    },
    end: async () => {
      writing = false;
      await work;
    },
    expectKept: async (then = told()) => {
      const { database } = site();
      const db = database.platform;
      const rows = await db
        .selectFrom('purchases')
        .select(['id', 'user_id', 'order_number', 'idempotency_key', 'status'])
        .execute();
      const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
      expect(byKey.size, 'each key has one purchase').toBe(rows.length);
      const users = await db.selectFrom('users').select(['id', 'name']).execute();
      const names = new Map(users.map((row) => [row.id, row.name]));
      for (const [who, { member, nextName }] of writers.entries()) {
        const { orders, name } = then[who] ?? { orders: [], name: '' };
        for (const { key, id, orderNumber, approved } of orders) {
          const row = byKey.get(key);
          expect(row).toMatchObject({ id, order_number: orderNumber, user_id: member.id });
          if (approved) expect([key, row?.status]).toEqual([key, 'APPROVED']);
        }
        expect([name, nextName]).toContain(names.get(member.id));
      }
      const entries = await db.selectFrom('stock_entries').select('source_id').where('kind', '=', 'PURCHASE').execute();
      const decided = rows.filter((row) => row.status === 'APPROVED').map((row) => row.id);
      expect(entries.map((entry) => entry.source_id).sort()).toEqual(decided.sort());
      await expectSums({ database }, writers[0]?.member.companyId ?? '');
    },
  };
}

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
  /** Of an order by UPI: the file that was sent and the id under which it was taken. */
  readonly proof: { readonly id: string; readonly bytes: Uint8Array } | null;
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

/** The company's settings as one admin changes them: the last notice that was acknowledged, and the one on its way. */
interface Notice {
  readonly admin: Account;
  version: number;
  kept: string;
  next: string;
}

/** What had been acknowledged at one moment. */
export interface Told {
  readonly writers: readonly { readonly orders: readonly Order[]; readonly name: string }[];
  readonly notice: string;
}

export interface Writers {
  /** Lets them write until `end`. */
  begin(): void;
  /** Waits for what is under way. */
  end(): Promise<void>;
  told(): Told;
  /** Everything acknowledged against the rows: there, once, unchanged; what was not is there wholly or not at all. */
  expectKept(told?: Told): Promise<void>;
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
}

export async function makeWriters({ count, site, up = async () => {} }: WritersOptions): Promise<Writers> {
  const writers: Writer[] = [];
  for (let who = 0; who < count; who++) {
    const name = `Writer ${String.fromCharCode(65 + who)}`;
    const [member, admin] = [await makeMember(site(), { name }), await makeAdmin(site())];
    writers.push({ member, admin, orders: [], name, nextName: name });
  }
  const notice: Notice = { admin: await makeAdmin(site()), version: 1, kept: '', next: '' };
  const counts = { acknowledged: 0, cut: 0, unavailable: 0, orders: 0, proofs: 0, approved: 0, settings: 0 };
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
    let proof: Order['proof'] = null;
    if (orders.length % 3 === 0) {
      const bytes = picture();
      const sent = await insist((at) => at.call('POST', '/api/v1/user/media/add', { body: fileForm(bytes), token }));
      expect(sent.status).toBe(200);
      proof = { id: sent.body.data[0].id, bytes };
      counts.proofs++;
    }
    const body = manual(proof ? { paymentMethod: 'UPI', referenceNumber: freshReference(), receiptId: proof.id } : {});
    const headers = { 'Idempotency-Key': key };
    const answer = await insist((at) => at.call('POST', PURCHASE, { body, token, headers }));
    expect([answer.status, answer.body.message]).toEqual([200, 'Token purchase submitted successfully']);
    const { id, orderNumber } = answer.body.data;
    orders.push({ key, id, orderNumber, proof, approved: false });
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

  /** One admin alone changes the company, each change on top of the one before. */
  async function announce(nth: number): Promise<void> {
    const { admin, version } = notice;
    notice.next = `Notice ${nth}`;
    const body = { notice: notice.next, version, password: admin.password };
    const answer = await insist((at) => at.call('PUT', '/api/v1/admin/settings/update', { body, token: admin.token }));
    // The try before may have been cut off after its commit: then this one comes on top of it.
    expect([200, 409], answer.text.slice(0, 200)).toContain(answer.status);
    notice.version = version + 1;
    notice.kept = notice.next;
    counts.settings++;
  }

  async function write(writer: Writer, who: number): Promise<void> {
    for (let nth = 0; writing; nth++) {
      // Seldom, for each hashes a password.
      const what = (nth + who) % 8;
      if (what === 0) await (who === 0 ? announce(nth) : rename(writer, nth));
      else if (what % 3 === 1) await approve(writer);
      else await submit(writer, `writer-${who}-${nth}`);
    }
  }

  const told = (): Told => ({
    writers: writers.map(({ orders, name }) => ({ orders: orders.map((order) => ({ ...order })), name })),
    notice: notice.kept,
  });
  /** Proofs that were looked at after an earlier fault and lie there unchanged are not read at each later one. */
  const seenProofs = new Set<string>();

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
        .select(['id', 'user_id', 'order_number', 'idempotency_key', 'status', 'receipt_id'])
        .execute();
      const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
      expect(byKey.size, 'each key has one purchase').toBe(rows.length);
      const users = await db.selectFrom('users').select(['id', 'name']).execute();
      const names = new Map(users.map((row) => [row.id, row.name]));
      for (const [who, { member, nextName }] of writers.entries()) {
        const { orders, name } = then.writers[who] ?? { orders: [], name: '' };
        for (const { key, id, orderNumber, proof, approved } of orders) {
          const row = byKey.get(key);
          expect(row).toMatchObject({ id, order_number: orderNumber, user_id: member.id });
          if (approved) expect([key, row?.status]).toEqual([key, 'APPROVED']);
          expect(row?.receipt_id).toBe(proof?.id ?? null);
          if (!proof || seenProofs.has(proof.id)) continue;
          const file = await fetch(`${site().url}/api/v1/media/${proof.id}`, {
            headers: { Authorization: member.token },
          });
          expect([proof.id, file.status]).toEqual([proof.id, 200]);
          expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(proof.bytes))).toBe(true);
          seenProofs.add(proof.id);
        }
        expect([name, nextName]).toContain(names.get(member.id));
      }
      const company = await db
        .selectFrom('companies')
        .select(['notice', 'settings_version'])
        .where('id', '=', notice.admin.companyId)
        .executeTakeFirstOrThrow();
      expect([then.notice, notice.next]).toContain(company.notice);
      const changes = await db.selectFrom('company_settings').select('version').execute();
      expect(changes, 'each change of the settings is there once').toHaveLength(company.settings_version - 1);
      const entries = await db.selectFrom('stock_entries').select('source_id').where('kind', '=', 'PURCHASE').execute();
      const decided = rows.filter((row) => row.status === 'APPROVED').map((row) => row.id);
      expect(entries.map((entry) => entry.source_id).sort()).toEqual(decided.sort());
      await expectSums({ database }, writers[0]?.member.companyId ?? '');
    },
  };
}

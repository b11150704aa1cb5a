/** What a page asks of the database: few statements, over one connection for those that run at the same time. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connecting } from '../../src/lib/db/binding.ts';
import { type Db, inTransaction } from '../../src/lib/db/client.ts';
import { lendToAll } from '../../src/lib/db/shared.ts';
import { type Account, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { allSealed } from '../support/sealing.ts';
import { type Site, startSite } from '../support/site.ts';
import { type SentStatement, type StatementProxy, startStatementProxy } from '../support/statement-proxy.ts';

let own: TestDatabase;
let proxy: StatementProxy;
let site: Site;
let member: Account;
let admin: Account;
let companyId: string;
beforeAll(async () => {
  own = await testDatabase({ poolSize: 8 });
  proxy = await startStatementProxy(own.url);
  site = await startSite({ databaseUrl: proxy.url });
  [member, admin, companyId] = await Promise.all([makeMember(own), makeAdmin(own), makeCompany(own)]);
  // Sealing of what was just written asks again and again.
  await allSealed(site);
});
afterAll(async () => {
  await site?.remove();
  await proxy?.stop();
  await own?.drop();
});

/** The statements of a visit to a page. Tasks of the program may ask in between, so the visit with the fewest counts. */
async function statementsOf(path: string, { cookie }: Account): Promise<readonly SentStatement[]> {
  const visits: (readonly SentStatement[])[] = [];
  for (let nth = 0; nth < 8; nth++) {
    proxy.forget();
    expect((await site.call('GET', path, { cookie })).status).toBe(200);
    visits.push(proxy.sent());
  }
  const [fewest = []] = visits.toSorted((a, b) => a.length - b.length);
  return fewest;
}

describe('a page reads', () => {
  const PAGES: [path: string, who: 'member' | 'admin', statementsMax: number][] = [
    ['/user/dashboard', 'member', 6],
    ['/user/payment-history', 'member', 4],
    ['/user/buy-token', 'member', 4],
    ['/user/payment', 'member', 1],
    ['/user/refunds', 'member', 2],
    ['/admin/dashboard', 'admin', 9],
    // With its two notices: what came later moved the buttons below.
    ['/admin/purchaserequest', 'admin', 7],
  ];
  it.each(PAGES)('%s as %s with at most %i statements', async (path, who, max) => {
    const sent = await statementsOf(path, who === 'member' ? member : admin);
    const texts = sent.map(({ text }) => text);
    expect(texts.length, texts.join('\n\n')).toBeLessThanOrEqual(max);
    expect(sent[0]?.text, 'the site and the session').toMatch(/FROM sessions[\s\S]+from "companies"/);
  });

  it('over one connection of its company', async () => {
    const [, ...reads] = await statementsOf('/user/dashboard', member);
    expect(reads.length).toBeGreaterThan(3);
    expect(new Set(reads.map(({ connection }) => connection)).size).toBe(1);
  });
});

const pidOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  return rows[0]?.pid ?? 0;
};
const pids = async (db: Db, count: number): Promise<Set<number>> =>
  new Set(await Promise.all(Array.from({ length: count }, () => pidOf(db))));
const busy = (): number =>
  own.database
    .poolUse()
    .filter(({ state }) => state === 'busy')
    .reduce((sum, { count }) => sum + count, 0);

describe('the connection of a request', () => {
  const forRequest = (id = companyId): Db => own.database.companyForRequest(id);

  it('serves all statements that are under way at the same time, and goes back to the pool after them', async () => {
    expect((await pids(forRequest(), 10)).size).toBe(1);
    expect((await pids(own.database.company(companyId), 3)).size).toBe(3);
    expect(busy()).toBe(0);
  });

  it('belongs to one request: another one gets another', async () => {
    const both = await Promise.all([pidOf(forRequest()), pidOf(forRequest())]);
    expect(new Set(both).size).toBe(2);
  });

  it('never serves a transaction: reads that run meanwhile do not see what it has not committed', async () => {
    const { id } = await makeMember(own, { companyId, name: 'Asha Rao' });
    const db = forRequest();
    const nameOf = async (from: Db): Promise<string | undefined> =>
      (await from.selectFrom('users').select('name').where('id', '=', id).executeTakeFirst())?.name;
    const isRead = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    // Under way before the transaction begins and after it has ended.
    const long = sql`SELECT pg_sleep(0.3)`.execute(db);
    const transaction = inTransaction(db, async (tx) => {
      await tx.updateTable('users').set({ name: 'Bina Rao' }).where('id', '=', id).execute();
      written.resolve();
      await isRead.promise;
      return [await nameOf(tx), await pidOf(tx)] as const;
    });
    await written.promise;
    const [seen, pid] = await Promise.all([nameOf(db), pidOf(db)]);
    isRead.resolve();
    const [inside, pidInside] = await transaction;
    await long;
    expect([seen, inside, await nameOf(db)]).toEqual(['Asha Rao', 'Bina Rao', 'Bina Rao']);
    expect(pid).not.toBe(pidInside);
  });

  it('lets each statement fail alone', async () => {
    const db = forRequest();
    const answers = await Promise.allSettled([
      pidOf(db),
      sql`SELECT 1 / 0`.execute(db),
      pidOf(db),
      sql`SELECT nothing`.execute(db),
      pidOf(db),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(busy()).toBe(0);
  });

  it('is bound to its company together with the first reads, whatever it was bound to before', async () => {
    const small = await testDatabase({ poolSize: 2 });
    try {
      const companies = await Promise.all([makeCompany(small), makeCompany(small), makeCompany(small)]);
      for (const id of companies) await makeMember(small, { companyId: id });
      for (let round = 0; round < 3; round++)
        for (const id of companies) {
          const db = small.database.companyForRequest(id);
          const seen = await Promise.all([
            db.selectFrom('users').select('company_id').execute(),
            db.selectFrom('users').select('company_id').execute(),
          ]);
          expect(seen.map((rows) => rows.map((row) => row.company_id))).toEqual([[id], [id]]);
        }
    } finally {
      await small.drop();
    }
  });

  it('gives no answer, and is not used again, when the binding fails', async () => {
    const failing = new Error('the binding failed');
    let released: unknown[] = [];
    let connections = 0;
    const connect = lendToAll(async () => {
      const nth = ++connections;
      const answer = async () => ({ rows: [{ nth }] });
      const connection = {
        send: answer,
        sendAlone: answer,
        query: answer,
        release: (it: unknown) => released.push(it),
      };
      const binding = nth === 1 ? Promise.reject(failing) : null;
      return { connection, binding } as unknown as Connecting;
    });
    const ask = async (text: string): Promise<unknown> => {
      const client = await connect();
      try {
        return await client.query(text, []);
      } finally {
        client.release();
      }
    };
    const first = await Promise.allSettled([ask('SELECT 1'), ask('UPDATE users SET name = 1')]);
    expect(first.map((it) => it.status === 'rejected' && it.reason)).toEqual([failing, failing]);
    expect(released).toEqual([true]);
    released = [];
    await expect(ask('SELECT 1')).resolves.toEqual({ rows: [{ nth: 2 }] });
    expect(released).toEqual([false]);
  });
});

/** The use cases of the money path run in a caller's transaction, with more writes before and after them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record } from '@/lib/audit/service.ts';
import { type Db, inTransaction } from '@/lib/db/client.ts';
import { permit } from '@/lib/db/permits.ts';
import { remainingOf } from '@/lib/ledger/service.ts';
import { approveIn, rejectIn } from '@/lib/purchases/decide/service.ts';
import { reverseIn } from '@/lib/purchases/reverse/service.ts';
import { submitIn } from '@/lib/purchases/submit/service.ts';
import type { Company, Scope } from '@/lib/scope.ts';
import { type Account, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { expectSums } from '../support/purchases.ts';
import { makeApp, scopeOf, type TestApp } from '../support/use-cases.ts';

let home: TestDatabase;
let own: TestApp;
let company: Company;
let admin: Scope;
let buyer: Scope;
let referrer: Account;

beforeAll(async () => {
  home = await testDatabase({ poolSize: 5 });
  own = makeApp(home);
  const companyId = await makeCompany(home);
  company = await home.database.platform
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  referrer = await makeMember(home, { companyId });
  admin = scopeOf(own.app, company, await makeAdmin(home, { companyId }), 'admin');
  buyer = scopeOf(own.app, company, await makeMember(home, { companyId, referrerId: referrer.id }), 'member');
});
afterAll(async () => {
  await home?.drop();
  own?.remove();
});

const db = () => home.database.company(company.id);
const submit = (tx: Db, amountPaise = 100_000n) =>
  submitIn(tx, buyer, { paymentMethod: 'MANUAL', amount: amountPaise } as Parameters<typeof submitIn>[2]);
/** Represents the statement line that reconciliation marks as matched. */
const note = (tx: Db, subjectId: string) =>
  record(tx, { scopeId: company.id, actor: null, action: 'purchase.submit', subjectKind: 'note', subjectId });
const notes = async (): Promise<number> =>
  (await db().selectFrom('audit_entries').select('seq').where('subject_kind', '=', 'note').execute()).length;
const statusOf = async (id: string) =>
  (await db().selectFrom('purchases').select('status').where('id', '=', id).executeTakeFirst())?.status;
const fail = (tx: Db) => sql`SELECT 1 / ${0}::int`.execute(tx);
const snapshot = async () => {
  const count = (table: 'purchases' | 'stock_entries' | 'receipts' | 'mails' | 'audit_entries') =>
    home.database.platform
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<bigint>().as('rows'))
      .executeTakeFirstOrThrow();
  const supply = await db().selectFrom('supplies').selectAll().executeTakeFirstOrThrow();
  const tables = ['purchases', 'stock_entries', 'receipts', 'mails', 'audit_entries'] as const;
  return { supply, rows: await Promise.all(tables.map(count)) };
};

const ACTS = {
  submit: async () => (tx: Db) => submit(tx).then((row) => row.id),
  approve: async () => {
    const { id } = await inTransaction(db(), (tx) => submit(tx));
    return (tx: Db) => approveIn(tx, admin, id).then(() => id);
  },
  reject: async () => {
    const { id } = await inTransaction(db(), (tx) => submit(tx));
    return (tx: Db) => rejectIn(tx, admin, id, null).then(() => id);
  },
  reverse: async () => {
    const { id } = await inTransaction(db(), (tx) => submit(tx));
    await inTransaction(db(), (tx) => approveIn(tx, admin, id));
    return (tx: Db) => reverseIn(tx, admin, id, 'Wrong payment').then(() => id);
  },
} as const;
const BECOMES = { submit: 'PENDING', approve: 'APPROVED', reject: 'REJECTED', reverse: 'REVERSED' } as const;

describe.each(['submit', 'approve', 'reject', 'reverse'] as const)('%s in a transaction of the caller', (name) => {
  test('commits together with writes before and after it', async () => {
    const act = await ACTS[name]();
    const before = await notes();
    const id = await inTransaction(db(), async (tx) => {
      await permit(tx, 'terms');
      await sql`UPDATE companies SET notice = 'Composed' WHERE id = ${company.id}`.execute(tx);
      const done = await act(tx);
      await note(tx, done);
      return done;
    });
    expect(await statusOf(id)).toBe(BECOMES[name]);
    expect(await notes()).toBe(before + 1);
    await expectSums(home, company.id);
  });

  test('rolls back completely when a statement after it fails', async () => {
    const act = await ACTS[name]();
    const before = await snapshot();
    const failing = inTransaction(db(), async (tx) => {
      await note(tx, await act(tx));
      await fail(tx);
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await snapshot()).toEqual(before);
  });
});

test('several approvals can share one transaction', async () => {
  const [first, second] = [
    await inTransaction(db(), (tx) => submit(tx)),
    await inTransaction(db(), (tx) => submit(tx)),
  ];
  const both = (last: (tx: Db) => Promise<unknown>) =>
    inTransaction(db(), async (tx) => {
      await approveIn(tx, admin, first.id);
      await approveIn(tx, admin, second.id);
      await last(tx);
    });
  await expect(both(fail)).rejects.toThrow('division by zero');
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['PENDING', 'PENDING']);
  await both(async () => {});
  expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['APPROVED', 'APPROVED']);
  await expectSums(home, company.id);
});

test('an order beyond the supply reports the remaining stock, and reserves nothing', async () => {
  const left = 3n;
  await sql`UPDATE supplies SET held = held + ${(await remainingOf(db(), company.id)) - left}
    WHERE company_id = ${company.id}`.execute(home.database.platform);
  const before = await snapshot();
  await expect(inTransaction(db(), (tx) => submit(tx))).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/\b3\b/),
  });
  expect(await snapshot()).toEqual(before);
});

test('the ledger refuses a negative entry that is not an adjustment', async () => {
  const entry = sql`INSERT INTO stock_entries (company_id, seq, user_id, quantity, kind, source_id, created_at, prev_hash, hash)
    VALUES (${company.id}, 1000000, ${referrer.id}, -1, 'REWARD', ${referrer.id}, now(), 'x', 'y')`;
  await expect(entry.execute(home.database.platform)).rejects.toThrow('stock_entries_sign');
});

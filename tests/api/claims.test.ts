/** What one node works on at a time: a second node that looks while the first transaction is open gets other work, and does not wait. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/lib/db/client.ts';
import { PLATFORM_ID } from '../../src/lib/db/schema/schema.ts';
import { claimDue } from '../../src/lib/integrations/delivery/store.ts';
import { claimMails, insertMail } from '../../src/lib/mail/store.ts';
import { lockSealing } from '../../src/lib/transparency-log/sealing/store.ts';
import { makeCompany } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

/** What `work` gives in each of two transactions that are open at the same time. A wait for a lock fails. */
async function inTwo<T>(work: (tx: Db) => Promise<T>): Promise<[T, T]> {
  const { platform } = database.database;
  return platform.transaction().execute(async (first) => {
    const one = await work(first);
    const two = await platform.transaction().execute(async (second) => {
      await sql`SET LOCAL lock_timeout = '2s'`.execute(second);
      return work(second);
    });
    return [one, two];
  });
}

test('one node seals a log at a time, and the next one after it', async () => {
  const seal = (tx: Db): Promise<boolean> => lockSealing(tx, { kind: 'audit', scopeId: PLATFORM_ID });
  expect(await inTwo(seal)).toEqual([true, false]);
  expect(await inTwo(seal)).toEqual([true, false]);
});

test('two nodes claim different mails', async () => {
  const ids = [randomUUID(), randomUUID()];
  for (const id of ids)
    await insertMail(database.database.platform, {
      id,
      companyId: null,
      to: `${id}@example.com`,
      kind: 'super-code',
      subject: 'A code',
      payload: Buffer.from('sealed'),
      messageId: `<${id}@example.com>`,
      discard: false,
      aboutId: null,
      resentBy: null,
      lane: 0,
    });
  const claims = await inTwo((tx) => claimMails(tx, 1, 60));
  expect(claims.map((its) => its.map(({ scopeId }) => scopeId))).toEqual([[PLATFORM_ID], [PLATFORM_ID]]);
  expect(
    claims
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(ids.sort());
  expect(await inTwo((tx) => claimMails(tx, 1, 60))).toEqual([[], []]);
});

test('two nodes claim different deliveries of a webhook', async () => {
  const { platform } = database.database;
  const companyId = await makeCompany(database);
  const { id } = await platform
    .insertInto('webhooks')
    .values({ company_id: companyId, name: 'Two', url: 'https://example.com', secret: Buffer.from('s'), position: 0n })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = await platform
    .insertInto('webhook_deliveries')
    .values(
      [1n, 2n].map((position) => ({ company_id: companyId, webhook_id: id, position, type: 'x', body: `${position}` })),
    )
    .returning('id')
    .execute();
  const claims = await inTwo((tx) => claimDue(tx, { companyId, id }, 1, 60));
  expect(claims.map((its) => its.length)).toEqual([1, 1]);
  expect(
    claims
      .flat()
      .map((it) => it.id)
      .sort(),
  ).toEqual(rows.map((row) => row.id).sort());
});

/**
 * SQL that calls its connection like the program's (N7, as a class): what it changes is recorded, and the trail keeps for ever that
 * the program did not write it. Nothing that the database has lets such SQL sign for the program.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECORDED_TABLES } from '@/lib/audit/rows/tables.rules.ts';
import { type Db, inTransaction } from '@/lib/db/client.ts';
import { PROGRAM_NAME } from '@/lib/db/pool.ts';
import { PLATFORM_ID } from '@/lib/db/schema/schema.ts';
import { findFault } from '@/lib/launch/packing/verification/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { NO_HEADS } from '@/lib/transparency-log/heads/service.ts';
import { verifyTrails } from '@/lib/transparency-log/trail/service.ts';
import { newWriter } from '@/lib/transparency-log/trail/writers/service.ts';
import { companyIdOf, makeAdmin, makeMember, noteStates } from '../support/accounts.ts';
import { dropConstraints, otherValue, readCatalogue } from '../support/any-row.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';

const OPTIONS = { secrets: secretsOf(APP_SECRET), heads: NO_HEADS };
const FOREIGN = /was not written by the program$/;

let home: TestDatabase;
let site: Site;
let companyId: string;
let memberId: string;
beforeAll(async () => {
  home = await testDatabase();
  site = await startSite({ databaseUrl: home.url });
  companyId = await companyIdOf(site);
  const admin = await makeAdmin(site);
  const member = await makeMember(site, { isApproved: true });
  memberId = member.id;
  const { id } = await submitted(site, member, manual());
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  await noteStates(site);
  await allSealed(site);
});
afterAll(async () => {
  await site?.remove();
  await home?.drop();
});

const db = (): Db => home.database.platform;
const reportsOf = async (): Promise<string[]> => {
  const faults: string[] = [];
  await db()
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      for await (const { fault, values } of verifyTrails(tx, { ...OPTIONS, anchors: [] }))
        faults.push(...(fault ? [fault.reason] : []), ...values);
    });
  return faults;
};
const foreign = async (): Promise<string[]> => (await reportsOf()).filter((text) => FOREIGN.test(text));

/** Runs SQL as somebody who has the owner's access and the program's name. @param writer what they put in place of the key */
const asThief = (work: (tx: Db) => Promise<unknown>, writer = ''): Promise<unknown> =>
  inTransaction(db(), async (tx) => {
    await sql`SELECT set_config('application_name', ${PROGRAM_NAME}, true), set_config('app.writer', ${writer}, true)`.execute(
      tx,
    );
    await work(tx);
  });
const THIEF = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const changeWallet = (tx: Db, wallet = THIEF) =>
  sql`UPDATE users SET wallet_address = ${wallet} WHERE id = ${memberId}`.execute(tx);

/** A random key, one under another secret, and texts that are no key. */
const FALSE_KEYS = [
  '',
  `${'0'.repeat(16)}:${'0'.repeat(64)}`,
  newWriter(secretsOf('another secret, long enough to be taken too')),
  newWriter(OPTIONS.secrets).split(':')[0] ?? '',
  'x',
];

test('what the program itself wrote is its own', async () => {
  expect(await reportsOf()).toEqual([]);
});

describe('under the name of the program', () => {
  test.each(FALSE_KEYS)('a wallet that is changed with the key %j is named, and no pack is made', async (key) => {
    const before = (await foreign()).length;
    await asThief((tx) => changeWallet(tx, `${THIEF.slice(0, -2)}${FALSE_KEYS.indexOf(key)}${key.length % 10}`), key);
    // While it waits, and when it is sealed.
    expect((await foreign()).length).toBeGreaterThan(before);
    await allSealed(site);
    expect((await foreign()).length).toBe(before + 1);
    const fault = await inTransaction(db(), (tx) => findFault(tx, companyId, OPTIONS));
    expect(fault).toMatchObject({ command: 'audit:verify', reason: expect.stringMatching(FOREIGN) });
  });

  test('a change of any recorded table is', async () => {
    await dropConstraints(db());
    const catalogue = await readCatalogue(db());
    const before = (await foreign()).length;
    const changed: string[] = [];
    for (const [table, { key, scope, skipped }] of Object.entries(RECORDED_TABLES))
      for (const column of catalogue.get(table) ?? []) {
        if (column.name === scope || key.includes(column.name) || column.name in skipped) continue;
        const change = asThief(async (tx) => {
          const { rows } = await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column.name)} = ${otherValue(column)}
            WHERE ctid = (SELECT ctid FROM ${sql.table(table)} LIMIT 1) RETURNING 1`.execute(tx);
          if (rows.length === 0) throw new Error('no row');
        });
        const did = await change.then(
          () => true,
          () => false,
        );
        if (!did) continue;
        changed.push(table);
        break;
      }
    expect(changed).toEqual(expect.arrayContaining(['companies', 'purchases', 'super_admins', 'users']));
    await allSealed(site);
    expect((await foreign()).length).toBe(before + changed.length);
  });

  test('an entry that somebody adds is, whatever it has as its writer', async () => {
    const before = (await foreign()).length;
    const { rows } = await sql<{ writer: string }>`
      SELECT writer FROM audit_entries WHERE writer IS NOT NULL AND NOT is_foreign ORDER BY seq LIMIT 1`.execute(db());
    const copied = rows[0]?.writer ?? '';
    expect(copied).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{32}$/);
    for (const writer of [null, copied, 'x', `${'0'.repeat(16)}.${'0'.repeat(32)}`])
      await asThief((tx) =>
        sql`WITH entry AS (
            INSERT INTO audit_entries (scope_id, actor_kind, actor_id, action, subject_kind, subject_id, created_at, writer)
            VALUES (${companyId}, 'member', ${memberId}, 'wallet.update', 'user', ${memberId}, now(), ${writer})
            RETURNING scope_id, seq)
          INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM entry`.execute(tx),
      );
    await allSealed(site);
    expect((await foreign()).length).toBe(before + 4);
  });

  test('the mark stays: to take it off breaks the log', async () => {
    const undone = new Error('undone');
    await inTransaction(db(), async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE audit_entries SET is_foreign = false`.execute(tx);
      const faults: string[] = [];
      for await (const { fault } of verifyTrails(tx, { ...OPTIONS, anchors: [] })) if (fault) faults.push(fault.reason);
      expect(faults).not.toEqual([]);
      throw undone;
    }).catch((cause: unknown) => {
      if (cause !== undone) throw cause;
    });
  });

  test('admins read in the trail that the program did not write it', async () => {
    const admin = await makeAdmin(site);
    const { body } = await site.call('GET', '/api/v1/admin/audit/list?limit=100', { token: admin.token });
    const entry = body.data.records.find((record: { title: string }) => record.title.endsWith(', not by the program'));
    expect(entry?.actor.name).toBe('Somebody with access to the database');
  });
});

describe('after an upgrade from a version that signs nothing', () => {
  const insertUnsigned = (tx: Db) =>
    sql`WITH entry AS (
        INSERT INTO audit_entries (scope_id, actor_kind, action, subject_kind, created_at)
        VALUES (${companyId}, 'system', 'row.record', 'company', now()) RETURNING scope_id, seq)
      INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM entry`.execute(tx);
  const grantEntry = (until: string, mac: string) => (tx: Db) =>
    sql`WITH entry AS (
        INSERT INTO audit_entries (scope_id, actor_kind, action, subject_kind, after, created_at)
        VALUES (${PLATFORM_ID}, 'system', 'writer.grant', 'platform',
          jsonb_build_object('until', ${until}::text, 'mac', ${mac}::text), now()) RETURNING scope_id, seq)
      INSERT INTO audit_queue (scope_id, seq) SELECT scope_id, seq FROM entry`.execute(tx);
  const later = (ms: number): string => new Date(Date.now() + ms).toISOString();
  const macOf = (until: string): string => OPTIONS.secrets.mac('rows', `unsigned until ${until}`).toString('hex');

  test.each([
    ['with a made-up MAC', later(3_600_000), '00'.repeat(32)],
    ['without a MAC', later(3_600_000), ''],
    ['of an upgrade an hour ago', later(-1000), macOf(later(-1000))],
    ['with its time moved', later(9_000_000), macOf(later(3_600_000))],
  ])('a grant %s allows nothing', async (_, until, mac) => {
    const before = (await foreign()).length;
    await asThief(grantEntry(until, mac));
    await asThief(insertUnsigned);
    await allSealed(site);
    expect((await foreign()).length).toBe(before + 2);
  });

  test('for an hour unsigned entries count, and those with a false signature do not', async () => {
    const before = (await foreign()).length;
    // As the migration grants it in a trail without a signature.
    const until = later(3_600_000);
    await asThief(grantEntry(until, macOf(until)));
    await asThief(insertUnsigned);
    await asThief((tx) => changeWallet(tx, `${THIEF}9`), FALSE_KEYS[1]);
    await allSealed(site);
    expect((await foreign()).length).toBe(before + 1);
  });
});

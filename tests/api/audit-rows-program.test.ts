/** What the audit trail records of rows: the changes of the program alone, and those of an earlier version from its next start on. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChangedValues, noteUnrecordedRows } from '../../src/lib/audit/rows/service.ts';
import type { Db } from '../../src/lib/db/client.ts';
import { type Account, makeCompany, makeMember } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

let home: TestDatabase;
let companyId: string;
let member: Account;
beforeAll(async () => {
  home = await testDatabase();
  companyId = await makeCompany(home);
  member = await makeMember(home, { companyId });
  // As an earlier version leaves them.
  await inOne(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const table of ['row_states', 'row_changes', 'audit_entries', 'audit_queue', 'sessions'] as const)
      await sql`DELETE FROM ${sql.table(table)}`.execute(tx);
  });
});
afterAll(() => home?.drop());

const inOne = <T>(work: (tx: Db) => Promise<T>): Promise<T> => home.database.platform.transaction().execute(work);
const findings = () => inOne((tx) => Array.fromAsync(findChangedValues(tx, companyId)));
/** Runs a statement on a connection of this name. */
const as = (name: string, text: string) =>
  inOne(async (tx) => {
    await sql`SELECT set_config('application_name', ${name}, true)`.execute(tx);
    await sql.raw(text).execute(tx);
  });
const PROGRAM = 'launchbook-program';
const ofMember = (): string => `WHERE id = '${member.id}'`;
const count = async (action: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_entries
    WHERE scope_id = ${companyId} AND action = ${action}`.execute(home.database.platform);
  return rows[0]?.n ?? -1;
};

test('rows of an earlier version are recorded once, by an entry that says so', async () => {
  expect(await findings()).toEqual([
    expect.stringMatching(/^no entry of the trail records the rows: .* after an upgrade /),
  ]);
  await inOne(noteUnrecordedRows);
  expect([await count('row.note'), await findings()]).toEqual([1, []]);
  await as('psql', `UPDATE users SET wallet_address = '0x1' ${ofMember()}`);
  await inOne(noteUnrecordedRows);
  expect([await count('row.note'), await findings()]).toEqual([
    1,
    [`users ${member.id}: wallet_address was changed without an entry`],
  ]);
  await as('psql', `UPDATE users SET wallet_address = NULL ${ofMember()}`);
  expect(await findings()).toEqual([]);
});

test.each([
  [PROGRAM, true],
  [`${PROGRAM} - 10.0.0.1:5000`, true],
  ['launchbook', false],
  ['launchbook-copy', false],
  ['launchbook-program2', false],
  ['psql', false],
  ['', false],
])('a change by a connection named %j is recorded: %s', async (name, isRecorded) => {
  const before = await count('row.record');
  await as(name, `UPDATE users SET wallet_address = '0x2' ${ofMember()}`);
  expect((await findings()).length).toBe(isRecorded ? 0 : 1);
  // A change of the program without an entry of its own adds one.
  expect(await count('row.record')).toBe(before + (isRecorded ? 1 : 0));
  await as(isRecorded ? PROGRAM : 'psql', `UPDATE users SET wallet_address = NULL ${ofMember()}`);
  expect(await findings()).toEqual([]);
});

test('a connection of an earlier version counts while its node is seen', async () => {
  await sql`INSERT INTO nodes (name, version) VALUES ('old:1', '0')`.execute(home.database.platform);
  await as('launchbook', `UPDATE users SET wallet_address = '0x3' ${ofMember()}`);
  expect(await findings()).toEqual([]);
  await sql`UPDATE nodes SET seen_at = now() - interval '3 minutes'`.execute(home.database.platform);
  await as('launchbook', `UPDATE users SET wallet_address = NULL ${ofMember()}`);
  expect(await findings()).toEqual([`users ${member.id}: wallet_address was changed without an entry`]);
  await as('psql', `UPDATE users SET wallet_address = '0x3' ${ofMember()}`);
});

test('a later change by the program does not make a forged value right, nor a forged row', async () => {
  await as('psql', `UPDATE users SET email = 'thief@example.com' ${ofMember()}`);
  const forged = { id: randomUUID() };
  await as(
    'psql',
    `INSERT INTO users (id, company_id, email, name, mobile, member_id, password_hash, search_text)
     VALUES ('${forged.id}', '${companyId}', 'forged@example.com', 'x', '+919876543210', 'F1', 'x', '')`,
  );
  await as(PROGRAM, `UPDATE users SET name = 'Another Name' WHERE id IN ('${member.id}', '${forged.id}')`);
  expect((await findings()).sort()).toEqual(
    [`users ${member.id}: email was changed without an entry`, `users ${forged.id} was added without an entry`].sort(),
  );
});

test('many rows of one statement lie under one digest in the entry of their transaction', async () => {
  const company = await makeCompany(home);
  await inOne(noteUnrecordedRows);
  await as(
    PROGRAM,
    `INSERT INTO audit_entries (scope_id, actor_kind, action, subject_kind, created_at) VALUES ('${company}', 'system', 'user.import', 'company', now());
     INSERT INTO users (company_id, email, name, mobile, member_id, password_hash, search_text)
     SELECT '${company}', 'many' || i || '@example.com', 'x', '+919876543210', 'N' || i, 'x', '' FROM generate_series(1, 500) i`,
  );
  const { rows } = await sql<{ action: string; batches: number }>`
    SELECT action, (SELECT count(*)::int FROM jsonb_object_keys(rows)) AS batches FROM audit_entries
    WHERE scope_id = ${company} AND rows IS NOT NULL ORDER BY seq`.execute(home.database.platform);
  expect(rows.at(-1)).toEqual({ action: 'user.import', batches: 1 });
  expect(await inOne((tx) => Array.fromAsync(findChangedValues(tx, company)))).toEqual([]);
});

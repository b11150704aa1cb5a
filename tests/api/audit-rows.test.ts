/**
 * Every column of the database is checked by a verify command or listed with a reason (docs/decisions/0660): each recorded value is
 * changed by SQL, as the superuser, and named by table, row and column.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChangedValues, noteRows } from '../../src/lib/audit/rows/service.ts';
import { LOG_TABLES, RECORDED_TABLES, UNCHECKED_TABLES } from '../../src/lib/audit/rows/tables.rules.ts';
import type { Db } from '../../src/lib/db/client.ts';
import { PROGRAM_NAME } from '../../src/lib/db/pool.ts';
import { PLATFORM_ID } from '../../src/lib/db/schema/schema.ts';
import { makeCompany } from '../support/accounts.ts';
import { type Column, dropConstraints, insertAny, otherValue, readCatalogue } from '../support/any-row.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

let home: TestDatabase;
let catalogue: Map<string, Column[]>;
let companyId: string;
beforeAll(async () => {
  home = await testDatabase();
  catalogue = await readCatalogue(db());
  companyId = await makeCompany(home);
});
afterAll(() => home?.drop());
const db = (): Db => home.database.platform;

describe('the lists', () => {
  test('name every table of the catalogue once', () => {
    const listed = [RECORDED_TABLES, LOG_TABLES, UNCHECKED_TABLES].flatMap((list) => Object.keys(list));
    expect(listed.sort()).toEqual([...catalogue.keys()].sort());
  });

  test('name only columns that there are, each with a reason', () => {
    const skipped = [
      ...Object.entries(RECORDED_TABLES).map(([table, spec]) => [table, spec.skipped] as const),
      ...Object.entries(LOG_TABLES),
    ];
    for (const [table, reasons] of skipped) {
      const names = catalogue.get(table)?.map(({ name }) => name);
      for (const [column, reason] of Object.entries(reasons)) {
        expect(names, table).toContain(column);
        expect(reason, `${table}.${column}`).toMatch(/\w/);
      }
    }
    for (const [table, reason] of Object.entries(UNCHECKED_TABLES)) expect(reason, table).toMatch(/\w/);
  });

  test('agree with what the database records', async () => {
    const { rows } = await sql<{ table: string; args: string; triggers: number }>`
      SELECT tgrelid::regclass::text AS table, encode(tgargs, 'escape') AS args, count(*)::int AS triggers
      FROM pg_trigger WHERE tgfoid = 'record_changed_rows'::regproc AND tgenabled = 'O' GROUP BY 1, 2 ORDER BY 1`.execute(
      db(),
    );
    const argument = (texts: readonly string[]) => `{${texts.join(',')}}\\000`;
    expect(rows).toEqual(
      Object.entries(RECORDED_TABLES).map(([table, { key, scope, skipped }]) => ({
        table,
        args: `${argument(key)}${scope ?? ''}\\000${argument(Object.keys(skipped))}`,
        triggers: 3,
      })),
    );
  });
});

describe('every recorded column', () => {
  beforeAll(async () => {
    await dropConstraints(db());
    for (const [table, { scope }] of Object.entries(RECORDED_TABLES)) {
      if (scope === 'id') continue;
      await insertAny(db(), table, catalogue.get(table) ?? [], scope === null ? {} : { [scope]: companyId });
    }
    await db()
      .transaction()
      .execute(async (tx) => {
        for (const scopeId of [PLATFORM_ID, companyId]) await noteRows(tx, scopeId, true);
      });
  });

  const UNDONE = new Error('undone');
  /** The findings after a statement, which is undone. */
  async function findingsOf(scopeId: string, statement: ReturnType<typeof sql>): Promise<string[]> {
    let findings: string[] = [];
    await db()
      .transaction()
      .execute(async (tx) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(tx);
        await statement.execute(tx);
        findings = await Array.fromAsync(findChangedValues(tx, scopeId));
        throw UNDONE;
      })
      .catch((cause: unknown) => {
        if (cause !== UNDONE) throw cause;
      });
    return findings;
  }

  test('of a database as it was recorded is right', async () => {
    for (const scopeId of [PLATFORM_ID, companyId]) expect(await findingsOf(scopeId, sql`SELECT 1`)).toEqual([]);
  });

  test.each(Object.entries(RECORDED_TABLES))(
    'of %s is named when SQL changes it',
    async (table, { key, scope, skipped }) => {
      const scopeId = scope === null ? PLATFORM_ID : companyId;
      const changed = (columns: readonly Column[]) => {
        const set = columns.map((column) => sql`${sql.ref(column.name)} = ${otherValue(column)}`);
        return findingsOf(scopeId, sql`UPDATE ${sql.table(table)} SET ${sql.join(set)}`);
      };
      const columns = catalogue.get(table) ?? [];
      const names = columns.filter(({ name }) => name === scope || key.includes(name));
      const values = columns.filter((column) => !names.includes(column) && !(column.name in skipped));
      if (values.length > 0)
        expect(new Set((await changed(values)).map((it) => it.replace(/^(\S+) .+: /, '$1 ')))).toEqual(
          new Set(values.map(({ name }) => `${table} ${name} was changed without an entry`)),
        );
      if (Object.keys(skipped).length > 0)
        expect(await changed(columns.filter(({ name }) => name in skipped))).toEqual([]);
      // A row with another key is another row.
      for (const column of names)
        expect(await changed([column]), column.name).toContainEqual(
          expect.stringMatching(`^${table} .+ is gone without an entry$`),
        );
      const gone = await findingsOf(scopeId, sql`DELETE FROM ${sql.table(table)}`);
      expect(gone).toContainEqual(expect.stringMatching(`^${table} .+ is gone without an entry$`));
    },
  );

  test.each([
    ['UPDATE row_states SET macs = macs || \'{"email": "AAAAAAAAAAAAAAAA"}\' WHERE table_name = \'users\''],
    ["UPDATE row_states SET macs = macs - 'email' WHERE table_name = 'users'"],
    ["UPDATE row_states SET mac = sha256('x') WHERE table_name = 'users'"],
    ["UPDATE row_states SET key = '\\x00112233445566778899aabbccddeeff' WHERE table_name = 'users'"],
    ["UPDATE row_states SET version = version + 1 WHERE table_name = 'users'"],
    ["DELETE FROM row_states WHERE table_name = 'users'"],
    ["DELETE FROM row_changes WHERE table_name = 'users'"],
    ["UPDATE row_changes SET digest = sha256('x') WHERE table_name = 'users'"],
    ["UPDATE row_changes SET version = version + 1 WHERE table_name = 'users'"],
    ['UPDATE row_changes SET batch = batch + 1'],
    ["UPDATE row_changes SET table_name = 'user' WHERE table_name = 'users'"],
    ["UPDATE row_changes SET row_key = 'x' WHERE table_name = 'users'"],
    ['DELETE FROM row_changes'],
    ['DELETE FROM row_changes; DELETE FROM row_states'],
    ["UPDATE audit_entries SET rows = NULL WHERE action = 'row.note'"],
  ])('is not covered up by: %s', async (statement) => {
    expect(await findingsOf(companyId, sql.raw(statement))).not.toEqual([]);
  });

  test('stays named when the row is put back to an earlier state with what was recorded of it', async () => {
    const user = sql`(SELECT id FROM users WHERE company_id = ${companyId} LIMIT 1)`;
    let findings: string[] = [];
    await db()
      .transaction()
      .execute(async (tx) => {
        await sql`CREATE TEMP TABLE old_user ON COMMIT DROP AS SELECT * FROM users WHERE id = ${user}`.execute(tx);
        await sql`CREATE TEMP TABLE old_state ON COMMIT DROP AS SELECT * FROM row_states
          WHERE table_name = 'users' AND row_key = ${user}::text`.execute(tx);
        await sql`SET LOCAL application_name = 'launchbook-program'`.execute(tx);
        await sql`UPDATE users SET wallet_address = 'another' WHERE id = ${user}`.execute(tx);
        await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(tx);
        expect(await Array.fromAsync(findChangedValues(tx, companyId))).toEqual([]);
        await sql`SET LOCAL session_replication_role = replica`.execute(tx);
        await sql`UPDATE users u SET wallet_address = o.wallet_address FROM old_user o WHERE o.id = u.id`.execute(tx);
        await sql`UPDATE row_states s SET version = o.version, macs = o.macs, mac = o.mac FROM old_state o
          WHERE s.table_name = o.table_name AND s.row_key = o.row_key`.execute(tx);
        findings = await Array.fromAsync(findChangedValues(tx, companyId));
        throw UNDONE;
      })
      .catch((cause: unknown) => {
        if (cause !== UNDONE) throw cause;
      });
    expect(findings).toContainEqual(expect.stringMatching(/^row_states: .* of users .* is not its last change$/));
  });

  test('is right when the program changes it while rows are recorded as they are', async () => {
    let tried = 0;
    for (const [table, { key, scope, skipped }] of Object.entries(RECORDED_TABLES)) {
      const isFree = ({ name }: Column) => name !== scope && !key.includes(name) && !(name in skipped);
      const column = catalogue.get(table)?.find(isFree);
      if (!column) continue;
      const scopeId = scope === null ? PLATFORM_ID : companyId;
      const [changed, noting] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
      const change = db()
        .transaction()
        .execute(async (tx) => {
          await sql`SELECT set_config('application_name', ${PROGRAM_NAME}, true)`.execute(tx);
          await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column.name)} = ${otherValue(column)}`.execute(tx);
          changed.resolve(true);
          await noting.promise;
        });
      // Rows of some tables never change.
      change.catch(() => changed.resolve(false));
      if (!(await changed.promise)) continue;
      tried++;
      const note = db()
        .transaction()
        .execute((tx) => noteRows(tx, scopeId, true));
      await vi.waitFor(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db());
        expect(rows.length, table).toBe(1);
      });
      noting.resolve();
      await Promise.all([change, note]);
      expect(await findingsOf(scopeId, sql`SELECT 1`), table).toEqual([]);
    }
    expect(tried).toBeGreaterThan(20);
  });
});

/*
 * Values of rows against the audit trail (docs/decisions/0660), on a demonstration that the program filled: all that it wrote is
 * recorded, and each value that SQL changes is named by `audit:verify`, as the operator runs it.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDED_TABLES } from '../../src/lib/audit/rows/tables.rules.ts';
import { makeAdmin, noteStates } from '../support/accounts.ts';
import { dropConstraints } from '../support/any-row.ts';
import { asSuperuser } from '../support/db.ts';
import { importAny } from '../support/refunds.ts';
import { allSealed } from '../support/sealing.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';
import { makeAccount } from '../support/statements.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ args: ['--demo'], env: { RATE_LIMITS: 'off' } });
  const admin = await makeAdmin(site);
  const account = await makeAccount(site, admin.companyId);
  await noteStates(site);
  await importAny(site, admin, account);
  await allSealed(site);
  expect(await site.stop()).toBe(0);
  await dropConstraints(site.database.platform);
});
afterAll(() => site?.remove());

const run = promisify(execFile);
/** Runs a verify command. @returns its output without the constraints that this file has dropped. */
async function verified(command: 'audit:verify' | 'ledger:verify'): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: site.databaseUrl ?? '', APP_SECRET };
  return run(process.execPath, [path.resolve('dist/server/cli.mjs'), command], { env }).then(
    ({ stdout }) => withoutSchema(stdout),
    (cause: { stdout: string }) => withoutSchema(cause.stdout),
  );
}

const withoutSchema = (text: string): string => text.replace(/^BAD schema of the database: .*\n/gm, '');

const database = (): string => new URL(site.databaseUrl ?? '').pathname.slice(1);
/** Runs SQL on a connection of its own, without the triggers that would keep derived values. */
const tamper = (statement: string): Promise<void> =>
  asSuperuser(`SET session_replication_role = replica; ${statement}`, database());

test('everything that the program wrote is recorded', async () => {
  for (const command of ['ledger:verify', 'audit:verify'] as const) {
    const text = await verified(command);
    expect(text).toMatch(/^ok /m);
    expect(text).not.toContain('BAD');
  }
  const { rows } = await sql<{ tables: string[] }>`
    SELECT array_agg(DISTINCT table_name ORDER BY table_name) AS tables FROM row_states`.execute(
    site.database.platform,
  );
  expect(rows[0]?.tables.length).toBeGreaterThan(15);
});

const one = (table: string, where = 'true'): string => `SELECT ctid FROM ${table} WHERE ${where} ORDER BY 1 LIMIT 1`;
test.each([
  ['users', 'wallet_address', `'0x${'e'.repeat(40)}'`, 'wallet_address IS NOT NULL'],
  ['users', 'email', "'thief@example.com'", "role = 'USER'"],
  ['users', 'password_hash', "'x'", "role = 'USER'"],
  ['users', 'referrer_id', 'id', 'referrer_id IS NOT NULL'],
  ['users', 'sponsors', 'ARRAY[id]', "role = 'ADMIN'"],
  ['users', 'role', "'ADMIN'", "role = 'USER'"],
  ['refunds', 'state', "'PAID'", "state <> 'PAID'"],
  ['refunds', 'amount_paise', 'amount_paise + 1', 'true'],
  ['refunds', 'payee_sealed', "'\\x00'", 'true'],
  ['refunds', 'payee_version', 'payee_version + 1', 'true'],
  ['bank_rows', 'amount_paise', 'amount_paise + 1', 'true'],
  ['bank_rows', 'narration', "narration || 'x'", 'true'],
  ['purchases', 'reference_number', "'999999999999'", "status = 'PENDING'"],
  ['purchases', 'final_amount_paise', 'final_amount_paise + 1', "status = 'PENDING'"],
  ['api_keys', 'scopes', "scopes || 'members:write'::text", 'true'],
])('audit:verify names %s.%s', async (table, column, value, where) => {
  await asSuperuser(
    `CREATE TABLE row_before AS SELECT ctid AS at, * FROM ${table} WHERE ctid = (${one(table, where)})`,
    database(),
  );
  const { rows: before } = await sql<{
    id: string | null;
  }>`SELECT to_jsonb(k) ->> 'id' AS id FROM row_before k`.execute(site.database.platform);
  expect(before, 'the demonstration has such a row').toHaveLength(1);
  const key = (RECORDED_TABLES[table]?.key ?? []).map((it) => `t.${it} = k.${it}`).join(' AND ');
  const own = `${key} AND t.company_id = k.company_id`;
  await tamper(
    `UPDATE ${table} t SET ${column} = ${value.replaceAll(/\b(id|scopes|narration|\w+_paise|payee_version)\b/g, 't.$1')} FROM row_before k WHERE ${own}`,
  );
  try {
    const report = await verified('audit:verify');
    expect(report).toMatch(
      new RegExp(
        `^BAD audit trail of company .+: ${table} ${before[0]?.id ?? '.+'}: ${column} was changed without an entry$`,
        'm',
      ),
    );
  } finally {
    await tamper(`UPDATE ${table} t SET ${column} = k.${column} FROM row_before k WHERE ${own}; DROP TABLE row_before`);
  }
});

test('audit:verify and ledger:verify name a waiting quantity that was raised together with what is held', async () => {
  await tamper(`WITH p AS (UPDATE purchases SET quantity = quantity + 1 WHERE ctid = (${one('purchases', "status = 'PENDING' AND hold_ended_at IS NULL AND NOT is_unproven")}) RETURNING company_id)
    UPDATE supplies s SET held = s.held + 1 FROM p WHERE p.company_id = s.company_id`);
  expect(await verified('audit:verify')).toMatch(/purchases \S+: quantity was changed without an entry$/m);
});

test.each([
  [
    "INSERT INTO company_hosts (company_id, host, is_primary) SELECT id, 'thief.example', false FROM companies LIMIT 1",
    /company_hosts thief\.example was added without an entry$/m,
  ],
  [
    "INSERT INTO bank_row_references (company_id, row_id, reference, source) SELECT company_id, id, '999999999999', 'REFERENCE' FROM bank_rows LIMIT 1",
    /bank_row_references \S+\/999999999999\/REFERENCE was added without an entry$/m,
  ],
  ['DELETE FROM refunds', /refunds \S+ is gone without an entry$/m],
])('audit:verify names the row of %s', async (statement, sentence) => {
  await tamper(statement);
  expect(await verified('audit:verify')).toMatch(sentence);
});

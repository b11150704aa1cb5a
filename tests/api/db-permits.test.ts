/** A walk over every right that `tests/support/grants.ts` calls one under a permit: without it, the database refuses the statement. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Db, inTransaction } from '../../src/lib/db/client.ts';
import { type Permit, permit } from '../../src/lib/db/permits.ts';
import { makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { GRANTS } from '../support/grants.ts';

const PERMITS: readonly Permit[] = ['accounts', 'payees', 'terms'];
/** Other values by the type of a column; `%` is its name. */
const CHANGED: Readonly<Record<string, string>> = {
  text: `coalesce(%, '') || 'x'`,
  boolean: 'NOT coalesce(%, false)',
  bigint: 'coalesce(%, 0) + 1',
  integer: 'coalesce(%, 0) + 1',
  smallint: 'coalesce(%, 0) + 1',
  uuid: 'gen_random_uuid()',
  date: "coalesce(%, '2026-01-01') + 1",
  bytea: `decode('00', 'hex') || coalesce(%, '')`,
  ARRAY: `'{00000000-0000-4000-8000-000000000000}'`,
  'timestamp with time zone': "coalesce(%, now()) + interval '1 day'",
};
/** Changes that need a permit, of columns whose use needs none. */
const DANGEROUS: Readonly<Record<string, string>> = {
  'totp_factors.last_step': '0',
  'factor_graces.used': '0',
  'pending_sign_ins.tries_left': '% + 100',
};

let home: TestDatabase;
let companyId: string;
const columns = new Map<string, { name: string; type: string }[]>();
beforeAll(async () => {
  home = await testDatabase();
  companyId = await makeCompany(home);
  const admin = await makeAdmin(home, { companyId });
  const member = await makeMember(home, { companyId, isApproved: true });
  const { platform } = home.database;
  await platform.transaction().execute(async (tx) => {
    // The rows of a door need no purchase behind a refund, and no key behind a passkey.
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    const hash = sql`sha256(gen_random_uuid()::text::bytea)`;
    const owner = sql`${companyId}, ${companyId}, ${member.id}`;
    for (const statement of [
      sql`INSERT INTO beneficiaries (company_id, holder_name, bank_name, branch, account_number, ifsc_code, upi)
        VALUES (${companyId}, 'a', 'b', 'c', '1', 'd', 'e')`,
      sql`INSERT INTO sessions (kind, scope_id, company_id, user_id, cookie_hash, token_hash, idle_seconds, expires_at, factor_grace_left)
        VALUES ('member', ${owner}, ${hash}, ${hash}, 9999, now() + interval '1 day', 1)`,
      sql`INSERT INTO pending_sign_ins (token_hash, kind, scope_id, company_id, user_id, tries_left, expires_at)
        VALUES (${hash}, 'member', ${owner}, 1, now() + interval '1 day')`,
      sql`INSERT INTO passkeys (scope_id, company_id, user_id, rp_id, credential_id, public_key, counter, name)
        VALUES (${owner}, 'x', ${hash}, ${hash}, 0, 'x')`,
      sql`INSERT INTO totp_factors (id, scope_id, company_id, user_id, sealed_secret, last_step) VALUES (gen_random_uuid(), ${owner}, ${hash}, 5)`,
      sql`INSERT INTO recovery_codes (code_hash, scope_id, company_id, user_id, used_at) VALUES (${hash}, ${owner}, now())`,
      sql`INSERT INTO factor_graces (account_id, scope_id, company_id, user_id, used) VALUES (${member.id}, ${owner}, 2)`,
      sql`INSERT INTO api_keys (company_id, created_by, name, hint, hash, scopes, expires_at)
        VALUES (${companyId}, ${admin.id}, 'x', 'lb_live_abcd', ${hash}, '{purchases:read}', now() + interval '1 day')`,
      sql`INSERT INTO refunds (company_id, number, purchase_id, user_id, cause, amount_paise, created_by, reference)
        VALUES (${companyId}, 'RFD-1234567890', gen_random_uuid(), ${member.id}, 'OVERPAID', 1, ${admin.id}, 'RFD1234567890')`,
      sql`INSERT INTO refund_payouts (company_id, reference, refund_id, is_debit_expected, approved_by, approved_at, exports)
        VALUES (${companyId}, 'RFD0000000001', gen_random_uuid(), false, ${admin.id}, now(), 0)`,
    ])
      await statement.execute(tx);
  });
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    SELECT table_name AS table, column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_generated = 'NEVER'`.execute(platform);
  for (const { table, ...column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
});
afterAll(() => home?.drop());

class Undo extends Error {}
/** Undoes what it changes. @returns the error, or 'done' */
const attempt = (before: (tx: Db) => Promise<unknown>, statement: string): Promise<string> =>
  inTransaction(home.database.company(companyId), async (tx) => {
    await before(tx);
    await sql.raw(statement).execute(tx);
    throw new Undo('done');
  }).catch((cause: unknown) => (cause instanceof Error ? cause.message : String(cause)));

interface Right {
  readonly what: string;
  readonly permit: Permit;
  readonly statement: () => string;
}
const permitOf = (reason: string | undefined): Permit[] =>
  PERMITS.filter((name) => reason?.includes(`under the permit ${name}`) === true);

/** A new row is a copy of one that is there: the triggers run before any other check. */
const copyOf = (table: string): string => {
  const names = (columns.get(table) ?? []).map(({ name }) => `"${name}"`).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${table}`;
};
function changeOf(table: string, name: string): string {
  const type = columns.get(table)?.find((column) => column.name === name)?.type ?? '';
  const value = DANGEROUS[`${table}.${name}`] ?? CHANGED[type];
  if (value === undefined) throw new Error(`no other value for ${table}.${name} of type ${type}`);
  return `UPDATE ${table} SET "${name}" = ${value.replaceAll('%', `"${name}"`)}`;
}
const rights: readonly Right[] = Object.entries(GRANTS).flatMap(([table, { insert, update = {}, delete: removal }]) => [
  ...permitOf(insert).map((name) => ({ what: `${table}: insert`, permit: name, statement: () => copyOf(table) })),
  ...permitOf(removal).map((name) => ({
    what: `${table}: delete`,
    permit: name,
    statement: () => `DELETE FROM ${table}`,
  })),
  ...Object.entries(update).flatMap(([reason, names]) =>
    permitOf(reason).flatMap((name) =>
      names
        .split(' ')
        .map((column) => ({ what: `${table}.${column}`, permit: name, statement: () => changeOf(table, column) })),
    ),
  ),
]);

it('has the rights of accounts, doors, payees, refunds and terms', () => {
  expect(new Set(rights.map(({ what }) => what.split(/[.:]/)[0]))).toEqual(
    new Set([
      ...['api_keys', 'beneficiaries', 'companies', 'factor_graces', 'passkeys', 'pending_sign_ins', 'recovery_codes'],
      ...['refund_payouts', 'refunds', 'sessions', 'totp_factors', 'users'],
    ]),
  );
});

describe.each(rights)('$what', ({ permit: name, statement }) => {
  test('is refused without its permit, and with another one', async () => {
    const refused = `this transaction has no permit to change ${name} of`;
    expect(await attempt(async () => {}, statement())).toContain(refused);
    for (const wrong of PERMITS.filter((it) => it !== name))
      expect(await attempt((tx) => permit(tx, wrong), statement())).toContain(refused);
    expect(await attempt((tx) => permit(tx, name), statement())).not.toContain('has no permit');
  });
});

test.each([
  ['sessions', 'seen_at = now()'],
  ['totp_factors', 'last_step = last_step + 1'],
  ['passkeys', 'counter = counter + 1, last_used_at = now()'],
  ['pending_sign_ins', 'tries_left = tries_left - 1'],
  ['factor_graces', 'used = used + 1'],
  ['api_keys', 'last_used_at = now()'],
  ['refunds', "note = 'Please enter your account.'"],
])('the use of %s needs none', async (table, change) => {
  expect(await attempt(async () => {}, `UPDATE ${table} SET ${change}`)).toBe('done');
});

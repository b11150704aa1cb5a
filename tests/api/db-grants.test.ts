/** What SQL that somebody brought into a statement of a company's connection could do (N20). */
import fs from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { APP_ROLE, type Db, inTransaction } from '../../src/lib/db/client.ts';
import { permit } from '../../src/lib/db/permits.ts';
import { closeSessionFunctions, SESSION_FUNCTIONS } from '../../src/lib/db/session-functions.ts';
import { type Account, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { asSuperuser, type TestDatabase, testDatabase } from '../support/db.ts';
import { GRANTS, READ_ONLY } from '../support/grants.ts';

let home: TestDatabase;
let one: string;
let other: string;
let member: Account;
beforeAll(async () => {
  home = await testDatabase();
  [one, other] = [await makeCompany(home), await makeCompany(home)];
  member = await makeMember(home, { companyId: one });
  for (const companyId of [one, other]) await makeAdmin(home, { companyId });
});
afterAll(() => home?.drop());

const company = () => home.database.company(one);

describe('the catalogue', () => {
  interface Right {
    name: string;
    right: string;
    column: string | null;
  }
  /** Rights on whole tables, and those on single columns that the table's do not cover. */
  const rights = async (): Promise<Right[]> => {
    const { rows } = await sql<Right>`
      SELECT c.relname AS name, a.privilege_type AS right, NULL AS column
      FROM pg_class c, LATERAL aclexplode(c.relacl) AS a
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND a.grantee IN (0, ${sql.lit(APP_ROLE)}::regrole)
      UNION ALL
      SELECT c.relname, a.privilege_type, t.attname FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid,
        LATERAL aclexplode(t.attacl) AS a
      WHERE c.relnamespace = 'public'::regnamespace AND NOT t.attisdropped AND a.grantee IN (0, ${sql.lit(APP_ROLE)}::regrole)`.execute(
      home.database.platform,
    );
    return rows;
  };
  const lineOf = ({ name, right, column }: Right): string => `${right} ${name}${column === null ? '' : `.${column}`}`;
  const listed = (): string[] => [
    ...[...Object.keys(GRANTS), ...READ_ONLY].map((name) => `SELECT ${name}`),
    ...Object.entries(GRANTS).flatMap(([name, { insert, update = {}, delete: deleted }]) => [
      ...(insert === undefined ? [] : [`INSERT ${name}`]),
      ...(deleted === undefined ? [] : [`DELETE ${name}`]),
      ...Object.values(update).flatMap((columns) => columns.split(' ').map((column) => `UPDATE ${name}.${column}`)),
    ]),
  ];

  it('grants what is listed with its reason, and nothing else', async () => {
    expect((await rights()).map(lineOf).sort()).toEqual(listed().sort());
    for (const { insert, update = {}, delete: deleted } of Object.values(GRANTS))
      for (const reason of [insert, deleted, ...Object.keys(update)])
        if (reason !== undefined) expect(reason).toMatch(/\w{3}/);
  });

  it('never grants the change of what a row is and belongs to', async () => {
    const fixed =
      /^UPDATE \w+\.(id|company_id|scope_id|user_id|created_at|sha256|storage_key|member_id|quantity|amount_paise)$/;
    // A code that is mailed again to the same browser is a new one.
    expect(listed().filter((line) => fixed.test(line))).toEqual(['UPDATE codes.created_at']);
  });

  it('has no sequence, type or schema to write to, and no function with rights of its own but the listed', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT p.proname AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
        AND has_function_privilege(${APP_ROLE}, p.oid, 'EXECUTE') AND p.prorettype <> 'trigger'::regtype ORDER BY 1`.execute(
      home.database.platform,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'append_stock_entry',
      'await_displacement',
      'await_supply',
      'current_company',
      'has_permit',
      'require_own_company',
    ]);
    const { rows: schema } = await sql<{ may: boolean }>`
      SELECT has_schema_privilege(${APP_ROLE}, 'public', 'CREATE') AS may`.execute(home.database.platform);
    expect(schema).toEqual([{ may: false }]);
  });

  it('fixes the search path of every function with the owner’s rights', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT p.proname AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
        AND p.proconfig IS NULL AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`.execute(
      home.database.platform,
    );
    // Both qualify every name, because they run with each statement.
    expect(rows.map(({ name }) => name)).toEqual(['current_company', 'has_permit']);
  });
});

describe('sessions of others', () => {
  it('no function that ends, cancels, notifies or locks may be called', async () => {
    const { rows } = await sql<{ call: string }>`
      SELECT format('SELECT %I(%s)', p.proname, (SELECT string_agg(format('''0''::%s', t::regtype), ', ')
        FROM unnest(p.proargtypes) AS t)) AS call FROM pg_proc p WHERE ${sql.raw(SESSION_FUNCTIONS)}`.execute(
      home.database.platform,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { call } of rows)
      await expect(sql.raw(call).execute(company()), call).rejects.toThrow(/permission denied for function/);
  });

  it('the company’s own locks are taken by name, and no other company’s', async () => {
    for (const lock of ['await_supply', 'await_displacement']) {
      await sql`SELECT ${sql.id(lock)}(${one})`.execute(company());
      await expect(sql`SELECT ${sql.id(lock)}(${other})`.execute(company()), lock).rejects.toThrow(/another company/);
      await expect(
        inTransaction(company(), async (tx) => {
          await sql`SELECT set_config('app.company_binding', '', true)`.execute(tx);
          await sql`SELECT ${sql.id(lock)}(${other})`.execute(tx);
        }),
        lock,
      ).rejects.toThrow(/another company/);
    }
  });

  it('stock is written only by the function, and only to the own company', async () => {
    const append = (companyId: string) => sql`SELECT append_stock_entry(${companyId}, ${member.id}, 1, 'PURCHASE',
      gen_random_uuid(), 0, 0, now(), 'x')`;
    await expect(append(other).execute(company())).rejects.toThrow(/another company/);
    for (const statement of [
      'UPDATE stock_balances SET quantity = 1',
      'UPDATE supplies SET credited = 0',
      'INSERT INTO stock_entries SELECT * FROM stock_entries',
    ])
      await expect(sql.raw(statement).execute(company()), statement).rejects.toThrow(/permission denied/);
  });

  it('a function with the owner’s rights takes no table of the caller', async () => {
    await inTransaction(company(), async (tx) => {
      await sql`SET LOCAL search_path = pg_catalog`.execute(tx);
      await sql`SELECT public.await_supply(${one})`.execute(tx);
    });
  });
});

describe('who an account is, and what the sale is', () => {
  const attacks: readonly (readonly [string, string])[] = [
    ['accounts', "UPDATE users SET role = 'ADMIN'"],
    ['accounts', 'UPDATE users SET is_approved = NOT is_approved'],
    ['accounts', "UPDATE users SET status = 'BLOCKED'"],
    ['accounts', "UPDATE users SET email = 'm' || id || '@example.com'"],
    ['accounts', "UPDATE users SET password_hash = 'x'"],
    ['accounts', `UPDATE users SET wallet_address = '0x${'ab'.repeat(20)}'`],
    ['accounts', "UPDATE users SET sponsors = '{00000000-0000-4000-8000-000000000000}'"],
    ['terms', 'UPDATE companies SET price_micros = 1'],
    [
      'terms',
      'UPDATE companies SET second_approver_above_paise = NULL, two_admins_for_accounts = NOT two_admins_for_accounts',
    ],
    ['terms', 'UPDATE companies SET launch_chain_id = 1'],
    ['terms', "UPDATE companies SET notice = 'Pay here'"],
    [
      'payees',
      "INSERT INTO beneficiaries (company_id, holder_name, bank_name, branch, account_number, ifsc_code, upi) VALUES (current_company(), 'x', 'x', 'x', '1', 'x', 'x')",
    ],
    ['payees', "UPDATE beneficiaries SET account_number = '999'"],
    ['payees', 'DELETE FROM beneficiaries'],
    [
      'accounts',
      "INSERT INTO users (company_id, email, name, mobile, member_id, password_hash, search_text, role) VALUES (current_company(), 'm@example.com', 'x', '+919876543210', 'M9', 'x', '', 'ADMIN')",
    ],
    [
      'accounts',
      "INSERT INTO users (company_id, email, name, mobile, member_id, password_hash, search_text, is_approved) VALUES (current_company(), 'n@example.com', 'x', '+919876543210', 'M8', 'x', '', true)",
    ],
  ];
  beforeAll(async () => {
    await sql`INSERT INTO beneficiaries (company_id, holder_name, bank_name, branch, account_number, ifsc_code, upi)
      VALUES (${one}, 'a', 'b', 'c', '1', 'd', 'e')`.execute(home.database.platform);
  });
  class Undo extends Error {}
  /** Undoes what it changes. @returns how the statement ended */
  const attempt = (before: (tx: Db) => Promise<unknown>, statement: string): Promise<string> =>
    inTransaction(company(), async (tx) => {
      await before(tx);
      await sql.raw(statement).execute(tx);
      throw new Undo('done');
    }).catch((cause: unknown) => (cause instanceof Error ? cause.message : String(cause)));

  test.each(attacks)('%s: %s', async (name, statement) => {
    const refused = `this transaction has no permit to change ${name} of`;
    expect(await attempt(async () => {}, statement)).toContain(refused);
    // The permit of another use case, of another company, and one that SQL makes up.
    for (const wrong of (['accounts', 'payees', 'terms'] as const).filter((it) => it !== name))
      expect(await attempt((tx) => permit(tx, wrong), statement)).toContain(refused);
    const foreign = await inTransaction(home.database.company(other), async (tx) => {
      await permit(tx, name as 'accounts');
      const { rows } = await sql<{ mac: string }>`SELECT current_setting('app.permit') AS mac`.execute(tx);
      return rows[0]?.mac ?? '';
    });
    for (const mac of [foreign, '', name, 'f'.repeat(64)])
      expect(
        await attempt((tx) => sql`SELECT set_config('app.permit', ${mac}, true)`.execute(tx), statement),
      ).toContain(refused);
    expect(await attempt((tx) => permit(tx, name as 'accounts'), statement)).toBe('done');
  });

  it('a permit ends with its transaction', async () => {
    await inTransaction(company(), (tx) => permit(tx, 'terms'));
    const seen = await Promise.all(
      Array.from({ length: 20 }, () =>
        sql<{ mac: string }>`SELECT current_setting('app.permit', true) AS mac`.execute(company()),
      ),
    );
    expect(seen.map(({ rows }) => rows[0]?.mac || null)).toEqual(seen.map(() => null));
  });

  it('nodes of the version before need none for an hour after the upgrade', async () => {
    const from = (time: string) =>
      sql`UPDATE company_binding_key SET permits_from = now() + ${time}::interval`.execute(home.database.platform);
    const statement = 'UPDATE companies SET price_micros = price_micros';
    await from('1 minute');
    expect(await attempt(async () => {}, statement)).toBe('done');
    await from('-1 minute');
    expect(await attempt(async () => {}, statement)).toContain('has no permit');
  });

  it('the owner’s connections need none', async () => {
    await sql`UPDATE companies SET notice = 'Welcome' WHERE id = ${one}`.execute(home.database.platform);
  });
});

describe('PostgreSQL has no right for', () => {
  // docs/security.md says so: nothing of the program is sent or heard on a channel.
  it('LISTEN and NOTIFY, so the program uses no channel, and a change of company ends what was heard', async () => {
    const channels = (db: Db) => sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_listening_channels()`.execute(db);
    await sql`LISTEN anything`.execute(company());
    for (const id of [other, one, other])
      await Promise.all(Array.from({ length: 20 }, () => channels(home.database.company(id))));
    const counts = await Promise.all(Array.from({ length: 20 }, () => channels(company())));
    expect(counts.map(({ rows }) => rows[0]?.n)).toEqual(counts.map(() => 0));
  });
});

it('a superuser of a server closes the functions by the same statement, and repeats it without effect', async () => {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(home.database.platform);
  const name = rows[0]?.name ?? '';
  await asSuperuser('GRANT EXECUTE ON FUNCTION pg_catalog.pg_notify(text, text) TO PUBLIC', name);
  await sql`SELECT pg_notify('a', 'b')`.execute(company());
  for (let n = 0; n < 2; n++) await asSuperuser(closeSessionFunctions('launchbook_owner'), name);
  await expect(sql`SELECT pg_notify('a', 'b')`.execute(company())).rejects.toThrow(/permission denied/);
});

it('the scripts in `deploy/` have the same statement', () => {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  for (const file of ['deploy/database.sh', 'deploy/ha/bootstrap.sh'])
    expect(plain(fs.readFileSync(file, 'utf8')), file).toContain(`${plain(closeSessionFunctions('launchbook'))};`);
});

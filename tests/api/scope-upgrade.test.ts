/**
 * Eight tables have rows of companies and rows of super admins. A database from before each row had its place is filled, and
 * programs of the version before go on: they do not know the column, and name other indexes in ON CONFLICT.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '@/lib/db/migrate.ts';
import { PLATFORM_ID } from '@/lib/db/schema/schema.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';
import { migrateBefore } from '../support/sealing.ts';

let old: TestDatabase;
let owners: readonly { companyId: string | null; userId: string | null; superId: string | null }[];
beforeAll(async () => {
  old = await testDatabase({ empty: true });
  await migrateBefore(old, '0490');
  const db = old.database.platform;
  const { rows: companies } = await sql<{ id: string }>`
    INSERT INTO companies (company_name, company_title, token_name, token_symbol, total_supply, private_supply, public_cell_supply,
      angel_investor_supply, founder_team_supply, airdrop_supply, price_micros, fee_bps, reward_bps, email, mobile)
    VALUES ('Old', 'Old', 'Old', 'COWL', 1000000, 500000, 500000, 0, 0, 0, 250000, 0, 500, 'a@example.com', '+919800000000')
    RETURNING id`.execute(db);
  const companyId = companies[0]?.id ?? '';
  const { rows: users } = await sql<{ id: string }>`
    INSERT INTO users (company_id, email, name, mobile, member_id, password_hash)
    VALUES (${companyId}, 'm@example.com', 'Old Member', '+919800000001', 'M1', 'x') RETURNING id`.execute(db);
  const { rows: supers } = await sql<{ id: string }>`
    INSERT INTO super_admins (email) VALUES ('s@example.com') RETURNING id`.execute(db);
  owners = [
    { companyId, userId: users[0]?.id ?? '', superId: null },
    { companyId: null, userId: null, superId: supers[0]?.id ?? '' },
  ];
  for (const owner of owners) await insertAsBefore(owner, 'before');
  await migrate(db);
});
afterAll(() => old?.drop());

/** The statements of the version before, one for each table. The secrets are of the owner and the text. */
async function insertAsBefore({ companyId, userId, superId }: (typeof owners)[number], text: string): Promise<void> {
  const db = companyId === null ? old.database.platform : old.database.company(companyId);
  const hash = Buffer.from(`${text} ${userId ?? superId}`);
  const [accountId, kind] = [userId ?? superId, companyId === null ? 'super' : 'member'];
  const of = sql`${companyId}, ${userId}, ${superId}`;
  const columns = sql.raw('company_id, user_id, super_admin_id');
  await sql`INSERT INTO sessions (kind, ${columns}, cookie_hash, token_hash, idle_seconds, expires_at)
    VALUES (${kind}, ${of}, ${hash}, ${hash}, 3600, now() + interval '1 hour')`.execute(db);
  await sql`INSERT INTO pending_sign_ins (token_hash, kind, ${columns}, tries_left, expires_at)
    VALUES (${hash}, ${kind}, ${of}, 5, now() + interval '5 minutes')`.execute(db);
  await sql`DELETE FROM totp_factors WHERE coalesce(user_id, super_admin_id) = ${accountId}`.execute(db);
  await sql`INSERT INTO totp_factors (id, ${columns}, sealed_secret) VALUES (${randomUUID()}, ${of}, ${hash})`.execute(
    db,
  );
  await sql`INSERT INTO recovery_codes (code_hash, ${columns}) VALUES (${hash}, ${of})`.execute(db);
  await sql`INSERT INTO passkeys (${columns}, rp_id, credential_id, public_key, counter, name)
    VALUES (${of}, 'example.com', ${hash}, ${hash}, 0, 'Laptop') ON CONFLICT (credential_id) DO NOTHING`.execute(db);
  await sql`INSERT INTO factor_graces (account_id, ${columns}, used) VALUES (${accountId}, ${of}, 1)
    ON CONFLICT (account_id) DO UPDATE SET used = factor_graces.used + 1`.execute(db);
  await sql`INSERT INTO known_devices (device_hash, ${columns}) VALUES (${hash}, ${of})
    ON CONFLICT (device_hash) DO UPDATE SET seen_at = now()`.execute(db);
  await sql`INSERT INTO mails (company_id, to_address, subject, kind, message_id)
    VALUES (${companyId}, 'm@example.com', 'Hello', 'test', ${hash.toString()})`.execute(db);
}

const TABLES = [
  'factor_graces',
  'known_devices',
  'mails',
  'passkeys',
  'pending_sign_ins',
  'recovery_codes',
  'sessions',
  'totp_factors',
] as const;

async function rowsByScope(table: (typeof TABLES)[number]): Promise<Record<string, number>> {
  const { rows } = await sql<{ scope: string; count: number }>`
    SELECT scope_id AS scope, count(*)::int AS count FROM ${sql.table(table)} GROUP BY 1`.execute(
    old.database.platform,
  );
  return Object.fromEntries(rows.map(({ scope, count }) => [scope, count]));
}

test.each(TABLES)('rows of %s from before have the place of their company, or of the platform', async (table) => {
  expect(await rowsByScope(table)).toEqual({ [owners[0]?.companyId ?? '']: 1, [PLATFORM_ID]: 1 });
});

test('the statements of the version before still work, and their rows get their place', async () => {
  for (const owner of owners) await insertAsBefore(owner, 'after');
  // The same again: each ON CONFLICT has the index that it names.
  const [member] = owners;
  if (!member) throw new Error('there is a member');
  await sql`INSERT INTO known_devices (device_hash, company_id, user_id)
    VALUES (${Buffer.from(`after ${member.userId}`)}, ${member.companyId}, ${member.userId})
    ON CONFLICT (device_hash) DO UPDATE SET seen_at = now()`.execute(old.database.company(member.companyId ?? ''));
  const once = { [member.companyId ?? '']: 1, [PLATFORM_ID]: 1 };
  const twice = { [member.companyId ?? '']: 2, [PLATFORM_ID]: 2 };
  for (const table of TABLES)
    expect([table, await rowsByScope(table)]).toEqual([
      table,
      table === 'factor_graces' || table === 'totp_factors' ? once : twice,
    ]);
  const { rows } = await sql<{ used: number }>`SELECT used FROM factor_graces`.execute(old.database.platform);
  expect(rows).toEqual([{ used: 2 }, { used: 2 }]);
});

test('a row cannot lie anywhere but in the place of its company', async () => {
  const [member] = owners;
  for (const table of TABLES)
    await expect(
      sql`UPDATE ${sql.table(table)} SET scope_id = ${PLATFORM_ID} WHERE company_id = ${member?.companyId ?? ''}`.execute(
        old.database.platform,
      ),
    ).rejects.toThrow(`${table}_scope_id_check`);
});

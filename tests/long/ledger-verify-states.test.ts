/*
 * Accounts for payments, settings and roles against the audit trail (docs/decisions/0416), on an embedded database next to the
 * running program: what the program changes always verifies, and what SQL changes is named, with its triggers writing matching
 * versions as for a change of the program.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeMember,
  makeSuper,
  noteStates,
  PASSWORD,
} from '../support/accounts.ts';
import { allSealed } from '../support/sealing.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let boss: Account;
let companyId: string;

beforeAll(async () => {
  site = await startSite({ embedded: true, env: { RATE_LIMITS: 'off' } });
  companyId = await companyIdOf(site);
  [admin, boss] = [await makeAdmin(site), await makeSuper(site)];
  await noteStates(site);
});
afterAll(() => site?.remove());

const run = promisify(execFile);
/** What `audit:verify` prints. */
async function verified(): Promise<string> {
  const args = [path.resolve('dist/server/cli.mjs'), 'audit:verify'];
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: site.dataDir };
  return run(process.execPath, args, { env }).then(
    ({ stdout }) => stdout,
    (cause: { stdout: string }) => cause.stdout,
  );
}

type Method = Parameters<Site['call']>[0];
async function done(method: Method, call: string, { token }: Account, body: object): Promise<Answer> {
  const answer = await site.call(method, `/api/v1/${call}`, { body, token });
  expect([call, answer.status, answer.text]).toEqual([
    call,
    expect.toSatisfy((it) => it === 200 || it === 201),
    answer.text,
  ]);
  return answer;
}

const PAYEE = {
  holderName: 'Example Private Limited',
  bankName: 'Sample Bank',
  branch: 'Sample Branch, Pune',
  accountNumber: '001122334455',
  ifscCode: 'SHYB0000411',
  upi: 'example.sale@samplebank',
};
const person = (email: string) => ({ name: 'Kavya Nair', email, mobile: '+919876500001', role: 'ADMIN' });

async function version(): Promise<number> {
  const { body } = await site.call('GET', '/api/v1/admin/settings/get', { token: admin.token });
  return body.data.version;
}

test('what the program changes verifies, also while it waits to be sealed', async () => {
  const added = await done('POST', 'admin/beneficiary/add', admin, PAYEE);
  const { id } = added.body.data;
  await done('PUT', 'admin/beneficiary/update', admin, { id, ...PAYEE, isPrimary: true, isActive: true });
  await done('PUT', 'admin/beneficiary/update', admin, { id, ...PAYEE, branch: 'Another Branch' });
  await done('PUT', 'admin/settings/update', admin, { version: await version(), price: '0.30', holdHours: 48 });
  const member = await makeMember(site);
  await done('PUT', 'admin/auth/update', admin, { id: member.id, ...person(member.email) });
  await done('PUT', 'admin/auth/update', admin, { id: member.id, ...person(member.email), role: 'USER' });
  await done('POST', 'superadmin/company/invite', boss, {
    id: companyId,
    adminName: 'Second Admin',
    adminEmail: 'second.admin@example.com',
  });
  const erased = await done('POST', 'admin/auth/add', admin, {
    ...person('third.admin@example.com'),
    password: PASSWORD,
  });
  await done('DELETE', 'admin/auth/delete', admin, { id: erased.body.data.id });
  const retired = await done('POST', 'admin/beneficiary/add', admin, { ...PAYEE, accountNumber: '55443322110' });
  await done('DELETE', 'admin/beneficiary/delete', admin, { id: retired.body.data.id });
  expect(await verified()).not.toContain('BAD');
  await allSealed(site);
  const report = await verified();
  expect(report).toContain(`ok audit trail of company ${companyId}`);
  expect(report).not.toContain('BAD');
});

const ANY_PAYEE = '(SELECT id FROM beneficiaries WHERE is_primary)';
test.each([
  [
    'the account number of a beneficiary',
    `UPDATE beneficiaries SET account_number = '999999999999' WHERE id = ${ANY_PAYEE}`,
    'the beneficiary',
  ],
  [
    'the UPI ID of a beneficiary',
    `UPDATE beneficiaries SET upi = 'thief@example' WHERE id = ${ANY_PAYEE}`,
    'the beneficiary',
  ],
  ['which beneficiaries are active', 'UPDATE beneficiaries SET is_active = NOT is_active', 'the beneficiary'],
  [
    'the beneficiaries, by one more',
    `INSERT INTO beneficiaries (company_id, holder_name, bank_name, branch, account_number, ifsc_code, upi)
     SELECT company_id, 'Thief', 'Bank', 'Branch', '1', 'SHYB0000411', '' FROM beneficiaries LIMIT 1`,
    'was added without an entry',
  ],
  ['the price', 'UPDATE companies SET price_micros = 1', 'the setting price_micros was changed'],
  [
    'the price, with a version',
    `UPDATE companies SET price_micros = 1, settings_version = settings_version + 1;
    INSERT INTO company_settings SELECT company_id, version + 1, changed_by, now(), before, after FROM company_settings
    ORDER BY version DESC LIMIT 1`,
    'the setting price_micros was changed',
  ],
  ['a cap', 'UPDATE companies SET held_share_bps = 9999', 'the setting held_share_bps was changed'],
  [
    'the rule of two admins',
    'UPDATE companies SET two_admins_for_accounts = NOT two_admins_for_accounts',
    'the setting two_admins_for_accounts',
  ],
  [
    'the private supply',
    'UPDATE companies SET private_supply = private_supply - 1, public_cell_supply = public_cell_supply + 1',
    'the setting private_supply was changed',
  ],
  ['a role', "UPDATE users SET role = 'ADMIN' WHERE role = 'USER'", 'was added without an entry'],
  [
    'an admin, by taking the role',
    `UPDATE users SET role = 'USER' WHERE email = 'second.admin@example.com'`,
    'is gone without an entry',
  ],
  [
    'the address of an admin',
    `UPDATE users SET email = 'thief@example.com' WHERE email = 'second.admin@example.com'`,
    'the admin',
  ],
  [
    'how long somebody has been an admin',
    `ALTER TABLE users DISABLE TRIGGER USER; UPDATE users SET admin_since = '2020-01-01' WHERE role = 'ADMIN'; ALTER TABLE users ENABLE TRIGGER USER`,
    'the admin',
  ],
  [
    'the sponsors of an admin',
    "UPDATE users SET sponsors = ARRAY[gen_random_uuid()] WHERE email = 'second.admin@example.com'",
    'the admin',
  ],
  ['the super admins, by one more', "INSERT INTO super_admins (email) VALUES ('thief@example.com')", 'the super admin'],
])('SQL that changes %s is named', async (_, statement, reason) => {
  expect(await verified()).not.toContain('BAD');
  await keep(statement);
  try {
    const report = await verified();
    expect(report).toMatch(/^BAD audit trail of (company|the platform)/m);
    expect(report).toContain(reason);
    expect(report).toMatch(/without an entry since this one$/m);
  } finally {
    await putBack();
  }
});

const TABLES = ['company_settings', 'beneficiary_versions', 'beneficiaries', 'users', 'super_admins', 'companies'];

/** Runs a statement with all triggers, after copies of the tables. */
async function keep(statement: string): Promise<void> {
  await site.database.platform.transaction().execute(async (tx) => {
    for (const table of TABLES) await sql.raw(`CREATE TABLE kept_${table} AS TABLE ${table}`).execute(tx);
    for (const part of statement.split(';')) await sql.raw(part).execute(tx);
  });
}

async function putBack(): Promise<void> {
  await site.database.platform.transaction().execute(async (tx) => {
    for (const table of TABLES) await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`).execute(tx);
    for (const table of TABLES) {
      const { rows } = await sql<{ name: string; is_key: boolean }>`
        SELECT a.attname AS name, coalesce(a.attnum = ANY(i.indkey), false) AS is_key
        FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
        WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped`.execute(tx);
      const same = rows
        .filter((it) => it.is_key)
        .map(({ name }) => `k.${name} = t.${name}`)
        .join(' AND ');
      await sql.raw(`DELETE FROM ${table} t WHERE NOT EXISTS (SELECT FROM kept_${table} k WHERE ${same})`).execute(tx);
      const set = rows.map(({ name }) => `${name} = k.${name}`).join(', ');
      await sql.raw(`UPDATE ${table} t SET ${set} FROM kept_${table} k WHERE ${same}`).execute(tx);
      await sql.raw(`DROP TABLE kept_${table}`).execute(tx);
    }
    for (const table of TABLES) await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`).execute(tx);
  });
}

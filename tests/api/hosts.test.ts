/** One program, several companies: the host of a request selects the company, and nothing crosses over. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember, PASSWORD } from '../support/accounts.ts';
import { otherSymbol, SYMBOL } from '../support/brand.ts';
import { type Answer, type CallOptions, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let first: string;
let second: string;
let mine: Account;
let theirs: Account;

const SECOND = 'acw.localhost';
const OTHER = otherSymbol('ACW');

beforeAll(async () => {
  site = await startSite();
  const row = await site.database.platform.selectFrom('companies').select('id').executeTakeFirstOrThrow();
  first = row.id;
  second = await makeCompany(site, OTHER);
  await site.database.platform
    .insertInto('company_hosts')
    .values([
      { host: SECOND, company_id: second, is_primary: true },
      { host: 'www.acw.example', company_id: second },
    ])
    .execute();
  mine = await makeMember(site, { companyId: first, email: 'asha@example.com' });
  theirs = await makeMember(site, { companyId: second, email: 'asha@example.com' });
});
afterAll(() => site?.remove());

/** The same call under another name, as a trusted proxy forwards it. */
function callHost(name: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = { 'X-Forwarded-Host': name, ...options.headers };
  return site.call(method, path, { ip: freshIp(), ...options, headers });
}
const portOf = (name: string): string => `${name}:${site.port}`;

describe('selection of the company', () => {
  test("the deployment's host selects its own company, and each other company has its own hosts", async () => {
    const own = await site.call('GET', '/api/v1/site/get');
    expect([own.body.data.companyId, own.body.data.symbol]).toEqual([first, SYMBOL]);
    for (const name of [SECOND, 'www.acw.example', 'ACW.localhost']) {
      const answer = await callHost(portOf(name), 'GET', '/api/v1/site/get');
      expect([name, answer.body.data.companyId, answer.body.data.symbol]).toEqual([name, second, OTHER]);
    }
  });

  test.each(['evil.example', 'acw.localhost.evil.example', 'xacw.localhost', '[::2]', 'acw.localhost:1', 'a b'])(
    'the unknown host %s gets 421',
    async (name) => {
      for (const path of ['/', '/api/v1/site/get', '/favicon.ico'])
        expect((await callHost(name.includes(':') ? name : portOf(name), 'GET', path)).status).toBe(421);
      expect((await callHost(name, 'GET', '/healthz')).status).toBe(200);
    },
  );

  test('a host that was removed is no longer served, and never shows another company', async () => {
    await site.database.platform
      .insertInto('company_hosts')
      .values({ host: 'old.acw.example', company_id: second })
      .execute();
    expect((await callHost(portOf('old.acw.example'), 'GET', '/api/v1/site/get')).body.data.companyId).toBe(second);
    await site.database.platform.deleteFrom('company_hosts').where('host', '=', 'old.acw.example').execute();
    expect((await callHost(portOf('old.acw.example'), 'GET', '/api/v1/site/get')).status).toBe(421);
  });

  test('the pages of a site have its title, canonical address and colours', async () => {
    const page = await callHost(portOf(SECOND), 'GET', '/');
    expect(page.text).toContain(`data-token="${OTHER}"`);
    expect(page.text).toContain(`<link rel="canonical" href="http://${SECOND}:${site.port}/">`);
    expect((await site.call('GET', '/')).text).toContain(`data-token="${SYMBOL}"`);
  });
});

test('error pages have the brand of their site while the database fails', async () => {
  for (const name of ['localhost', SECOND]) await callHost(portOf(name), 'GET', '/register?look');
  const db = site.database.platform;
  await db.schema.alterTable('companies').renameTo('companies_away').execute();
  try {
    for (const [name, symbol] of [
      ['localhost', SYMBOL],
      [SECOND, OTHER],
    ] as const) {
      const page = await callHost(portOf(name), 'GET', '/register?look');
      expect([page.status, page.text.includes(`data-token="${symbol}"`)]).toEqual([500, true]);
    }
  } finally {
    await db.schema.alterTable('companies_away').renameTo('companies').execute();
  }
  // As while the database restarts: the code with which PostgreSQL rejects connections.
  await sql`ALTER TABLE company_brands RENAME TO company_brands_away`.execute(db);
  await sql
    .raw(`CREATE FUNCTION starting_up() RETURNS boolean STABLE LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the database system is starting up' USING ERRCODE = '57P03'; END $$`)
    .execute(db);
  await sql`CREATE VIEW company_brands AS SELECT * FROM company_brands_away WHERE starting_up()`.execute(db);
  await sql`GRANT SELECT ON company_brands TO PUBLIC`.execute(db);
  try {
    for (const [name, symbol] of [
      ['localhost', SYMBOL],
      [SECOND, OTHER],
    ] as const) {
      const page = await callHost(portOf(name), 'GET', '/register?look');
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
      expect(page.text).toContain(`data-token="${symbol}"`);
      expect(page.text).toContain('We can’t reach our records right now.');
    }
  } finally {
    await sql`DROP VIEW company_brands`.execute(db);
    await sql`ALTER TABLE company_brands_away RENAME TO company_brands`.execute(db);
  }
  expect((await callHost(portOf(SECOND), 'GET', '/register?look')).status).toBe(200);
});

describe('companies are separate', () => {
  test('one address has an account in each company, and each account signs in on its own site', async () => {
    const body = { user: 'asha@example.com', password: PASSWORD };
    const here = await site.call('POST', '/api/v1/user/auth/login', { body, ip: freshIp() });
    const there = await callHost(portOf(SECOND), 'POST', '/api/v1/user/auth/login', { body });
    expect([here.status, there.status]).toEqual([200, 200]);
    const profile = (answer: Answer, host: string): Promise<Answer> =>
      callHost(host, 'GET', '/api/v1/user/auth/profile/get', { token: answer.body.data.token });
    const own = portOf('localhost');
    expect((await profile(here, own)).body.data.referralCode).toBe(mine.memberId);
    expect((await profile(there, portOf(SECOND))).body.data.referralCode).toBe(theirs.memberId);
    expect((await profile(here, portOf(SECOND))).status).toBe(401);
    expect((await profile(there, own)).status).toBe(401);
  });

  test('an admin of one company has no access to the other', async () => {
    const admin = await makeAdmin(site, { companyId: second });
    expect(
      (await callHost(portOf(SECOND), 'GET', '/api/v1/admin/transaction/list', { token: admin.token })).status,
    ).toBe(200);
    expect((await site.call('GET', '/api/v1/admin/transaction/list', { token: admin.token })).status).toBe(401);
  });

  test('a page of one company ignores the session cookies of the other', async () => {
    const from = async (origin: string): Promise<number> => {
      const headers = { Origin: origin, Cookie: theirs.cookie };
      return (await callHost(portOf(SECOND), 'PUT', '/api/v1/user/auth/profile/update', { headers, body: {} })).status;
    };
    expect(await from(`http://localhost:${site.port}`)).toBe(403);
    expect(await from('http://www.acw.example')).toBe(403);
    expect(await from(`http://${SECOND}:${site.port}`)).not.toBe(403);
  });

  test('the mails of a company link to its own site', async () => {
    await callHost(portOf(SECOND), 'POST', '/api/v1/user/auth/forgot-password/otp', {
      body: { user: 'asha@example.com' },
    });
    const mail = await site.mail('asha@example.com', { containing: SECOND });
    expect(mail).not.toContain('http://localhost');
    expect(mail).toMatch(new RegExp(`^From: ${OTHER} <no-reply@localhost>`, 'm'));
  });
});

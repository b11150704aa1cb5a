/** One program, several companies: the host of a request picks the company, and nothing crosses over. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember, PASSWORD } from '../support/accounts.ts';
import { beside, SYMBOL } from '../support/brand.ts';
import { type Answer, type CallOptions, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let first: string;
let second: string;
let mine: Account;
let theirs: Account;

const SECOND = 'acw.localhost';
const OTHER = beside('ACW');

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

/** The same call under another name, as a trusted proxy passes it on. */
function at(name: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = { 'X-Forwarded-Host': name, ...options.headers };
  return site.call(method, path, { ip: freshIp(), ...options, headers });
}
const portOf = (name: string): string => `${name}:${site.port}`;

describe('which company', () => {
  test('the deployment has its own, a company its own names', async () => {
    const own = await site.call('GET', '/api/v1/site/get');
    expect([own.body.data.companyId, own.body.data.symbol]).toEqual([first, SYMBOL]);
    for (const name of [SECOND, 'www.acw.example', 'ACW.localhost']) {
      const answer = await at(portOf(name), 'GET', '/api/v1/site/get');
      expect([name, answer.body.data.companyId, answer.body.data.symbol]).toEqual([name, second, OTHER]);
    }
  });

  test.each(['evil.example', 'acw.localhost.evil.example', 'xacw.localhost', '[::2]', 'acw.localhost:1', 'a b'])(
    'the name %s is not served: 421',
    async (name) => {
      for (const path of ['/', '/api/v1/site/get', '/favicon.ico'])
        expect((await at(name.includes(':') ? name : portOf(name), 'GET', path)).status).toBe(421);
      expect((await at(name, 'GET', '/healthz')).status).toBe(200);
    },
  );

  test('a name that was taken away is no longer served, and never shows another company', async () => {
    await site.database.platform
      .insertInto('company_hosts')
      .values({ host: 'old.acw.example', company_id: second })
      .execute();
    expect((await at(portOf('old.acw.example'), 'GET', '/api/v1/site/get')).body.data.companyId).toBe(second);
    await site.database.platform.deleteFrom('company_hosts').where('host', '=', 'old.acw.example').execute();
    expect((await at(portOf('old.acw.example'), 'GET', '/api/v1/site/get')).status).toBe(421);
  });

  test('its pages speak for it: title, canonical address, colours', async () => {
    const page = await at(portOf(SECOND), 'GET', '/');
    expect(page.text).toContain(`data-token="${OTHER}"`);
    expect(page.text).toContain(`<link rel="canonical" href="http://${SECOND}:${site.port}/">`);
    expect((await site.call('GET', '/')).text).toContain(`data-token="${SYMBOL}"`);
  });
});

test('while something fails, each site keeps its own look, and says what it can', async () => {
  for (const name of ['localhost', SECOND]) await at(portOf(name), 'GET', '/register?look');
  const db = site.database.platform;
  await db.schema.alterTable('companies').renameTo('companies_away').execute();
  try {
    for (const [name, symbol] of [
      ['localhost', SYMBOL],
      [SECOND, OTHER],
    ] as const) {
      const page = await at(portOf(name), 'GET', '/register?look');
      expect([page.status, page.text.includes(`data-token="${symbol}"`)]).toEqual([500, true]);
    }
  } finally {
    await db.schema.alterTable('companies_away').renameTo('companies').execute();
  }
  // As while the database starts again: the code with which PostgreSQL turns connections away.
  await sql`ALTER TABLE company_brands RENAME TO company_brands_away`.execute(db);
  await sql
    .raw(`CREATE FUNCTION starting_up() RETURNS boolean STABLE LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the database system is starting up' USING ERRCODE = '57P03'; END $$`)
    .execute(db);
  await sql`CREATE VIEW company_brands AS SELECT * FROM company_brands_away WHERE starting_up()`.execute(db);
  try {
    for (const [name, symbol] of [
      ['localhost', SYMBOL],
      [SECOND, OTHER],
    ] as const) {
      const page = await at(portOf(name), 'GET', '/register?look');
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
      expect(page.text).toContain(`data-token="${symbol}"`);
      expect(page.text).toContain('We can’t reach our records right now.');
    }
  } finally {
    await sql`DROP VIEW company_brands`.execute(db);
    await sql`ALTER TABLE company_brands_away RENAME TO company_brands`.execute(db);
  }
  expect((await at(portOf(SECOND), 'GET', '/register?look')).status).toBe(200);
});

describe('nothing crosses over', () => {
  test('one address has an account in each, and each signs in to its own', async () => {
    const body = { user: 'asha@example.com', password: PASSWORD };
    const here = await site.call('POST', '/api/v1/user/auth/login', { body, ip: freshIp() });
    const there = await at(portOf(SECOND), 'POST', '/api/v1/user/auth/login', { body });
    expect([here.status, there.status]).toEqual([200, 200]);
    const profile = (answer: Answer, host: string): Promise<Answer> =>
      at(host, 'GET', '/api/v1/user/auth/profile/get', { token: answer.body.data.token });
    const own = portOf('localhost');
    expect((await profile(here, own)).body.data.referralCode).toBe(mine.memberId);
    expect((await profile(there, portOf(SECOND))).body.data.referralCode).toBe(theirs.memberId);
    expect((await profile(here, portOf(SECOND))).status).toBe(401);
    expect((await profile(there, own)).status).toBe(401);
  });

  test('an admin of one is nobody at the other', async () => {
    const admin = await makeAdmin(site, { companyId: second });
    expect((await at(portOf(SECOND), 'GET', '/api/v1/admin/transaction/list', { token: admin.token })).status).toBe(
      200,
    );
    expect((await site.call('GET', '/api/v1/admin/transaction/list', { token: admin.token })).status).toBe(401);
  });

  test("a page of one company does not act under the other's cookies", async () => {
    const from = async (origin: string): Promise<number> => {
      const headers = { Origin: origin, Cookie: theirs.cookie };
      return (await at(portOf(SECOND), 'PUT', '/api/v1/user/auth/profile/update', { headers, body: {} })).status;
    };
    expect(await from(`http://localhost:${site.port}`)).toBe(403);
    expect(await from('http://www.acw.example')).toBe(403);
    expect(await from(`http://${SECOND}:${site.port}`)).not.toBe(403);
  });

  test('its mails lead to its own site', async () => {
    await at(portOf(SECOND), 'POST', '/api/v1/user/auth/forgot-password/otp', { body: { user: 'asha@example.com' } });
    const mail = await site.mail('asha@example.com', { containing: SECOND });
    expect(mail).not.toContain('http://localhost');
    expect(mail).toMatch(new RegExp(`^From: ${OTHER} <no-reply@localhost>`, 'm'));
  });
});

/** A password that somebody else chose is known to somebody else: it must not open an account forever. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../src/lib/http/openapi/operations.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { freshCode, redeem } from '../support/codes.ts';
import { type Answer, APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';

const run = promisify(execFile);
const GIVEN = 'given by an admin 5';
const CHOSEN = 'seven quiet lanterns';
const REFUSED = [403, 'password_change_required', 'Choose your own password to continue.'];
const MEMBER_LOGIN = '/api/v1/user/auth/login';
const ADMIN_LOGIN = '/api/v1/company/auth/login';

let site: Site;
let admin: Account;
beforeAll(async () => {
  // Without a password from the operator, so that the first start prints one.
  site = await startSite({ env: { ADMIN_PASSWORD: '' } });
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

/** Makes the password of an account as old as it may be, and a little more. */
const age = (email: string, days = 7) =>
  sql`UPDATE users SET password_given_at = now() - make_interval(days => ${days}, secs => 1)
    WHERE email = ${email} AND password_given_at IS NOT NULL`.execute(site.database.platform);
const codeOf = ({ status, body }: Answer) => [status, body.code, body.message];
const signIn = (email: string, password: string, login = MEMBER_LOGIN): Promise<Answer> => {
  const body = login === MEMBER_LOGIN ? { user: email, password } : { email, password };
  return site.call('POST', login, { body, ip: freshIp() });
};
const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie')?.split(';')[0] ?? '';
let added = 0;
/** An account that an admin has added, with the password of the admin's choice. */
async function addUser(role: 'USER' | 'ADMIN'): Promise<string> {
  const email = `given-${++added}@example.com`;
  const body = { name: 'Meera Iyer', mobile: '9876501234', email, role, password: GIVEN };
  const answer = await site.call('POST', '/api/v1/admin/auth/add', { body, token: admin.token });
  expect(answer.status).toBe(201);
  return email;
}

/** What the session may still call besides the logout, of all calls for its kind of account. */
async function openCalls(access: 'member' | 'admin', token: string): Promise<string[]> {
  const open: string[] = [];
  for (const { contract } of CALLS) {
    if (contract.access !== access && contract.access !== 'any') continue;
    const { method, path: address } = contract;
    if (address.endsWith('/auth/logout')) continue;
    const body = method === 'GET' ? undefined : contract.from === 'form' ? new FormData() : {};
    const answer = await site.call(method, address, { token, ip: freshIp(), body });
    if (answer.body?.code !== 'password_change_required') open.push(address);
  }
  return open;
}

describe('M9: a password that somebody else set', () => {
  test.each([
    ['USER', MEMBER_LOGIN, 'member', 'user', '/user'],
    ['ADMIN', ADMIN_LOGIN, 'admin', 'company', '/admin'],
  ] as const)(
    'of an added %s works for seven days, then only to choose another',
    async (role, login, kind, api, area) => {
      const email = await addUser(role);
      const early = await signIn(email, GIVEN, login);
      expect(early.status).toBe(200);
      const read = kind === 'member' ? '/api/v1/user/auth/profile/get' : '/api/v1/admin/dashboard/get';
      const reading = (token: string) => site.call('GET', read, { token, ip: freshIp() });
      expect((await reading(early.body.data.token)).status).toBe(200);
      await age(email, 6);
      expect((await reading(early.body.data.token)).status).toBe(200);

      await age(email);
      // The session of before, and a new one.
      expect(codeOf(await reading(early.body.data.token))).toEqual(REFUSED);
      const late = await signIn(email, GIVEN, login);
      expect(late.status).toBe(200);
      const token = late.body.data.token as string;
      const update = `/api/v1/${api}/auth/password/update`;
      // An account with a second factor confirms with it before the change, so what that takes is open as well.
      const confirmation = [
        'factors/get',
        'reauthenticate',
        'reauthenticate/passkey',
        'reauthenticate/passkey/options',
      ];
      const open = [...confirmation.map((call) => `/api/v1/${api}/auth/${call}`), update];
      expect((await openCalls(kind, token)).sort()).toEqual(open.sort());
      const media = `/api/v1/media/${crypto.randomUUID()}`;
      expect(codeOf(await site.call('GET', media, { token, ip: freshIp() }))).toEqual(REFUSED);
      const cookie = cookieOf(late);
      const visit = async (address: string) => {
        const { status, headers } = await site.call('GET', address, { cookie, ip: freshIp() });
        return status === 302 ? headers.get('location') : status;
      };
      for (const address of [area, `${area}/dashboard`, `${area}/DASHBOARD/`, kind === 'member' ? '/' : '/admin/login'])
        expect([address, await visit(address)]).toEqual([address, `${area}/choose-password`]);
      expect(await visit(`${area}/choose-password`)).toBe(200);
      const leaving = (await signIn(email, GIVEN, login)).body.data.token as string;
      const out = await site.call('POST', `/api/v1/${api}/auth/logout`, { token: leaving, ip: freshIp(), body: {} });
      expect(out.status).toBe(200);

      // The same password again is no choice; another one is.
      const choose = (newPassword: string) =>
        site.call('PUT', update, { token, ip: freshIp(), body: { password: GIVEN, newPassword } });
      expect((await choose(GIVEN)).status).toBe(422);
      expect((await choose(CHOSEN)).status).toBe(200);
      expect((await reading(token)).status).toBe(200);
      expect((await signIn(email, GIVEN, login)).status).toBe(401);
      expect((await reading((await signIn(email, CHOSEN, login)).body.data.token)).status).toBe(200);
    },
  );

  test('a reset by code ends that state', async () => {
    const email = await addUser('USER');
    await age(email);
    expect(
      (await redeem(site, 'reset', email, await freshCode(site, 'reset', email), { password: CHOSEN })).status,
    ).toBe(200);
    const { token } = (await signIn(email, CHOSEN)).body.data;
    expect((await site.call('GET', '/api/v1/user/auth/profile/get', { token })).status).toBe(200);
  });

  test('of the first start is one, and ADMIN_PASSWORD is not', async () => {
    const given = (one: Site) =>
      one.database.platform
        .selectFrom('users')
        .select('password_given_at')
        .where('name', '=', 'First Admin')
        .executeTakeFirstOrThrow();
    expect((await given(site)).password_given_at).toBeInstanceOf(Date);
    const printed = fs.readFileSync(path.join(site.dataDir, 'secrets', 'first-admin.txt'), 'utf8');
    const [, email = '', password = ''] = /email: (.*)\npassword: (.*)\n/.exec(printed) ?? [];
    await age(email);
    const { token } = (await signIn(email, password, ADMIN_LOGIN)).body.data;
    expect(codeOf(await site.call('GET', '/api/v1/admin/dashboard/get', { token }))).toEqual(REFUSED);
    const operated = await startSite({ env: { ADMIN_PASSWORD: CHOSEN } });
    expect((await given(operated)).password_given_at).toBeNull();
    await operated.remove();
  });

  test('of an operator is one', async () => {
    const { email } = await makeAdmin(site, { email: 'lost.admin@example.com' });
    const env = {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: site.databaseUrl ?? '',
      APP_SECRET,
      TOKEN_SYMBOL: SYMBOL,
    };
    const { stdout } = await run(process.execPath, [path.resolve('dist/server/cli.mjs'), 'access', 'admin', email], {
      env,
    });
    const password = /^ {2}password (\S{16})$/m.exec(stdout)?.[1] ?? '';
    await age(email);
    const { token } = (await signIn(email, password, ADMIN_LOGIN)).body.data;
    expect(codeOf(await site.call('GET', '/api/v1/admin/dashboard/get', { token }))).toEqual(REFUSED);
  });

  test('a password that its owner chose is never asked for again', async () => {
    const member = await makeMember(site);
    const { password_given_at } = await site.database.platform
      .selectFrom('users')
      .select('password_given_at')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(password_given_at).toBeNull();
  });
});

/** A copy of a session's secret must not outlive the session: a new sign-in or another email ends it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper, PASSWORD } from '../support/accounts.ts';
import { freshCode } from '../support/codes.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

interface Kind {
  readonly make: () => Promise<Account>;
  /** The call that signs in, with its body. */
  readonly login: (account: Account) => Promise<{ path: string; body: object }>;
  /** A call that needs a session of this kind. */
  readonly read: string;
}

const KINDS: Readonly<Record<'member' | 'admin' | 'super', Kind>> = {
  member: {
    make: () => makeMember(site),
    login: async ({ email }) => ({ path: '/api/v1/user/auth/login', body: { user: email, password: PASSWORD } }),
    read: '/api/v1/user/auth/profile/get',
  },
  admin: {
    make: () => makeAdmin(site),
    login: async ({ email }) => ({ path: '/api/v1/company/auth/login', body: { email, password: PASSWORD } }),
    read: '/api/v1/admin/settings/get',
  },
  super: {
    make: () => makeSuper(site),
    login: async ({ email }) => ({
      path: '/api/v1/superadmin/auth/login/verify',
      body: { email, otp: await freshCode(site, 'super', email) },
    }),
    read: '/api/v1/superadmin/company/list',
  },
};

type Secret = Partial<Pick<Account, 'cookie' | 'token'>>;
const status = async (path: string, secret: Secret): Promise<number> =>
  (await site.call('GET', path, { ...secret, ip: freshIp() })).status;
async function signIn(kind: Kind, account: Account, secret: Secret): Promise<Answer> {
  const { path, body } = await kind.login(account);
  const answer = await site.call('POST', path, {
    body,
    ip: freshIp(),
    ...secret,
    headers: { Origin: site.url, 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(answer.status).toBe(200);
  return answer;
}

describe('M8: a copied session secret after a new sign-in or another email', () => {
  test.each(Object.entries(KINDS))(
    '%s: a sign-in ends the session of the cookie that it came with',
    async (_, kind) => {
      const account = await kind.make();
      expect(await status(kind.read, { cookie: account.cookie })).toBe(200);
      const answer = await signIn(kind, account, { cookie: account.cookie });
      expect(await status(kind.read, { cookie: account.cookie })).toBe(401);
      // The token of the same session has ended with it.
      expect(await status(kind.read, { token: account.token })).toBe(401);
      expect(await status(kind.read, { token: answer.body.data.token })).toBe(200);
    },
  );

  test.each(Object.entries(KINDS))('%s: a sign-in ends the session of the token that it came with', async (_, kind) => {
    const account = await kind.make();
    const answer = await signIn(kind, account, { token: account.token });
    expect(await status(kind.read, { token: account.token })).toBe(401);
    expect(await status(kind.read, { cookie: account.cookie })).toBe(401);
    expect(await status(kind.read, { token: answer.body.data.token })).toBe(200);
  });

  test('a sign-in leaves sessions of other kinds, and those that it did not come with', async () => {
    const admin = await makeAdmin(site);
    const member = await makeMember(site);
    await signIn(KINDS.member, member, { cookie: admin.cookie });
    expect(await status(KINDS.admin.read, { cookie: admin.cookie })).toBe(200);
    expect(await status(KINDS.member.read, { cookie: member.cookie })).toBe(200);
  });

  test('a failed sign-in ends nothing', async () => {
    const member = await makeMember(site);
    const { path } = await KINDS.member.login(member);
    const body = { user: member.email, password: 'not the one' };
    const answer = await site.call('POST', path, { body, cookie: member.cookie, ip: freshIp() });
    expect(answer.status).toBe(401);
    expect(await status(KINDS.member.read, { cookie: member.cookie })).toBe(200);
  });

  test('a change of email ends all sessions of the account', async () => {
    const admin = await makeAdmin(site);
    const member = await makeMember(site);
    const body = {
      id: member.id,
      name: 'Asha Rao',
      mobile: '+919876543210',
      email: 'moved@example.com',
      role: 'USER',
    };
    const answer = await site.call('PUT', '/api/v1/admin/auth/update', { body, token: admin.token, ip: freshIp() });
    expect(answer.status).toBe(200);
    expect(await status(KINDS.member.read, { cookie: member.cookie })).toBe(401);
    expect(await status(KINDS.member.read, { token: member.token })).toBe(401);
    await signIn(KINDS.member, { ...member, email: 'moved@example.com' }, {});
  });
});

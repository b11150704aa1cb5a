/** The lifetime of a session, what ends it, and which secrets it accepts. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_POLICY, type SessionKind } from '@/lib/auth/rules.ts';
import { type Account, makeAdmin, makeCompany, makeMember, makeSuper, signIn } from '../support/accounts.ts';
import { type Answer, type CallOptions, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const KINDS: readonly SessionKind[] = ['member', 'admin', 'super'];
const make: Record<SessionKind, () => Promise<Account>> = {
  member: () => makeMember(site),
  admin: () => makeAdmin(site),
  super: () => makeSuper(site),
};
const LOGOUT: Record<SessionKind, string> = {
  member: '/api/v1/user/auth/logout',
  admin: '/api/v1/company/auth/logout',
  super: '/api/v1/superadmin/auth/logout',
};
/** Ends the session in the database: each account is tested once. */
const probe = async (kind: SessionKind, options: CallOptions): Promise<Answer> =>
  site.call('POST', LOGOUT[kind], { ip: freshIp(), ...options });
const profile = (options: CallOptions): Promise<Answer> => site.call('GET', '/api/v1/user/auth/profile/get', options);

const ownerColumn = (kind: SessionKind) => sql.ref(kind === 'super' ? 'super_admin_id' : 'user_id');
async function shift(kind: SessionKind, id: string, column: 'seen_at' | 'expires_at', seconds: number): Promise<void> {
  await sql`UPDATE sessions SET ${sql.ref(column)} = now() + make_interval(secs => ${seconds})
    WHERE ${ownerColumn(kind)} = ${id}`.execute(site.database.platform);
}

describe.each(KINDS)('a session of kind %s', (kind) => {
  const { idleSeconds, absoluteSeconds, cookie } = SESSION_POLICY[kind];

  it.each(['token', 'cookie'] as const)('stays valid while it is used, and ends when it idles, by %s', async (by) => {
    const young = await make[kind]();
    await shift(kind, young.id, 'seen_at', 5 - idleSeconds);
    expect((await probe(kind, { [by]: young[by] })).status).toBe(200);
    const old = await make[kind]();
    await shift(kind, old.id, 'seen_at', -1 - idleSeconds);
    const answer = await probe(kind, { [by]: old[by] });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      401,
      'unauthenticated',
      'Please log in to continue.',
    ]);
  });

  it('ends after its absolute timeout, even if it is used', async () => {
    const account = await make[kind]();
    const { rows } = await sql<{
      seconds: number;
    }>`SELECT round(extract(epoch FROM expires_at - created_at))::int AS seconds
      FROM sessions WHERE ${ownerColumn(kind)} = ${account.id}`.execute(site.database.platform);
    expect(rows).toEqual([{ seconds: absoluteSeconds }]);
    await shift(kind, account.id, 'expires_at', -1);
    expect((await probe(kind, { token: account.token })).status).toBe(401);
    expect((await probe(kind, { cookie: account.cookie })).status).toBe(401);
  });

  it('gives no access to another kind', async () => {
    for (const other of KINDS.filter((it) => it !== kind)) {
      const account = await make[kind]();
      const byHeader = await probe(other, { token: account.token });
      expect([other, byHeader.status, byHeader.body.code]).toEqual([other, 403, 'forbidden']);
      expect((await probe(other, { cookie: account.cookie })).status).toBe(401);
      // Also not under the cookie name of the other kind.
      const forged = account.cookie.replace(`${cookie}=`, `${SESSION_POLICY[other].cookie}=`);
      expect((await probe(other, { cookie: forged })).status).toBe(401);
      expect((await probe(kind, { token: account.token })).status).toBe(200);
    }
  });

  it('accepts only its exact secret', async () => {
    const account = await make[kind]();
    const { token } = account;
    const tokens = [
      '',
      ' ',
      'Bearer',
      'Bearer ',
      `${token}x`,
      token.slice(1),
      token.toLowerCase(),
      `Basic ${token}`,
      `Bearer Bearer ${token}`,
      `${token},${token}`,
      '%00',
      "' OR 1=1 --",
      'x'.repeat(5000),
    ];
    for (const wrong of tokens) {
      const answer = await probe(kind, { headers: { Authorization: wrong } });
      expect([wrong, answer.status]).toEqual([wrong, 401]);
    }
    for (const wrong of [
      '',
      `${cookie}=`,
      `${cookie}=x`,
      `${account.cookie}x`,
      account.cookie.replace(cookie, `x${cookie}`),
    ])
      expect([wrong, (await probe(kind, { cookie: wrong })).status]).toEqual([wrong, 401]);
    expect((await probe(kind, { token })).status).toBe(200);
  });
});

describe('the header', () => {
  it('takes precedence: an invalid one is 401 even with a valid cookie', async () => {
    const { cookie } = await makeMember(site);
    for (const token of ['x', 'Bearer nothing', 'A'.repeat(43)])
      expect((await profile({ token, cookie })).status).toBe(401);
    expect((await profile({ cookie, headers: { Authorization: '' } })).status).toBe(401);
    expect((await profile({ cookie })).status).toBe(200);
  });
  it('of another kind is 403 even with a valid cookie', async () => {
    const { cookie } = await makeMember(site);
    const admin = await makeAdmin(site);
    expect((await profile({ cookie, token: admin.token })).status).toBe(403);
  });
  it('of another account than the cookie takes precedence', async () => {
    const [one, two] = [await makeMember(site), await makeMember(site)];
    expect((await profile({ cookie: one.cookie, token: two.token })).body.data.email).toBe(two.email);
  });
  it('missing together with the cookie is 401', async () => {
    expect((await profile({})).status).toBe(401);
  });
});

describe('a session ends immediately', () => {
  it.each(['BLOCKED', 'INACTIVE'] as const)('when its account is %s', async (status) => {
    for (const [kind, account] of [
      ['member', await makeMember(site)],
      ['admin', await makeAdmin(site)],
    ] as const) {
      await site.database.platform.updateTable('users').set({ status }).where('id', '=', account.id).execute();
      expect((await probe(kind, { token: account.token })).status).toBe(401);
      expect((await probe(kind, { cookie: account.cookie })).status).toBe(401);
    }
  });
  it('when an admin loses the role', async () => {
    const admin = await makeAdmin(site);
    await site.database.platform.updateTable('users').set({ role: 'USER' }).where('id', '=', admin.id).execute();
    expect((await probe('admin', { token: admin.token })).status).toBe(401);
  });
  it('and gives no access on the site of another company', async () => {
    const companyId = await makeCompany(site);
    const member = await makeMember(site, { companyId });
    const admin = await makeAdmin(site, { companyId });
    expect((await profile({ token: member.token })).status).toBe(401);
    expect((await profile({ cookie: member.cookie })).status).toBe(401);
    expect((await probe('admin', { token: admin.token })).status).toBe(401);
  });
});

describe('sliding', () => {
  it('extends the idle timeout at most once a minute, and never the absolute timeout', async () => {
    const member = await makeMember(site);
    const read = () =>
      site.database.platform
        .selectFrom('sessions')
        .select(['expires_at', sql<number>`extract(epoch FROM now() - seen_at)::int`.as('age')])
        .where('user_id', '=', member.id)
        .executeTakeFirstOrThrow();
    const before = await read();
    await shift('member', member.id, 'seen_at', -30);
    await profile({ token: member.token });
    expect((await read()).age).toBeGreaterThanOrEqual(30);
    await shift('member', member.id, 'seen_at', -90);
    await profile({ token: member.token });
    const after = await read();
    expect(after.age).toBeLessThan(5);
    expect(after.expires_at).toEqual(before.expires_at);
  });
  it('logout ends one session of an account and leaves the others', async () => {
    const member = await makeMember(site);
    const other = await signIn(site, { kind: 'member', companyId: member.companyId, accountId: member.id });
    expect((await probe('member', { token: member.token })).status).toBe(200);
    expect((await profile({ token: member.token })).status).toBe(401);
    expect((await profile({ token: other.token })).status).toBe(200);
  });
});

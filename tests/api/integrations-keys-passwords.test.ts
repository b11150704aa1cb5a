/** A new password ends the API keys that its owner made: a thief's key does not outlive the theft. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetAdminPassword } from '@/lib/auth/operator-access/service.ts';
import { type Account, companyIdOf, makeAdmin, PASSWORD, signIn } from '../support/accounts.ts';
import { requestCode } from '../support/codes.ts';
import { makeKey } from '../support/integrations.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const NEXT = 'rivers under 9 clouds';
const CHANGE = '/api/v1/company/auth/password/update';
let site: Site;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());

const reads = async (key: string): Promise<number> =>
  (await site.call('GET', '/api/v1/admin/transaction/list', { token: `Bearer ${key}`, ip: freshIp() })).status;
const change = (who: Pick<Account, 'token'>, more: Record<string, unknown> = {}) =>
  site.call('PUT', CHANGE, {
    token: who.token,
    ip: freshIp(),
    body: { password: PASSWORD, newPassword: NEXT, ...more },
  });
const entryOf = (id: string) =>
  site.database.platform
    .selectFrom('audit_entries')
    .select(['action', 'actor_kind', 'actor_id', 'after'])
    .where('subject_id', '=', id)
    .where('action', '=', 'key.revoke')
    .execute();

describe('the keys of an admin', () => {
  it.each([
    ['without a word about them', {}],
    ['when the admin says so', { endKeys: true }],
  ])('end with a change of the password %s, and nobody else’s', async (_, more) => {
    const [admin, fellow] = [await makeAdmin(site), await makeAdmin(site)];
    const keys = [await makeKey(site, admin), await makeKey(site, admin, { name: 'Second' })];
    const other = await makeKey(site, fellow);
    expect((await change(admin, more)).status).toBe(200);
    for (const { id, key } of keys) {
      expect(await reads(key)).toBe(401);
      expect(await entryOf(id)).toEqual([
        { action: 'key.revoke', actor_kind: 'admin', actor_id: admin.id, after: { cause: 'password.update' } },
      ]);
    }
    expect(await reads(other.key)).toBe(200);
    expect(await entryOf(other.id)).toEqual([]);
  });

  it('go on after a change if the admin wants it, and after one that is refused', async () => {
    const admin = await makeAdmin(site);
    const { id, key } = await makeKey(site, admin);
    expect((await change(admin, { password: 'not the one' })).status).toBe(422);
    expect(await reads(key)).toBe(200);
    expect((await change(admin, { endKeys: false })).status).toBe(200);
    expect(await reads(key)).toBe(200);
    expect(await entryOf(id)).toEqual([]);
  });

  it('end with a reset by mail', async () => {
    const admin = await makeAdmin(site);
    const { id, key } = await makeKey(site, admin);
    const ip = freshIp();
    const { code, cookie } = await requestCode(site, 'reset', admin.email, { ip });
    const body = { user: admin.email, otp: code, password: NEXT };
    const answer = await site.call('POST', '/api/v1/user/auth/forgot-password', { ip, cookie, body });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expect(await reads(key)).toBe(401);
    expect(await entryOf(id)).toEqual([
      { action: 'key.revoke', actor_kind: 'system', actor_id: null, after: { cause: 'password.reset' } },
    ]);
  });

  it('end when the operator gives a new password', async () => {
    const admin = await makeAdmin(site);
    const { id, key } = await makeKey(site, admin);
    expect(await resetAdminPassword(site.database, companyId, admin.email)).toEqual(expect.any(String));
    expect(await reads(key)).toBe(401);
    expect(await entryOf(id)).toMatchObject([{ actor_kind: 'system', after: { cause: 'password.give' } }]);
  });

  it('made by another session at the moment of the change do not outlive it; one made after it works', async () => {
    for (let round = 0; round < 4; round++) {
      const admin = await makeAdmin(site);
      const thief = { ...admin, ...(await signIn(site, { kind: 'admin', companyId, accountId: admin.id })) };
      const attempts = Array.from({ length: 5 }, () => makeKey(site, thief).catch(() => null));
      const [{ status }, ...made] = await Promise.all([change(admin), ...attempts]);
      expect(status).toBe(200);
      for (const stolen of made) if (stolen) expect(await reads(stolen.key)).toBe(401);
      const later = await makeKey(site, admin, { password: NEXT, name: 'After' });
      expect(await reads(later.key)).toBe(200);
    }
  });
});

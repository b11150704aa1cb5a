/** Whatever ends an account's sessions because it may be in other hands ends for good the API keys that it made. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeFactorsOfAdmin } from '@/lib/auth/operator-access/service.ts';
import { configureMail } from '@/lib/mail/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { type Account, companyIdOf, makeAdmin, PASSWORD, seasonAdmins, signIn } from '../support/accounts.ts';
import { addApp } from '../support/factors.ts';
import { makeKey } from '../support/integrations.ts';
import { callsOf, userRow } from '../support/members.ts';
import { post } from '../support/purchases.ts';
import { type Answer, APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let companyId: string;
let [first, second, fellow]: Account[] = [];
beforeAll(async () => {
  configureMail({ secrets: secretsOf(APP_SECRET), from: 'no-reply@example.com' });
  site = await startSite();
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());
const newAdmin = async (): Promise<Account> => {
  const admin = await makeAdmin(site);
  await seasonAdmins(site, [admin.id]);
  return admin;
};
const setRule = (isOn: boolean) =>
  sql`UPDATE companies SET two_admins_for_accounts = ${isOn}`.execute(site.database.platform);
beforeEach(async () => {
  await setRule(false);
  const planted = sql`UPDATE api_keys SET revoked_at = now(), revoked_by = created_by WHERE revoked_at IS NULL`;
  await planted.execute(site.database.platform);
  [first, second, fellow] = [await newAdmin(), await newAdmin(), await newAdmin()];
});

const reads = async (key: string): Promise<number> =>
  (await site.call('GET', '/api/v1/admin/transaction/list', { token: `Bearer ${key}`, ip: freshIp() })).status;
const by = (who: Account | undefined) => callsOf(site, who ?? expect.fail('made before'));
const update = async (id: string, more: object): Promise<Answer> => {
  const { name, mobile, email, role } = (await userRow(site, id)) ?? {};
  return by(first).update({ id, name, mobile, email, role, ...more });
};
const causesOf = async (keyId: string) =>
  (
    await site.database.platform
      .selectFrom('audit_entries')
      .select(['actor_id', 'after'])
      .where('subject_id', '=', keyId)
      .where('action', '=', 'key.revoke')
      .execute()
  ).map(({ actor_id, after }) => [actor_id, after]);
const sign = async (id: string): Promise<Account> => ({
  ...(first ?? expect.fail('made before')),
  id,
  ...(await signIn(site, { kind: 'admin', companyId, accountId: id })),
});

interface Door {
  readonly cause: string;
  readonly open: (admin: Account) => Promise<Answer>;
  readonly back?: (admin: Account) => Promise<Answer>;
  readonly prepare?: (admin: Account) => Promise<unknown>;
}
const status = (to: string): Door => ({
  cause: 'user.update',
  open: ({ id }) => by(first).setStatus(id, to),
  back: ({ id }) => by(first).setStatus(id, 'ACTIVE'),
});
const change = (of: (admin: Account) => object, back: (admin: Account) => object): Door => ({
  cause: 'user.update',
  open: (admin) => update(admin.id, of(admin)),
  back: (admin) => update(admin.id, back(admin)),
});
const DOORS: Readonly<Record<string, Door>> = {
  'a block': status('BLOCKED'),
  'a deactivation': status('INACTIVE'),
  'a block with other details': change(
    () => ({ name: 'Other Name', status: 'BLOCKED' }),
    () => ({ status: 'ACTIVE' }),
  ),
  'a change of the role': change(
    () => ({ role: 'USER' }),
    () => ({ role: 'ADMIN' }),
  ),
  'a change of the email': change(
    ({ email }) => ({ email: `moved.${email}` }),
    ({ email }) => ({ email }),
  ),
  'a removal of second factors': {
    cause: 'factor.reset',
    prepare: (admin) => addApp(site, admin),
    open: ({ id }) => post(site, '/api/v1/admin/member/factors/reset', first ?? expect.fail('made before'), { id }),
  },
  'a deletion': { cause: 'user.delete', open: ({ id }) => by(first).remove(id) },
};

describe.each(Object.entries(DOORS))('%s by another admin', (_, { cause, open, back, prepare }) => {
  it.each([false, true])('ends the keys for good, with two admins %s, and nobody else’s', async (isRuleOn) => {
    const admin = await newAdmin();
    const keys = [await makeKey(site, admin), await makeKey(site, admin, { name: 'Second' })];
    const other = await makeKey(site, fellow ?? expect.fail('made before'));
    await prepare?.(admin);
    await setRule(isRuleOn);
    const opened = await open(admin);
    expect([opened.status, opened.body.data?.state ?? 'done']).toEqual([200, isRuleOn ? 'waiting' : 'done']);
    if (isRuleOn) {
      for (const { key } of keys) expect(await reads(key)).toBe(200);
      const { id } = await site.database.platform
        .selectFrom('approvals')
        .select('id')
        .where('subject_id', '=', admin.id)
        .where('state', '=', 'OPEN')
        .executeTakeFirstOrThrow();
      const confirmed = await post(site, '/api/v1/admin/member/changes/confirm', second ?? first ?? admin, { id });
      expect(confirmed.status, confirmed.text).toBe(200);
    }
    for (const { key, id } of keys) {
      expect(await reads(key)).toBe(401);
      const actor = isRuleOn ? second : first;
      expect(await causesOf(id)).toEqual([[actor?.id, { cause }]]);
    }
    await setRule(false);
    if (back) expect((await back(admin)).status).toBe(200);
    for (const { key } of keys) expect(await reads(key)).toBe(401);
    expect(await reads(other.key)).toBe(200);
    if (!back) return;
    const later = await makeKey(site, await sign(admin.id), { name: 'After' });
    expect(await reads(later.key)).toBe(200);
  });

  it('leaves none that another session makes at this moment', async () => {
    for (let round = 0; round < 3; round++) {
      const admin = await newAdmin();
      await prepare?.(admin);
      const thief = { ...admin, ...(await signIn(site, { kind: 'admin', companyId, accountId: admin.id })) };
      const attempts = Array.from({ length: 4 }, () => makeKey(site, thief).catch(() => null));
      await new Promise((done) => setTimeout(done, round * 150));
      const [opened, ...made] = await Promise.all([open(admin), ...attempts]);
      expect(opened.status, opened.text).toBe(200);
      if (back) expect((await back(admin)).status).toBe(200);
      for (const stolen of made) if (stolen) expect(await reads(stolen.key)).toBe(401);
    }
  });
});

describe('the keys of an admin', () => {
  it('end when the operator removes the second factors', async () => {
    const admin = await newAdmin();
    const { id, key } = await makeKey(site, admin);
    await addApp(site, admin);
    const sender = { brand: { name: 'Cow Launch', symbol: 'COWL', siteUrl: site.url }, now: new Date() };
    expect(await removeFactorsOfAdmin(site.database, companyId, admin.email, sender)).toBe(1);
    expect(await reads(key)).toBe(401);
    expect(await causesOf(id)).toEqual([[null, { cause: 'factor.clear' }]]);
  });

  it('of earlier times end when the owner takes the email back', async () => {
    const admin = await newAdmin();
    const { id, key } = await makeKey(site, admin);
    expect((await update(admin.id, { role: 'USER' })).status).toBe(200);
    expect((await update(admin.id, { email: `thief.${admin.email}` })).status).toBe(200);
    await sql`UPDATE api_keys SET revoked_at = NULL, revoked_by = NULL WHERE id = ${id}`.execute(
      site.database.platform,
    );
    const raw = await site.mail(admin.email, { containing: 'has a new email address' });
    const text = raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    const token = /\/take-back\?token=([\w.%-]+)/.exec(text)?.[1] ?? expect.fail('the mail has no link');
    const headers = { Origin: site.url };
    const path = '/api/v1/user/auth/email/take-back';
    expect((await site.call('POST', path, { ip: freshIp(), body: { token }, headers })).status).toBe(200);
    await sql`UPDATE users SET role = 'ADMIN' WHERE id = ${admin.id}`.execute(site.database.platform);
    expect(await reads(key)).toBe(401);
    expect(await causesOf(id)).toContainEqual([null, { cause: 'user.move.back' }]);
  });

  it('go on after the owner’s sign-outs and own password, and after a change of name and mobile', async () => {
    const admin = await newAdmin();
    const { id, key } = await makeKey(site, admin);
    const own = (method: string, path: string, body: object, token = admin.token) =>
      site.call(method, `/api/v1/company/auth${path}`, { token, ip: freshIp(), body });
    const others = await signIn(site, { kind: 'admin', companyId, accountId: admin.id });
    expect((await own('POST', '/sessions/end-others', {})).body.data.ended).toBe(1);
    expect((await site.call('GET', '/api/v1/admin/settings/get', { token: others.token, ip: freshIp() })).status).toBe(
      401,
    );
    const passwords = { password: PASSWORD, newPassword: 'rivers under 9 clouds', endKeys: false };
    expect((await own('PUT', '/password/update', passwords)).status).toBe(200);
    expect((await update(admin.id, { name: 'New Name', mobile: '+919876543299' })).status).toBe(200);
    expect((await own('POST', '/logout', {})).status).toBe(200);
    expect(await reads(key)).toBe(200);
    expect(await causesOf(id)).toEqual([]);
  });
});

/** A company, or the platform, demands second factors: three sign-ins of grace, and then nothing but adding one. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { freshCode, redeem } from '../support/codes.ts';
import { addApp, asOwner, finish, forgetSteps, logInByPassword } from '../support/factors.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const demand = (isNeeded: boolean) =>
  sql`UPDATE companies SET admins_need_factor = ${isNeeded}`.execute(site.database.platform);

async function logIn(admin: Account): Promise<Account> {
  const { status, body, text } = await logInByPassword(site, admin);
  expect(status, text).toBe(200);
  return { ...admin, token: body.data.token };
}

const settingsOf = (who: Account) =>
  site.call('GET', '/api/v1/admin/settings/get', { token: who.token, ip: freshIp() });
const codeOf = async (who: Account) => (await settingsOf(who)).body.code ?? 'served';

describe('a company whose admins need a second factor', () => {
  it('gives an admin without one three sign-ins, and then lets them do nothing but add one', async () => {
    await demand(true);
    const admin = await makeAdmin(site);
    for (let n = 0; n < 3; n++) expect(await codeOf(await logIn(admin))).toBe('served');
    const due = await logIn(admin);
    expect(await codeOf(due)).toBe('second_factor_required');
    const passkeys = await site.call('GET', '/api/v1/company/auth/passkeys/list', { token: due.token });
    expect(passkeys.status).toBe(200);
    const app = await addApp(site, due);
    expect(await codeOf(due)).toBe('served');
    await forgetSteps(site, admin);
    const confirmed = await site.call('POST', '/api/v1/company/auth/reauthenticate', {
      token: due.token,
      ip: freshIp(),
      body: { factor: app.code() },
    });
    expect(confirmed.status).toBe(200);
    await forgetSteps(site, admin);
    const last = await asOwner(site, due, 'DELETE', '/app/delete', {});
    expect([last.status, last.body.message]).toEqual([
      409,
      'You need a second factor. Please add another one before you remove this one.',
    ]);
    const { body } = await logInByPassword(site, admin);
    const done = await finish(site, body.data.pending, { code: app.code() });
    expect(await codeOf({ ...admin, token: done.body.data.token })).toBe('served');
    await demand(false);
    expect((await asOwner(site, due, 'DELETE', '/app/delete', {})).status).toBe(200);
  });

  it('asks nothing of members, of sessions from before, and of a company that does not ask', async () => {
    const before = await logIn(await makeAdmin(site));
    await demand(true);
    expect(await codeOf(before)).toBe('served');
    const member = await makeMember(site);
    for (let n = 0; n < 4; n++) {
      const { body } = await logInByPassword(site, member, 'member');
      const profile = await site.call('GET', '/api/v1/user/auth/profile/get', {
        token: body.data.token,
        ip: freshIp(),
      });
      expect(profile.status).toBe(200);
    }
    await demand(false);
    const admin = await makeAdmin(site);
    for (let n = 0; n < 4; n++) expect(await codeOf(await logIn(admin))).toBe('served');
  });

  it('is a setting that an admin changes', async () => {
    const admin = await makeAdmin(site);
    const { body } = await settingsOf(admin);
    const { version, settings } = body.data;
    expect(settings.adminsNeedFactor).toBe(false);
    const changed = await site.call('PUT', '/api/v1/admin/settings/update', {
      token: admin.token,
      ip: freshIp(),
      body: { version, adminsNeedFactor: true },
    });
    expect(changed.status, changed.text).toBe(200);
    expect((await settingsOf(admin)).body.data.settings.adminsNeedFactor).toBe(true);
    await demand(false);
  });

  it('sends the pages of a session that is due to the one where a factor is added', async () => {
    await demand(true);
    const admin = await makeAdmin(site);
    await sql`UPDATE sessions SET factor_grace_left = 0 WHERE user_id = ${admin.id}`.execute(site.database.platform);
    const to = async (path: string) => {
      const { status, headers } = await site.call('GET', path, { cookie: admin.cookie, ip: freshIp() });
      return [status, headers.get('location')];
    };
    expect(await to('/admin/dashboard')).toEqual([302, '/admin/security']);
    expect(await to('/admin/settings')).toEqual([302, '/admin/security']);
    expect((await to('/admin/security'))[0]).toBe(200);
    await demand(false);
  });
});

it('the platform demands one of super admins too, after three sign-ins', async () => {
  const strict = await startSite({ env: { REQUIRE_SECOND_FACTORS: 'on' } });
  try {
    const boss = await makeSuper(strict);
    const signIn = async (): Promise<Account> => {
      const { body } = await redeem(strict, 'super', boss.email, await freshCode(strict, 'super', boss.email));
      return { ...boss, token: body.data.token };
    };
    const dashboardOf = ({ token }: Account) =>
      strict.call('GET', '/api/v1/superadmin/dashboard/get', { token, ip: freshIp() });
    for (let n = 0; n < 3; n++) expect((await dashboardOf(await signIn())).status).toBe(200);
    const due = await signIn();
    expect((await dashboardOf(due)).body.code).toBe('second_factor_required');
    await addApp(strict, due);
    expect((await dashboardOf(due)).status).toBe(200);
  } finally {
    await strict.remove();
  }
});

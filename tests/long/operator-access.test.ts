/** `npm run access`: operators restore access, nobody else gains access by it, and the audit trail records it. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCompany, makeMember, makeSuper, noteStates, PASSWORD } from '../support/accounts.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import { SYMBOL } from '../support/brand.ts';
import { askCode, freshCode, newAddress, redeem } from '../support/codes.ts';
import { enrol, logIn } from '../support/passkeys.ts';
import { type Answer, APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';

const run = promisify(execFile);
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

async function cli(command: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: site.databaseUrl ?? '',
    APP_SECRET,
    TOKEN_SYMBOL: SYMBOL,
    SITE_URL: site.url,
  };
  try {
    const { stdout, stderr } = await run(process.execPath, [path.resolve('dist/server/cli.mjs'), command, ...args], {
      env,
    });
    return { code: 0, out: stdout, err: stderr };
  } catch (cause) {
    const { code, stdout, stderr } = cause as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}
const signInAs = (email: string, password: string): Promise<Answer> =>
  site.call('POST', '/api/v1/company/auth/login', { body: { email, password }, ip: freshIp() });
const status = async (token: string, path: string): Promise<number> =>
  (await site.call('GET', path, { token, ip: freshIp() })).status;
const trail = (action: string, subjectId: string) =>
  site.database.platform
    .selectFrom('audit_entries')
    .select(['actor_kind', 'before', 'after'])
    .where('action', '=', action)
    .where('subject_id', '=', subjectId)
    .execute();

test('an admin without access gets a new password, and all sessions of the old one end', async () => {
  const admin = await makeAdmin(site, { email: 'lost.admin@example.com' });
  await site.database.platform.updateTable('users').set({ status: 'BLOCKED' }).where('id', '=', admin.id).execute();
  const { code, out } = await cli('access', 'admin', 'Lost.Admin@Example.com');
  expect(code).toBe(0);
  expect(out).toContain(`${site.url}/admin/login`);
  const password = /^ {2}password (\S{16})$/m.exec(out)?.[1] ?? '';
  expect((await signInAs(admin.email, PASSWORD)).status).toBe(401);
  const answer = await signInAs(admin.email, password);
  expect(answer.status).toBe(200);
  expect(await status(answer.body.data.token, '/api/v1/admin/settings/get')).toBe(200);
  expect(await status(admin.token, '/api/v1/admin/settings/get')).toBe(401);
  expect(await trail('password.give', admin.id)).toEqual([
    {
      actor_kind: 'system',
      before: null,
      after: { state: { admins: expect.objectContaining({ [admin.id]: expect.any(String) }) } },
    },
  ]);
  expect(site.output()).not.toContain(password);
});

test('nobody becomes an admin by it: not a member, an admin of another company, or an address without an account', async () => {
  const member = await makeMember(site);
  const foreigner = await makeAdmin(site, { companyId: await makeCompany(site) });
  for (const email of [member.email, foreigner.email, newAddress()]) {
    const { code, out } = await cli('access', 'admin', email);
    expect([code, out]).toEqual([1, expect.stringContaining(`has no admin with the address ${email}`)]);
  }
  expect(await status(member.token, '/api/v1/user/auth/profile/get')).toBe(200);
  const login = { user: member.email, password: PASSWORD };
  expect((await site.call('POST', '/api/v1/user/auth/login', { body: login, ip: freshIp() })).status).toBe(200);
});

test('adds and removes a super admin, but never the last one', async () => {
  const old = await makeSuper(site);
  const email = newAddress();
  expect(await cli('access', 'superadmin', email)).toMatchObject({ code: 0 });
  expect((await cli('access', 'superadmin', email)).out).toContain('is a super admin already');
  expect((await askCode(site, 'super', email)).status).toBe(200);
  const signedIn = await redeem(site, 'super', email, await site.code(email));
  expect(signedIn.status).toBe(200);
  const { id } = await site.database.platform
    .selectFrom('super_admins')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(await trail('user.name-super', id)).toHaveLength(1);

  const rest = await site.database.platform.selectFrom('super_admins').select('email').execute();
  for (const it of rest.filter((row) => row.email !== email))
    expect((await cli('access', 'superadmin:remove', it.email)).code).toBe(0);
  expect(await status(old.token, '/api/v1/superadmin/dashboard/get')).toBe(401);
  expect(await trail('user.remove-super', old.id)).toHaveLength(1);
  expect((await cli('access', 'superadmin:remove', old.email)).code).toBe(1);
  const last = await cli('access', 'superadmin:remove', email);
  expect([last.code, last.out]).toEqual([1, expect.stringContaining('the only super admin')]);
  expect(await status(signedIn.body.data.token, '/api/v1/superadmin/dashboard/get')).toBe(200);
});

test('removes all second factors of a super admin, who can log in with a code alone', async () => {
  const boss = await makeSuper(site);
  const key = makeAuthenticator(site.url);
  expect((await enrol(site, boss, key)).status).toBe(201);
  const { code, out } = await cli('access', 'superadmin:factors', boss.email);
  expect([code, out]).toEqual([0, expect.stringContaining('has no second factor any more (1 removed)')]);
  expect((await logIn(site, key)).status).toBe(422);
  expect(await status(boss.token, '/api/v1/superadmin/dashboard/get')).toBe(401);
  expect(await trail('factor.clear', boss.id)).toHaveLength(1);
  // The next mail must be the code.
  await site.mail(boss.email, { containing: 'Your second factors were removed' });
  const otp = await freshCode(site, 'super', boss.email);
  expect((await redeem(site, 'super', boss.email, otp)).status).toBe(200);
  expect((await cli('access', 'superadmin:factors', newAddress())).code).toBe(1);
});

test('prints its usage for wrong arguments, and the audit trail verifies afterwards', async () => {
  for (const args of [[], ['admin'], ['admin', 'nobody'], ['member', 'a@example.com'], ['admin', 'a@b.example', 'c']]) {
    const { code, err } = await cli('access', ...args);
    expect([args, code, err]).toEqual([args, 2, expect.stringContaining('npm run access -- admin EMAIL')]);
  }
  await noteStates(site);
  const { email } = await makeAdmin(site);
  // The entry of each command holds the state that it leaves.
  expect((await cli('access', 'admin', email)).code).toBe(0);
  expect((await cli('access', 'superadmin', newAddress())).code).toBe(0);
  const verified = await cli('audit:verify');
  expect([verified.code, verified.out]).toEqual([0, expect.not.stringContaining('BAD')]);
});

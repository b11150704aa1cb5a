/** Sensitive calls need a session that signed in or re-authenticated within the last ten minutes. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '@/lib/core/contract.ts';
import { uploadForm } from '@/lib/http/openapi/forms.ts';
import { inputExample } from '../../src/lib/http/openapi/examples.ts';
import { CALLS } from '../../src/lib/http/openapi/operations.ts';
import { type Account, makeAdmin, makeMember, makeSuper, outdateSessions, PASSWORD } from '../support/accounts.ts';
import { freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

const REQUIRED = [403, 'Confirm that it is you to continue.'];
const TOKEN = { name: 'Cowl', symbol: 'COWL' };
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const send = (who: Pick<Account, 'token'>, method: string, path: string, body: unknown) =>
  site.call(method, path, { token: who.token, ip: freshIp(), body });
const confirm = (who: Account, password = PASSWORD) =>
  send(who, 'POST', '/api/v1/company/auth/reauthenticate', { password });
const oldAdmin = async (): Promise<Account> => {
  const admin = await makeAdmin(site);
  await outdateSessions(site, admin);
  return admin;
};
const oldSuper = async (): Promise<Account> => {
  const boss = await makeSuper(site);
  await outdateSessions(site, boss);
  return boss;
};

const OLD: Readonly<Record<Contract['access'], () => Promise<Account>>> = {
  public: oldAdmin,
  any: oldAdmin,
  admin: oldAdmin,
  super: oldSuper,
  member: async () => {
    const member = await makeMember(site);
    await outdateSessions(site, member);
    return member;
  },
};

/** The form of an upload with a file in its required field. */
function fileFor(contract: Contract): FormData {
  const [field] = uploadForm(contract).required as string[];
  const form = new FormData();
  form.append(field ?? '', new File(['Name,Mobile,Email'], 'example.csv'));
  return form;
}

describe('every sensitive call', () => {
  const always = CALLS.filter(({ contract: { recentAuthentication: when } }) => when === 'always' || when === 'again');
  it('is declared', () => {
    expect(always.map(({ name }) => name).sort()).toEqual(
      expect.arrayContaining(['updateBeneficiary', 'updateSettings']),
    );
  });

  const again = CALLS.filter(({ contract }) => contract.recentAuthentication === 'again');
  it.each(again.map((call) => [call.name, call] as const))('%s asks a session that only signed in', async (_, call) => {
    const { method, path, access } = call.contract;
    const who = await { public: makeAdmin, any: makeAdmin, admin: makeAdmin, member: makeMember, super: makeSuper }[
      access
    ](site);
    // As a sign-in leaves it.
    await sql`UPDATE sessions SET authenticated_at = created_at WHERE user_id = ${who.id} OR super_admin_id = ${who.id}`.execute(
      site.database.platform,
    );
    const { password: _own, ...input } = inputExample(call, TOKEN);
    const answer = await send(who, method, path, input);
    expect(statusAndMessage(answer)).toEqual(REQUIRED);
  });

  it('is asked again for each that adds a way in or says where a refund goes', () => {
    expect(again.map(({ contract }) => `${contract.access} ${contract.path}`).sort()).toEqual(
      [
        'admin /api/v1/admin/integrations/keys/add',
        ...['admin /api/v1/company', 'member /api/v1/user', 'super /api/v1/superadmin'].flatMap((area) =>
          ['app/add', 'app/confirm', 'app/delete', 'recovery/add', 'recovery/confirm']
            .map((path) => `${area}/auth/factors/${path}`)
            .concat(['add', 'delete', 'options'].map((path) => `${area}/auth/passkeys/${path}`)),
        ),
        'member /api/v1/user/refunds/account',
      ].sort(),
    );
  });

  it.each(always.map((call) => [call.name, call] as const))('%s asks an older session to confirm', async (_, call) => {
    const { method, path, from } = call.contract;
    const who = await OLD[call.contract.access]();
    const { password: _own, ...input } = from === 'upload' ? {} : inputExample(call, TOKEN);
    const query = from === 'query' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const headers = { Origin: site.url };
    const answer = await site.call(method, path + query, {
      token: who.token,
      ip: freshIp(),
      headers,
      ...(from !== 'query' && { body: from === 'upload' ? fileFor(call.contract) : input }),
    });
    expect(statusAndMessage(answer)).toEqual(REQUIRED);
    expect(answer.body.code).toBe('reauthentication_required');
  });
});

describe('an admin', () => {
  it('goes on after the password', async () => {
    const admin = await oldAdmin();
    const notice = { version: 1, notice: 'Open on Sunday' };
    expect((await send(admin, 'PUT', '/api/v1/admin/settings/update', notice)).status).toBe(403);
    const before = Date.now();
    const { status, body } = await confirm(admin);
    expect(status).toBe(200);
    expect(Date.parse(body.data.until) - before).toBeGreaterThan(590_000);
    expect((await send(admin, 'PUT', '/api/v1/admin/settings/update', notice)).status).toBe(200);
  });

  it('is refused with a wrong password, ten times in 15 minutes', async () => {
    const admin = await oldAdmin();
    const wrong = await confirm(admin, 'not the one');
    expect(statusAndMessage(wrong)).toEqual([422, 'Your current password is incorrect.']);
    expect(wrong.body.field).toBe('password');
    for (let n = 1; n < 10; n++) await confirm(admin, `guess ${n}`);
    expect((await confirm(admin)).status).toBe(429);
    expect((await send(admin, 'POST', '/api/v1/admin/beneficiary/confirm', { id: admin.id })).status).toBe(403);
  });

  it('confirms one session and not the others', async () => {
    const admin = await makeAdmin(site);
    const member = await makeMember(site);
    expect((await send(member, 'POST', '/api/v1/company/auth/reauthenticate', { password: PASSWORD })).status).toBe(
      403,
    );
    const { body } = await site.call('POST', '/api/v1/company/auth/login', {
      ip: freshIp(),
      headers: { Origin: site.url },
      body: { email: admin.email, password: PASSWORD },
    });
    await outdateSessions(site, admin);
    await confirm(admin);
    const other = { token: String(body.data.token) };
    expect((await send(other, 'DELETE', '/api/v1/admin/beneficiary/delete', { id: admin.id })).status).toBe(403);
    expect((await send(admin, 'DELETE', '/api/v1/admin/beneficiary/delete', { id: admin.id })).status).toBe(404);
  });
});

describe('a change of an account', () => {
  const person = (target: Account, change: object = {}) => ({
    id: target.id,
    name: 'Asha Rao',
    mobile: '+919876543210',
    email: target.email,
    role: 'USER',
    ...change,
  });
  const update = (who: Account, body: object) => send(who, 'PUT', '/api/v1/admin/auth/update', body);
  const status = (who: Account, body: object) => send(who, 'PUT', '/api/v1/admin/member/status', body);
  const remove = (who: Account, body: object) => send(who, 'DELETE', '/api/v1/admin/auth/delete', body);

  it('that gives or takes access or moves an address needs a recent session', async () => {
    const admin = await oldAdmin();
    const member = await makeMember(site);
    const fellow = await makeAdmin(site);
    const added = {
      name: 'New Admin',
      mobile: '+919876543210',
      email: 'second.self@example.com',
      role: 'ADMIN',
      password: 'a password of mine 7',
    };
    for (const answer of [
      await send(admin, 'POST', '/api/v1/admin/auth/add', added),
      await update(admin, person(member, { role: 'ADMIN' })),
      await update(admin, person(member, { email: 'moved@example.com' })),
      await update(admin, person(fellow, { role: 'USER' })),
      await update(admin, person(fellow, { role: 'ADMIN', email: 'taken-over@example.com' })),
      await update(admin, person(fellow, { role: 'ADMIN', status: 'BLOCKED' })),
      await status(admin, { id: fellow.id, status: 'INACTIVE' }),
      await remove(admin, { id: fellow.id }),
      await update(admin, person(member, { status: 'BLOCKED' })),
      await status(admin, { id: member.id, status: 'BLOCKED' }),
      await remove(admin, { id: member.id }),
    ])
      expect(statusAndMessage(answer)).toEqual(REQUIRED);
    const { count } = await site.database.platform
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('email', 'in', ['second.self@example.com', 'moved@example.com', 'taken-over@example.com'])
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
  });

  it('of a member’s name or mobile does not', async () => {
    const admin = await oldAdmin();
    const member = await makeMember(site);
    expect((await update(admin, person(member, { name: 'Asha Rao Iyer' }))).status).toBe(200);
    expect((await update(admin, person(member, { mobile: '+919812345670' }))).status).toBe(200);
    expect((await update(admin, { id: member.id, isApproved: true })).status).toBe(200);
  });

  it('takes the admin’s own password in the same call', async () => {
    const admin = await oldAdmin();
    const member = await makeMember(site);
    const moved = person(member, { email: `moved-${member.email}` });
    expect((await update(admin, { ...moved, password: 'not the one' })).status).toBe(422);
    expect((await update(admin, { ...moved, password: PASSWORD })).status).toBe(200);
  });
});

describe('a super admin', () => {
  const SEND = '/api/v1/superadmin/auth/reauthenticate/send';
  const CONFIRM = '/api/v1/superadmin/auth/reauthenticate';
  const pause = (who: Account) =>
    send(who, 'POST', '/api/v1/superadmin/company/pause', { id: who.id, reason: 'A reason to read' });

  it('goes on after a mailed code, which works once and for nothing else', async () => {
    const boss = await oldSuper();
    expect((await pause(boss)).status).toBe(403);
    expect((await send(boss, 'POST', SEND, {})).status).toBe(200);
    expect((await send(boss, 'POST', SEND, {})).status).toBe(429);
    const code = await site.code(boss.email);
    expect(code).toMatch(/^\d{8}$/);
    const login = await site.call('POST', '/api/v1/superadmin/auth/login/verify', {
      ip: freshIp(),
      headers: { Origin: site.url },
      body: { email: boss.email, otp: code },
    });
    expect(login.status).toBe(422);
    const wrong = await send(boss, 'POST', CONFIRM, { code: code === '00000000' ? '11111111' : '00000000' });
    expect([wrong.status, wrong.body.field]).toEqual([422, 'code']);
    expect((await send(boss, 'POST', CONFIRM, { code })).status).toBe(200);
    // The id names no company.
    expect((await pause(boss)).status).toBe(404);
    expect((await send(boss, 'POST', CONFIRM, { code })).status).toBe(422);
  });

  it('a code of another super admin opens nothing', async () => {
    const [boss, other] = [await oldSuper(), await oldSuper()];
    await send(other, 'POST', SEND, {});
    const code = await site.code(other.email);
    expect((await send(boss, 'POST', CONFIRM, { code })).status).toBe(422);
  });
});

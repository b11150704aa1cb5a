/** What second factors are asked for, passkeys of admins, resets by others, and sessions that are listed and ended. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFactorsOfAdmin } from '../../src/lib/auth/operator-access/service.ts';
import { PASSKEY_REFUSED } from '../../src/lib/auth/passkeys/contract.ts';
import { configureMail } from '../../src/lib/mail/service.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import {
  type Account,
  makeAdmin,
  makeCompany,
  makeMember,
  makeSuper,
  outdateSessions,
  PASSWORD,
  signIn,
} from '../support/accounts.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import { addApp, addRecoveryCodes, asOwner, finish, logInByPassword, pendingOf } from '../support/factors.ts';
import { asSuper, confirm, enrol, logIn } from '../support/passkeys.ts';
import { APP_SECRET, freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  configureMail({ secrets: secretsOf(APP_SECRET), from: 'no-reply@example.com' });
  site = await startSite();
});
afterAll(() => site?.remove());

const reauthenticate = (who: Account, body: object) =>
  site.call('POST', `/api/v1/${who.memberId === '' ? 'superadmin' : 'company'}/auth/reauthenticate`, {
    token: who.token,
    body,
    ip: freshIp(),
  });

/** A sensitive call that changes nothing: a new secret that is never confirmed. */
const sensitive = async (who: Account) => (await asOwner(site, who, 'POST', '/app/add', {})).body.code ?? 'done';

describe('recent authentication', () => {
  it('takes the second factor of an admin who has one, and the password no more', async () => {
    const admin = await makeAdmin(site);
    const app = await addApp(site, admin);
    await outdateSessions(site, admin);
    expect((await asOwner(site, admin, 'DELETE', '/app/delete', {})).body.code).toBe('reauthentication_required');
    expect(statusAndMessage(await reauthenticate(admin, { password: PASSWORD }))).toEqual([
      422,
      'Please confirm with your second factor.',
    ]);
    // Nor the password in the body of a sensitive call.
    const inBody = await site.call('PUT', '/api/v1/admin/member/status', {
      token: admin.token,
      body: { id: (await makeAdmin(site)).id, status: 'BLOCKED', password: PASSWORD },
    });
    expect(inBody.body.code).toBe('reauthentication_required');
    expect((await reauthenticate(admin, { factor: app.code(-5) })).body.field).toBe('factor');
    expect((await reauthenticate(admin, { factor: app.code() })).status).toBe(200);
    expect((await asOwner(site, admin, 'DELETE', '/app/delete', {})).status).toBe(200);
    await outdateSessions(site, admin);
    expect((await reauthenticate(admin, { password: PASSWORD })).status).toBe(200);
  });

  it('takes the app of a super admin, and mails no code', async () => {
    const boss = await makeSuper(site);
    const app = await addApp(site, boss);
    await outdateSessions(site, boss);
    const sent = await site.call('POST', '/api/v1/superadmin/auth/reauthenticate/send', {
      token: boss.token,
      body: {},
    });
    expect(sent.status).toBe(422);
    expect((await reauthenticate(boss, { code: '12345678' })).status).toBe(422);
    expect((await reauthenticate(boss, { factor: app.code() })).status).toBe(200);
  });

  it('asks for something', async () => {
    expect((await reauthenticate(await makeAdmin(site), {})).status).toBe(422);
  });
});

describe('a passkey of an admin', () => {
  it('signs in alone, finishes a sign-in by password, and confirms a session', async () => {
    const admin = await makeAdmin(site);
    const key = makeAuthenticator(site.url);
    expect((await enrol(site, admin, key)).status).toBe(201);
    await site.mail(admin.email, { containing: 'A passkey was added' });
    const alone = await logIn(site, key, { area: 'company' });
    expect(alone.status).toBe(200);
    expect(alone.headers.getSetCookie().join('\n')).toContain('accessToken=');
    const first = await logInByPassword(site, admin);
    expect(first.body.data.factors).toEqual(['passkey']);
    const { pending } = first.body.data;
    const { body } = await site.call('POST', '/api/v1/site/auth/factor/passkey/options', {
      body: { pending },
      ip: freshIp(),
    });
    expect((await finish(site, pending, { credential: key.get(body.data) })).status).toBe(200);
    await outdateSessions(site, admin);
    expect(await sensitive(admin)).toBe('reauthentication_required');
    expect((await confirm(site, admin, key, undefined, 'company')).status).toBe(200);
    expect(await sensitive(admin)).toBe('done');
  });

  it.each([
    ['another origin', { origin: 'https://launchbook.example' }],
    ['another host name', { rpId: 'launchbook.example' }],
    ['a person who was not verified', { unverified: true }],
    ['the challenge of nobody', { challenge: 'SGVsbG8sIHBhc3NrZXk' }],
  ])('is refused with %s', async (_, lies) => {
    const admin = await makeAdmin(site);
    const key = makeAuthenticator(site.url);
    await enrol(site, admin, key);
    expect(statusAndMessage(await logIn(site, key, { area: 'company', lies }))).toEqual([422, PASSKEY_REFUSED]);
  });

  it('opens neither the platform nor another company, and stops with the role', async () => {
    const admin = await makeAdmin(site);
    const key = makeAuthenticator(site.url);
    await enrol(site, admin, key);
    expect((await logIn(site, key, { area: 'superadmin' })).status).toBe(422);
    const stranger = await makeAdmin(site, { companyId: await makeCompany(site) });
    const { rows } = await sql<{ id: string }>`SELECT id FROM passkeys WHERE user_id = ${admin.id}`.execute(
      site.database.platform,
    );
    const own = await asSuper(site, stranger, 'DELETE', '/passkeys/delete', { id: rows[0]?.id }, 'company');
    expect([401, 404]).toContain(own.status);
    await sql`UPDATE users SET role = 'USER' WHERE id = ${admin.id}`.execute(site.database.platform);
    expect((await logIn(site, key, { area: 'company' })).status).toBe(422);
  });
});

/** An admin with an app and recovery codes. */
async function equipped(): Promise<Account> {
  const admin = await makeAdmin(site);
  await addApp(site, admin);
  await addRecoveryCodes(site, admin);
  return admin;
}

const reset = (who: Account, id: string) =>
  site.call('POST', '/api/v1/admin/member/factors/reset', { token: who.token, body: { id }, ip: freshIp() });

const proposePayee = (who: Account) =>
  site.call('POST', '/api/v1/admin/beneficiary/add', {
    token: who.token,
    ip: freshIp(),
    body: {
      holderName: 'Cow Launch',
      bankName: 'SBI',
      branch: 'Fort',
      accountNumber: '12345678901',
      ifscCode: 'SBIN0000300',
      upi: `cowl-${who.memberId.toLowerCase()}@sbi`,
    },
  });

describe('a reset of second factors', () => {
  it('by another admin ends the sessions, mails the owner, and keeps payees from changing for 72 hours', async () => {
    const admin = await equipped();
    const waiting = await pendingOf(site, admin);
    const other = await makeAdmin(site);
    expect((await reset(admin, admin.id)).status).toBe(409);
    expect((await reset(other, (await makeMember(site)).id)).status).toBe(409);
    await outdateSessions(site, other);
    expect((await reset(other, admin.id)).body.code).toBe('reauthentication_required');
    expect((await reauthenticate(other, { password: PASSWORD })).status).toBe(200);
    expect(statusAndMessage(await reset(other, admin.id))).toEqual([200, 'Second factors removed successfully']);
    await site.mail(admin.email, { containing: 'Your second factors were removed' });
    expect((await asOwner(site, admin, 'GET', '/get')).status).toBe(401);
    expect((await finish(site, waiting, { code: '123456' })).status).toBe(401);
    const again = await logInByPassword(site, admin);
    const session = { ...admin, token: again.body.data.token as string };
    expect((await asOwner(site, session, 'GET', '/get')).body.data).toEqual({
      appSince: null,
      passkeys: 0,
      recoveryCodes: 0,
    });
    const refused = await proposePayee(session);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('in the last 72 hours')]);
    await sql`UPDATE users SET factors_reset_at = now() - interval '73 hours' WHERE id = ${admin.id}`.execute(
      site.database.platform,
    );
    expect((await proposePayee(session)).status).toBe(200);
  });

  it('by the operator does the same', async () => {
    const admin = await equipped();
    const sender = { brand: { name: 'Cow Launch', symbol: 'COWL', siteUrl: site.url }, now: new Date() };
    expect(await removeFactorsOfAdmin(site.database, admin.companyId, admin.email, sender)).toBe(1);
    expect(await removeFactorsOfAdmin(site.database, admin.companyId, 'nobody@example.com', sender)).toBeNull();
    const session = { ...admin, token: (await logInByPassword(site, admin)).body.data.token as string };
    expect((await proposePayee(session)).status).toBe(409);
  });
});

describe('sessions', () => {
  const list = async (who: Account, area: 'company' | 'superadmin') =>
    (await asSuper(site, who, 'GET', '/sessions/list', undefined, area)).body.data.records as {
      id: string;
      isCurrent: boolean;
    }[];

  it('are listed to an admin and ended one by one, or all but this one', async () => {
    const admin = await makeAdmin(site);
    const owner = { companyId: admin.companyId, accountId: admin.id };
    for (const kind of ['admin', 'member', 'admin'] as const) await signIn(site, { ...owner, kind });
    const stranger = await makeAdmin(site);
    const [current, other] = await list(admin, 'company');
    expect([current?.isCurrent, other?.isCurrent, (await list(admin, 'company')).length]).toEqual([true, false, 4]);
    const end = (who: Account, id: string | undefined) =>
      asSuper(site, who, 'POST', '/sessions/end', { id }, 'company');
    expect((await end(stranger, other?.id)).status).toBe(404);
    expect((await end(admin, current?.id)).status).toBe(409);
    expect((await end(admin, other?.id)).status).toBe(200);
    expect((await end(admin, other?.id)).status).toBe(404);
    const rest = await asSuper(site, admin, 'POST', '/sessions/end-others', {}, 'company');
    expect(rest.body.data).toEqual({ ended: 2 });
    expect((await list(admin, 'company')).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  it('of a super admin are those of the platform account alone', async () => {
    const boss = await makeSuper(site);
    await signIn(site, { kind: 'super', companyId: null, accountId: boss.id });
    await makeSuper(site);
    expect((await list(boss, 'superadmin')).length).toBe(2);
    const rest = await asSuper(site, boss, 'POST', '/sessions/end-others', {});
    expect(rest.body.data).toEqual({ ended: 1 });
  });

  it("of a company's admins are ended by a super admin, and no others", async () => {
    const companyId = await makeCompany(site);
    const ours = await makeAdmin(site);
    const theirs = await makeAdmin(site, { companyId });
    const member = await makeMember(site, { companyId });
    const boss = await makeSuper(site);
    const end = () =>
      site.call('POST', '/api/v1/superadmin/company/end-sessions', { token: boss.token, body: { id: companyId } });
    expect((await end()).body.data).toEqual({ ended: 1 });
    const left = async ({ id }: Account) =>
      (await site.database.platform.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length;
    expect([await left(theirs), await left(member), await left(ours)]).toEqual([0, 1, 1]);
    const { rows } = await sql<{ scope_id: string }>`SELECT scope_id FROM audit_entries
      WHERE action = 'session.end-admins' AND subject_id = ${companyId}`.execute(site.database.platform);
    expect(rows.length).toBe(2);
    await outdateSessions(site, boss);
    expect((await end()).body.code).toBe('reauthentication_required');
  });
});

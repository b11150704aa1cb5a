/** Second factors of members: optional, and with everything that those of admins have (docs/contract.md, Second factors). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTOR_WRONG, SIGN_IN_OVER } from '../../src/lib/auth/factors/contract.ts';
import { PASSKEY_REFUSED } from '../../src/lib/auth/passkeys/contract.ts';
import {
  type Account,
  makeAdmin,
  makeCompany,
  makeMember,
  outdateSessions,
  PASSWORD,
  signIn,
} from '../support/accounts.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import { freshCode, redeem } from '../support/codes.ts';
import {
  addApp,
  addRecoveryCodes,
  ageFactors,
  asOwner,
  finish,
  forgetSteps,
  logInByPassword,
  makeApp,
  pendingOf,
} from '../support/factors.ts';
import { asSuper, confirm, enrol, logIn, newClient, send } from '../support/passkeys.ts';
import { BANK_PAYEE, madeRefund } from '../support/refunds.ts';
import { type Answer, freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

const WRONG = [422, FACTOR_WRONG];
const OVER = [401, SIGN_IN_OVER];
const REFUSED = [422, PASSKEY_REFUSED];
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const platform = () => site.database.platform;
const call = (who: Pick<Account, 'token'>, method: string, path: string, body?: object): Promise<Answer> =>
  site.call(method, `/api/v1/user/${path}`, { token: who.token, ip: freshIp(), ...(body && { body }) });
const reauthenticate = (who: Account, body: object) => call(who, 'POST', 'auth/reauthenticate', body);
const reset = (admin: Account, id: string) =>
  site.call('POST', '/api/v1/admin/member/factors/reset', { token: admin.token, body: { id }, ip: freshIp() });
const signedInAgain = async (who: Account): Promise<Account> => ({
  ...who,
  token: (await logInByPassword(site, who)).body.data.token,
});

describe('a first second factor', () => {
  it('leaves no other session recent, which a thief of the password may have made', async () => {
    const member = await makeMember(site);
    const earlier = await signedInAgain(member);
    await addApp(site, member);
    const refused = await asOwner(site, earlier, 'DELETE', '/app/delete', {});
    expect(refused.body.code).toBe('reauthentication_required');
    expect((await reauthenticate(earlier, { password: PASSWORD })).status).not.toBe(200);
    expect((await asOwner(site, member, 'DELETE', '/app/delete', {})).status).toBe(200);
  });
});

describe('a member without a second factor', () => {
  it('signs in as before, and confirms a session with the password', async () => {
    const member = await makeMember(site);
    expect((await logInByPassword(site, member)).body.data).toEqual({ token: expect.any(String) });
    await outdateSessions(site, member);
    expect((await asOwner(site, member, 'POST', '/app/add', {})).body.code).toBe('reauthentication_required');
    expect((await reauthenticate(member, { password: 'not the one' })).status).toBe(422);
    expect((await reauthenticate(member, { password: PASSWORD })).status).toBe(200);
    expect((await asOwner(site, member, 'POST', '/app/add', {})).status).toBe(200);
  });

  it('is asked for no confirmation by what takes the password', async () => {
    const member = await makeMember(site);
    await outdateSessions(site, member);
    for (const [method, path, body] of [
      ['PUT', 'auth/profile/update', { pincode: '560001', password: PASSWORD }],
      ['POST', 'auth/deletion/request', { password: PASSWORD }],
      ['GET', 'auth/export/get', undefined],
      ['PUT', 'auth/password/update', { password: PASSWORD, newPassword: 'lantern 43 over the bay' }],
    ] as const)
      expect([path, (await call(member, method, path, body)).status]).toEqual([path, 200]);
  });
});

describe('an authenticator app of a member', () => {
  it('is added, asked for at each sign-in, and removed, also where the company demands factors of its admins', async () => {
    await sql`UPDATE companies SET admins_need_factor = true`.execute(platform());
    const member = await makeMember(site);
    const added = await asOwner(site, member, 'POST', '/app/add', {});
    expect(added.body.data.uri).toContain(encodeURIComponent(member.email));
    const app = makeApp(added.body.data.uri);
    expect(statusAndMessage(await asOwner(site, member, 'POST', '/app/confirm', { code: app.code(-5) }))).toEqual(
      WRONG,
    );
    expect((await asOwner(site, member, 'POST', '/app/confirm', { code: app.code() })).status).toBe(200);
    await site.mail(member.email, { containing: 'An authenticator app was added to your account' });
    expect((await asOwner(site, member, 'POST', '/app/add', {})).status).toBe(409);
    const first = await logInByPassword(site, member);
    expect(first.body.data).toEqual({ pending: expect.any(String), factors: ['totp'] });
    expect(first.headers.getSetCookie()).toEqual([]);
    await forgetSteps(site, member);
    const done = await finish(site, first.body.data.pending, { code: app.code() });
    expect(done.headers.getSetCookie().join('\n')).toContain('authToken=');
    expect((await asOwner(site, member, 'DELETE', '/app/delete', {})).status).toBe(200);
    await site.mail(member.email, { containing: 'The authenticator app was removed' });
    expect((await logInByPassword(site, member)).body.data).toEqual({ token: expect.any(String) });
    await sql`UPDATE companies SET admins_need_factor = false`.execute(platform());
  });

  it('takes no code twice, none of another member, and none that is too old', async () => {
    const member = await makeMember(site);
    const app = await addApp(site, member);
    const other = await addApp(site, await makeMember(site));
    const code = app.code();
    expect((await finish(site, await pendingOf(site, member), { code })).status).toBe(200);
    const pending = await pendingOf(site, member);
    for (const wrong of [code, other.code(1), app.code(-3)])
      expect(statusAndMessage(await finish(site, pending, { code: wrong }))).toEqual(WRONG);
    expect((await finish(site, pending, { code: app.code(1) })).status).toBe(200);
    expect(statusAndMessage(await finish(site, pending, { code: app.code(1) }))).toEqual(OVER);
  });

  it('starts one session when two finish with the same code in parallel', async () => {
    const member = await makeMember(site);
    const app = await addApp(site, member);
    const pending = [await pendingOf(site, member), await pendingOf(site, member)];
    const answers = await Promise.all(pending.map((one) => finish(site, one, { code: app.code() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('ends a sign-in after five wrong codes and after five minutes, and limits wrong codes by network', async () => {
    const member = await makeMember(site);
    const app = await addApp(site, member);
    const guessed = await pendingOf(site, member);
    const ip = freshIp();
    for (let n = 0; n < 5; n++)
      expect(statusAndMessage(await finish(site, guessed, { code: app.code(-5) }, ip))).toEqual(WRONG);
    expect(statusAndMessage(await finish(site, guessed, { code: app.code() }, ip))).toEqual(OVER);
    const late = await pendingOf(site, member);
    await sql`UPDATE pending_sign_ins SET expires_at = now() - interval '1 second' WHERE user_id = ${member.id}`.execute(
      platform(),
    );
    expect(statusAndMessage(await finish(site, late, { code: app.code() }))).toEqual(OVER);
    const statuses: number[] = [];
    for (let round = 0; round < 2; round++) {
      const pending = await pendingOf(site, member);
      for (let n = 0; n < 4; n++) statuses.push((await finish(site, pending, { code: app.code(-5) }, ip)).status);
    }
    expect(statuses).toEqual([...Array(5).fill(422), 429, 429, 429]);
    expect((await finish(site, await pendingOf(site, member), { code: app.code() })).status).toBe(200);
  });

  it('is over with a block, and at the host of another company', async () => {
    const member = await makeMember(site);
    const app = await addApp(site, member);
    const companyId = await makeCompany(site);
    await platform().insertInto('company_hosts').values({ host: 'factors.localhost', company_id: companyId }).execute();
    const pending = await pendingOf(site, member);
    const elsewhere = await site.call('POST', '/api/v1/site/auth/factor', {
      ip: freshIp(),
      headers: { 'X-Forwarded-Host': `factors.localhost:${site.port}` },
      body: { pending, code: app.code() },
    });
    expect(statusAndMessage(elsewhere)).toEqual(OVER);
    await sql`UPDATE users SET status = 'BLOCKED' WHERE id = ${member.id}`.execute(platform());
    expect((await finish(site, pending, { code: app.code() })).status).toBe(401);
  });
});

describe('a forgotten password', () => {
  it('is no way around a factor of more than seven days, and leaves it as it is', async () => {
    const member = await makeMember(site);
    const app = await addApp(site, member);
    const codes = await addRecoveryCodes(site, member);
    await ageFactors(site, member, 8);
    const waiting = await pendingOf(site, member);
    const password = 'harbour 12 copper bells';
    const answer = await redeem(site, 'reset', member.email, await freshCode(site, 'reset', member.email), {
      password,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.getSetCookie().join('\n')).not.toContain('authToken=');
    expect(statusAndMessage(await finish(site, waiting, { code: app.code() }))).toEqual(OVER);
    const first = await logInByPassword(site, { ...member, password });
    expect(first.body.data.factors).toEqual(['totp', 'recovery']);
    expect((await finish(site, first.body.data.pending, { code: codes[1] ?? '' })).status).toBe(200);
    await site.mail(member.email, { containing: 'A recovery code of your account was used' });
    const again = await logInByPassword(site, { ...member, password });
    expect((await finish(site, again.body.data.pending, { code: codes[1] ?? '' })).status).toBe(422);
  });
});

describe('a passkey of a member', () => {
  it('signs in alone, finishes a sign-in by password, and confirms a session', async () => {
    const member = await makeMember(site);
    const key = makeAuthenticator(site.url);
    expect((await enrol(site, member, key)).status).toBe(201);
    await site.mail(member.email, { containing: 'A passkey was added' });
    const alone = await logIn(site, key, { area: 'user' });
    expect(alone.status).toBe(200);
    expect(alone.headers.getSetCookie().join('\n')).toContain('authToken=');
    const { pending, factors } = (await logInByPassword(site, member)).body.data;
    expect(factors).toEqual(['passkey']);
    const { body } = await site.call('POST', '/api/v1/site/auth/factor/passkey/options', {
      body: { pending },
      ip: freshIp(),
    });
    expect((await finish(site, pending, { credential: key.get(body.data) })).status).toBe(200);
    await outdateSessions(site, member);
    expect((await asOwner(site, member, 'POST', '/app/add', {})).body.code).toBe('reauthentication_required');
    expect((await confirm(site, member, key, undefined, 'user')).status).toBe(200);
    expect((await asOwner(site, member, 'POST', '/app/add', {})).status).toBe(200);
  });

  it.each([
    ['another origin', { origin: 'https://launchbook.example' }],
    ['another host name', { rpId: 'launchbook.example' }],
    ['a person who was not verified', { unverified: true }],
    ['the challenge of nobody', { challenge: 'SGVsbG8sIHBhc3NrZXk' }],
    ['a page within a frame', { crossOrigin: true }],
  ])('is refused with %s', async (_, lies) => {
    const member = await makeMember(site);
    const key = makeAuthenticator(site.url);
    await enrol(site, member, key);
    expect(statusAndMessage(await logIn(site, key, { area: 'user', lies }))).toEqual(REFUSED);
  });

  it('works once for each challenge, and opens neither the admin area nor the platform', async () => {
    const member = await makeMember(site);
    const key = makeAuthenticator(site.url);
    await enrol(site, member, key);
    const client = newClient();
    const { body } = await send(site, client, '/login/passkey/options', {}, 'user');
    const credential = key.get(body.data);
    expect((await send(site, client, '/login/passkey', { credential }, 'user')).status).toBe(200);
    expect(statusAndMessage(await send(site, client, '/login/passkey', { credential }, 'user'))).toEqual(REFUSED);
    expect((await logIn(site, key, { area: 'company' })).status).toBe(422);
    expect((await logIn(site, key, { area: 'superadmin' })).status).toBe(422);
    await sql`UPDATE users SET status = 'BLOCKED' WHERE id = ${member.id}`.execute(platform());
    expect((await logIn(site, key, { area: 'user' })).status).toBe(422);
  });

  it('is renamed and removed by its owner alone', async () => {
    const member = await makeMember(site);
    const stranger = await makeMember(site);
    const { id } = (await enrol(site, member, makeAuthenticator(site.url))).body.data;
    for (const [method, path, body] of [
      ['PUT', '/passkeys/update', { id, name: 'Phone' }],
      ['DELETE', '/passkeys/delete', { id }],
    ] as const) {
      expect((await asSuper(site, stranger, method, path, body, 'user')).status).toBe(404);
      expect((await asSuper(site, member, method, path, body, 'user')).status).toBe(200);
    }
  });
});

describe('what a member with a second factor does with the password', () => {
  const SENSITIVE = [
    ['PUT', 'auth/profile/update', { walletAddress: WALLET, password: PASSWORD }],
    ['POST', 'auth/deletion/request', { password: PASSWORD }],
    ['GET', 'auth/export/get', undefined],
    ['PUT', 'auth/password/update', { password: PASSWORD, newPassword: 'lantern 43 over the bay' }],
  ] as const;

  it.each(SENSITIVE)('%s %s asks an older session for the factor', async (method, path, body) => {
    const member = await makeMember(site);
    const app = await addApp(site, member);
    await outdateSessions(site, member);
    expect((await call(member, method, path, body)).body.code).toBe('reauthentication_required');
    expect(statusAndMessage(await reauthenticate(member, { password: PASSWORD }))).toEqual([
      422,
      'Please confirm with your second factor.',
    ]);
    expect((await reauthenticate(member, { factor: app.code(-5) })).body.field).toBe('factor');
    expect((await reauthenticate(member, { factor: app.code() })).status).toBe(200);
    expect((await call(member, method, path, body)).status).toBe(200);
  });

  it('the account of a refund too', async () => {
    const member = await makeMember(site, { isApproved: true });
    const id = await madeRefund(site, member, await makeAdmin(site));
    const app = await addApp(site, member);
    await outdateSessions(site, member);
    const enter = () => call(member, 'POST', 'refunds/account', { id, ...BANK_PAYEE });
    expect((await enter()).body.code).toBe('reauthentication_required');
    expect((await reauthenticate(member, { factor: app.code() })).status).toBe(200);
    expect((await enter()).status).toBe(200);
  });

  it('an admin who changes their own password too', async () => {
    const admin = await makeAdmin(site);
    await addApp(site, admin);
    await outdateSessions(site, admin);
    const answer = await site.call('PUT', '/api/v1/company/auth/password/update', {
      token: admin.token,
      body: { password: PASSWORD, newPassword: 'lantern 43 over the bay' },
    });
    expect(answer.body.code).toBe('reauthentication_required');
  });

  it('a member whose password is due confirms with the factor, and chooses', async () => {
    const member = await makeMember(site);
    const app = await addApp(site, member);
    await outdateSessions(site, member);
    await sql`UPDATE users SET password_given_at = now() - interval '60 days' WHERE id = ${member.id}`.execute(
      platform(),
    );
    expect((await call(member, 'GET', 'auth/profile/get')).body.code).toBe('password_change_required');
    expect((await asOwner(site, member, 'GET', '/get')).status).toBe(200);
    expect((await reauthenticate(member, { factor: app.code() })).status).toBe(200);
    const body = { password: PASSWORD, newPassword: 'lantern 43 over the bay' };
    expect((await call(member, 'PUT', 'auth/password/update', body)).status).toBe(200);
  });
});

describe("a reset of a member's second factors", () => {
  it('by an admin ends the sessions, mails the owner in their language, and protects for 72 hours what pays out', async () => {
    const member = await makeMember(site, { isApproved: true });
    const admin = await makeAdmin(site);
    const id = await madeRefund(site, member, admin);
    await addApp(site, member);
    await addRecoveryCodes(site, member);
    await sql`UPDATE users SET language = 'hi' WHERE id = ${member.id}`.execute(platform());
    await outdateSessions(site, admin);
    expect((await reset(admin, member.id)).body.code).toBe('reauthentication_required');
    const sure = await makeAdmin(site);
    expect((await reset(sure, member.id)).status).toBe(200);
    // Of the mails about factors, the last is in the language that the member has chosen since.
    await site.mail(member.email, { containing: 'lang=3D"hi-IN"' });
    expect((await asOwner(site, member, 'GET', '/get')).status).toBe(401);
    const session = await signedInAgain(member);
    expect((await reauthenticate(session, { password: PASSWORD })).status).toBe(200);
    const wallet = () => call(session, 'PUT', 'auth/profile/update', { walletAddress: WALLET, password: PASSWORD });
    const account = () => call(session, 'POST', 'refunds/account', { id, ...BANK_PAYEE });
    for (const act of [wallet, account]) {
      const { status, body } = await act();
      expect([status, body.message]).toEqual([409, expect.stringContaining('For 72 hours after our team')]);
    }
    const pincode = await call(session, 'PUT', 'auth/profile/update', { pincode: '560001', password: PASSWORD });
    expect(pincode.status).toBe(200);
    await sql`UPDATE users SET factors_reset_at = now() - interval '73 hours' WHERE id = ${member.id}`.execute(
      platform(),
    );
    for (const act of [wallet, account]) expect((await act()).status).toBe(200);
    const { rows } = await sql<{ action: string }>`SELECT action FROM audit_entries
      WHERE subject_id = ${member.id} AND action LIKE 'factor.%' ORDER BY seq`.execute(platform());
    expect(rows.map(({ action }) => action)).toEqual(['factor.add', 'factor.codes', 'factor.reset']);
  });

  it('is refused to the admins of another company', async () => {
    const member = await makeMember(site);
    await addApp(site, member);
    const stranger = await makeAdmin(site, { companyId: await makeCompany(site) });
    expect([401, 404]).toContain((await reset(stranger, member.id)).status);
    expect((await logInByPassword(site, member)).body.data.factors).toEqual(['totp']);
  });
});

describe('sessions of a member', () => {
  it('are ended one by one, those of others never', async () => {
    const member = await makeMember(site);
    await signIn(site, { kind: 'member', companyId: member.companyId, accountId: member.id });
    const list = async () => (await call(member, 'GET', 'auth/sessions/list')).body.data.records as { id: string }[];
    const [current, other] = await list();
    const end = (who: Account, id: string | undefined) => call(who, 'POST', 'auth/sessions/end', { id: id ?? '' });
    expect((await end(await makeMember(site), other?.id)).status).toBe(404);
    const hindi = await site.call('POST', '/api/v1/user/auth/sessions/end', {
      token: member.token,
      headers: { 'X-Language': 'hi' },
      body: { id: '00000000-0000-4000-8000-000000000000' },
    });
    expect([hindi.status, hindi.body.message]).toEqual([
      404,
      'यह डिवाइस नहीं मिला। शायद वहां से पहले ही लॉग आउट हो चुका है।',
    ]);
    expect((await end(member, current?.id)).status).toBe(409);
    expect((await end(member, other?.id)).status).toBe(200);
    expect((await list()).map(({ id }) => id)).toEqual([current?.id]);
  });
});

/** Second factors: enrolment, the second step of a sign-in, and what wrong, repeated and late codes do. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACTOR_WRONG, SIGN_IN_OVER } from '../../src/lib/auth/factors/contract.ts';
import { makeAdmin, makeSuper, outdateSessions, PASSWORD } from '../support/accounts.ts';
import { makeAuthenticator } from '../support/authenticator.ts';
import { freshCode, redeem } from '../support/codes.ts';
import {
  addApp,
  addRecoveryCodes,
  asOwner,
  finish,
  forgetSteps,
  logInByPassword,
  makeApp,
  pendingOf,
} from '../support/factors.ts';
import { withPasskey } from '../support/passkeys.ts';
import { freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

const WRONG = [422, FACTOR_WRONG];
const OVER = [401, SIGN_IN_OVER];
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const platform = () => site.database.platform;

describe('an authenticator app', () => {
  it('works after its first right code, and is removed with a mail', async () => {
    const admin = await makeAdmin(site);
    const added = await asOwner(site, admin, 'POST', '/app/add', {});
    expect(added.body.data).toEqual({
      secret: expect.stringMatching(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/),
      uri: expect.stringContaining(encodeURIComponent(admin.email)),
      qr: { size: expect.any(Number), d: expect.stringMatching(/^M\d/) },
    });
    // Not confirmed: the sign-in is as before.
    expect((await logInByPassword(site, admin)).body.data).toEqual({ token: expect.any(String) });
    const app = makeApp(added.body.data.uri);
    const wrong = await asOwner(site, admin, 'POST', '/app/confirm', { code: app.code(-5) });
    expect(statusAndMessage(wrong)).toEqual(WRONG);
    expect((await asOwner(site, admin, 'POST', '/app/confirm', { code: app.code() })).status).toBe(200);
    await site.mail(admin.email, { containing: 'An authenticator app was added to your account' });
    expect((await asOwner(site, admin, 'GET', '/get')).body.data).toEqual({
      appSince: expect.stringMatching(/Z$/),
      passkeys: 0,
      recoveryCodes: 0,
    });
    expect((await asOwner(site, admin, 'POST', '/app/add', {})).status).toBe(409);
    expect((await asOwner(site, admin, 'DELETE', '/app/delete', {})).status).toBe(200);
    await site.mail(admin.email, { containing: 'The authenticator app was removed from your account' });
    expect((await logInByPassword(site, admin)).body.data).toEqual({ token: expect.any(String) });
    const { rows } = await sql<{ action: string }>`SELECT action FROM audit_entries
      WHERE subject_id = ${admin.id} AND action LIKE 'factor.%' ORDER BY seq`.execute(platform());
    expect(rows.map(({ action }) => action)).toEqual(['factor.add', 'factor.delete']);
  });

  it('is stored encrypted', async () => {
    const admin = await makeAdmin(site);
    const { body } = await asOwner(site, admin, 'POST', '/app/add', {});
    const secret = new URL(body.data.uri).searchParams.get('secret') ?? '';
    const { rows } = await sql<{ row: string; bytes: Buffer }>`SELECT t::text AS row, sealed_secret AS bytes
      FROM totp_factors t WHERE user_id = ${admin.id}`.execute(platform());
    expect(rows[0]?.row).not.toContain(secret);
    expect(rows[0]?.bytes.toString('latin1')).not.toContain(secret);
  });

  it('is added and removed only by a session that confirmed whose it is', async () => {
    const admin = await makeAdmin(site);
    await outdateSessions(site, admin);
    for (const [method, path, body] of [
      ['POST', '/app/add', {}],
      ['POST', '/app/confirm', { code: '123456' }],
      ['DELETE', '/app/delete', {}],
      ['POST', '/recovery/add', {}],
      ['POST', '/recovery/confirm', { code: '123456' }],
    ] as const)
      expect((await asOwner(site, admin, method, path, body)).body.code).toBe('reauthentication_required');
  });
});

describe('a sign-in with a second factor', () => {
  it('has no session before its second step, of admins and of members, and works once', async () => {
    const admin = await makeAdmin(site);
    const app = await addApp(site, admin);
    for (const [kind, cookie] of [
      ['admin', 'accessToken'],
      ['member', 'authToken'],
    ] as const) {
      const first = await logInByPassword(site, admin, kind);
      expect(first.status).toBe(200);
      expect(first.body.data).toEqual({ pending: expect.stringMatching(/^[\w-]{43}$/), factors: ['totp'] });
      expect(first.headers.getSetCookie()).toEqual([]);
      const { pending } = first.body.data;
      await forgetSteps(site, admin);
      const done = await finish(site, pending, { code: app.code() });
      expect(statusAndMessage(done)).toEqual([200, 'Logged in successfully.']);
      expect(done.headers.getSetCookie().join('\n')).toContain(`${cookie}=`);
      await forgetSteps(site, admin);
      expect(statusAndMessage(await finish(site, pending, { code: app.code() }))).toEqual(OVER);
      // The secret of the waiting sign-in opens nothing by itself.
      expect((await asOwner(site, { ...admin, token: pending }, 'GET', '/get')).status).toBe(401);
    }
  });

  it('takes no code twice, none of another account, and none that is too old', async () => {
    const admin = await makeAdmin(site);
    const app = await addApp(site, admin);
    const other = await addApp(site, await makeAdmin(site));
    const code = app.code();
    expect((await finish(site, await pendingOf(site, admin), { code })).status).toBe(200);
    const pending = await pendingOf(site, admin);
    for (const wrong of [code, other.code(1), app.code(-3)])
      expect(statusAndMessage(await finish(site, pending, { code: wrong }))).toEqual(WRONG);
    expect((await finish(site, pending, { code: app.code(1) })).status).toBe(200);
  });

  it('has one session when two finish with the same code in parallel', async () => {
    const admin = await makeAdmin(site);
    const app = await addApp(site, admin);
    const pending = [await pendingOf(site, admin), await pendingOf(site, admin)];
    const answers = await Promise.all(pending.map((one) => finish(site, one, { code: app.code() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('is over after five wrong codes, after five minutes, and after a change of the password', async () => {
    const admin = await makeAdmin(site);
    const app = await addApp(site, admin);
    const guessed = await pendingOf(site, admin);
    for (let n = 0; n < 5; n++)
      expect(statusAndMessage(await finish(site, guessed, { code: app.code(-5) }))).toEqual(WRONG);
    expect(statusAndMessage(await finish(site, guessed, { code: app.code() }))).toEqual(OVER);

    const late = await pendingOf(site, admin);
    await sql`UPDATE pending_sign_ins SET expires_at = now() - interval '1 second' WHERE user_id = ${admin.id}`.execute(
      platform(),
    );
    expect(statusAndMessage(await finish(site, late, { code: app.code() }))).toEqual(OVER);

    const stolen = await pendingOf(site, admin);
    const { status } = await site.call('PUT', '/api/v1/user/auth/password/update', {
      token: (await finish(site, await pendingOf(site, admin, 'member'), { code: app.code() })).body.data.token,
      body: { password: PASSWORD, newPassword: 'lantern 43 over the bay' },
    });
    expect(status).toBe(200);
    await forgetSteps(site, admin);
    expect(statusAndMessage(await finish(site, stolen, { code: app.code() }))).toEqual(OVER);
  });

  it('limits wrong codes by account and network, and no other network of the owner', async () => {
    const admin = await makeAdmin(site);
    const app = await addApp(site, admin);
    const ip = freshIp();
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const pending = await pendingOf(site, admin);
      for (let n = 0; n < 4; n++) statuses.push((await finish(site, pending, { code: app.code(-5) }, ip)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    expect((await finish(site, await pendingOf(site, admin), { code: app.code() })).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('work after one was typed, once each, and new ones replace them', async () => {
    const admin = await makeAdmin(site);
    expect((await asOwner(site, admin, 'POST', '/recovery/add', {})).status).toBe(409);
    await addApp(site, admin);
    const { codes } = (await asOwner(site, admin, 'POST', '/recovery/add', {})).body.data as { codes: string[] };
    expect(new Set(codes).size).toBe(10);
    expect(statusAndMessage(await finish(site, await pendingOf(site, admin), { code: codes[0] ?? '' }))).toEqual(WRONG);
    expect((await asOwner(site, admin, 'POST', '/recovery/confirm', { code: codes[9] })).status).toBe(200);
    await site.mail(admin.email, { containing: 'New recovery codes were made' });
    const { body } = await logInByPassword(site, admin);
    expect(body.data.factors).toEqual(['totp', 'recovery']);
    const typed = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ');
    expect((await finish(site, body.data.pending, { code: typed })).status).toBe(200);
    expect(await site.mail(admin.email, { containing: 'A recovery code of your account was used' })).toContain(
      '9 codes are',
    );
    expect(statusAndMessage(await finish(site, await pendingOf(site, admin), { code: typed }))).toEqual(WRONG);
    const next = await addRecoveryCodes(site, admin);
    expect(statusAndMessage(await finish(site, await pendingOf(site, admin), { code: codes[1] ?? '' }))).toEqual(WRONG);
    expect((await finish(site, await pendingOf(site, admin), { code: next[0] ?? '' })).status).toBe(200);
  });

  it('are stored as hashes alone', async () => {
    const admin = await makeAdmin(site);
    await addApp(site, admin);
    const codes = await addRecoveryCodes(site, admin);
    const { rows } = await sql<{ row: string }>`SELECT r::text AS row FROM recovery_codes r
      WHERE user_id = ${admin.id}`.execute(platform());
    expect(rows.length).toBe(10);
    const stored = rows.map(({ row }) => row).join('\n');
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});

describe('a super admin', () => {
  it('enters the code of the app after the mailed code', async () => {
    const boss = await makeSuper(site);
    const app = await addApp(site, boss);
    const { body } = await redeem(site, 'super', boss.email, await freshCode(site, 'super', boss.email));
    expect(body.data).toEqual({ pending: expect.any(String), factors: ['totp'] });
    const done = await finish(site, body.data.pending, { code: app.code() });
    expect(done.status).toBe(200);
    expect(done.headers.getSetCookie().join('\n')).toContain('superAccessToken=');
  });

  it('confirms a mailed code by passkey, and a challenge works once and for its sign-in alone', async () => {
    const { boss, key } = await withPasskey(site);
    const step = async (): Promise<string> =>
      (await redeem(site, 'super', boss.email, await freshCode(site, 'super', boss.email))).body.data.pending;
    const pending = await step();
    const options = async (one: string) =>
      (await site.call('POST', '/api/v1/site/auth/factor/passkey/options', { body: { pending: one }, ip: freshIp() }))
        .body.data;
    expect((await options(pending)).allowCredentials.length).toBe(1);
    const credential = key.get(await options(pending));
    const forger = makeAuthenticator(site.url);
    const lies = { credentialId: key.credentialId, userHandle: Buffer.from(boss.id).toString('base64url') };
    expect((await finish(site, pending, { credential: forger.get(await options(pending), lies) })).status).toBe(422);
    expect((await finish(site, pending, { credential })).status).toBe(200);
    expect((await finish(site, pending, { credential })).status).toBe(401);
  });
});

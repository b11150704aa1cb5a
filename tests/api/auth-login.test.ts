import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from '@/lib/accounts/passwords/service.ts';
import { LOGIN_POLICY } from '@/lib/auth/rules.ts';
import { type Account, makeAdmin, makeCompany, makeMember, makeSuper, PASSWORD } from '../support/accounts.ts';
import { endWindows, freshCode, NEW_PASSWORD, newAddress, redeem } from '../support/codes.ts';
import { rawCall } from '../support/raw.ts';
import { type Answer, APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const PROFILE = '/api/v1/user/auth/profile/get';
const WRONG = 'Invalid email or password.';
const RESET = '/api/v1/user/auth/forgot-password';
const RESET_OTP = `${RESET}/otp`;
type Side = 'user' | 'company';
const login = (side: Side, email: string, password: string, ip: string = freshIp()): Promise<Answer> =>
  site.call('POST', `/api/v1/${side}/auth/login`, {
    ip,
    body: side === 'user' ? { user: email, password } : { email, password },
  });
const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie') ?? '';
const secretIn = (setCookie: string): string => /=([^;]*)/.exec(setCookie)?.[1] ?? '';

describe('200', () => {
  it('a member gets a token and a cookie, two secrets of one session, and both give access to the profile', async () => {
    const member = await makeMember(site);
    const answer = await login('user', member.email.toUpperCase(), PASSWORD);
    expect(answer.body).toEqual({
      status: true,
      message: 'Logged in successfully.',
      data: { token: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const setCookie = cookieOf(answer);
    expect(setCookie).toMatch(/^authToken=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
    const { token } = answer.body.data;
    const cookie = secretIn(setCookie);
    expect(cookie).not.toBe(token);
    for (const options of [
      { token },
      { token: `Bearer ${token}` },
      { token: `bearer  ${token}` },
      { cookie: `authToken=${cookie}` },
    ])
      expect((await site.call('GET', PROFILE, options)).status).toBe(200);
    // Each secret works only in its own header.
    expect((await site.call('GET', PROFILE, { token: cookie })).status).toBe(401);
    expect((await site.call('GET', PROFILE, { cookie: `authToken=${token}` })).status).toBe(401);
    const stored = await site.database.platform
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', member.id)
      .execute();
    for (const row of stored) {
      expect([row.cookie_hash.length, row.token_hash.length]).toEqual([32, 32]);
      expect(JSON.stringify(row)).not.toContain(token);
    }
    expect(site.output()).not.toContain(token);
  });

  it('an admin gets the admin cookie and may use the member area with the same account', async () => {
    const admin = await makeAdmin(site);
    const answer = await login('company', admin.email, PASSWORD);
    expect(cookieOf(answer)).toMatch(/^accessToken=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/);
    expect((await login('user', admin.email, PASSWORD)).status).toBe(200);
  });

  it('a super admin signs in by code', async () => {
    const { email } = await makeSuper(site);
    const answer = await redeem(site, 'super', email, await freshCode(site, 'super', email));
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toMatch(/^superAccessToken=[\w-]{43}; Path=\/; Max-Age=14400; HttpOnly; SameSite=Lax$/);
    expect(answer.body.data.token).toMatch(/^[\w-]{43}$/);
  });

  it('under https cookies are Secure and carry the __Host- prefix, and no other name counts', async () => {
    const databaseUrl = site.databaseUrl ?? '';
    const env = { DATABASE_URL: databaseUrl, APP_SECRET, SITE_URL: 'https://sale.example.com' };
    const secure = await startSite({ databaseUrl, env });
    try {
      const member = await makeMember(site);
      const answer = await rawCall(secure.port, 'POST', '/api/v1/user/auth/login', {
        headers: { Host: 'sale.example.com', 'Content-Type': 'application/json' },
        body: JSON.stringify({ user: member.email, password: PASSWORD }),
      });
      const setCookie = String(answer.headers['set-cookie']?.[0]);
      expect(setCookie).toMatch(
        /^__Host-authToken=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
      );
      const get = (cookie: string) =>
        rawCall(secure.port, 'GET', PROFILE, { headers: { Host: 'sale.example.com', Cookie: cookie } });
      expect((await get(`__Host-authToken=${secretIn(setCookie)}`)).status).toBe(200);
      expect((await get(`authToken=${secretIn(setCookie)}`)).status).toBe(401);
      const elsewhere = await rawCall(secure.port, 'GET', PROFILE, { headers: { Host: 'evil.example' } });
      expect(elsewhere.status).toBe(421);
    } finally {
      await secure.stop();
      await secure.database.close();
    }
  });

  it('rehashes a password that was stored with other parameters', async () => {
    const member = await makeMember(site);
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await site.database.platform
      .updateTable('users')
      .set({ password_hash: weak })
      .where('id', '=', member.id)
      .execute();
    expect((await login('user', member.email, PASSWORD)).status).toBe(200);
    const row = await site.database.platform
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login('user', member.email, PASSWORD)).status).toBe(200);
  });

  it('logout ends the session immediately, by cookie and by header, and clears the cookie', async () => {
    for (const [make, path, probe, name] of [
      [makeMember, '/api/v1/user/auth/logout', PROFILE, 'authToken'],
      [makeAdmin, '/api/v1/company/auth/logout', null, 'accessToken'],
      [makeSuper, '/api/v1/superadmin/auth/logout', null, 'superAccessToken'],
    ] as const) {
      for (const by of ['cookie', 'token'] as const) {
        const account: Account = await make(site);
        const answer = await site.call('POST', path, { [by]: account[by] });
        expect([path, by, answer.status]).toEqual([path, by, 200]);
        expect(cookieOf(answer)).toBe(`${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
        for (const again of ['cookie', 'token'] as const)
          expect((await site.call(probe ? 'GET' : 'POST', probe ?? path, { [again]: account[again] })).status).toBe(
            401,
          );
      }
    }
  });
});

describe('401 with one message', () => {
  it('for a wrong password, an unknown address, and a member who is not ACTIVE', async () => {
    const member = await makeMember(site);
    const inactive = await makeMember(site, { status: 'INACTIVE' });
    const blocked = await makeMember(site, { status: 'BLOCKED' });
    const elsewhere = await makeMember(site, { companyId: await makeCompany(site) });
    for (const [email, password] of [
      [member.email, `${PASSWORD}x`],
      ['nobody@example.com', PASSWORD],
      [inactive.email, PASSWORD],
      [blocked.email, PASSWORD],
      [elsewhere.email, PASSWORD],
    ] as const) {
      const answer = await login('user', email, password);
      expect([email, answer.status, answer.body.message, answer.body.code, cookieOf(answer)]).toEqual([
        email,
        401,
        WRONG,
        'unauthenticated',
        '',
      ]);
    }
  });
  it('at the admin login for everyone who is not an admin of this company', async () => {
    const member = await makeMember(site);
    const elsewhere = await makeAdmin(site, { companyId: await makeCompany(site) });
    const blocked = await makeAdmin(site, { status: 'BLOCKED' });
    const { email: superEmail } = await makeSuper(site);
    for (const email of [member.email, elsewhere.email, blocked.email, superEmail]) {
      const answer = await login('company', email, PASSWORD);
      expect([answer.status, answer.body.message]).toEqual([401, WRONG]);
    }
  });
});

describe('422', () => {
  it.each([
    [{}, ['Please enter your email address.', 'Please enter your password.']],
    [{ user: 'a@example.com' }, 'Please enter your password.'],
    [{ user: 'a@example.com', password: 'x'.repeat(129) }, WRONG],
    [{ user: 'a', password: 'x' }, 'Please enter a valid email address.'],
    [{ user: 'a@example.com', password: 'x', role: 'ADMIN' }, 'Unknown field: role.'],
    [{ user: 'a@example.com', password: 'x', companyId: 'other' }, 'This company ID is not the one of this site.'],
  ])('%j', async (body, message) => {
    const answer = await site.call('POST', '/api/v1/user/auth/login', { body, ip: freshIp() });
    expect([answer.status, answer.body.message]).toEqual([422, message]);
  });
});

describe('429', () => {
  it('after ten wrong tries for an account from one IP address: also for the right password, but not from other addresses and not forever', async () => {
    const member = await makeMember(site);
    const ip = freshIp();
    // Five in parallel, because the delays grow to four seconds, and more may find no room on a slow machine.
    const five = () => Promise.all(Array.from({ length: 5 }, () => login('user', member.email, 'not this one', ip)));
    for (const status of [401, 401, 429]) expect((await five()).map((a) => a.status)).toEqual(Array(5).fill(status));
    for (const side of ['user', 'company'] as const) {
      const answer = await login(side, member.email, PASSWORD, ip);
      expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
      const wait = Number(answer.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(LOGIN_POLICY.wrongWindowSeconds - 60);
      expect(wait).toBeLessThanOrEqual(LOGIN_POLICY.wrongWindowSeconds);
    }
    expect((await login('user', member.email, PASSWORD)).status).toBe(200);
    await endWindows(site, 'login-wrong');
    expect((await login('user', member.email, PASSWORD, ip)).status).toBe(200);
  });

  it('the delay grows with the wrong tries, for known and unknown addresses, and a success resets it', async () => {
    const member = await makeMember(site);
    for (const email of [member.email, 'nobody-waits@example.com']) {
      const ip = freshIp();
      const took: number[] = [];
      for (let n = 0; n < 5; n++) {
        const from = performance.now();
        expect((await login('user', email, 'not this one', ip)).status).toBe(401);
        took.push(performance.now() - from);
      }
      expect(took[3]).toBeGreaterThanOrEqual(250);
      expect(took[4]).toBeGreaterThanOrEqual(500);
      if (email !== member.email) continue;
      // The fastest of three: a busy machine slows one of them, but a delay is in each.
      const again: number[] = [];
      for (let n = 0; n < 3; n++) {
        expect((await login('user', email, PASSWORD, ip)).status).toBe(200);
        const from = performance.now();
        await login('user', email, 'not this one', ip);
        again.push(performance.now() - from);
      }
      expect(Math.min(...again)).toBeLessThan(250);
    }
  }, 30_000);

  it('after thirty sign-ins a minute by one client, for any account', async () => {
    const ip = freshIp();
    const statuses: number[] = [];
    // Five at a time: on a slow machine more may wait for two seconds, and get 503 before they are counted.
    for (let first = 0; first < 35; first += 5) {
      const five = Array.from({ length: 5 }, (_, n) =>
        login('user', `somebody-${first + n}@example.com`, 'not this one', ip),
      );
      statuses.push(...(await Promise.all(five)).map((answer) => answer.status));
    }
    expect(statuses).toEqual([...Array(30).fill(401), ...Array(5).fill(429)]);
  });
});

describe('a reset', () => {
  it('sets the password, ends every session of the account, sends a mail and leaves an audit entry', async () => {
    const member = await makeMember(site);
    const admin = await makeAdmin(site);
    const code = await freshCode(site, 'reset', member.email);
    const answer = await redeem(site, 'reset', member.email, code);
    expect([answer.status, answer.body]).toEqual([200, { status: true, message: 'Password updated successfully' }]);
    for (const by of ['token', 'cookie'] as const)
      expect((await site.call('GET', PROFILE, { [by]: member[by] })).status).toBe(401);
    expect((await login('user', member.email, PASSWORD)).status).toBe(401);
    expect((await login('user', member.email, NEW_PASSWORD)).status).toBe(200);
    expect(await site.mail(member.email, { containing: 'was changed' })).toContain('password');
    const entries = await site.database.platform
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', member.id)
      .orderBy('seq')
      .execute();
    expect(entries.map((e) => e.action)).toEqual(['password.reset', 'session.start']);
    expect((await site.call('POST', '/api/v1/company/auth/logout', { token: admin.token })).status).toBe(200);
  });

  it('takes `email` in place of `user`, both with one address, and answers an unknown address the same', async () => {
    const member = await makeMember(site);
    const ask = (body: object) => site.call('POST', RESET_OTP, { body, ip: freshIp() });
    const after = new Date(Date.now() - 10);
    const known = await ask({ email: member.email });
    const unknown = await ask({ email: newAddress() });
    for (const { status, body } of [known, unknown])
      expect([status, body.message, Object.keys(body.data)]).toEqual([200, 'OTP successfully send', ['challenge']]);
    const otp = /^\d{6}\s*$/m.exec(await site.mail(member.email, { after, containing: /^\d{6}\s*$/m }))?.[0].trim();
    const reset = (body: object) => site.call('POST', RESET, { body, ip: freshIp() });
    const neither = await ask({});
    expect([neither.status, neither.body.message]).toEqual([422, 'Please enter your email address.']);
    const two = { user: member.email, email: newAddress() };
    expect((await ask(two)).status).toBe(422);
    expect((await reset({ ...two, otp, password: NEW_PASSWORD })).status).toBe(422);
    const both = { user: member.email, email: ` ${member.email.toUpperCase()} ` };
    expect((await reset({ ...both, otp, password: NEW_PASSWORD })).status).toBe(200);
    expect((await login('user', member.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('refuses a common password without costing a try, and missing fields', async () => {
    const member = await makeMember(site);
    const code = await freshCode(site, 'reset', member.email);
    for (let n = 0; n < 6; n++)
      expect((await redeem(site, 'reset', member.email, code, { password: 'Football' })).body.message).toBe(
        'This password is among the most used ones. Please choose another.',
      );
    const empty = await site.call('POST', '/api/v1/user/auth/forgot-password', {
      body: { user: member.email },
      ip: freshIp(),
    });
    expect([empty.status, empty.body.message]).toEqual([422, 'Please fill in all fields.']);
    expect((await redeem(site, 'reset', member.email, code)).status).toBe(200);
  });

  it('a blocked account gets no code, and its earlier code no longer works', async () => {
    const member = await makeMember(site);
    const code = await freshCode(site, 'reset', member.email);
    await site.database.platform.updateTable('users').set({ status: 'BLOCKED' }).where('id', '=', member.id).execute();
    expect((await redeem(site, 'reset', member.email, code)).status).toBe(422);
  });

  it('the list of common passwords has the best-known ones, in lower case and long enough', () => {
    for (const password of ['password', '12345678', 'qwertyuiop', 'iloveyou', 'sunshine', 'password1', '1q2w3e4r'])
      expect([password, COMMON_PASSWORDS.has(password)]).toEqual([password, true]);
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(10_000);
    for (const password of COMMON_PASSWORDS)
      expect(password.length >= 8 && password === password.toLowerCase()).toBe(true);
  });
});

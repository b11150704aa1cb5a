import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE_WRONG } from '@/lib/auth/contract.ts';
import { makeCompany, makeMember } from '../support/accounts.ts';
import { NOBODYS_MEMBER_ID, SYMBOL } from '../support/brand.ts';
import { askCode, freshCode, mailsTo, NEW_PASSWORD, newAddress, redeem, registration } from '../support/codes.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.remove());

const OTP = '/api/v1/user/auth/register/otp';
const REGISTER = '/api/v1/user/auth/register';
const post = (path: string, body: unknown) => site.call('POST', path, { body, ip: freshIp() });
const userOf = (email: string) =>
  site.database.platform.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

describe('2xx', () => {
  it('registers an account that waits, with its member ID, search text, welcome mail and audit entry', async () => {
    const referrer = await makeMember(site);
    const email = newAddress();
    const code = await freshCode(site, 'register', email.toUpperCase());
    const answer = await post(
      REGISTER,
      registration(email, code, {
        pincode: '560 001',
        gender: 'female',
        referralCode: referrer.memberId.toLowerCase(),
      }),
    );
    expect([answer.status, answer.body]).toEqual([
      201,
      { status: true, message: 'Registration successful. Please log in.' },
    ]);
    const user = await userOf(email);
    expect(user).toMatchObject({
      name: 'Asha Rao',
      mobile: '+919876543210',
      role: 'USER',
      status: 'ACTIVE',
      is_approved: false,
      referrer_id: referrer.id,
      date_of_birth: '1990-04-01',
      pincode: '560001',
      gender: 'female',
    });
    expect(user?.member_id).toMatch(new RegExp(`^${SYMBOL}[0-9A-HJKMNP-TV-Z]{7}$`));
    expect(user?.search_text).toBe(`asha rao ${email} +919876543210 ${user?.member_id.toLowerCase()}`);
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await site.mail(email, { containing: user?.member_id ?? '' })).toContain('Welcome');
    const audit = await site.database.platform
      .selectFrom('audit_entries')
      .select(['action', 'actor_kind'])
      .where('subject_id', '=', user?.id ?? null)
      .execute();
    expect(audit).toEqual([{ action: 'user.register', actor_kind: 'system' }]);
    const login = await post('/api/v1/user/auth/login', { user: email, password: NEW_PASSWORD });
    expect([login.status, typeof login.body.data.token]).toEqual([200, 'string']);
  });

  it('empty strings count as missing', async () => {
    const email = newAddress();
    const code = await freshCode(site, 'register', email);
    const empty = { companyId: '', pincode: '', gender: '', referralCode: ' ' };
    expect((await post(REGISTER, registration(email, code, empty))).status).toBe(201);
    expect(await userOf(email)).toMatchObject({ pincode: null, gender: null, referrer_id: null });
  });

  it("the site's own companyId is accepted", async () => {
    const { id } = await site.database.platform.selectFrom('companies').select('id').executeTakeFirstOrThrow();
    const body = { companyId: id, name: 'Asha', email: newAddress(), mobile: '9876543210' };
    expect((await post(OTP, body)).body).toEqual({
      status: true,
      message: 'OTP sent successfully. Please check your email.',
      data: { challenge: expect.stringMatching(/^[\w-]{43}$/) },
    });
  });

  it('the mail to a new address contains nothing that was typed into the form', async () => {
    const email = newAddress();
    await post(OTP, { name: 'Buy at evil example', email, mobile: '9876543210' });
    expect(await site.mail(email)).not.toContain('evil');
  });

  it('two parallel registrations of one email make exactly one account', async () => {
    const email = newAddress();
    const code = await freshCode(site, 'register', email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => redeem(site, 'register', email, code)));
    expect(answers.map((a) => a.status).sort()).toEqual([201, 422, 422, 422]);
    const made = await site.database.platform.selectFrom('users').select('id').where('email', '=', email).execute();
    expect(made.length).toBe(1);
    expect((await mailsTo(site, email)).map((m) => m.kind)).toEqual(['registration-code', 'welcome']);
  });
});

describe('an address with an account', () => {
  it('is informed only by mail, and no code is right for it', async () => {
    const member = await makeMember(site);
    const requested = await askCode(site, 'register', member.email);
    expect([requested.status, requested.body]).toEqual([
      200,
      {
        status: true,
        message: 'OTP sent successfully. Please check your email.',
        data: { challenge: expect.stringMatching(/^[\w-]{43}$/) },
      },
    ]);
    const mail = await site.mail(member.email);
    expect(mail).toContain('already have an account');
    expect(/^\d{6}\s*$/m.test(mail)).toBe(false);
    const used = await redeem(site, 'register', member.email, '123456');
    expect([used.status, used.body.message, used.body.code]).toEqual([422, CODE_WRONG, 'invalid']);
  });

  it('that was registered after the code was sent fails like a wrong code', async () => {
    const email = newAddress();
    const code = await freshCode(site, 'register', email);
    await makeMember(site, { email });
    const used = await redeem(site, 'register', email, code);
    expect([used.status, used.body.message, used.body.code]).toEqual([422, CODE_WRONG, 'invalid']);
  });

  it('of another company can register here', async () => {
    const other = await makeMember(site, { companyId: await makeCompany(site) });
    const code = await freshCode(site, 'register', other.email);
    expect((await redeem(site, 'register', other.email, code)).status).toBe(201);
  });
});

describe('422', () => {
  const missing = 'Please fill in Name, Email, and Mobile to request OTP.';
  it.each([
    [{}, missing],
    [{ name: 'Asha', email: 'a@example.com' }, missing],
    [{ name: ' ', email: 'a@example.com', mobile: '9876543210' }, missing],
    [{ name: 'Asha', email: 'no mail', mobile: '9876543210' }, 'Please enter a valid email address.'],
    [{ name: 'Asha', email: 'a@example.com', mobile: '123' }, 'Please enter a valid mobile number.'],
    [{ name: 'Asha', email: 'a@example.com', mobile: '+91 12345 67890' }, 'Please enter a valid mobile number.'],
    [
      { name: 'x'.repeat(101), email: 'a@', mobile: '9876543210' },
      ['Your name can have at most 100 characters.', 'Please enter a valid email address.'],
    ],
    [{ name: 'Asha', email: 'a@example.com', mobile: '9876543210', role: 'ADMIN' }, 'Unknown field: role.'],
    [
      { companyId: '11111111-1111-4111-8111-111111111111', name: 'Asha', email: 'a@example.com', mobile: '9876543210' },
      'This company ID is not the one of this site.',
    ],
  ])('request %j', async (body, message) => {
    const answer = await post(OTP, body);
    expect([answer.status, answer.body.message, answer.body.status]).toEqual([422, message, false]);
  });

  const adult = 'You must be at least 18 years old to register.';
  const common = 'This password is among the most used ones. Please choose another.';
  const unknown = 'No active member has this referral code. Please check it or leave it empty.';
  it.each([
    [{ otp: '' }, 'Please enter the OTP.'],
    [{ otp: '12345' }, 'The OTP has 6 digits.'],
    [{ dateOfBirth: new Date(Date.now() - 17 * 365.25 * 86_400_000).toISOString().slice(0, 10) }, adult],
    [{ dateOfBirth: '1990-02-30' }, 'Please enter your date of birth as a real date (YYYY-MM-DD).'],
    [{ password: 'Password1' }, common],
    [{ password: 'short' }, 'The password needs at least 8 characters.'],
    [{ password: 'x'.repeat(129) }, 'The password can have at most 128 characters.'],
    [{ referralCode: NOBODYS_MEMBER_ID }, unknown],
    [{ referralCode: 'nonsense!' }, 'This referral code is not valid.'],
    [{ pincode: '012345' }, 'The pincode has six digits and does not begin with 0.'],
    [{ gender: 'x' }, 'Please choose a gender: male, female or other.'],
    [{ role: 'ADMIN' }, 'Unknown field: role.'],
    [{ isApproved: true }, 'Unknown field: isApproved.'],
    [
      { dateOfBirth: '2020-01-01', password: 'iloveyou', mobile: '+1 000 000 0000' },
      ['Please enter a valid mobile number.', adult, common],
    ],
  ])('register %j', async (change, message) => {
    const answer = await post(REGISTER, registration(newAddress(), '123456', change));
    expect([answer.status, answer.body.message]).toEqual([422, message]);
  });

  it('refuses the referral code of a blocked member and of a member of another company', async () => {
    const blocked = await makeMember(site, { status: 'BLOCKED' });
    const other = await makeMember(site, { companyId: await makeCompany(site) });
    for (const { memberId: referralCode } of [blocked, other]) {
      const answer = await post(REGISTER, registration(newAddress(), '123456', { referralCode }));
      expect([answer.status, answer.body.message]).toEqual([422, unknown]);
    }
  });

  it('an invalid form does not count as a try of the code', async () => {
    const email = newAddress();
    const code = await freshCode(site, 'register', email);
    for (let n = 0; n < 6; n++) await post(REGISTER, registration(email, code, { dateOfBirth: '2020-01-01' }));
    expect((await redeem(site, 'register', email, code)).status).toBe(201);
  });

  it.each(['null', '[]', '"x"', '{"name":', '{"__proto__":{"role":"ADMIN"}}', '{"email":{"$gt":""}}'])(
    'the body %s',
    async (body) => {
      const headers = { 'Content-Type': 'application/json' };
      for (const path of [OTP, REGISTER, '/api/v1/user/auth/login', '/api/v1/user/auth/forgot-password']) {
        const answer = await site.call('POST', path, { body, headers, ip: freshIp() });
        expect([path, answer.status]).toEqual([path, 422]);
      }
    },
  );

  it('hidden characters are refused and break nothing', async () => {
    const nul = String.fromCharCode(0);
    const email = newAddress();
    const code = await freshCode(site, 'register', email);
    const odd = { name: `Asha${nul}\u202e Rao\ud800`, password: `lantern${nul}\ud800 42 \ufdfa over` };
    expect((await post(REGISTER, registration(email, code, odd))).status).toBe(201);
    expect((await userOf(email))?.name).toBe('Asha Rao');
    const login = await post('/api/v1/user/auth/login', { user: email, password: odd.password });
    expect(login.status).toBe(200);
  });
});

describe('404, 405, 413, 415', () => {
  it('another method gets 405 with Allow', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await site.call(method, OTP);
      expect([answer.status, answer.headers.get('allow'), answer.body.code]).toEqual([
        405,
        'POST',
        'method_not_allowed',
      ]);
    }
  });
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    '%s of an unknown path: 404 as JSON',
    async (method) => {
      for (const path of ['/api/v1/user/auth/nothing', '/api/v2', '/api/v1/user/auth', '/api/x.php']) {
        const answer = await site.call(method, path);
        expect([path, answer.status, answer.body?.status, answer.body?.code]).toEqual([path, 404, false, 'not_found']);
      }
    },
  );
  it('a body over 64 KiB', async () => {
    const answer = await post(OTP, { name: 'x'.repeat(70_000), email: 'a@example.com', mobile: '9876543210' });
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
  });
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'a body of type %s',
    async (type) => {
      const answer = await site.call('POST', OTP, { body: 'a=b', headers: { 'Content-Type': type }, ip: freshIp() });
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    },
  );
});

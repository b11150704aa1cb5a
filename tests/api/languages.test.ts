/** The language of pages, calls and accounts (docs/contract.md, Language). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeMember, PASSWORD, seasonAdmins } from '../support/accounts.ts';
import { enterAccount, madeRefund } from '../support/refunds.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const HINDI = /<html lang="hi"/;
const page = (path: string, cookie?: string): Promise<Answer> => site.call('GET', path, { ...(cookie && { cookie }) });
const languageOf = async (id: string): Promise<string | null> =>
  (await site.database.platform.selectFrom('users').select('language').where('id', '=', id).executeTakeFirstOrThrow())
    .language;
const setLanguage = (id: string, language: 'en' | 'hi') =>
  site.database.platform.updateTable('users').set({ language }).where('id', '=', id).execute();

describe('pages', () => {
  test('the cache never serves one language to the other, also under parallel requests', async () => {
    for (const path of ['/', '/register', '/fogot-password', '/privacy-policy', '/token', '/ledger']) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, async (_, i) => {
          const cookie = [undefined, 'language=hi', 'language=en'][i % 3];
          return [cookie, (await page(path, cookie)).text] as const;
        }),
      );
      for (const [cookie, text] of answers)
        expect(HINDI.test(text), `${path} ${cookie}`).toBe(cookie === 'language=hi');
    }
  });

  test('a proxy in front knows that the answer depends on the cookie', async () => {
    for (const cookie of [undefined, 'language=hi'])
      for (let time = 0; time < 2; time++)
        expect((await page('/', cookie)).headers.get('vary')?.toLowerCase()).toContain('cookie');
  });

  test('a language that we do not have is English, and what the browser prefers changes nothing', async () => {
    for (const cookie of ['language=ta', 'language=', 'language=hi<script>', 'language=HI'])
      expect((await page('/', cookie)).text).toMatch(/<html lang="en"/);
    const preferring = await site.call('GET', '/', { headers: { 'Accept-Language': 'hi-IN,hi;q=0.9' } });
    expect(preferring.text).toMatch(/<html lang="en"/);
  });

  test('a page that does not exist is in the language of the browser, and on the admin side in English', async () => {
    for (const [path, cookie, heading] of [
      ['/no-such-page', 'language=hi', 'पेज नहीं मिला'],
      ['/no-such-page', undefined, 'Page not found'],
      ['/admin/no-such-page', 'language=hi', null],
      ['/superadmin/no-such-page', 'language=hi', null],
    ] as const) {
      const { text } = await page(path, cookie);
      expect(HINDI.test(text), `${path} ${cookie}`).toBe(heading === 'पेज नहीं मिला');
      if (heading) expect(text).toContain(heading);
    }
  });

  test('an English page carries no text in another language', async () => {
    const { text } = await page('/register');
    expect(text).not.toContain('id="texts"');
    expect(text.replace('हिन्दी', '')).not.toMatch(/\p{Script=Devanagari}/u);
  });
});

describe('calls', () => {
  const wrongLogin = (headers: Record<string, string>) =>
    site.call('POST', '/api/v1/user/auth/login', { body: { user: 'nobody@example.com', password: 'x' }, headers });

  test('the message is in the language that the call asks for, and English otherwise', async () => {
    const say = async (headers: Record<string, string>) => (await wrongLogin(headers)).body.message;
    expect(await say({ 'X-Language': 'hi' })).toBe('ईमेल या पासवर्ड गलत है।');
    for (const headers of [{}, { 'X-Language': 'fr' }, { 'X-Language': '' }, { 'Accept-Language': 'hi' }])
      expect(await say(headers as Record<string, string>)).toBe('Invalid email or password.');
  });

  test('codes, fields and reasons stay as they are', async () => {
    const { body } = await site.call('POST', '/api/v1/user/auth/login', {
      body: { user: 'nobody@example.com', password: '' },
      headers: { 'X-Language': 'hi' },
    });
    expect(body).toMatchObject({ code: 'invalid', field: 'password', message: 'कृपया अपना पासवर्ड लिखें।' });
  });
});

describe('the language of an account', () => {
  const signIn = (email: string, cookie?: string) =>
    site.call('POST', '/api/v1/user/auth/login', {
      body: { user: email, password: PASSWORD },
      headers: { Origin: site.url, ...(cookie && { Cookie: cookie }) },
    });
  const cookies = (answer: Answer): string => answer.headers.getSetCookie().join('\n');

  test('comes from the browser at the first sign-in, and goes to a browser that has none', async () => {
    const member = await makeMember(site);
    expect(cookies(await signIn(member.email))).not.toContain('language=');
    expect(await languageOf(member.id)).toBeNull();
    await signIn(member.email, 'language=hi');
    expect(await languageOf(member.id)).toBe('hi');
    expect(cookies(await signIn(member.email))).toContain('language=hi; Path=/; Max-Age=31536000; SameSite=Lax');
  });

  test('is not replaced by what another browser shows, which stays as it is', async () => {
    const member = await makeMember(site);
    await setLanguage(member.id, 'en');
    expect(cookies(await signIn(member.email, 'language=hi'))).not.toContain('language=');
    expect(await languageOf(member.id)).toBe('en');
  });

  test('changes by its call alone, and the trail has it once', async () => {
    const member = await makeMember(site);
    const other = await makeMember(site);
    const save = (language: unknown) =>
      site.call('POST', '/api/v1/user/language/update', { body: { language }, cookie: member.cookie });
    for (let time = 0; time < 2; time++) {
      const answer = await save('hi');
      expect([answer.status, cookies(answer)]).toEqual([200, expect.stringContaining('language=hi')]);
    }
    expect([await languageOf(member.id), await languageOf(other.id)]).toEqual(['hi', null]);
    for (const wrong of ['fr', '', null, 1, ['hi']]) expect((await save(wrong)).status).toBe(422);
    const entries = await site.database.platform
      .selectFrom('audit_entries')
      .select('after')
      .where('subject_id', '=', member.id)
      .where('action', '=', 'profile.update')
      .execute();
    expect(entries).toHaveLength(1);
  });
});

describe('mails', () => {
  /** Of its HTML, which is sent as quoted-printable. */
  const languageOfMail = async (to: string, containing = ''): Promise<string | undefined> =>
    /lang=3D"(\w+)-IN"/.exec((await site.mail(to, { containing })).replace(/=\r?\n/g, ''))?.[1];
  const ask = (email: string, headers: Record<string, string> = {}) =>
    site.call('POST', '/api/v1/user/auth/register/otp', {
      body: { name: 'Asha Rao', email, mobile: '9876543210' },
      headers,
    });

  test('a code goes out in the language of the page that requested it', async () => {
    await ask('hindi@example.com', { 'X-Language': 'hi' });
    expect(await languageOfMail('hindi@example.com')).toBe('hi');
    await ask('english@example.com');
    expect(await languageOfMail('english@example.com')).toBe('en');
  });

  test('an admin who verifies a member sends the mail in the language of the member', async () => {
    const admin = await makeAdmin(site);
    for (const language of ['hi', 'en'] as const) {
      const member = await makeMember(site, { isApproved: false });
      await setLanguage(member.id, language);
      const body = { id: member.id, isApproved: true };
      const answer = await site.call('PUT', '/api/v1/admin/auth/update', { body, cookie: admin.cookie });
      expect([answer.status, answer.body.message]).toEqual([200, expect.stringMatching(/^[A-Z]/)]);
      expect(await languageOfMail(member.email)).toBe(language);
    }
  });

  test('what admins decide about money reaches a member in their language: an approval, a refund and its account', async () => {
    const admin = await makeAdmin(site);
    await seasonAdmins(site, [admin.id]);
    for (const language of ['hi', 'en'] as const) {
      const buyer = await makeMember(site);
      await setLanguage(buyer.id, language);
      const id = await madeRefund(site, buyer, admin);
      expect(await languageOfMail(buyer.email, '/user/dashboard')).toBe(language);
      expect(await languageOfMail(buyer.email, '/user/refunds')).toBe(language);
      expect((await enterAccount(site, buyer, id)).status).toBe(200);
      expect(await languageOfMail(buyer.email, 'HDFC')).toBe(language);
    }
  });

  test('a call of an admin answers in English, whatever it asks for', async () => {
    const body = { email: 'nobody@example.com', password: 'x' };
    const headers = { 'X-Language': 'hi' };
    const answer = await site.call('POST', '/api/v1/company/auth/login', { body, headers });
    expect(answer.body.message).toBe('Invalid email or password.');
  });
});

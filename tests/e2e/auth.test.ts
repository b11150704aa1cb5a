/** Registration, sign-in, a forgotten password and the two administrations in a browser. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeMember, makeSuper, PASSWORD } from '../support/accounts.ts';
import { allow, closePage, newPage, signIn, visit } from '../support/browser.ts';
import { ageCodes } from '../support/codes.ts';
import { type Site, startSite } from '../support/site.ts';

const NEW_PASSWORD = 'seven quiet lanterns';
const OTP_SENT = 'OTP sent successfully. Please check your email.';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const optional = (page: Page, label: string) => page.getByLabel(`${label} (optional)`, { exact: true });
const toasts = (page: Page) => page.locator('.Toastify__toast');

async function expectToast(page: Page, text: string): Promise<void> {
  await toasts(page).filter({ hasText: text }).first().waitFor();
}

const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const { isLoggedIn, reloadCount } = localStorage;
    return { ...(isLoggedIn && { isLoggedIn }), ...(reloadCount && { reloadCount }) };
  });

async function requestCode(page: Page, email: string): Promise<void> {
  await visit(page, '/register');
  await field(page, 'Name').fill('Asha Rao');
  await field(page, 'Email').fill(email);
  await field(page, 'Mobile').fill('98765 43210');
  await button(page, 'Request OTP').click();
  await field(page, 'OTP').waitFor();
}

describe('registration', () => {
  test('goes from an invitation through the code to the login, and the account works', async () => {
    const inviter = await makeMember(site);
    const page = await newPage(site, { width: 360 });
    await visit(page, `/register?ref=${inviter.memberId.toLowerCase()}`);
    await page.getByText(`You were invited with the referral code ${inviter.memberId}`).waitFor();
    await page.getByText('Step 1 of 2').waitFor();
    await field(page, 'Name').fill('Asha Rao');
    await field(page, 'Email').fill(' Asha@Example.com ');
    await field(page, 'Mobile').fill('98765 43210');
    await button(page, 'Request OTP').click();
    await expectToast(page, OTP_SENT);
    await page.getByText('Step 2 of 2').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('otp');
    expect(await optional(page, 'Referral code').inputValue()).toBe(inviter.memberId);
    await page.getByText('An active member invites you with this code.').waitFor();
    await field(page, 'OTP').fill(await site.code('asha@example.com'));
    await field(page, 'Date of birth').fill('1994-04-12');
    await page.getByText('Asha Rao +91 98765 43210').waitFor();
    await button(page, 'Add pincode or gender (optional)').click();
    await optional(page, 'Pincode').fill('400001');
    await optional(page, 'Gender').selectOption('female');
    await field(page, 'Password').fill(NEW_PASSWORD);
    await field(page, 'Confirm password').fill(NEW_PASSWORD);
    await page.getByText('Both passwords are the same.').waitFor();
    await button(page, 'Create Account').click();
    await page.waitForURL(`${site.url}/`);
    await expectToast(page, 'Registration successful. Please log in.');
    const account = await site.database.platform
      .selectFrom('users')
      .select(['name', 'mobile', 'pincode', 'gender', 'date_of_birth', 'referrer_id'])
      .where('email', '=', 'asha@example.com')
      .executeTakeFirstOrThrow();
    expect(account).toEqual({
      name: 'Asha Rao',
      mobile: '+919876543210',
      pincode: '400001',
      gender: 'female',
      date_of_birth: '1994-04-12',
      referrer_id: inviter.id,
    });

    // Filled in, once.
    await expect.poll(() => field(page, 'Email').inputValue()).toBe('Asha@Example.com');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    expect(await page.evaluate(() => sessionStorage.getItem('login'))).toBeNull();
    await field(page, 'Password').fill(NEW_PASSWORD);
    await button(page, 'Log in').click();
    await page.waitForURL(`${site.url}/user/dashboard`);
    expect(await stored(page)).toEqual({ isLoggedIn: 'true' });
    await visit(page, '/register');
    expect(page.url()).toBe(`${site.url}/user/dashboard`);
    await closePage(page);
  });

  test('keeps typed values on Back, and all but password and code after a reload', async () => {
    const page = await newPage(site);
    await requestCode(page, 'kept@example.com');
    await field(page, 'OTP').fill('123456');
    await field(page, 'Date of birth').fill('1990-01-31');
    await button(page, 'Add referral code or more (optional)').click();
    await optional(page, 'Pincode').fill('560001');
    await field(page, 'Password').fill(NEW_PASSWORD);
    await button(page, 'Back to OTP Request').click();
    expect(await field(page, 'Name').inputValue()).toBe('Asha Rao');
    expect(await field(page, 'Email').inputValue()).toBe('kept@example.com');
    await button(page, 'I already have an OTP').click();
    expect(await field(page, 'OTP').inputValue()).toBe('123456');
    expect(await field(page, 'Password').inputValue()).toBe(NEW_PASSWORD);
    const storage = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    await expect.poll(storage).toContain('560001');
    expect(await storage()).not.toMatch(/123456|lanterns/);
    await page.reload();
    await page.getByText('Step 2 of 2').waitFor();
    expect(await field(page, 'Date of birth').inputValue()).toBe('1990-01-31');
    expect(await field(page, 'Password').inputValue()).toBe('');
    await closePage(page);
  });

  test('offers another code after a minute, and only the newer one works', async () => {
    const page = await newPage(site);
    await page.clock.install();
    await requestCode(page, 'again@example.com');
    const first = await site.code('again@example.com');
    await page.getByText(/Resend OTP in 0(1:00|0:5\d)/).waitFor();
    expect(await button(page, 'Resend OTP').count()).toBe(0);
    await page.clock.fastForward(61_000);
    await ageCodes(site, 61);
    await button(page, 'Resend OTP').click();
    await page.getByText(/Resend OTP in 0(1:00|0:5\d)/).waitFor();
    await expect.poll(() => site.code('again@example.com')).not.toBe(first);
    await closePage(page);
  });
});

describe('sign-in', () => {
  test('a wrong password is reported at its field, and the typed values stay', async () => {
    const member = await makeMember(site);
    const page = await newPage(site);
    allow(page, /answer: 401 POST/);
    await visit(page, '/');
    await field(page, 'Email').fill(member.email);
    await field(page, 'Password').fill('not the password');
    await button(page, 'Log in').click();
    await expectToast(page, 'Invalid email or password.');
    await page.locator('.field-error', { hasText: 'Invalid email or password.' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    expect(await field(page, 'Email').inputValue()).toBe(member.email);
    expect(page.url()).toBe(`${site.url}/`);
    await closePage(page);
  });

  test('shows progress, and shows the password on demand', async () => {
    const page = await newPage(site);
    allow(page, /answer: 401 POST/);
    await visit(page, '/');
    await field(page, 'Email').fill('nobody@example.com');
    await field(page, 'Password').fill('let me see it');
    await button(page, 'Show password').click();
    expect(await field(page, 'Password').getAttribute('type')).toBe('text');
    let go = (): void => {};
    const held = new Promise<void>((done) => {
      go = done;
    });
    await page.route('**/user/auth/login', async (route) => {
      await held;
      await route.continue();
    });
    await button(page, 'Log in').click();
    await page.getByRole('button', { name: 'Logging in...' }).waitFor();
    go();
    await expectToast(page, 'Invalid email or password.');
    await closePage(page);
  });

  test('is tried again by itself when many people log in', async () => {
    const member = await makeMember(site);
    const page = await newPage(site);
    let sent = 0;
    let busyAnswers = 2;
    allow(page, /503 POST/);
    await page.route('**/api/v1/user/auth/login', (route) => {
      sent++;
      if (busyAnswers-- <= 0) return route.continue();
      const json = { status: false, message: 'Many people are logging in right now.', code: 'unavailable' };
      return route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json });
    });
    await visit(page, '/');
    await field(page, 'Email').fill(member.email);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await page.waitForURL(`${site.url}/user/dashboard`);
    expect(sent).toBe(3);
    await closePage(page);
  });

  test('without its script the form sends nothing', async () => {
    const page = await newPage(site, { javaScript: false });
    for (const path of ['/', '/register', '/fogot-password', '/admin/login', '/superadmin/login']) {
      await page.goto(path);
      expect(await page.locator('form button[type=submit]').isDisabled(), path).toBe(true);
      expect(await page.locator('form').getAttribute('method'), path).toBe('post');
      expect(await page.locator('noscript').textContent(), path).toContain('Please turn on JavaScript');
      await page.getByLabel('Email').or(page.getByLabel('Name')).first().press('Enter');
      expect(page.url(), path).toBe(new URL(path, site.url).href);
    }
    await closePage(page);
  });
});

describe('a forgotten password', () => {
  test('is replaced with a mailed code', async () => {
    const member = await makeMember(site);
    const page = await newPage(site, { width: 360 });
    await visit(page, '/forgot-password');
    expect(page.url()).toBe(`${site.url}/fogot-password`);
    await page.getByRole('heading', { name: 'Reset Password' }).waitFor();
    expect(await button(page, 'Send Reset Code').isDisabled()).toBe(true);
    await field(page, 'Email').fill(member.email);
    await button(page, 'Send Reset Code').click();
    await expectToast(page, 'OTP successfully send');
    await page.getByRole('heading', { name: 'Verify Code & Set New Password' }).waitFor();

    await field(page, 'Code').fill('999999');
    await field(page, 'New password').fill(NEW_PASSWORD);
    await button(page, 'Resend Code or Change Email').click();
    expect(await field(page, 'Email').inputValue()).toBe(member.email);
    await button(page, 'I already have a code').click();
    for (const label of ['Code', 'New password', 'Confirm new password'])
      expect(await field(page, label).inputValue(), label).toBe('');

    await field(page, 'Code').fill(await site.code(member.email));
    await field(page, 'New password').fill(NEW_PASSWORD);
    const save = button(page, 'Set New Password');
    expect(await save.isDisabled()).toBe(true);
    await field(page, 'Confirm new password').fill(NEW_PASSWORD);
    await save.click();
    await page.waitForURL(`${site.url}/`);
    await expectToast(page, 'Password updated successfully');
    await expect.poll(() => field(page, 'Email').inputValue()).toBe(member.email);
    await field(page, 'Password').fill(NEW_PASSWORD);
    await button(page, 'Log in').click();
    await page.waitForURL(`${site.url}/user/dashboard`);
    await closePage(page);
  });
});

describe('the administrations', () => {
  test('an admin signs in and out; the flag and the counter appear and disappear', async () => {
    const admin = await makeAdmin(site);
    const page = await newPage(site);
    await visit(page, '/admin/login');
    await field(page, 'Email').fill(admin.email);
    await field(page, 'Password').fill(PASSWORD);
    await page.route('**/admin/dashboard', (route) => route.fulfill({ contentType: 'text/html', body: '<title>In' }));
    await button(page, 'Log in').click();
    await page.waitForURL(`${site.url}/admin/dashboard`);
    expect(await stored(page)).toEqual({ isLoggedIn: 'true', reloadCount: '1' });
    await page.goto('/admin/logout');
    await page.waitForURL(`${site.url}/admin/login`);
    expect(await stored(page)).toEqual({});
    await closePage(page);
  });

  test('a member cannot sign in at the other logins', async () => {
    const member = await makeMember(site);
    const page = await newPage(site);
    allow(page, /answer: 401 POST/);
    await visit(page, '/admin/login');
    await field(page, 'Email').fill(member.email);
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Log in').click();
    await expectToast(page, 'Invalid email or password.');
    expect(await stored(page)).toEqual({});
    await closePage(page);
  });

  const areas = { admin: makeAdmin, superadmin: makeSuper } as const;
  test.each(['admin', 'superadmin'] as const)('/%s/logout', async (area) => {
    const path = `/${area}/logout`;
    const page = await newPage(site);
    await visit(page, '/');
    await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'));
    // Nobody is signed in any more: still redirected to the login, and the stale flag is removed.
    await visit(page, path);
    expect(page.url()).toBe(`${site.url}/${area}/login`);
    // The login forgets it in an effect, which comes after its island took over.
    await expect.poll(() => stored(page)).toEqual({});

    // Only a navigation of the site itself logs out; a link on another site asks first.
    const account = await areas[area](site);
    await signIn(page, account.cookie);
    allow(page, /to another origin: http:\/\/127\.0\.0\.1/);
    await page.goto(`http://127.0.0.1:${site.port}/privacy-policy`);
    await page.evaluate((to) => location.assign(to), site.url + path);
    await page.getByText('Do you want to log out now?').waitFor();
    await button(page, 'Log out').waitFor();

    // A lost connection is reported, and a retry is possible.
    allow(page, /failed: POST .*logout/);
    await page.route('**/auth/logout', (route) => route.abort());
    await page.goto(path);
    await page.getByText('You could not be logged out.').waitFor();
    await page.unroute('**/auth/logout');
    await button(page, 'Try again').click();
    await page.waitForURL(`${site.url}/${area}/login`);
    await page.goto(`/${area}/dashboard`);
    expect(page.url()).toBe(`${site.url}/${area}/login`);
    await closePage(page);
  });

  test('a super admin signs in by code; an error leads back to the email', async () => {
    const email = 'superadmin@example.com';
    const page = await newPage(site);
    await visit(page, '/superadmin/login');
    await field(page, 'Email').fill(email);
    await button(page, 'Get OTP').click();
    await expectToast(page, OTP_SENT);
    await page.getByText(/^Resend OTP in 02:5\d$/).waitFor();
    allow(page, /answer: 422 POST/);
    const code = await site.code(email);
    await field(page, 'OTP').fill(code === '11111111' ? '22222222' : '11111111');
    await button(page, 'Login').click();
    await expectToast(page, 'This OTP is wrong or no longer valid.');
    await button(page, 'Get OTP').waitFor();
    await button(page, 'I already have an OTP').click();
    await field(page, 'OTP').fill(code);
    await page.route('**/superadmin/dashboard', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>In' }),
    );
    await button(page, 'Login').click();
    await page.waitForURL(`${site.url}/superadmin/dashboard`);
    expect(await stored(page)).toEqual({ isLoggedIn: 'true', reloadCount: '1' });
    await closePage(page);
  });

  test('the end of the countdown leads back to the email too', async () => {
    const page = await newPage(site);
    await page.clock.install();
    await visit(page, '/superadmin/login');
    await field(page, 'Email').fill('somebody@example.com');
    await button(page, 'Get OTP').click();
    await page.getByText(/^Resend OTP in 02:5\d$/).waitFor();
    await page.clock.fastForward(180_000);
    await button(page, 'Get OTP').waitFor();
    await expectToast(page, 'The OTP has expired. Please request a new one.');
    expect(await button(page, 'I already have an OTP').count()).toBe(0);
    await closePage(page);
  });
});

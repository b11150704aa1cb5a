/** The screens before the sign-in: their texts, their field errors, their layout at three widths. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOBODYS_MEMBER_ID, SYMBOL, TOKEN } from '../support/brand.ts';
import { allow, closePage, DARK_PHONE, expectFits, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const titled = (screen: string): string => `${TOKEN.metaData.title} | ${screen}`;
const SCREENS = [
  { path: '/', title: titled('Login'), heading: `Buy ${SYMBOL} before its launch` },
  { path: '/register', title: titled('Register'), heading: 'Create your account' },
  { path: '/fogot-password', title: titled('Forgot Password'), heading: 'Forgot your password?' },
  { path: '/admin/login', title: titled('Login'), heading: 'Admin Login', hidden: true },
  { path: '/superadmin/login', title: titled('Super Admin Login'), heading: 'Super Admin Login', hidden: true },
  { path: '/privacy-policy', title: titled('Privacy policy'), heading: 'Privacy policy' },
  { path: '/no/such/page', title: titled('Page not found'), heading: 'Page not found', hidden: true },
] as const;

test('the emblem begins where its headline does, and what is to be read is in the middle of the page', async () => {
  const page = await newPage(site, { width: 1280 });
  await visit(page, '/');
  const edges = await page.evaluate(() => {
    const left = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN;
    return { emblem: left('.auth-emblem'), headline: left('.auth-words h2') };
  });
  // The drawing has a margin of 11 of its 64 units, here 12 px.
  expect(edges.headline - edges.emblem).toBeCloseTo(12, 0);
  for (const path of ['/token', '/privacy-policy', '/ledger', '/api']) {
    await visit(page, path);
    const [middle, of] = await page.locator('article.prose').evaluate((article) => {
      const { left, right } = article.getBoundingClientRect();
      return [(left + right) / 2, document.documentElement.clientWidth / 2];
    });
    expect(middle, path).toBeCloseTo(of ?? 0, 0);
    await page.getByRole('navigation', { name: 'More pages' }).getByRole('link', { name: 'Create account' }).waitFor();
  }
  await closePage(page);
});

const fill = (values: Record<string, string>) => async (page: Page) => {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
};
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const enter = (label: string) => (page: Page) => page.getByLabel(label, { exact: true }).press('Enter');

async function goToStepTwo(page: Page, email: string): Promise<void> {
  await fill({ Name: 'Asha Rao', Email: email, Mobile: '+91 98765 43210' })(page);
  await press('Request OTP')(page);
  await page.getByLabel('OTP', { exact: true }).waitFor();
}

async function goToReset(page: Page): Promise<void> {
  await fill({ Email: 'somebody@example.com' })(page);
  await press('Send Reset Code')(page);
  await page.getByLabel('Code', { exact: true }).waitFor();
}

const REQUEST_FIELDS = 'Please fill in Name, Email, and Mobile to request OTP.';

describe('field errors', () => {
  type Act = (page: Page) => Promise<void>;
  const rows: { name: string; path: string; acts: Act[]; toast?: string; errors: string[] }[] = [
    {
      name: 'login, nothing filled in',
      path: '/',
      acts: [press('Log in')],
      errors: ['Please enter your email address.', 'Please enter your password.'],
    },
    {
      name: 'login, no email address',
      path: '/',
      acts: [fill({ Email: 'asha', Password: 'x' }), press('Log in')],
      errors: ['Please enter a valid email address.'],
    },
    {
      name: 'request OTP, nothing filled in',
      path: '/register',
      acts: [press('Request OTP')],
      toast: REQUEST_FIELDS,
      errors: ['Please enter your name.', 'Please enter your email address.', 'Please enter your mobile number.'],
    },
    {
      name: 'request OTP, only the mobile missing',
      path: '/register',
      acts: [fill({ Name: 'Asha Rao', Email: 'a@example.com' }), press('Request OTP')],
      toast: REQUEST_FIELDS,
      errors: ['Please enter your mobile number.'],
    },
    {
      name: 'create account, no OTP',
      path: '/register',
      acts: [
        (page) => goToStepTwo(page, 'no-otp@example.com'),
        fill({ 'Date of birth': '1994-04-12', Password: 'seven lanterns', 'Confirm password': 'seven lanterns' }),
        press('Create Account'),
      ],
      toast: 'Please enter the OTP.',
      errors: ['Please enter the OTP.'],
    },
    {
      name: 'create account, passwords that differ',
      path: '/register',
      acts: [
        (page) => goToStepTwo(page, 'differ@example.com'),
        fill({ OTP: '123456', 'Date of birth': '1994-04-12', Password: 'seven lanterns', 'Confirm password': 'six' }),
        press('Create Account'),
      ],
      toast: 'Passwords do not match!',
      errors: ['Passwords do not match!'],
    },
    {
      name: 'create account, too young',
      path: '/register',
      acts: [
        (page) => goToStepTwo(page, 'young@example.com'),
        fill({
          OTP: '123456',
          'Date of birth': `${new Date().getFullYear() - 17}-01-01`,
          Password: 'seven lanterns',
          'Confirm password': 'seven lanterns',
        }),
        press('Create Account'),
      ],
      errors: ['You must be at least 18 years old to register.'],
    },
    {
      name: 'reset, Enter without an email',
      path: '/fogot-password',
      acts: [enter('Email')],
      toast: 'Please enter your email address.',
      errors: ['Please enter your email address.'],
    },
    {
      name: 'reset, Enter with fields missing',
      path: '/fogot-password',
      acts: [goToReset, fill({ Code: '123456' }), enter('Code')],
      toast: 'Please fill in all fields.',
      errors: ['Please fill in all fields.', 'Please fill in all fields.'],
    },
    {
      name: 'reset, Enter with passwords that differ',
      path: '/fogot-password',
      acts: [
        goToReset,
        fill({ Code: '123456', 'New password': 'seven lanterns', 'Confirm new password': 'seven lamps' }),
        enter('Code'),
      ],
      toast: 'New passwords do not match.',
      errors: ['New passwords do not match.'],
    },
    {
      name: 'admin login, no password',
      path: '/admin/login',
      acts: [fill({ Email: 'admin@example.com' }), press('Log in')],
      errors: ['Please enter your password.'],
    },
    {
      name: 'super admin login, no email',
      path: '/superadmin/login',
      acts: [press('Get OTP')],
      errors: ['Please enter your email address.'],
    },
  ];
  test.each(rows)('$name', async ({ path, acts, toast, errors }) => {
    const page = await newPage(site);
    if (path === '/fogot-password') {
      // One address many times: the server's answer is not what this test checks.
      await page.route('**/forgot-password/otp', (route) =>
        route.fulfill({ json: { status: true, message: 'OTP successfully send' } }),
      );
    }
    await visit(page, path);
    for (const act of acts) await act(page);
    await expect.poll(() => page.locator('.field-error').allTextContents()).toEqual(errors);
    const wrong = page.locator('[aria-invalid="true"]').first();
    expect(await wrong.evaluate((it) => it === document.activeElement)).toBe(true);
    const described = (await wrong.getAttribute('aria-describedby'))?.split(' ')[0] ?? '';
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(errors[0]);
    if (toast) await page.locator('.Toastify__toast--error', { hasText: toast }).first().waitFor();
    await expectNoAxeViolations(page);
    await closePage(page);
  });
});

describe('each screen', () => {
  test.each(SCREENS)('$path: title, description, icon, heading', async (screen) => {
    const { path, title, heading } = screen;
    const page = await newPage(site);
    if (path === '/no/such/page') allow(page, /answer: 404/);
    await visit(page, path);
    expect(await page.title()).toBe(title);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await page.locator('meta[name=description]').getAttribute('content')).toContain(TOKEN.metaData.title);
    expect(await page.locator('link[rel=icon]').first().getAttribute('href')).toBe(TOKEN.icon_url);
    expect(await page.locator('meta[name=robots]').count()).toBe('hidden' in screen ? 1 : 0);
    expect(await page.locator('link[rel=canonical]').count()).toBe('hidden' in screen ? 0 : 1);
    await closePage(page);
  });

  test('every width', async () => {
    const page = await newPage(site, DARK_PHONE);
    allow(page, /answer: 404 GET \/no\/such\/page/);
    for (const { path } of SCREENS) {
      await visit(page, path);
      await expectFits(page);
    }
    await visit(page, `/register?ref=${NOBODYS_MEMBER_ID}`);
    await goToStepTwo(page, 'every-width@example.com');
    await page.getByText('No active member has this referral code.').waitFor();
    await expectFits(page);
    await closePage(page);
  });

  test("the admin login has the program's name", async () => {
    const page = await newPage(site);
    await visit(page, '/admin/login');
    expect((await page.locator('.auth-program').innerText()).replace(/\s+/g, ' ')).toBe(
      `${TOKEN.name} PRE-LAUNCH PROGRAM`,
    );
    await page.getByPlaceholder('Enter Registered Email Id').waitFor();
    await closePage(page);
  });

  test('the privacy policy names the company and its contact', async () => {
    const company = await site.database.platform.selectFrom('companies').selectAll().executeTakeFirstOrThrow();
    const page = await newPage(site);
    await visit(page, '/privacy-policy');
    const text = await page.locator('main').innerText();
    for (const part of [company.company_name, company.address, company.email, company.mobile, 'Data Fiduciary'])
      expect(text).toContain(part);
    await closePage(page);
  });
});

describe('the mailbox of an installation without a mail server', () => {
  test('shows mails as text, only to this machine', async () => {
    const page = await newPage(site, { ip: '127.0.0.1' });
    await visit(page, '/dev/mailbox');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    await visit(page, '/register');
    await goToStepTwo(page, 'mailbox@example.com');
    const code = await site.code('mailbox@example.com');
    await visit(page, '/dev/mailbox');
    await page.locator('pre', { hasText: code }).waitFor();
    await expectFits(page);
    await closePage(page);
    for (const ip of ['203.0.113.9', '10.0.0.1', '2001:db8::1'])
      expect((await site.call('GET', '/dev/mailbox', { ip })).status, ip).toBe(404);
  });
});

describe('an error of the server', () => {
  test('has a page of its own that needs no database, and a failed call gets JSON', async () => {
    const db = site.database.platform;
    await db.schema.alterTable('companies').renameTo('companies_away').execute();
    try {
      const page = await newPage(site, { width: 360 });
      allow(page, /answer: 500/);
      // With a query, because such a page is never cached.
      expect(await visit(page, '/?now')).toBe(500);
      await page.getByRole('heading', { name: 'Something went wrong on our side' }).waitFor();
      await page.getByRole('link', { name: 'Try again' }).waitFor();
      await expectFits(page);
      const answer = await page.reload();
      expect(answer?.status()).toBe(500);
      expect(await answer?.text()).not.toMatch(/companies|relation|node:|\.mjs/);
      await closePage(page);
    } finally {
      await db.schema.alterTable('companies_away').renameTo('companies').execute();
    }
    expect((await site.call('GET', '/api/v1/nothing')).headers.get('content-type')).toContain('json');
  });
});

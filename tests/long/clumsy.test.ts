/** Each button that sends something sends it once when it is double-clicked. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMember, PASSWORD } from '../support/accounts.ts';
import { allow, closePage, newPage, visit } from '../support/browser.ts';
import { agree, button, fillProof, openProof, orderNumber, paymentUrl, purchasesOf, tab } from '../support/member.ts';
import { freshReference } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

interface Row {
  readonly what: string;
  readonly path: string | (() => string);
  readonly as: 'nobody' | 'member';
  /** The steps before the button. */
  readonly before: (page: Page) => Promise<void>;
  readonly press: string;
  /** The path of its call. */
  readonly call: string;
}

const type = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(text);
};
const payment = (): string => paymentUrl(orderNumber());

const ROWS: readonly Row[] = [
  {
    what: 'Log in',
    path: '/',
    as: 'nobody',
    before: (page) => type(page, { Email: 'nobody@example.com', Password: 'not the password' }),
    press: 'Log in',
    call: '/api/v1/user/auth/login',
  },
  {
    what: 'Request OTP',
    path: '/register',
    as: 'nobody',
    before: (page) => type(page, { Name: 'Asha Rao', Email: 'twice@example.com', Mobile: '98765 43210' }),
    press: 'Request OTP',
    call: '/api/v1/user/auth/register/otp',
  },
  {
    what: 'Send Reset Code',
    path: '/fogot-password',
    as: 'nobody',
    before: (page) => type(page, { Email: 'twice@example.com' }),
    press: 'Send Reset Code',
    call: '/api/v1/user/auth/forgot-password/otp',
  },
  {
    what: 'Confirm Payment',
    path: payment,
    as: 'member',
    before: async (page) => {
      await tab(page, 'Manual');
      await agree(page);
    },
    press: 'Confirm Payment',
    call: '/api/v1/user/package/purchase',
  },
  {
    what: 'the proof',
    path: payment,
    as: 'member',
    before: async (page) => {
      await openProof(page);
      await fillProof(page, freshReference());
    },
    press: 'Submit',
    call: '/api/v1/user/package/purchase',
  },
  {
    what: 'Save Changes',
    path: '/user/profile',
    as: 'member',
    before: (page) => page.getByLabel('Current password').first().fill(PASSWORD),
    press: 'Save Changes',
    call: '/api/v1/user/auth/profile/update',
  },
  {
    what: 'Change password',
    path: '/user/profile',
    as: 'member',
    before: async (page) => {
      await page.getByLabel('Current password').nth(1).fill(PASSWORD);
      await type(page, { 'New password': 'seven quiet lanterns', 'Confirm new password': 'seven quiet lanterns' });
    },
    press: 'Change password',
    call: '/api/v1/user/auth/password/update',
  },
  {
    what: 'a request for deletion',
    path: '/user/profile',
    as: 'member',
    before: async (page) => {
      await button(page, 'Request deletion').scrollIntoViewIfNeeded();
      await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
      await button(page, 'Request deletion').click();
      await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    },
    press: 'Send request',
    call: '/api/v1/user/auth/deletion/request',
  },
];

test.each(ROWS)('$what sends once when double-clicked', async ({ path, as, before, press, call }) => {
  const member = as === 'member' ? await makeMember(site) : null;
  const page = await newPage(site, member ? { cookie: member.cookie } : {});
  allow(page, /answer: 401 POST .*login/);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === call) sent.push(request.method());
  });
  await visit(page, typeof path === 'string' ? path : path());
  await before(page);
  const answered = page.waitForResponse((it) => new URL(it.url()).pathname === call);
  await button(page, press).dblclick();
  await answered;
  await page.waitForTimeout(300);
  expect(sent).toHaveLength(1);
  if (member && call.endsWith('/purchase')) expect(await purchasesOf(site, member)).toHaveLength(1);
  await closePage(page);
});

test('BUY NOW opens one order when double-clicked', async () => {
  const member = await makeMember(site);
  const page = await newPage(site, { cookie: member.cookie });
  await visit(page, '/user/buy-token');
  await page.getByLabel('Amount (INR)').fill('1000');
  await button(page, 'BUY NOW').dblclick();
  await page.waitForURL('**/user/payment?*');
  const orders = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('order:')));
  expect(orders).toHaveLength(1);
  await closePage(page);
});

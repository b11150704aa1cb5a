/** The company's settings in a browser: review before saving, two admins in parallel, the effect for members. */
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { allow, closePage, DARK_PHONE, expectFits, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

const PATH = '/admin/settings';
let site: Site;
let admin: Account;
let second: Account;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());
beforeEach(async () => {
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  second = await makeAdmin(site, { name: 'Leela Nair' });
  const db = site.database.platform;
  await sql`UPDATE companies SET min_order_paise = NULL, max_order_paise = NULL, notice = '', support_email = '',
    support_phone = '', two_admins_for_accounts = false, second_approver_above_paise = NULL`.execute(db);
  await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(db);
});

const open = async (options: Parameters<typeof newPage>[1] = {}): Promise<Page> => {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  expect(await visit(page, PATH)).toBe(200);
  return page;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
const toastShown = (page: Page, text: string) =>
  page.locator('.Toastify__toast').filter({ hasText: text }).first().waitFor();
const review = async (page: Page): Promise<void> => {
  await button(page, 'Review and save').click();
  await page.getByRole('dialog', { name: 'Save these changes?' }).waitFor();
};
const save = (page: Page): Promise<void> => button(page, 'Save').click();
const company = () => site.database.platform.selectFrom('companies').selectAll().executeTakeFirstOrThrow();

describe('saving', () => {
  test('shows the changes and adds to the history', async () => {
    const page = await open();
    expect(await button(page, 'Review and save').isDisabled()).toBe(true);
    await field(page, 'Minimum order').fill('500');
    await field(page, 'Notice to buyers').fill('Closed on Diwali.');
    await page.getByText('2 changes').waitFor();
    await review(page);
    expect(await page.locator('dialog .changes').innerText()).toMatch(
      /Minimum order\s+was\s+none\s+becomes\s+₹500\.00/,
    );
    await expectNoAxeViolations(page);
    await save(page);
    await toastShown(page, 'Settings updated successfully');
    await page.getByText('No changes').waitFor();
    const latest = page.locator('.settings-history li').first();
    await expect.poll(() => latest.innerText()).toContain('Vikram Shah');
    expect(await latest.innerText()).toContain('₹500.00');
    expect(await company()).toMatchObject({ min_order_paise: 50_000n, notice: 'Closed on Diwali.' });
    await closePage(page);
  });

  test('an invalid value is reported at its field alone, and nothing is sent', async () => {
    const page = await open();
    await field(page, 'Price per token').fill('0');
    await button(page, 'Review and save').click();
    await page
      .locator('.field-error', { hasText: 'Please enter a price above 0 with at most six decimals.' })
      .waitFor();
    expect(await field(page, 'Price per token').getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.Toastify__toast').count()).toBe(0);
    await expectNoAxeViolations(page);
    await button(page, 'Discard').click();
    expect(await field(page, 'Price per token').inputValue()).toBe('0.25');
    await closePage(page);
  });

  test('a number that only the server can check is refused at its field', async () => {
    const page = await open();
    allow(page, /422 PUT \/api\/v1\/admin\/settings\/update/);
    await field(page, 'Support phone').fill('+44 1000 000');
    await review(page);
    await save(page);
    const message = page.locator('.field', { has: field(page, 'Support phone') }).locator('.field-error');
    expect(await message.innerText()).toContain('valid mobile number');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('supportPhone');
    await field(page, 'Support phone').fill('');
    expect(await page.locator('.field-error').count()).toBe(0);
    await closePage(page);
  });

  test('the launch date is in Indian time', async () => {
    const page = await open();
    await page.getByLabel(/^Launch date/).fill('2031-04-01T10:30');
    await review(page);
    expect(await page.locator('dialog .changes').innerText()).toContain('1 April 2031, 10:30:00 am');
    await save(page);
    await toastShown(page, 'Settings updated successfully');
    expect((await company()).launch_at?.toISOString()).toBe('2031-04-01T05:00:00.000Z');
    await closePage(page);
  });
});

describe('two admins', () => {
  test('changes of different fields in parallel are all stored', async () => {
    const mine = await open();
    const theirs = await open({ cookie: second.cookie });
    allow(theirs, /409 PUT/);
    await field(mine, 'Minimum order').fill('500');
    await field(theirs, 'Maximum order').fill('9000');
    await review(mine);
    await review(theirs);
    await save(mine);
    await toastShown(mine, 'Settings updated successfully');
    await save(theirs);
    await toastShown(theirs, 'The settings were changed by another admin in the meantime.');
    await expect.poll(() => field(theirs, 'Minimum order').inputValue()).toBe('500.00');
    expect(await theirs.locator('dialog .changes').innerText()).not.toContain('Minimum order');
    await save(theirs);
    await toastShown(theirs, 'Settings updated successfully');
    expect(await company()).toMatchObject({ min_order_paise: 50_000n, max_order_paise: 900_000n });
    await closePage(mine);
    await closePage(theirs);
  });

  test('a weaker rule waits for the second admin', async () => {
    await sql`UPDATE companies SET two_admins_for_accounts = true`.execute(site.database.platform);
    const mine = await open();
    await mine.getByRole('checkbox', { name: 'Two admins for account changes' }).uncheck();
    await review(mine);
    await save(mine);
    await toastShown(mine, 'The change waits for a second admin.');
    await expect
      .poll(() => mine.getByRole('checkbox', { name: 'Two admins for account changes' }).isChecked())
      .toBe(true);
    const theirs = await open({ cookie: second.cookie });
    const card = theirs.getByRole('article', { name: 'A change of the settings waits for a second admin' });
    await expectNoAxeViolations(theirs);
    await card.getByRole('button', { name: 'Confirm' }).click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await toastShown(theirs, 'Change confirmed successfully');
    expect((await company()).two_admins_for_accounts).toBe(false);
    await closePage(mine);
    await closePage(theirs);
  });
});

test('members see the limits where they type, the notice and the contact', async () => {
  await sql`UPDATE companies SET min_order_paise = 50000, max_order_paise = 200000, notice = 'Closed on Diwali.',
    support_email = 'help@example.com', support_phone = '+919876543210'`.execute(site.database.platform);
  const member = await makeMember(site);
  const page = await newPage(site, { cookie: member.cookie, width: 360 });
  await visit(page, '/user/buy-token');
  await page.getByText('From ₹500.00 to ₹2,000.00.').waitFor();
  await page.getByRole('note', { name: 'Notice' }).filter({ hasText: 'Closed on Diwali.' }).waitFor();
  expect(await page.getByRole('link', { name: 'help@example.com' }).getAttribute('href')).toBe(
    'mailto:help@example.com',
  );
  const amount = page.getByLabel('Amount (INR)');
  for (const [value, message] of [
    ['499.99', 'The smallest order is ₹500.00.'],
    ['2000.01', 'The largest order is ₹2,000.00. Please enter a smaller amount.'],
  ] as const) {
    await amount.fill(value);
    await amount.blur();
    await page.locator('.field-error').filter({ hasText: message }).waitFor();
    expect(await button(page, 'BUY NOW').isDisabled()).toBe(true);
  }
  await amount.fill('500');
  await expect.poll(() => button(page, 'BUY NOW').isDisabled()).toBe(false);
  await expectFits(page);
  await visit(page, '/user/payment?purchaseId=PUR-424242&purchaseAmount=499.00');
  await page.getByRole('alert').filter({ hasText: 'The smallest order is ₹500.00.' }).waitFor();
  await closePage(page);
});

describe('every width, both themes', () => {
  test('nothing is cut off or unreadable', async () => {
    await sql`UPDATE companies SET notice = ${'A notice without a gap: '.padEnd(300, 'x')}`.execute(
      site.database.platform,
    );
    const page = await open(DARK_PHONE);
    await field(page, 'Minimum order').fill('1');
    await expectFits(page);
    await review(page);
    await expectFits(page);
    await closePage(page);
  });
});

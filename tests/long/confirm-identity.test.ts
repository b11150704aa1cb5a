/** 'Confirm that it is you': one dialog over every sensitive action, which repeats the call that was refused. */
import fs from 'node:fs';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeSuper, PASSWORD } from '../support/accounts.ts';
import { COMPANY_NAME, SYMBOL } from '../support/brand.ts';
import {
  allow,
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  newPage,
  type PageOptions,
  visit,
} from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

const TITLE = 'Confirm that it is you';
let site: Site;
let admin: Account;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());
beforeEach(async () => {
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
});

/** Makes the sign-in of an account's sessions older than sensitive actions accept. */
const ageSessions = ({ id }: Account) =>
  sql`UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = ${id} OR super_admin_id = ${id}`.execute(
    site.database.platform,
  );
/** A page of an account whose sign-in is old. */
async function open(path: string, account: Account = admin, options: PageOptions = {}): Promise<Page> {
  await ageSessions(account);
  const page = await newPage(site, { cookie: account.cookie, ...options });
  allow(page, /answer: 403/);
  expect(await visit(page, path)).toBe(200);
  return page;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name = TITLE) => page.getByRole('dialog', { name });
const password = (page: Page) => dialog(page).getByLabel('Your current password', { exact: true });
const toastShown = (page: Page, text: string) =>
  page.locator('.Toastify__toast').filter({ hasText: text }).first().waitFor();
async function confirm(page: Page): Promise<void> {
  await password(page).fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click();
}
const primary = () =>
  site.database.platform
    .selectFrom('beneficiaries')
    .selectAll()
    .where('is_primary', '=', true)
    .executeTakeFirstOrThrow();

describe('a change of a payee', () => {
  async function change(page: Page, branch: string): Promise<void> {
    await button(page, 'Edit bank details').click();
    await dialog(page, 'Update Beneficiary').getByLabel('Branch', { exact: true }).fill(branch);
    await button(page, 'Update').focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
  }

  test('goes on after the password, by keyboard alone, over the dialog of the change', async () => {
    const page = await open('/admin/beneficiary');
    await change(page, 'Fort, Mumbai');
    await expectNoAxeViolations(page);
    await expect.poll(() => password(page).evaluate((it) => it === document.activeElement)).toBe(true);
    allow(page, /422 POST .*reauthenticate/);
    await page.keyboard.press('Enter');
    await dialog(page).locator('.field-error').filter({ hasText: 'Please enter you current password' }).waitFor();
    await page.keyboard.type('not the one');
    await page.keyboard.press('Enter');
    await dialog(page).locator('.field-error').filter({ hasText: 'Your current password is incorrect.' }).waitFor();
    await password(page).press('ControlOrMeta+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await toastShown(page, 'Beneficiary updated successfully');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect((await primary()).branch).toBe('Fort, Mumbai');
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe('Edit bank details');
    await closePage(page);
  });

  test('waits in its dialog when the person cancels, with the reason and what was typed', async () => {
    const page = await open('/admin/beneficiary');
    const before = (await primary()).branch;
    await change(page, 'Elsewhere');
    await page.keyboard.press('Escape');
    await toastShown(page, 'Confirm that it is you to continue.');
    const form = dialog(page, 'Update Beneficiary');
    expect(await form.getByLabel('Branch', { exact: true }).inputValue()).toBe('Elsewhere');
    expect(await button(page, 'Update').evaluate((it) => it === document.activeElement)).toBe(true);
    expect((await primary()).branch).toBe(before);
    await button(page, 'Update').click();
    await confirm(page);
    await toastShown(page, 'Beneficiary updated successfully');
    expect((await primary()).branch).toBe('Elsewhere');
    await closePage(page);
  });

  test('asks nothing more for ten minutes after that', async () => {
    const page = await open('/admin/beneficiary');
    await change(page, 'Bandra, Mumbai');
    await confirm(page);
    await toastShown(page, 'Beneficiary updated successfully');
    await button(page, 'Edit bank details').click();
    await dialog(page, 'Update Beneficiary').getByLabel('Branch', { exact: true }).fill('Worli, Mumbai');
    await button(page, 'Update').click();
    await expect.poll(async () => (await primary()).branch).toBe('Worli, Mumbai');
    expect(await dialog(page).count()).toBe(0);
    await closePage(page);
  });
});

test('a change of the settings goes on', async () => {
  const page = await open('/admin/settings');
  await page.getByRole('textbox', { name: 'Notice to buyers' }).fill('Closed on Diwali.');
  await button(page, 'Review and save').click();
  await button(page, 'Save').click();
  await confirm(page);
  await toastShown(page, 'Settings updated successfully');
  const { notice } = await site.database.platform.selectFrom('companies').select('notice').executeTakeFirstOrThrow();
  expect(notice).toBe('Closed on Diwali.');
  await closePage(page);
});

test('adding an admin goes on, and adding a member asks nothing', async () => {
  const page = await open('/admin/usermanage');
  async function add(role: string, email: string): Promise<void> {
    await button(page, 'Add User').click();
    const form = dialog(page, 'Add New User');
    await form.getByLabel('Name', { exact: true }).fill('Meera Iyer');
    await form.getByLabel('Mobile', { exact: true }).fill('9876501234');
    await form.getByLabel('Email', { exact: true }).fill(email);
    await form.getByLabel('Role').selectOption(role);
    await form.getByLabel('Password', { exact: true }).fill('seven quiet lanterns');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
  }
  const accounts = (email: string) =>
    site.database.platform.selectFrom('users').select('role').where('email', '=', email).execute();
  await add('USER', 'meera.member@example.com');
  await expect.poll(() => accounts('meera.member@example.com')).toEqual([{ role: 'USER' }]);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await add('ADMIN', 'meera.admin@example.com');
  await dialog(page).waitFor();
  expect(await accounts('meera.admin@example.com')).toEqual([]);
  await confirm(page);
  await expect.poll(() => accounts('meera.admin@example.com')).toEqual([{ role: 'ADMIN' }]);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await closePage(page);
});

test('an export of all members is downloaded after the password', async () => {
  const page = await open('/admin/usermanage');
  await button(page, 'Export').click();
  await button(page, 'Members as CSV').click();
  await dialog(page).waitFor();
  const coming = page.waitForEvent('download');
  await confirm(page);
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/-members-.*\.csv$/);
  expect(fs.readFileSync(await download.path(), 'utf8')).toContain(admin.email);
  await closePage(page);
});

test('a password manager finds the account and the password', async () => {
  const page = await open('/admin/usermanage');
  await button(page, 'Export').click();
  await button(page, 'Members as CSV').click();
  await dialog(page).getByText(admin.email).waitFor();
  const fields = await dialog(page)
    .locator('form input')
    .evaluateAll((all) => all.map((it) => [it.getAttribute('autocomplete'), (it as HTMLInputElement).value]));
  expect(fields).toEqual([
    ['username', admin.email],
    ['current-password', ''],
  ]);
  await closePage(page);
});

describe('a super admin', () => {
  let owner: Account;
  beforeEach(async () => {
    owner = await makeSuper(site);
  });

  const title = async () =>
    (
      await site.database.platform
        .selectFrom('companies')
        .select('company_title')
        .orderBy('created_at')
        .limit(1)
        .executeTakeFirstOrThrow()
    ).company_title;
  async function change(page: Page, value: string): Promise<void> {
    await button(page, `Edit: ${COMPANY_NAME}`).click();
    await dialog(page, 'Update Company').getByLabel('Company Title').fill(value);
    await button(page, 'Update').click();
    await dialog(page).waitFor();
  }

  test('changes a company after the code of a mail', async () => {
    const table = site.database.platform;
    await table.updateTable('companies').set({ pan: 'ABCCE1234F', aadhaar_last4: '2346' }).execute();
    const page = await open(`/superadmin/companymanage?search=${SYMBOL}`, owner);
    await change(page, 'Confirmed by a code');
    await toastShown(page, 'OTP sent successfully. Please check your email.');
    await expectNoAxeViolations(page);
    const code = await site.code(owner.email);
    allow(page, /422 POST .*reauthenticate/);
    await dialog(page)
      .getByLabel('OTP')
      .fill(code === '00000000' ? '00000001' : '00000000');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('This OTP is wrong or no longer valid.').first().waitFor();
    // Cancelled and asked again: the code of the mail is still valid, and no second one is sent.
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog(page).count()).toBe(0);
    await button(page, 'Update').click();
    await dialog(page).getByLabel('OTP').fill(code);
    await page.keyboard.press('Enter');
    await toastShown(page, 'Company updated successfully');
    await expect.poll(title).toBe('Confirmed by a code');
    expect(await site.code(owner.email)).toBe(code);
    await closePage(page);
  });
});

describe('every width, both themes', () => {
  test('nothing is cut off or unreadable', async () => {
    const page = await open('/admin/beneficiary', admin, DARK_PHONE);
    await button(page, 'Edit bank details').click();
    await dialog(page, 'Update Beneficiary').getByLabel('Branch', { exact: true }).fill('Branch of Pune');
    await button(page, 'Update').click();
    await dialog(page).waitFor();
    await expectFits(page);
    await confirm(page);
    await toastShown(page, 'Beneficiary updated successfully');
    await closePage(page);
  });
});

/**
 * The payees of buyers in a browser: both cards, every change, two admins in parallel and in turn.
 */
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { COMPANY_NAME, PAYEE_UPI } from '../support/brand.ts';
import { allow, closePage, DARK_PHONE, expectFits, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const PATH = '/admin/beneficiary';
const CHANGED =
  'This account was changed by another admin in the meantime. Please check its current details and try again.';
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
  await sql`DELETE FROM beneficiaries WHERE NOT is_primary`.execute(db);
  await sql`UPDATE beneficiaries SET account_number = '000000000000', branch = 'Example Branch, Mumbai', upi = ${PAYEE_UPI}`.execute(
    db,
  );
  await sql`UPDATE companies SET two_admins_for_accounts = false`.execute(db);
  await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(db);
});

const open = async (options: Parameters<typeof newPage>[1] = {}): Promise<Page> => {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  expect(await visit(page, PATH)).toBe(200);
  return page;
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });
const toastShown = (page: Page, text: string) =>
  page.locator('.Toastify__toast').filter({ hasText: text }).first().waitFor();
const edit = async (page: Page): Promise<void> => {
  await button(page, 'Edit bank details').click();
  await page.getByRole('dialog', { name: 'Update Beneficiary' }).waitFor();
};
const update = (page: Page): Promise<void> => button(page, 'Update').click();
const primary = () =>
  site.database.platform
    .selectFrom('beneficiaries')
    .selectAll()
    .where('is_primary', '=', true)
    .executeTakeFirstOrThrow();
const ACCOUNT = {
  holderName: 'Cow Launch Private Limited',
  bankName: 'State Bank of India',
  branch: 'Fort, Mumbai',
  accountNumber: '31234567890',
  ifscCode: 'SBIN0000300',
  upi: 'cowlaunch.payments@sbi',
};
const add = (who: Account, more: object = {}) =>
  site.call('POST', '/api/v1/admin/beneficiary/add', {
    token: who.token,
    ip: freshIp(),
    body: { ...ACCOUNT, ...more },
  });

describe('both cards', () => {
  test('are in the page before its script, each with a button that opens the six fields', async () => {
    const bare = await newPage(site, { cookie: admin.cookie, javaScript: false });
    await bare.goto(PATH);
    const text = await bare.locator('main').innerText();
    for (const part of ['Manage Beneficiary', 'Bank details', 'Example Bank', 'EXAM0000001', PAYEE_UPI])
      expect(text).toContain(part);
    expect(await bare.locator('.primary-figure .digits').first().textContent()).toBe('000000000000');
    await closePage(bare);
    const page = await open();
    for (const [pen, first] of [
      ['Edit bank details', 'Account holder'],
      ['Edit UPI ID', 'UPI ID'],
    ] as const) {
      await button(page, pen).click();
      await page.getByRole('dialog', { name: 'Update Beneficiary' }).waitFor();
      const focused = page.locator('dialog input:focus');
      expect(await focused.evaluate((it: HTMLInputElement) => it.labels?.[0]?.textContent)).toBe(first);
      expect(await page.locator('dialog input').count()).toBe(6);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
    await closePage(page);
  });

  test('an edit shows each changed digit and applies immediately', async () => {
    const page = await open();
    await edit(page);
    expect(await page.locator('.account-changes').innerText()).toContain('Nothing yet.');
    await field(page, 'Account number').fill('0000 0000 0012');
    await field(page, 'IFSC code').fill('bad');
    await update(page);
    await page.getByRole('dialog').getByText('Please enter a valid IFSC code, as SBIN0001234.').waitFor();
    expect(await field(page, 'IFSC code').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'IFSC code').fill('EXAM0000001');
    expect(await field(page, 'Account number').inputValue()).toBe('0000 0000 0012');
    await expectNoAxeViolations(page);
    await update(page);
    await toastShown(page, 'Beneficiary updated successfully');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect((await primary()).account_number).toBe('000000000012');
    await expect.poll(() => page.locator('.primary-figure .digits').first().textContent()).toBe('000000000012');
    await closePage(page);
  });
});

describe('several accounts', () => {
  test('are added by a button, made primary, deactivated and activated, and deleted', async () => {
    const page = await open();
    await button(page, 'Add Beneficiary').click();
    await page.getByRole('dialog', { name: 'Add Beneficiary' }).waitFor();
    await button(page, 'Add').click();
    await page.getByRole('dialog').getByText('Please enter the account holder.').waitFor();
    const labels = ['Account holder', 'Bank name', 'Branch', 'Account number', 'IFSC code', 'UPI ID'];
    for (const [at, value] of Object.values(ACCOUNT).entries()) await field(page, labels[at] ?? '').fill(value);
    await button(page, 'Add').click();
    await toastShown(page, 'Beneficiary added successfully');
    const name = 'State Bank of India, account ending 7890';
    const confirm = async (verb: string): Promise<void> => {
      await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    };
    await button(page, `Deactivate: ${name}`).click();
    await confirm('Deactivate');
    await button(page, `Activate: ${name}`).click();
    await confirm('Activate');
    await button(page, `Make primary: ${name}`).click();
    await expectNoAxeViolations(page);
    await confirm('Make primary');
    await expect
      .poll(() => page.locator('#bank-details ~ *, .primary-card').first().innerText())
      .toContain('SBIN0000300');
    const old = 'Example Bank, account ending 0000';
    await button(page, `Delete: ${old}`).click();
    await confirm('Delete');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    expect((await primary()).bank_name).toBe('State Bank of India');
    await sql`UPDATE beneficiaries SET bank_name = 'Example Bank', ifsc_code = 'EXAM0000001', holder_name = ${COMPANY_NAME}`.execute(
      site.database.platform,
    );
    await closePage(page);
  });

  test('the primary account cannot be deleted while there are others, and the screen says why', async () => {
    await add(admin);
    const page = await open();
    allow(page, /409 DELETE/);
    await button(page, 'Delete: Example Bank, account ending 0000').click();
    await button(page, 'Delete').click();
    const message = 'This is the primary account. Make another one primary first.';
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: message }).waitFor();
    await closePage(page);
  });
});

describe('two admins in parallel', () => {
  test('the second admin gets a message, keeps the typed values, sees the saved ones, and then saves on top of them', async () => {
    const mine = await open();
    const theirs = await open({ cookie: second.cookie });
    await edit(mine);
    await edit(theirs);
    await field(mine, 'Branch').fill('Fort, Mumbai');
    await update(mine);
    await toastShown(mine, 'Beneficiary updated successfully');
    allow(theirs, /409 PUT/);
    await field(theirs, 'UPI ID').fill('second@example');
    await update(theirs);
    await toastShown(theirs, CHANGED);
    await theirs.getByText('Another admin has changed this account just now.').waitFor();
    expect(await field(theirs, 'UPI ID').inputValue()).toBe('second@example');
    expect(await field(theirs, 'Branch').inputValue()).toBe('Fort, Mumbai');
    expect(await theirs.locator('.account-changes .changes').innerText()).not.toContain('Branch');
    expect((await primary()).upi).toBe(PAYEE_UPI);
    await update(theirs);
    await toastShown(theirs, 'Beneficiary updated successfully');
    expect(await primary()).toMatchObject({ branch: 'Fort, Mumbai', upi: 'second@example' });
    await closePage(mine);
    await closePage(theirs);
  });

  test('in the same moment: one saves, the other gets a message, and no change is lost', async () => {
    const pages = [await open(), await open({ cookie: second.cookie })];
    for (const [n, page] of pages.entries()) {
      allow(page, /409 PUT/);
      await edit(page);
      await field(page, 'Branch').fill(`Branch of ${n}`);
    }
    await Promise.all(pages.map((page) => button(page, 'Update').click()));
    const messages = await Promise.all(
      pages.map(async (page) => {
        await page.locator('.Toastify__toast').first().waitFor();
        return (await page.locator('.Toastify__toast').allInnerTexts()).join(' ');
      }),
    );
    const winner = messages.findIndex((text) => text.includes('Beneficiary updated successfully'));
    expect(messages[1 - winner]).toContain(CHANGED);
    expect((await primary()).branch).toBe(`Branch of ${winner}`);
    for (const page of pages) await closePage(page);
  });

  test('with the two-admin rule one admin proposes, and the other compares and confirms', async () => {
    await sql`UPDATE companies SET two_admins_for_accounts = true`.execute(site.database.platform);
    const mine = await open();
    await edit(mine);
    await field(mine, 'Account number').fill('111122223333');
    await update(mine);
    await toastShown(mine, 'The change waits for a second admin.');
    const card = mine.getByRole('article', { name: 'A change waits for a second admin' });
    expect(await card.innerText()).toContain('Proposed by you');
    expect(await card.getByRole('button').allInnerTexts()).toEqual(['Withdraw']);
    expect((await primary()).account_number).toBe('000000000000');
    const theirs = await open({ cookie: second.cookie });
    const waiting = theirs.getByRole('article', { name: 'A change waits for a second admin' });
    expect(await waiting.locator('.changes').innerText()).toContain('Account number');
    await expectNoAxeViolations(theirs);
    await waiting.getByRole('button', { name: 'Confirm' }).click();
    await theirs.getByRole('dialog', { name: 'Confirm this change?' }).waitFor();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await toastShown(theirs, 'Change confirmed successfully');
    expect((await primary()).account_number).toBe('111122223333');
    await expect.poll(() => waiting.count()).toBe(0);
    await closePage(mine);
    await closePage(theirs);
  });
});

test('a buyer sees the notice of a change for a day', async () => {
  const member = await makeMember(site);
  const page = await newPage(site, { cookie: member.cookie });
  const pay = '/user/payment?purchaseId=PUR-424242&purchaseAmount=1000.00';
  await visit(page, pay);
  await page.getByText(/These payment details were changed on \d\d\/\d\d\/\d{4}/).waitFor();
  await expectNoAxeViolations(page);
  await sql`UPDATE beneficiaries SET changed_at = now() - interval '25 hours'`.execute(site.database.platform);
  await visit(page, pay);
  expect(await page.getByText('These payment details were changed on').count()).toBe(0);
  await closePage(page);
});

test('without an account the screen explains how to add one', async () => {
  await sql`UPDATE beneficiaries SET is_active = false, is_primary = false`.execute(site.database.platform);
  const page = await open();
  await page.getByText('Buyers have nowhere to pay to.').waitFor();
  await expectNoAxeViolations(page);
  await sql`UPDATE beneficiaries SET is_active = true, is_primary = true`.execute(site.database.platform);
  await closePage(page);
});

describe('every width, both themes', () => {
  test('nothing is cut off or unreadable', async () => {
    await add(admin, { bankName: 'The Karur Vysya Bank Limited of Nungambakkam', branch: 'B'.repeat(60) });
    await sql`UPDATE companies SET two_admins_for_accounts = true`.execute(site.database.platform);
    await add(second, { accountNumber: '99999999999999999999' });
    const page = await open(DARK_PHONE);
    await expectFits(page);
    await edit(page);
    await field(page, 'Account number').fill('12345678901234567890');
    await expectFits(page);
    await closePage(page);
  });
});

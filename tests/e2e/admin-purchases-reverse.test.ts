/** Reversals, two-admin decisions, and lists as files: in a browser, as admin and as buyer. */
import fs from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, signIn } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import {
  allow,
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  focusedText,
  newPage,
  openRow,
  visit,
} from '../support/browser.ts';
import { APPROVE, post, REVERSE } from '../support/purchases.ts';
import { makeRequest, makeRequests, type Request, rejectAll, statusOf } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';

const PATH = '/admin/purchaserequest';
const HISTORY = `${PATH}?tab=history`;
/** A ready sentence: under two admins a text of one's own waits. */
const CHARGED_BACK = 'The payment was returned or charged back.';

let site: Site;
let admin: Account;
let second: Account;
let buyer: Account;

beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  second = await makeAdmin(site, { name: 'Leela Nair' });
  buyer = await makeMember(site, { name: 'Asha Rao', isApproved: true });
});
afterAll(() => site?.remove());
beforeEach(() => askForTwoAbove(null));

/** Rupees; the purchases here cost 1180. */
async function askForTwoAbove(rupees: number | null): Promise<void> {
  await site.database.platform
    .updateTable('companies')
    .set({ second_approver_above_paise: rupees === null ? null : BigInt(rupees) * 100n })
    .where('id', '=', await companyIdOf(site))
    .execute();
}
async function approved(): Promise<Request> {
  const it = await makeRequest(site, buyer);
  expect((await post(site, APPROVE, admin, { id: it.id })).status).toBe(200);
  return it;
}
const open = async (path = PATH, who = admin, options: Parameters<typeof newPage>[1] = {}): Promise<Page> => {
  const page = await newPage(site, { cookie: who.cookie, ...options });
  expect(await visit(page, path)).toBe(200);
  return page;
};
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const toastShown = (page: Page, text: string) =>
  page.locator('.Toastify__toast').filter({ hasText: text }).first().waitFor();

/** The button in the menu of an approved purchase. */
async function openReversal(page: Page, orderNumber: string): Promise<void> {
  await button(page, `More for ${orderNumber}`).click();
  await button(page, `Reverse ${orderNumber}`).click();
}

describe('reverse', () => {
  test('asks for a reason, explains the consequences, and is visible to admin and buyer', async () => {
    const it = await approved();
    const page = await open(HISTORY);
    await openReversal(page, it.orderNumber);
    const dialog = page.getByRole('dialog', { name: 'Reverse this approved purchase?' });
    for (const text of ['4,000 tokens leave the stock of Asha Rao', 'the receipt is cancelled', 'A reversal is final.'])
      await dialog.getByText(text).waitFor();
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
    await dialog.locator('.field-error', { hasText: 'Please enter a reason.' }).waitFor();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    // Said at its field, so not once more above it.
    expect(await page.locator('.Toastify__toast').count()).toBe(0);
    await button(page, 'The payment was returned or charged back.').click();
    await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
    await toastShown(page, 'Purchase reversed successfully');
    await expect.poll(() => button(page, `More for ${it.orderNumber}`).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('REVERSED');
    const row = page.locator('tbody tr', { hasText: it.referenceNumber ?? '' });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/Reversed\s+The payment was returned or charged back\./);
    expect(await row.locator('.badge').getAttribute('data-tone')).toBe('neutral');
    expect(new URL(page.url()).search).toBe('?tab=history&status=REVERSED');
    await closePage(page);

    const mine = await open('/user/payment-history?status=ALL', buyer);
    await button(mine, `Details of order ${it.orderNumber}`).click();
    const steps = mine.getByRole('list', { name: `Progress of order ${it.orderNumber}` });
    await expect.poll(() => steps.getByRole('listitem').count()).toBe(5);
    expect(await steps.innerText()).toMatch(
      /Reversed[\s\S]*Reason: The payment was returned or charged back\.[\s\S]*-4,000/,
    );
    await expectNoAxeViolations(mine);
    await mine.getByRole('link', { name: 'Cancelled receipt' }).click();
    await mine.getByText('This receipt is cancelled.').waitFor();
    expect(await mine.getByRole('note').innerText()).toContain('The payment was returned or charged back.');
    await mine.getByText('It has been cancelled and confirms no payment.').waitFor();
    await expectNoAxeViolations(mine);
    await closePage(mine);
  });

  test('two admins in parallel: one reverses, the other sees who did', async () => {
    const it = await approved();
    const [mine, theirs] = [await open(HISTORY), await open(HISTORY, second)];
    allow(theirs, /409 POST .*\/reverse/);
    for (const page of [mine, theirs]) {
      await openReversal(page, it.orderNumber);
      await button(page, 'The payment has not reached our account.').click();
    }
    await button(mine, 'Reverse').click();
    await toastShown(mine, 'Purchase reversed successfully');
    await button(theirs, 'Reverse').click();
    await toastShown(theirs, 'This purchase has already been reversed.');
    await toastShown(theirs, `${it.orderNumber} was reversed by Vikram Shah just now.`);
    await expect.poll(() => button(theirs, `More for ${it.orderNumber}`).count()).toBe(0);
    await closePage(mine);
    await closePage(theirs);
  });
});

describe('the two-admin rule', () => {
  test('the first approval waits; the other admin finds the purchase and finishes', async () => {
    await askForTwoAbove(1000);
    await rejectAll(site, admin);
    const [it] = await makeRequests(site, buyer, 2);
    const mine = await open();
    await button(mine, `Approve ${it?.orderNumber}`).click();
    await mine.getByText('Two admins have to agree').waitFor();
    await button(mine, 'Confirm').click();
    await toastShown(mine, 'First approval recorded. A second admin has to approve it too.');
    await mine.getByText('Waiting for a second admin', { exact: true }).waitFor();
    await expect.poll(() => button(mine, `Approve ${it?.orderNumber}`).isDisabled()).toBe(true);
    expect((await statusOf(site, it?.id ?? '')).status).toBe('PENDING');

    const theirs = await open(PATH, second);
    await button(theirs, '1 waits for a second admin').click();
    await expect.poll(() => theirs.locator('tbody tr:not(.table-skeleton)').count()).toBe(1);
    expect(new URL(theirs.url()).search).toBe('?waiting=second');
    await button(theirs, `Approve ${it?.orderNumber}`).click();
    await theirs
      .getByRole('dialog')
      .getByText(/^Vikram Shah approved it at .*\. It waits for a second admin\.$/)
      .waitFor();
    await expectNoAxeViolations(theirs);
    await button(theirs, 'Confirm').click();
    await toastShown(theirs, 'Purchase approved successfully');
    expect((await statusOf(site, it?.id ?? '')).status).toBe('APPROVED');
    await closePage(mine);
    await closePage(theirs);
  });

  test('at the desk the key A records the first approval and moves on; a second press explains why it does not count', async () => {
    await askForTwoAbove(1000);
    await rejectAll(site, admin);
    const [one, two] = await makeRequests(site, buyer, 2);
    const page = await open();
    await button(page, 'Review one by one').click();
    await page.getByRole('heading', { level: 2, name: one?.orderNumber ?? '' }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: two?.orderNumber ?? '' }).waitFor();
    await page.getByText('2 requests waiting').waitFor();
    await closePage(page);
    const again = await open();
    await button(again, 'Review one by one').click();
    await again.getByText(/^You approved it at .*\. It waits for a second admin\.$/).waitFor();
    await again.keyboard.press('a');
    await toastShown(again, 'You have approved it. It waits for a second admin.');
    expect(await again.getByText('Aye you sure').count()).toBe(0);
    await closePage(again);
  });

  test('many together: each row says that it waits', async () => {
    await askForTwoAbove(1000);
    await rejectAll(site, admin);
    await makeRequests(site, buyer, 2);
    const page = await open();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(page, 'Approve selected').click();
    await button(page, 'Confirm').click();
    await page.getByText('Finished: 0 approved, 2 for a second admin.').waitFor();
    expect(await page.locator('.bulk-row', { hasText: 'waits for a second admin' }).count()).toBe(2);
    await closePage(page);
  });

  test('a reversal is requested by one admin and declined or agreed to by the other', async () => {
    const it = await approved();
    await askForTwoAbove(1000);
    const mine = await open(HISTORY);
    await openReversal(mine, it.orderNumber);
    await button(mine, CHARGED_BACK).click();
    await button(mine, 'Reverse').click();
    await toastShown(mine, 'Request recorded. A second admin has to agree before the purchase is reversed.');
    await button(mine, `Withdraw the reversal of ${it.orderNumber}`).waitFor();

    const theirs = await open(HISTORY, second);
    await theirs.getByText('Reversal waiting for a second admin').waitFor();
    await button(theirs, `Decline the reversal of ${it.orderNumber}`).click();
    await toastShown(theirs, 'Reversal withdrawn');
    await button(theirs, `More for ${it.orderNumber}`).waitFor();
    expect((await post(site, REVERSE, admin, { id: it.id, reason: CHARGED_BACK })).status).toBe(200);
    await theirs.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await button(theirs, `Agree to the reversal of ${it.orderNumber}`).click();
    expect(await theirs.getByRole('textbox', { name: /^Reason/ }).inputValue()).toBe(CHARGED_BACK);
    await button(theirs, 'Reverse').click();
    await toastShown(theirs, 'Purchase reversed successfully');
    await closePage(mine);
    await closePage(theirs);
  });

  test('admins cannot approve their own purchase', async () => {
    await rejectAll(site, admin);
    const companyId = await companyIdOf(site);
    const asMember = await signIn(site, { kind: 'member', companyId, accountId: admin.id });
    const own = await makeRequest(site, { ...admin, ...asMember });
    const page = await open();
    await page.getByText('Your own purchase', { exact: true }).waitFor();
    expect(await button(page, `Approve ${own.orderNumber}`).isDisabled()).toBe(true);
    await button(page, 'Review one by one').click();
    await page.getByText('This is your own purchase: another admin has to decide on it.').first().waitFor();
    expect(await button(page, /^Approve/).isDisabled()).toBe(true);
    await closePage(page);
  });
});

describe('exports', () => {
  test('the file contains the shown list and has a name; a failure is reported', async () => {
    const it = await approved();
    const page = await open(`${HISTORY}&historySearch=${it.referenceNumber}`);
    await button(page, 'Export').click();
    await expectNoAxeViolations(page);
    const coming = page.waitForEvent('download');
    await button(page, 'Purchases as CSV').click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${SYMBOL}-purchases-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    const lines = fs
      .readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(it.orderNumber);

    allow(page, /503 GET .*\/export\/ledger/);
    await page.route('**/export/ledger**', (route) =>
      route.fulfill({ status: 503, json: { status: false, message: 'Several exports are running right now.' } }),
    );
    await button(page, 'Export').click();
    await button(page, 'Stock ledger as Excel').click();
    await toastShown(page, 'Several exports are running right now.');
    await button(page, 'Export').click();
    await page.keyboard.press('Escape');
    expect(await button(page, 'Stock ledger as Excel').count()).toBe(0);
    expect(await focusedText(page)).toContain('Export');
    await closePage(page);
  });
});

describe('every width and both themes', () => {
  test('nothing is cut off or unreadable', async () => {
    const requested = await approved();
    const undone = await approved();
    await post(site, REVERSE, admin, { id: undone.id, reason: 'The payment belongs to another order.' });
    await askForTwoAbove(1000);
    await post(site, REVERSE, second, { id: requested.id, reason: CHARGED_BACK });
    const [first] = await makeRequests(site, buyer, 2);
    await post(site, APPROVE, second, { id: first?.id });
    const page = await open(PATH, admin, DARK_PHONE);
    const look = (): Promise<void> => expectFits(page);
    await page.getByText('Waiting for a second admin').first().waitFor();
    await button(page, 'Export').click();
    await look();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Purchase History' }).click();
    await page.locator('tbody tr', { hasText: requested.orderNumber }).waitFor();
    await openRow(page, requested.orderNumber);
    await button(page, `Agree to the reversal of ${requested.orderNumber}`).click();
    await look();
    await button(page, 'Cancel').click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('REVERSED');
    await page.locator('tbody tr', { hasText: undone.orderNumber }).waitFor();
    await look();
    await closePage(page);
    const mine = await open(`/user/receipt/${undone.id}`, buyer, DARK_PHONE);
    await expectFits(mine);
    await closePage(mine);
  });
});

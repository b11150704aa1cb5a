/** An admin who signed in more than ten minutes ago confirms, and what they were doing goes on with nothing lost. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, outdateSessions, PASSWORD } from '../support/accounts.ts';
import { allow, closePage, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { makeKey } from '../support/integrations.ts';
import { APPROVE, post } from '../support/purchases.ts';
import { chooseStatement, openScreen } from '../support/reconciliation.ts';
import { claimOf } from '../support/reconciliation-desk.ts';
import { makeRequest, statusOf } from '../support/requests.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { dayInIndia, statementCsv, upiCredit } from '../support/statements.ts';

const HISTORY = '/admin/purchaserequest?tab=history';
let site: Site;
let buyer: Account;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  buyer = await makeMember(site, { name: 'Asha Rao', isApproved: true });
});
beforeEach(async () => {
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

/** A page of the admin, whose session is old by now. */
async function openOld(path: string): Promise<Page> {
  const page = await newPage(site, { cookie: admin.cookie });
  expect(await visit(page, path)).toBe(200);
  await outdateSessions(site, admin);
  allow(page, /403 (?:GET|POST|PUT|DELETE)|answer: 403/);
  return page;
}
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Your current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const stateOf = async (id: string): Promise<string> => (await statusOf(site, id)).status;

describe('after the confirmation', () => {
  test('a reversal goes on with its reason', async () => {
    const { id, orderNumber } = await makeRequest(site, buyer);
    expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
    const page = await openOld(HISTORY);
    await button(page, `More for ${orderNumber}`).click();
    await button(page, `Reverse ${orderNumber}`).click();
    const dialog = page.getByRole('dialog', { name: 'Reverse this approved purchase?' });
    await button(page, 'The payment was returned or charged back.').click();
    await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    expect(await stateOf(id)).toBe('APPROVED');
    await confirm(page);
    await dialog.waitFor({ state: 'detached' });
    expect(await stateOf(id)).toBe('REVERSED');
    await closePage(page);
  });

  test('a member is deleted', async () => {
    const { id } = await makeMember(site, { name: 'Goes Now' });
    const page = await openOld('/admin/usermanage');
    await button(page, 'Delete Goes Now').click();
    await page.getByRole('dialog', { name: 'Aye you sure, you want to Delete?' }).getByText('Confirm').click();
    await confirm(page);
    await page.getByRole('row').filter({ hasText: 'Goes Now' }).waitFor({ state: 'detached' });
    const rows = await site.database.platform.selectFrom('users').select('id').where('id', '=', id).execute();
    expect(rows).toEqual([]);
    await closePage(page);
  });

  test('the purchases are saved as a file', async () => {
    await makeRequest(site, buyer);
    const page = await openOld(HISTORY);
    await button(page, 'Export').click();
    const coming = page.waitForEvent('download');
    await button(page, 'Purchases as CSV').click();
    await confirm(page);
    expect((await coming).suggestedFilename()).toMatch(/-purchases-.*\.csv$/);
    await closePage(page);
  });

  test('a statement that was read is imported, and its exact matches are approved', async () => {
    const claims = [await claimOf(site, buyer), await claimOf(site, buyer)];
    const page = await newPage(site, { cookie: admin.cookie });
    await openScreen(page);
    const lines = claims.map(({ referenceNumber }) => upiCredit(referenceNumber ?? '', '1180.00'));
    const content = statementCsv([...lines, { day: dayInIndia(), narration: 'CHARGES', amount: '-5.00' }]);
    await chooseStatement(page, { name: 'statement.csv', content });
    const ready = page.getByRole('button', { name: /^Import (\d|without)/ });
    await expect.poll(() => ready.isEnabled()).toBe(true);
    await outdateSessions(site, admin);
    allow(page, /403 POST|answer: 403/);
    await ready.click();
    await confirm(page);
    await page.getByRole('heading', { name: 'What the bank says' }).waitFor();

    await outdateSessions(site, admin);
    await page.getByRole('button', { name: /^Approve 2 exact/ }).click();
    const dialog = page.getByRole('dialog').first();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2);
    await dialog.getByRole('button', { name: /^Approve 2 / }).click();
    await confirm(page);
    await dialog.getByText('Finished: 2 approved.').waitFor();
    for (const { id } of claims) expect(await stateOf(id)).toBe('APPROVED');
    await closePage(page);
  });
});

describe('a new password on the security page', () => {
  const reads = async (key: string): Promise<number> =>
    (await site.call('GET', '/api/v1/admin/transaction/list', { token: `Bearer ${key}`, ip: freshIp() })).status;
  async function change(page: Page): Promise<void> {
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('rivers under 9 clouds');
    await page.getByLabel('Confirm new password').fill('rivers under 9 clouds');
    await button(page, 'Change password').click();
    await page.getByText('Password updated successfully').first().waitFor();
  }
  const openSecurity = async (): Promise<Page> => {
    const page = await newPage(site, { cookie: admin.cookie });
    expect(await visit(page, '/admin/security')).toBe(200);
    expect(await page.getByLabel('Current password').isVisible()).toBe(false);
    await page.locator('summary', { hasText: 'Change password' }).click();
    await page.getByLabel('Current password').waitFor();
    return page;
  };

  test('ends the API keys of the admin, which is ticked', async () => {
    const { key } = await makeKey(site, admin);
    const page = await openSecurity();
    const box = page.getByRole('checkbox', { name: 'Also end the API key that I made' });
    expect(await box.isChecked()).toBe(true);
    await expectNoAxeViolations(page);
    await change(page);
    await box.waitFor({ state: 'detached' });
    expect(await reads(key)).toBe(401);
    await closePage(page);
  });

  test('lets them go on without the tick, and offers nothing without a key', async () => {
    const keys = [await makeKey(site, admin), await makeKey(site, admin, { name: 'Second' })];
    const page = await openSecurity();
    await page.getByRole('checkbox', { name: 'Also end the 2 API keys that I made' }).uncheck();
    await change(page);
    for (const { key } of keys) expect(await reads(key)).toBe(200);
    await closePage(page);
    admin = await makeAdmin(site);
    const other = await openSecurity();
    await button(other, 'Change password').waitFor();
    expect(await other.getByRole('checkbox').count()).toBe(0);
    await closePage(other);
  });
});

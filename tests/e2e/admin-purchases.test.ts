/** The admin's purchase requests: both tabs to the letter, in every width and theme. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, DARK_PHONE, expectFits, newPage, visit } from '../support/browser.ts';
import { pdf } from '../support/media-files.ts';
import { APPROVE, picture, post, REJECT, upload } from '../support/purchases.ts';
import { makeConflict, makeManualRequest, makeRequest, makeRequests, rejectAll } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';

const PATH = '/admin/purchaserequest';

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

const open = async (path = PATH, options: Parameters<typeof newPage>[1] = {}): Promise<Page> => {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  expect(await visit(page, path)).toBe(200);
  return page;
};
const heads = (page: Page): Promise<string[]> =>
  page
    .locator('thead th')
    .allInnerTexts()
    .then((all) => all.map((text) => text.trim()).filter((text) => !/^(|Select all on this page)$/.test(text)));
const rowOf = (page: Page, orderNumber: string) =>
  page.locator('tbody tr', { has: page.getByRole('button', { name: `Approve ${orderNumber}` }) });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

describe('the two tabs', () => {
  test('have the texts of the specification', async () => {
    await makeRequest(site, buyer);
    const page = await open();
    expect(await page.title()).toMatch(/ \| Purchase Request$/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Manage Purchase');
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Purchase Requests', 'Purchase History']);
    expect(await heads(page)).toEqual(
      'Sl.No|User ID|name|Mobile|Method|Price|Quantity|Final Amount|Flags|Status|Date|Action'.split('|'),
    );
    const row = page.locator('tbody tr').first();
    for (const text of [
      '1',
      buyer.memberId,
      'Asha Rao',
      '+91 98765 43210',
      'UPI',
      '₹0.25',
      '4,000',
      '₹1,180.00',
      'Pending',
    ])
      expect(await row.innerText()).toContain(text);
    expect(await row.locator('time').innerText()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    await page.getByRole('tab', { name: 'Purchase History' }).click();
    expect(await heads(page)).toEqual(
      'Sl.No|User ID|name|Mobile|Method|Price|Quantity|Final Amount|Txn No.|Status|Receipt|Date'.split('|'),
    );
    const filter = page.getByRole('combobox', { name: 'Status' });
    expect([await filter.inputValue(), await filter.locator('option').allInnerTexts()]).toEqual([
      'APPROVED',
      ['Approved', 'Rejected', 'Reversed'],
    ]);
    await page.getByText('No purchase has been approved yet.').waitFor();
    await closePage(page);
  });

  test('have their first rows in the HTML, and work by address before the script', async () => {
    const page = await newPage(site, { cookie: admin.cookie, javaScript: false });
    await page.goto(PATH);
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
    await page.goto(`${PATH}?tab=history&status=REJECTED&page=nonsense`);
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Purchase History');
    expect(await page.locator('select').inputValue()).toBe('REJECTED');
    await closePage(page);
  });

  test('show decided purchases with number, receipt and reason', async () => {
    const approved = await makeRequest(site, buyer);
    const plain = await makeManualRequest(site, buyer);
    const refused = await makeRequest(site, buyer);
    await post(site, APPROVE, admin, { id: approved.id });
    await post(site, APPROVE, admin, { id: plain.id });
    await post(site, REJECT, admin, { id: refused.id, reason: 'The picture is of a cat.' });
    const page = await open(`${PATH}?tab=history`);
    const [first = '', next = ''] = await page.locator('tbody tr').allInnerTexts();
    expect(first).toContain('MANUAL');
    expect(first.match(/--/g)).toHaveLength(2);
    expect(next).toContain(approved.referenceNumber);
    expect(next).toContain('Approved');
    const link = page.getByRole('link', { name: /^View/ });
    expect(await link.getAttribute('href')).toMatch(/^\/api\/v1\/media\/[0-9a-f-]{36}$/);
    const answer = await page.context().request.get((await link.getAttribute('href')) ?? '');
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('REJECTED');
    await page.getByText('The picture is of a cat.').waitFor();
    await closePage(page);
  });

  test('share one search box: each has its own parameter, and a search drops the other', async () => {
    const wanted = await makeRequest(site, buyer);
    const page = await open(`${PATH}?historySearch=nobody`);
    const box = page.getByRole('searchbox', { name: 'Search purchases' });
    const began = Date.now();
    await box.fill(wanted.referenceNumber ?? '');
    await page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('search') === wanted.referenceNumber);
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
    await expect.poll(() => page.locator('tbody tr:not(.table-skeleton)').count()).toBe(1);
    expect(new URL(page.url()).search).toBe(`?requestSearch=${wanted.referenceNumber}`);
    await page.getByRole('tab', { name: 'Purchase History' }).click();
    expect(await box.inputValue()).toBe('');
    await box.fill('nothing like it');
    await box.press('Enter');
    await page.getByText('No approved purchase matches this search.').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=history&historySearch=nothing+like+it');
    await closePage(page);
  });

  test('page ten rows at a time, oldest first, with continued serial numbers', async () => {
    await rejectAll(site, admin);
    const made = await makeRequests(site, buyer, 12);
    const page = await open();
    expect(await page.locator('tbody tr').count()).toBe(10);
    expect(await rowOf(page, made[0]?.orderNumber ?? '').count()).toBe(1);
    await page.getByRole('link', { name: 'Next', exact: true }).click();
    await expect.poll(() => page.locator('tbody tr:not(.table-skeleton)').count()).toBe(2);
    expect(await page.locator('tbody tr').first().locator('td').nth(1).innerText()).toBe('11');
    expect(new URL(page.url()).search).toBe('?page=2');
    // Deciding the last row of a page removes the page; the screen goes back to the remaining one.
    for (const it of made.slice(10)) await post(site, REJECT, second, { id: it.id });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => page.locator('tbody tr:not(.table-skeleton)').count(), { timeout: 20_000 }).toBe(10);
    await closePage(page);
  });
});

describe('every width and both themes', () => {
  test('nothing is cut off or unreadable', async () => {
    // The history then shows a row, even if this test runs alone.
    const { id } = await makeRequest(site, buyer);
    await post(site, APPROVE, admin, { id });
    await rejectAll(site, admin);
    const friend = await makeMember(site, { name: 'Venkataraghavan Subramanian Iyer of Thiruvananthapuram' });
    await makeConflict(site, [buyer, friend], picture());
    await makeRequest(site, friend, { receiptId: await upload(site, friend, pdf()) });
    const page = await open(PATH, DARK_PHONE);
    const look = (): Promise<void> => expectFits(page);
    await look();
    await button(page, 'Review one by one').click();
    for (const text of [
      'Amount differs.',
      'Reference in conflict.',
      'File seen before.',
      'Late proof.',
      'New account.',
    ])
      await page.getByText(text, { exact: true }).waitFor();
    await look();
    await page.keyboard.press('r');
    await look();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    // With a viewer in the browser a PDF is shown next to its claim; without one it is offered for download.
    await page.locator('iframe[title^="Receipt of PUR-"], .receipt-document').waitFor();
    await page.getByRole('link', { name: 'Download' }).first().waitFor();
    await look();
    await button(page, /^Next/).click();
    await page.getByText('You have seen every request.').waitFor();
    await look();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Purchase History' }).click();
    await page.locator('tbody tr:not(.table-skeleton)').first().waitFor();
    await look();
    await closePage(page);
  });
});

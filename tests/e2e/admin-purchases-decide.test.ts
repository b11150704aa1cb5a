/** Decisions on purchase requests by mouse: single ones, two admins in parallel, many together. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { allow, closePage, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { picture, post, REJECT } from '../support/purchases.ts';
import { makeConflict, makeRequest, makeRequests, rejectAll, statusOf } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';

const PATH = '/admin/purchaserequest';
const PROCESSED = 'Purchase request has already been processed.';

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
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toastShown = (page: Page, text: string) =>
  page.locator('.Toastify__toast').filter({ hasText: text }).first().waitFor();

describe('decisions by mouse', () => {
  test('approve shows number, link and picture, asks for confirmation, then credits and reloads the list', async () => {
    await rejectAll(site, admin);
    const it = await makeRequest(site, buyer);
    const page = await open();
    await button(page, `Approve ${it.orderNumber}`).click();
    const dialog = page.getByRole('dialog', { name: 'Aye you sure, you want to Approve?' });
    expect(await dialog.innerText()).toContain(it.referenceNumber);
    expect(await dialog.getByRole('link', { name: 'View Receipt' }).getAttribute('href')).toMatch(
      /^\/api\/v1\/media\//,
    );
    const image = dialog.getByRole('img', { name: `Receipt of ${it.orderNumber}` });
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await toastShown(page, 'Purchase approved successfully');
    await page.getByText('No purchase requests are waiting.').waitFor();
    expect(await statusOf(site, it.id)).toEqual({ status: 'APPROVED', reason: null });
    await closePage(page);
  });

  test('cancel and Escape decide nothing', async () => {
    const it = await makeRequest(site, buyer);
    const page = await open();
    for (const leave of [() => button(page, 'Cancel').click(), () => page.keyboard.press('Escape')]) {
      await button(page, `Reject ${it.orderNumber}`).click();
      await page.getByRole('dialog', { name: 'Aye you sure, you want to Reject?' }).waitFor();
      await leave();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
    expect((await statusOf(site, it.id)).status).toBe('PENDING');
    await closePage(page);
  });

  test('reject takes a suggested reason or a typed one, which the buyer sees', async () => {
    await rejectAll(site, admin);
    const [one, other] = await makeRequests(site, buyer, 2);
    const page = await open();
    await button(page, `Reject ${one?.orderNumber}`).click();
    await button(page, 'The payment has not reached our account.').click();
    await button(page, 'Confirm').click();
    await toastShown(page, 'Purchase rejected successfully');
    // The rows below move up.
    await button(page, `Reject ${one?.orderNumber}`).waitFor({ state: 'detached' });
    await button(page, `Reject ${other?.orderNumber}`).click();
    await page.getByRole('textbox', { name: /^Reason/ }).fill('  Please send the second page too.  ');
    await button(page, 'Confirm').click();
    await page.getByText('No purchase requests are waiting.').waitFor();
    const mine = await site.call('GET', '/api/v1/user/transaction/list?status=REJECTED&limit=2', {
      token: buyer.token,
    });
    expect(mine.body.data.records.map((it: { rejectReason: string }) => it.rejectReason)).toEqual([
      'Please send the second page too.',
      'The payment has not reached our account.',
    ]);
    await closePage(page);
  });

  test('a lost connection keeps the dialog open and shows a message', async () => {
    await rejectAll(site, admin);
    const it = await makeRequest(site, buyer);
    const page = await open();
    allow(page, /failed: POST .*approve/);
    await page.route('**/transaction/approve', (route) => route.abort('connectionfailed'), { times: 1 });
    await button(page, `Approve ${it.orderNumber}`).click();
    await button(page, 'Confirm').click();
    await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Failed to approve the purchase' }).waitFor();
    await button(page, 'Confirm').click();
    await toastShown(page, 'Purchase approved successfully');
    await closePage(page);
  });
});

describe('two admins in parallel', () => {
  test('one decides; the other sees who did, and the list reloads', async () => {
    await rejectAll(site, admin);
    const it = await makeRequest(site, buyer);
    const mine = await open();
    const theirs = await open(PATH, { cookie: second.cookie });
    allow(mine, /409 POST .*\/(approve|reject)/);
    allow(theirs, /409 POST .*\/(approve|reject)/);
    await button(mine, `Approve ${it.orderNumber}`).click();
    await button(theirs, `Reject ${it.orderNumber}`).click();
    await button(mine, 'Confirm').click();
    await toastShown(mine, 'Purchase approved successfully');
    await button(theirs, 'Confirm').click();
    await toastShown(theirs, PROCESSED);
    await toastShown(theirs, `${it.orderNumber} was approved by Vikram Shah just now.`);
    await theirs.getByText('No purchase requests are waiting.').waitFor();
    expect((await statusOf(site, it.id)).status).toBe('APPROVED');
    await closePage(mine);
    await closePage(theirs);
  });

  test('both confirm in the same moment: one succeeds, the other gets a message', async () => {
    const it = await makeRequest(site, buyer);
    const pages = [await open(), await open(PATH, { cookie: second.cookie })];
    for (const page of pages) {
      allow(page, /409 POST .*\/approve/);
      await button(page, `Approve ${it.orderNumber}`).click();
    }
    await Promise.all(pages.map((page) => button(page, 'Confirm').click()));
    const messages = await Promise.all(
      pages.map(async (page) => {
        await page.locator('.Toastify__toast').first().waitFor();
        return (await page.locator('.Toastify__toast').allInnerTexts()).join(' ');
      }),
    );
    expect(messages.filter((text) => text.includes('Purchase approved successfully'))).toHaveLength(1);
    expect(messages.filter((text) => text.includes(PROCESSED))).toHaveLength(1);
    for (const page of pages) await closePage(page);
  });
});

describe('many together', () => {
  test('each row has its result: approved, decided by another, in conflict', async () => {
    await rejectAll(site, admin);
    const friend = await makeMember(site, { name: 'Meera Iyer', isApproved: true });
    const [clash, rival] = await makeConflict(site, [buyer, friend], picture());
    const [good, gone] = await makeRequests(site, buyer, 2);
    const page = await open();
    allow(page, /409 POST .*\/approve/);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('4 selected').waitFor();
    await post(site, REJECT, second, { id: gone?.id });
    await button(page, 'Approve selected').click();
    await page.getByRole('dialog', { name: 'Aye you sure, you want to Approve?' }).waitFor();
    await page.getByText('2 of them have a flag that should be checked.').waitFor();
    await expectNoAxeViolations(page);
    await button(page, 'Confirm').click();
    await page.getByText('Finished: 2 approved, 1 decided by others, 1 failed.').waitFor();
    const rows = await page.locator('.bulk-row').allInnerTexts();
    const result = (order: string | undefined): string => rows.find((row) => row.includes(`${order}\n`)) ?? '';
    expect(result(clash.orderNumber)).toContain('approved');
    expect(result(rival.orderNumber)).toContain('Another purchase with the same UTR');
    expect(result(good?.orderNumber)).toContain('approved');
    expect(result(gone?.orderNumber)).toContain('was rejected by Leela Nair just now.');
    await button(page, 'Close').first().click();
    await expect.poll(() => page.locator('tbody tr:not(.table-skeleton)').count()).toBe(1);
    await page.getByText('1 selected').waitFor();
    await button(page, 'Reject selected').click();
    await button(page, 'This payment has already been used for another order.').click();
    await button(page, 'Confirm').click();
    await page.getByText('Finished: 1 rejected.').waitFor();
    expect(await statusOf(site, rival.id)).toEqual({
      status: 'REJECTED',
      reason: 'This payment has already been used for another order.',
    });
    await closePage(page);
  });

  test('a bar shows the progress, and the run can be stopped after the current row', async () => {
    await rejectAll(site, admin);
    await makeRequests(site, buyer, 4);
    const page = await open();
    const held: (() => void)[] = [];
    await page.route('**/api/v1/admin/transaction/approve', async (route) => {
      await new Promise<void>((go) => held.push(go));
      await route.continue();
    });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(page, 'Approve selected').click();
    await button(page, 'Confirm').click();
    const bar = page.getByRole('progressbar', { name: 'Progress' });
    const progress = () => bar.evaluate((it: HTMLProgressElement) => [it.value, it.max]);
    for (const done of [0, 1, 2]) {
      await expect.poll(() => held.length).toBe(done + 1);
      expect([await progress(), await page.getByText(`${done} of 4`, { exact: true }).count()]).toEqual([[done, 4], 1]);
      if (done === 2) await button(page, 'Stop').click();
      held[done]?.();
    }
    await page.getByText('Finished: 3 approved, 1 not sent.').waitFor();
    expect(await progress()).toEqual([3, 4]);
    await closePage(page);
    await rejectAll(site, admin);
  });

  test('more than a page is selected, and the list does not reload after each row', async () => {
    await rejectAll(site, admin);
    const made = await makeRequests(site, buyer, 12);
    const page = await open();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(page, 'Select all 12').click();
    await page.getByText('12 selected').waitFor();
    const reads: string[] = [];
    page.on('request', (it) => it.url().includes('/admin/transaction/list') && reads.push(it.url()));
    await button(page, 'Reject selected').click();
    await button(page, 'Confirm').click();
    await page.getByText('Finished: 12 rejected.').waitFor();
    for (const { id } of made) expect((await statusOf(site, id)).status).toBe('REJECTED');
    // One scheduled reload while the screen is open, and one at the end.
    expect(reads.length).toBeLessThanOrEqual(2);
    await button(page, 'Close').first().click();
    await page.getByText('No purchase requests are waiting.').waitFor();
    await closePage(page);
  });

  test('a lost connection ends the run; a decision whose response was lost counts as done', async () => {
    await rejectAll(site, admin);
    const made = await makeRequests(site, buyer, 3);
    const page = await open();
    allow(page, /failed: POST .*approve/, /409 POST .*approve/);
    // The server decides, and its response never arrives.
    await page.route(
      '**/api/v1/admin/transaction/approve',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(page, 'Approve selected').click();
    await button(page, 'Confirm').click();
    await page.getByText('Finished: 0 approved, 1 failed, 2 not sent.').waitFor();
    const rows = await page.locator('.bulk-row').allInnerTexts();
    expect(rows[0]).toContain(`${made[0]?.orderNumber}`);
    expect(rows[0]).toContain('Failed to approve the purchase');
    expect(rows.slice(1).every((row) => row.endsWith('not sent'))).toBe(true);
    await expectNoAxeViolations(page);
    await button(page, 'Try the other 3').click();
    await page.getByText('Finished: 3 approved.').waitFor();
    for (const { id } of made) expect((await statusOf(site, id)).status).toBe('APPROVED');
    await closePage(page);
  });

  test('when the server asks for a pause, the run waits and continues by itself', async () => {
    await rejectAll(site, admin);
    await makeRequests(site, buyer, 2);
    const page = await open();
    allow(page, /429 POST .*approve/);
    await page.route(
      '**/api/v1/admin/transaction/approve',
      (route) =>
        route.fulfill({
          status: 429,
          headers: { 'Retry-After': '2' },
          json: { status: false, message: 'Too many requests.', code: 'rate_limited', requestId: 'x' },
        }),
      { times: 1 },
    );
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(page, 'Approve selected').click();
    await button(page, 'Confirm').click();
    await page.getByText('The server asked for a short pause. This continues automatically.').waitFor();
    await page.getByText('Finished: 2 approved.').waitFor();
    await closePage(page);
  });

  test('on a phone a whole page can be selected, and the actions stay visible', async () => {
    await rejectAll(site, admin);
    await makeRequests(site, buyer, 3);
    const page = await open(PATH, { width: 360 });
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('3 selected').waitFor();
    await page
      .getByRole('checkbox', { name: /^Select PUR/ })
      .last()
      .uncheck();
    await page.getByText('2 selected').waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const box = await button(page, 'Reject selected').boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 780).toBe(true);
    await closePage(page);
  });
});

/** The review desk by keyboard alone: its keys, its speed, and a colleague who is quicker. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { allow, closePage, expectNoAxeViolations, focusedText, newPage, visit } from '../support/browser.ts';
import { pdf } from '../support/media-files.ts';
import { APPROVE, post, REJECT, upload, withoutCaps } from '../support/purchases.ts';
import { makeConflict, makeRequest, makeRequests, type Request, statusOf } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';

const MINUTES_FOR_TWENTY = 2;

let site: Site;
let admin: Account;
let second: Account;
let buyer: Account;

beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  second = await makeAdmin(site, { name: 'Leela Nair' });
  buyer = await makeMember(site, { isApproved: true });
});
afterAll(() => site?.remove());

async function tabTo(page: Page, name: string): Promise<void> {
  for (let nth = 0; nth < 40; nth++) {
    await page.keyboard.press('Tab');
    if ((await focusedText(page))?.includes(name)) return;
  }
  expect.fail(`${name} is not reached by Tab`);
}
const shown = (page: Page, request: Request | undefined) =>
  page.getByRole('heading', { level: 2, name: request?.orderNumber ?? '', exact: true }).waitFor();

/** Opens the desk at the oldest request, by Tab and Enter. */
async function openDesk(size: { width?: number; height?: number } = {}): Promise<Page> {
  const page = await newPage(site, { cookie: admin.cookie, ...size });
  expect(await visit(page, '/admin/purchaserequest')).toBe(200);
  await tabTo(page, 'Review one by one');
  await page.keyboard.press('Enter');
  return page;
}

const isInFrame = (page: Page) => page.evaluate(() => document.activeElement?.tagName === 'IFRAME');

/** A PDF with a visible page. */
function onePage(): Uint8Array {
  const page = '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj';
  const text = Buffer.from(pdf({ body: page })).toString('latin1');
  return Buffer.from(text.replace('/Kids[]/Count 0', '/Kids[3 0 R]/Count 1'), 'latin1');
}

describe('the review desk', () => {
  test(`twenty requests by keyboard within ${MINUTES_FOR_TWENTY} minutes, the oldest first`, async () => {
    const made = await makeRequests(site, buyer, 20);
    const page = await openDesk();
    const began = performance.now();
    for (const [nth, it] of made.entries()) {
      await shown(page, it);
      await expect
        .poll(() =>
          page.locator('.receipt-face img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0),
        )
        .toBe(true);
      if (nth % 5 === 4) {
        await page.keyboard.press('r');
        await page.keyboard.press('3');
      } else await page.keyboard.press('a');
      await page.keyboard.press('Enter');
    }
    await page.getByText('Every request has been decided.').waitFor();
    // Equal messages do not pile up over the proofs: one for approvals, one for rejections.
    await expect.poll(() => page.locator('.Toastify__toast').count()).toBeLessThanOrEqual(2);
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(`20 requests decided by keyboard in ${seconds.toFixed(1)} s\n`);
    expect(seconds).toBeLessThan(MINUTES_FOR_TWENTY * 60);
    for (const [nth, it] of made.entries()) {
      expect(await statusOf(site, it.id)).toEqual(
        nth % 5 === 4
          ? { status: 'REJECTED', reason: 'The amount paid does not match the order.' }
          : { status: 'APPROVED', reason: null },
      );
    }
    await closePage(page);
  });

  test('sums in crores and a long reference fit next to and below each other', async () => {
    await withoutCaps(site);
    const it = await makeRequest(site, buyer, {
      purchaseAmount: '20000000',
      amount: '23599999.00',
      referenceNumber: 'SBINR52026112099887766',
    });
    for (const width of [360, 1280]) {
      const page = await newPage(site, { cookie: admin.cookie, width });
      expect(await visit(page, '/admin/purchaserequest')).toBe(200);
      await page.getByRole('button', { name: 'Review one by one' }).click();
      await shown(page, it);
      const claim = page.locator('.desk-claim');
      expect(await claim.evaluate((card) => card.scrollWidth - card.clientWidth)).toBe(0);
      await closePage(page);
    }
    await post(site, APPROVE, admin, { id: it.id });
  });

  test('N goes to the next without deciding, P goes back, Escape closes first the dialog, then the desk', async () => {
    const made = await makeRequests(site, buyer, 3);
    const page = await openDesk();
    await shown(page, made[0]);
    await page.keyboard.press('n');
    await shown(page, made[1]);
    await page.keyboard.press('p');
    await shown(page, made[0]);
    await page.keyboard.press('a');
    await page.getByText('Aye you sure, you want to Approve?').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText('Aye you sure').count()).toBe(0);
    // Enter alone decides nothing: no dialog is open.
    await page.keyboard.press('Enter');
    await page.keyboard.press('+');
    await page.getByText('150%').waitFor();
    await page.keyboard.press('0');
    await page.getByText('100%').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Manage Purchase' }).waitFor();
    await expect.poll(() => focusedText(page)).toContain('Review one by one');
    for (const it of made) expect((await statusOf(site, it.id)).status).toBe('PENDING');
    for (const it of made) await post(site, APPROVE, admin, { id: it.id });
    await closePage(page);
  });

  test('the keys also work next to a PDF: while its viewer starts, after a click into it, from the first to the last', async () => {
    const made: Request[] = [];
    for (let nth = 0; nth < 4; nth++)
      made.push(await makeRequest(site, buyer, { receiptId: await upload(site, buyer, onePage()) }));
    const page = await openDesk();
    const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled);
    const proof = page.locator(hasViewer ? 'iframe.receipt-pdf' : '.receipt-document');
    const started = async (): Promise<void> => {
      await proof.waitFor();
      if (hasViewer) await expect.poll(() => page.frames().length).toBeGreaterThan(1);
      // As long as a viewer takes to load, and to take the focus.
      await page.waitForTimeout(1500);
    };
    const click = async (): Promise<void> => {
      // Long after it has started.
      await page.waitForTimeout(2500);
      await proof.click({ position: { x: 120, y: 200 } });
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('desk');
    };
    await shown(page, made[0]);
    await started();
    await page.keyboard.press('n');
    await shown(page, made[1]);
    await started();
    if (hasViewer) await click();
    await page.keyboard.press('p');
    await shown(page, made[0]);
    await started();
    await page.keyboard.press('a');
    await page.getByText('Aye you sure, you want to Approve?').waitFor();
    await page.keyboard.press('Enter');
    await shown(page, made[1]);
    await started();
    if (hasViewer) await click();
    await page.keyboard.press('r');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await shown(page, made[2]);
    expect((await statusOf(site, made[0]?.id ?? '')).status).toBe('APPROVED');
    expect((await statusOf(site, made[1]?.id ?? '')).status).toBe('REJECTED');
    await started();
    if (hasViewer) {
      // Tab moves the focus into the viewer, where it stays.
      for (let nth = 0; nth < 12 && !(await isInFrame(page)); nth++) await page.keyboard.press('Tab');
      expect(await isInFrame(page)).toBe(true);
      await page.waitForTimeout(1000);
      expect(await isInFrame(page)).toBe(true);
      await page.locator('.desk-title').click();
    }
    await page.keyboard.press('n');
    await shown(page, made[3]);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Manage Purchase' }).waitFor();
    for (const it of made.slice(2)) await post(site, APPROVE, admin, { id: it.id });
    await closePage(page);
  });

  test('letters typed into the reason or outside the desk decide nothing', async () => {
    const made = await makeRequests(site, buyer, 1);
    const page = await openDesk();
    await shown(page, made[0]);
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Another reason' }).press('Enter');
    const text = page.getByRole('textbox', { name: /^Reason/ });
    await expect.poll(() => text.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.type('A nicer reason, number 1');
    await shown(page, made[0]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'User Manage' }).focus();
    await page.keyboard.press('a');
    expect(await page.getByText('Aye you sure').count()).toBe(0);
    await post(site, APPROVE, admin, { id: made[0]?.id });
    await closePage(page);
  });

  test('a conflict shows both claims, and is gone as soon as the other claim is rejected', async () => {
    const other = await makeMember(site, { isApproved: true, name: 'Meera Iyer' });
    const [first, rival] = await makeConflict(site, [buyer, other], onePage());
    const page = await openDesk();
    await shown(page, first);
    await page.getByText(`The same number is on ${rival.orderNumber}.`).waitFor();
    const claims = page.getByRole('region', { name: 'Claims with the same number' });
    await claims.getByRole('cell', { name: 'Meera Iyer' }).waitFor();
    expect(await claims.getByRole('link', { name: rival.orderNumber, exact: true }).getAttribute('href')).toBe(
      `/admin/purchaserequest?requestSearch=${rival.orderNumber}`,
    );
    await expectNoAxeViolations(page);
    await page.keyboard.press('r');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await shown(page, rival);
    await expect.poll(() => page.getByText('Reference in conflict').count()).toBe(0);
    expect(await claims.count()).toBe(0);
    await post(site, APPROVE, admin, { id: rival.id });
    await closePage(page);
  });

  test('on a laptop both claims fit, and a rejection keeps number, sums, flags and reasons in sight', async () => {
    const other = await makeMember(site, { isApproved: true, name: 'Meera Iyer' });
    const [first, rival] = await makeConflict(site, [buyer, other], onePage());
    const page = await openDesk({ width: 1366, height: 768 });
    await shown(page, first);
    const claims = page.getByRole('region', { name: 'Claims with the same number' });
    await claims.waitFor();
    expect(await claims.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    await page.keyboard.press('r');
    await page.getByText('Aye you sure, you want to Reject?').waitFor();
    for (const part of [
      page.getByRole('heading', { level: 2, name: first.orderNumber, exact: true }),
      page.getByText('Final Amount', { exact: true }),
      page.getByText('Transaction No.', { exact: true }),
      page.getByText('Reference in conflict'),
      page.getByRole('button', { name: 'The payment has not reached our account.' }),
      page.getByRole('button', { name: /^Confirm/ }),
    ]) {
      const box = await part.boundingBox();
      expect(box?.y, String(part)).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 768) + (box?.height ?? 0), String(part)).toBeLessThanOrEqual(768);
    }
    await page.keyboard.press('Escape');
    for (const { id } of [first, rival]) await post(site, REJECT, admin, { id, reason: 'Test' });
    await closePage(page);
  });

  test("a colleague's decision is reported immediately on a key, and by polling while the desk is open", async () => {
    const made = await makeRequests(site, buyer, 2);
    const page = await openDesk();
    allow(page, /409 POST .*\/approve/);
    await shown(page, made[0]);
    await post(site, APPROVE, second, { id: made[0]?.id });
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await page
      .locator('.Toastify__toast')
      .filter({ hasText: 'Purchase request has already been processed.' })
      .waitFor();
    await page.getByText(`${made[0]?.orderNumber} was approved by Leela Nair just now.`).waitFor();
    await page.keyboard.press('Enter');
    await shown(page, made[1]);
    await post(site, APPROVE, second, { id: made[1]?.id });
    await page.getByText(`${made[1]?.orderNumber} was approved by Leela Nair just now.`).waitFor();
    await closePage(page);
  });
});

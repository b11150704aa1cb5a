/** The member's screens under a reader's own settings: wider letters, few colours, long numbers, small pages. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { PAYEE_UPI } from '../support/brand.ts';
import { closePage, expectNoSidewaysScroll, hydrated, newPage, visit } from '../support/browser.ts';
import { comparedOrder } from '../support/compared-orders.ts';
import { clipboard, expectToasts, onPage, orderNumber, paymentUrl } from '../support/member.ts';
import { freshReference, submitted, upi, withoutCaps } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let member: Account;
let order: string;
beforeAll(async () => {
  site = await startSite();
  member = await makeMember(site, { name: 'Ananya Krishnamurthy' });
  const sent = await upi(site, member, { purchaseId: orderNumber(), referenceNumber: freshReference() });
  order = (await submitted(site, member, sent)).orderNumber;
});
afterAll(() => site?.remove());

/** WCAG 1.4.12, as in a reader's own style sheet. */
async function widenText(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const css = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';
  const expression = `(() => { const it = new CSSStyleSheet(); it.replaceSync(${JSON.stringify(css)}); document.adoptedStyleSheets = [it] })()`;
  await client.send('Runtime.evaluate', { expression });
}

const SCREENS: readonly (readonly [path: string | (() => string), who: 'nobody' | 'member'])[] = [
  ['/', 'nobody'],
  ['/register', 'nobody'],
  ['/fogot-password', 'nobody'],
  ['/user/dashboard', 'member'],
  ['/user/buy-token', 'member'],
  [() => paymentUrl(orderNumber()), 'member'],
  [() => paymentUrl(order), 'member'],
  ['/user/payment-history', 'member'],
  ['/user/profile', 'member'],
];

test('with the letter and word spacing of WCAG 1.4.12 nothing overflows on a phone', async () => {
  for (const [path, who] of SCREENS) {
    const page = await newPage(site, { width: 360, ...(who === 'member' && { cookie: member.cookie }) });
    await visit(page, typeof path === 'string' ? path : path());
    await widenText(page);
    await expectNoSidewaysScroll(page);
    await closePage(page);
  }
});

test('in forced colours the selected tab, the current menu item and a dialog have a border', async () => {
  const page = await newPage(site, { cookie: member.cookie });
  await page.emulateMedia({ forcedColors: 'active' });
  await visit(page, '/user/dashboard');
  for (const chosen of ['.tab[aria-selected="true"]', '.side-link[aria-current="page"]']) {
    const outline = await page
      .locator(chosen)
      .first()
      .evaluate((it) => getComputedStyle(it).outlineStyle);
    expect(outline, chosen).toBe('solid');
  }
  await closePage(page);
});

test('a number does not wrap', async () => {
  await onPage(site, paymentUrl(order), { member, width: 360 }, async ({ page }) => {
    const row = page.locator('.facts > div', { hasText: 'UTR or Transaction Number' });
    const lines = await row.locator('dd').evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBe(1);
  });
});

/**
 * A payment with long cells: lakhs, sixteen characters of a NEFT number, and another member with the same reference.
 */
async function makeLongPayment(buyer: Account, name: string): Promise<void> {
  await withoutCaps(site);
  const long = { paymentMethod: 'BANK', referenceNumber: 'VNDHN26286737654', purchaseAmount: '995000' };
  const order = { ...long, amount: '1174100.00', purchaseId: orderNumber() };
  const seen = { amount: '1174100.00', bankState: 'SEEN' } as const;
  await comparedOrder(site, { admin: await makeAdmin(site), buyer, name }, order, seen);
}

test('on a tablet and next to a sidebar the actions of a payment are visible without scrolling', async () => {
  const name = 'Zubin Contractor';
  const buyer = await makeMember(site, { name });
  await makeLongPayment(buyer, name);
  for (const width of [768, 1024, 1100, 1279, 1280])
    await onPage(site, '/user/payment-history', { member: buyer, width }, async ({ page }) => {
      const badges = await page.locator('.table .badge').allInnerTexts();
      expect(badges.map((it) => it.replace(/\s+/g, ' ')).sort()).toEqual(['Pending', 'Verified']);
      const room = await page.locator('.table-frame').evaluate((it) => it.clientWidth - it.scrollWidth);
      expect(room, `${width} px`).toBe(0);
    });
});

test('a wallet address is shown completely on a phone, where its field shows half of it', async () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  await onPage(site, '/user/profile', { member, width: 360 }, async ({ page }) => {
    await page.getByLabel('Wallet address').fill(address);
    const whole = page.locator('code', { hasText: address });
    const { width } = (await whole.boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(0);
    await expectNoSidewaysScroll(page);
  });
});

test('on a phone an empty list has no cut-off column heads', async () => {
  const page = await newPage(site, { width: 360, cookie: (await makeMember(site)).cookie });
  await page.goto('/user/payment-history');
  await hydrated(page);
  const head = await page.locator('.table thead').evaluate((it) => it.getBoundingClientRect().height);
  expect(head).toBeLessThanOrEqual(1);
  await page.getByText('No payment history found.').waitFor();
  await closePage(page);
});

test("the browser's toolbar has the colour of the selected theme", async () => {
  const page = await newPage(site, { width: 360 });
  await visit(page, '/');
  const bars = () =>
    page.locator('meta[name="theme-color"]').evaluateAll((all) => all.map((it) => it.getAttribute('content')));
  expect(await bars()).toEqual(['#ffffff', '#15181d']);
  await page.getByRole('button', { name: 'Change the theme' }).click();
  expect(await bars()).toEqual(['#15181d', '#15181d']);
  await visit(page, '/register');
  await expect.poll(bars).toEqual(['#15181d', '#15181d']);
  await closePage(page);
});

test('copying works even if the clipboard is blocked, as in a browser inside another app', async () => {
  await onPage(site, paymentUrl(orderNumber()), { member, width: 360 }, async ({ page }) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await page.getByRole('button', { name: 'Copy UPI ID' }).click();
    await expectToasts(page, ['UPI ID copied to clipboard!']);
    expect(await clipboard(page)).toBe(PAYEE_UPI);
  });
});

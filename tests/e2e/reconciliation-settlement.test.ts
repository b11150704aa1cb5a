/** The way of a settlement file on the screen: dropped, proven, found at the bank, its payments approved, tied to the rupee. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import {
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  newPage,
} from '../support/browser.ts';
import { freshReference, manual, purchaseRow, submitted, withoutCaps } from '../support/purchases.ts';
import {
  chooseStatement,
  dropStatement,
  importStatement,
  openBucket,
  openScreen,
  shownBuckets,
} from '../support/reconciliation.ts';
import { approveExact } from '../support/reconciliation-desk.ts';
import {
  creditLine,
  netOf,
  paymentOf,
  razorpayCsv,
  refundOf,
  STRANGE_HEADER,
  settlementOf,
  unknownCsv,
} from '../support/settlements.ts';
import { type Site, startSite } from '../support/site.ts';
import { statementCsv } from '../support/statements.ts';

let site: Site;
let admin: Account;
let buyer: Account;

beforeAll(async () => {
  site = await startSite();
  await withoutCaps(site);
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  buyer = await makeMember(site, { name: 'Asha Rao', isApproved: true });
});
afterAll(() => site?.remove());

const openAs = async (look: { width?: number; dark?: boolean } = {}) => {
  const page = await newPage(site, { cookie: admin.cookie, ...look });
  await openScreen(page);
  return page;
};

test('drop the settlement file, drop the statement, approve all exact: the sums tie to the rupee', async () => {
  const settlement = settlementOf();
  const purchases = [];
  const lines = [];
  for (let nth = 0; nth < 3; nth++) {
    const rrn = freshReference();
    const purchase = await submitted(site, buyer, manual({ referenceNumber: rrn }));
    purchases.push(purchase);
    lines.push(paymentOf(settlement, { rrn, order: purchase.orderNumber }));
  }
  const stranger = paymentOf(settlement, { amountPaise: 50_000n, feePaise: 0n, taxPaise: 0n });
  lines.push(stranger, refundOf(stranger, { amountPaise: -10_000n }), paymentOf(null));
  const page = await openAs();
  await dropStatement(page, { name: 'settlements.csv', content: razorpayCsv(lines) });
  await page.getByRole('heading', { name: 'Razorpay settlement file' }).waitFor();
  await page
    .locator('.reading-line')
    .filter({
      hasText:
        / · 1 settlement, 4 payments, 5 new lines · ₹4,040\.00 − ₹70\.80 fees − ₹12\.75 tax − ₹100\.00 returned = ₹3,856\.45 settled · 1 line not settled yet$/,
    })
    .waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Import 5 new rows' }).click();
  await page.locator('summary').filter({ hasText: 'Settlements' }).click();
  await page.getByText('Credit not found').waitFor();
  await expectNoAxeViolations(page);

  await importStatement(page, statementCsv([creditLine(settlement, netOf(lines, settlement))]));
  await page.getByText('Credit found').first().waitFor();
  await expect.poll(() => shownBuckets(page)).toMatchObject({ Exact: 3, Conflict: 1, Settlements: 1 });
  await page.getByText('4 open', { exact: true }).filter({ visible: true }).waitFor();
  await approveExact(page, 3);
  // The list says it without a reload.
  await page.getByText('1 open', { exact: true }).filter({ visible: true }).waitFor();
  for (const { id } of purchases) expect((await purchaseRow(site, id)).status).toBe('APPROVED');
  // Credits = approved + open − kept: 3,856.45 = 3,540.00 + 500.00 − 183.55.
  const balance = page.locator('.balance-line');
  await balance
    .filter({ hasText: /Credits ₹3,856\.45.*Approved ₹3,540\.00.*Open ₹500\.00.*Kept by aggregators ₹183\.55/ })
    .waitFor();
  await openBucket(page, 'Settlements');
  await page.getByRole('heading', { name: 'Settlements', level: 2 }).waitFor();
  await page.getByText(`UTR ${settlement.utr.toUpperCase()}`).first().waitFor();
  await closePage(page);
});

test('a list that was being read when a file was imported is read again', async () => {
  const settlement = settlementOf();
  const page = await openAs();
  let answered: () => void = () => {};
  const imported = new Promise<void>((open) => {
    answered = open;
  });
  let reads = 0;
  await page.route('**/reconciliation/settlement/list?**', async (route) => {
    const response = await route.fetch();
    if (++reads === 1) await imported;
    await route.fulfill({ response });
  });
  const begun = page.waitForRequest('**/reconciliation/settlement/list?**');
  await page.locator('summary').filter({ hasText: 'Settlements' }).click();
  await begun;
  await chooseStatement(page, { name: 'settlements.csv', content: razorpayCsv([paymentOf(settlement)]) });
  const ready = page.getByRole('button', { name: /^Import \d/ });
  await ready.click();
  await ready.waitFor({ state: 'detached' });
  answered();
  await page.getByText(`UTR ${settlement.utr.toUpperCase()}`).first().waitFor();
  await closePage(page);
});

test('every width: settlements', async () => {
  const settlement = settlementOf();
  const page = await openAs(DARK_PHONE);
  await chooseStatement(page, { name: 'settlements.csv', content: razorpayCsv([paymentOf(settlement)]) });
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await page.locator('summary').filter({ hasText: 'Settlements' }).click();
  await page.getByText('Credit not found').first().waitFor();
  await expectFits(page);
  await closePage(page);
});

test('the file of an unknown aggregator is said to be a settlement file, mapped by hand, and the next one is read by itself', async () => {
  const settlement = settlementOf();
  const line = paymentOf(settlement, { order: 'PUR-1', rrn: freshReference() });
  const page = await openAs({ width: 360, dark: true });
  await chooseStatement(page, { name: 'payouts.csv', content: unknownCsv([line], STRANGE_HEADER) });
  await page.getByRole('heading', { name: 'Unknown layout' }).waitFor();
  await page.getByRole('tab', { name: 'Settlement file' }).click();
  await page.getByRole('heading', { name: 'Settlement file' }).waitFor();
  await page.getByText('This settlement file is new.', { exact: false }).waitFor();
  await expectNoSidewaysScroll(page);
  // Where the page came to a stop, the bar on top may cover half of a button, which axe takes for a small target.
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoAxeViolations(page);
  const choose = (columns: Readonly<Record<string, string>>) =>
    Promise.all(
      Object.entries(columns).map(([column, label]) =>
        page.getByLabel(column, { exact: true }).selectOption({ label }),
      ),
    );
  await choose({
    'Buyer pays': 'Net amount',
    Cost: 'Fee',
    Duty: 'Tax on the fee',
    'Merchant gets': 'Amount that the buyer paid',
    Bundle: 'Settlement ID',
    'Bundle number': 'UTR of the settlement',
  });
  await page.getByRole('button', { name: 'Read again with these columns' }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'is above its amount' });
  await problem.waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoAxeViolations(page);
  await choose({ 'Buyer pays': 'Amount that the buyer paid', 'Merchant gets': 'Net amount' });
  await page.getByRole('button', { name: 'Read again with these columns' }).click();
  await problem.waitFor({ state: 'detached' });
  await page
    .locator('.reading-line')
    .filter({
      hasText: /1 settlement, 1 payment, 1 new line · ₹1,180\.00 − ₹23\.60 fees − ₹4\.25 tax = ₹1,152\.15 settled$/,
    })
    .waitFor();
  await page.getByRole('button', { name: 'Import 1 new row' }).click();
  await page.getByRole('heading', { name: 'Settlement file' }).waitFor({ state: 'detached' });
  const next = unknownCsv([paymentOf(settlement, { rrn: freshReference() })], STRANGE_HEADER);
  await chooseStatement(page, { name: 'payouts-2.csv', content: next });
  await page.getByRole('heading', { name: 'Settlement file' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Import 1 new row' }).isEnabled()).toBe(true);
  await closePage(page);
});

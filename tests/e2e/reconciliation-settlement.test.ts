/** The way of a settlement file on the screen: dropped, proven, found at the bank, its payments approved, tied to the rupee. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, LOOKS, newPage } from '../support/browser.ts';
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
import { creditLine, netOf, paymentOf, razorpayCsv, refundOf, settlementOf } from '../support/settlements.ts';
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
  expect(await shownBuckets(page)).toMatchObject({ Exact: 3, Conflict: 1, Settlements: 1 });
  await approveExact(page, 3);
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

test.each(LOOKS)('every width: settlements, $width px, dark $dark', async (look) => {
  const settlement = settlementOf();
  const page = await openAs(look);
  await chooseStatement(page, { name: 'settlements.csv', content: razorpayCsv([paymentOf(settlement)]) });
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await page.locator('summary').filter({ hasText: 'Settlements' }).click();
  await page.getByText('Credit not found').first().waitFor();
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await closePage(page);
});

/** A day at the reconciliation: exact matches together, the rest by keyboard, and figures that tie to the rupee. */
import fs from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatPaise, parsePaise } from '../../src/lib/core/money.ts';
import { PATHS } from '../../src/lib/core/paths.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, DARK_PHONE, expectFits, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { post, REJECT, withoutCaps } from '../support/purchases.ts';
import { importStatement, openBucket, openScreen, shownBuckets } from '../support/reconciliation.ts';
import { approveExact, claimOf, desk, mistyped, openAs, randomReference } from '../support/reconciliation-desk.ts';
import { makeRequest, type Request, statusOf } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';
import { dayInIndia, type Line, statementCsv, upiCredit } from '../support/statements.ts';

/** Goes on until the bank row with this text is on show. */
async function goTo(page: Page, text: string): Promise<void> {
  const narration = desk(page).locator('[title=Narration]');
  for (;;) {
    const now = await narration.innerText();
    if (now.includes(text)) return;
    await page.keyboard.press('n');
    await expect.poll(() => narration.innerText()).not.toBe(now);
  }
}
const shown = (page: Page, text: string) => desk(page).getByText(text, { exact: true }).first().waitFor();

describe('a statement from the drop to the export', () => {
  let site: Site;
  let admin: Account;
  let asha: Account;
  let page: Page;
  const claims: Record<string, Request> = {};
  beforeAll(async () => {
    site = await startSite();
    await withoutCaps(site);
    admin = await makeAdmin(site, { name: 'Vikram Shah' });
    asha = await makeMember(site, { name: 'Asha Rao', isApproved: true });
    const kavita = await makeMember(site, { name: 'Kavita Menon', mobile: '+919812345678', isApproved: true });
    for (const name of ['one', 'two', 'short', 'typo', 'rejected']) claims[name] = await claimOf(site, asha);
    claims.kavita = await claimOf(site, kavita);
    // Only a payment to an account can be missing there, and no row has its amount: that would be suggested.
    claims.missing = await makeRequest(site, asha, {
      referenceNumber: randomReference(),
      purchaseAmount: '1100',
      amount: '1298.00',
    });
    await post(site, REJECT, admin, { id: referenced('rejected').id });
    page = await openAs(site, admin);
  });
  afterAll(() => site?.remove());

  function referenced(name: string): Request {
    const claim = claims[name];
    if (!claim) throw new Error(`no claim ${name}`);
    return claim;
  }
  const credit = (name: string, amount = '1180.00', change = (text: string): string => text): Line =>
    upiCredit(change(referenced(name).referenceNumber ?? ''), amount);
  const figures = async (): Promise<string> => (await page.locator('.balance-line').innerText()).replace(/\s+/g, ' ');

  test('each payment is in its group', async () => {
    await importStatement(
      page,
      statementCsv([
        credit('one'),
        credit('two'),
        credit('short', '1168.20'),
        credit('typo', '1180.00', mistyped),
        credit('rejected'),
        { day: dayInIndia(), narration: 'UPI-K MENON-KM@OKICICI-ICIC0000001-400000000001-GIFT', amount: '1180.00' },
        { day: dayInIndia(), narration: 'INTEREST CREDIT 31-10-2026', amount: '20.50' },
        { day: dayInIndia(1), narration: 'CHEQUE PAID 000123', amount: '-500.00' },
      ]),
    );
    await expect
      .poll(() => shownBuckets(page))
      .toMatchObject({
        Exact: 2,
        'Amount differs': 1,
        Suggested: 1,
        Reopen: 1,
        'Without a claim': 2,
      });
    expect(await figures()).toBe(
      'Credits ₹7,088.70 = Approved ₹0.00 + Assigned ₹0.00 + Not ours ₹0.00 + Open ₹7,088.70',
    );
  });

  test('buyers read what the bank says of each purchase', async () => {
    const history = await newPage(site, { cookie: asha.cookie, width: 360 });
    await visit(history, PATHS.paymentHistory);
    for (const [name, sentence] of [
      ['one', /Verified\s+Seen at the bank on \d+ \w+, waiting for approval\./],
      ['short', /Found ₹1,168\.20, due ₹1,180\.00\./],
    ] as const) {
      await history.getByRole('button', { name: `Details of order ${referenced(name).orderNumber}` }).click();
      await expect.poll(() => history.locator('.table-more').last().innerText()).toMatch(sentence);
    }
    expect(await history.locator('body').innerText()).not.toContain('Compared with the bank statement');
    await closePage(history);
  });

  test('all exact matches are approved together, after a look at a sample, each with its result', async () => {
    await approveExact(page, 2);
    for (const name of ['one', 'two']) expect((await statusOf(site, referenced(name).id)).status).toBe('APPROVED');
    await expect.poll(figures).toContain('Approved ₹2,360.00 + Assigned ₹0.00');
  });

  test('a mistyped number shows its difference and is approved by keys, with a reason', async () => {
    await openBucket(page, 'Suggested');
    await shown(page, referenced('typo').orderNumber);
    expect(await desk(page).locator('mark').count()).toBeGreaterThan(0);
    await expectNoAxeViolations(page);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await desk(page).getByText('Please enter a reason.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await page.keyboard.press('2');
    await page.keyboard.press('Enter');
    await desk(page).getByText('No suggestion is waiting.').waitFor();
    expect((await statusOf(site, referenced('typo').id)).status).toBe('APPROVED');
  });

  test('an approval is taken back in place, by a reversal', async () => {
    await desk(page)
      .getByText(`${referenced('typo').orderNumber} approved.`, { exact: true })
      .first()
      .waitFor();
    await page.keyboard.press('u');
    const dialog = page.getByRole('dialog', { name: 'Reverse this approved purchase?' });
    await dialog.getByRole('button', { name: 'The payment belongs to another order.' }).click();
    await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await statusOf(site, referenced('typo').id)).status).toBe('REVERSED');
  });

  test('another amount is rejected with a ready reason, and a rejected exact claim is reopened', async () => {
    await openBucket(page, 'Amount differs');
    await desk(page).getByText('₹11.80 less than due').waitFor();
    await page.keyboard.press('r');
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    await desk(page).getByText('No payment with another amount is waiting.').waitFor();
    expect(await statusOf(site, referenced('short').id)).toEqual({
      status: 'REJECTED',
      reason: 'The amount paid does not match the order.',
    });
    await openBucket(page, 'Reopen');
    await shown(page, referenced('rejected').orderNumber);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await desk(page).getByText('No rejected claim turned up on a statement.').waitFor();
    expect((await statusOf(site, referenced('rejected').id)).status).toBe('APPROVED');
  });

  test('a payment without a claim is assigned by a search for the buyer, by name or amount', async () => {
    await openBucket(page, 'Without a claim');
    await goTo(page, 'UPI-K MENON');
    for (const search of ['1,180', 'Menon']) {
      await page.keyboard.press('/');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(search);
      await page.keyboard.press('Enter');
      await shown(page, referenced('kavita').orderNumber);
      await desk(page)
        .getByText(/^(One claim matches|\d claims match)\.$/)
        .waitFor();
      await desk(page).focus();
    }
    await page.keyboard.press('a');
    await page.keyboard.press('4');
    await page.keyboard.press('Enter');
    await desk(page)
      .getByText(`${referenced('kavita').orderNumber} approved.`, { exact: true })
      .first()
      .waitFor();
    expect((await statusOf(site, referenced('kavita').id)).status).toBe('APPROVED');
  });

  test('interest is marked as not ours, the mark is undone, and set again with a rule', async () => {
    await goTo(page, 'INTEREST CREDIT');
    await page.keyboard.press('o');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await desk(page).getByText('₹20.50 marked as not ours.').first().waitFor();
    await page.keyboard.press('u');
    const dialog = page.getByRole('dialog', { name: 'Undo this decision?' });
    await dialog.waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(figures).toContain('Not ours ₹0.00');
    await goTo(page, 'INTEREST CREDIT');
    await page.keyboard.press('o');
    await page.keyboard.press('1');
    await desk(page).getByLabel('Always for rows with this text').check();
    expect(await desk(page).getByLabel('Text of the narration').inputValue()).toBe('INTEREST CREDIT');
    await desk(page).getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(figures).toContain('Not ours ₹20.50');
    await importStatement(
      page,
      statementCsv([{ day: dayInIndia(), narration: 'INTEREST CREDIT 30-11-2026', amount: '30.00' }], 900_000n),
    );
    await expect.poll(figures).toContain('Not ours ₹50.50');
  });

  test('a claim that is not at the bank says so', async () => {
    const { id } = referenced('missing');
    // The statement of today has payments of the three days before it, too.
    await site.database.platform
      .updateTable('purchases')
      .set({ created_at: new Date(Date.now() - 2 * 86_400_000) })
      .where('id', '=', id)
      .execute();
    await openScreen(page);
    await openBucket(page, 'Without a payment');
    await shown(page, referenced('missing').orderNumber);
    await desk(page).getByText('No row of the statement has the number of this claim.', { exact: false }).waitFor();
    expect(
      await desk(page)
        .getByRole('button', { name: /^Approve/ })
        .count(),
    ).toBe(0);
  });

  test('the figures tie to the rupee, on the screen and in the export', async () => {
    const text = await figures();
    const [credits = 0n, ...parts] = [...text.matchAll(/₹([\d,]+\.\d\d)/g)].map(
      ([, amount = '']) => parsePaise(amount.replaceAll(',', '')) ?? 0n,
    );
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(credits);
    expect(formatPaise(credits)).toBe('7118.70');
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /CSV$/ }).first().click(),
    ]);
    const rows = parse<Record<string, string>>(fs.readFileSync(await download.path()), { bom: true, columns: true });
    const paiseOf = (amount: string): bigint => parsePaise(amount) ?? 0n;
    expect(rows.reduce((sum, row) => sum + paiseOf(row.Credit ?? ''), 0n)).toBe(credits);
    const orders = rows.filter((row) => row.Credit !== '').map((row) => row['Order #']);
    expect(orders).toContain(referenced('kavita').orderNumber);
  });
});

describe('the desk and its lists', () => {
  let site: Site;
  let admin: Account;
  beforeAll(async () => {
    site = await startSite();
    admin = await makeAdmin(site);
  });
  afterAll(() => site?.remove());

  async function importAndApprove(): Promise<void> {
    const claim = await claimOf(site, await makeMember(site, { isApproved: true }));
    const page = await openAs(site, admin);
    await importStatement(
      page,
      statementCsv([
        upiCredit(claim.referenceNumber ?? '', '1180.00'),
        { day: dayInIndia(), narration: 'UPI-K MENON-KM@OKICICI-ICIC0000001-400000000001-GIFT', amount: '1180.00' },
        { day: dayInIndia(), narration: 'INTEREST CREDIT 31-10-2026', amount: '20.50' },
      ]),
    );
    await approveExact(page, 1);
    await closePage(page);
  }
  let prepared: Promise<void> | null = null;

  test('every width', async () => {
    // Not before all tests: what it waits for is part of a test.
    prepared ??= importAndApprove();
    await prepared;
    const phone = await openAs(site, admin, DARK_PHONE);
    await openBucket(phone, 'Without a claim');
    await desk(phone)
      .getByRole('button', { name: /^Not ours/ })
      .click();
    await desk(phone).getByText('Mark this payment as not ours?').waitFor();
    await expectFits(phone);
    await desk(phone)
      .getByRole('button', { name: /^Cancel/ })
      .click();
    await desk(phone).getByRole('button', { name: /^Next/ }).click();
    await openBucket(phone, 'Decided');
    await phone
      .getByRole('button', { name: /^More for/ })
      .first()
      .waitFor();
    await expectFits(phone);
    await closePage(phone);
  });

  test('on a phone, the next payment is in view after a decision at the end of the one before', async () => {
    prepared ??= importAndApprove();
    await prepared;
    const phone = await openAs(site, admin, { width: 360 });
    await openBucket(phone, 'Without a claim');
    await desk(phone).getByText('2 left', { exact: true }).waitFor();
    await desk(phone)
      .getByRole('button', { name: /^Not ours/ })
      .click();
    await desk(phone).getByText('Mark this payment as not ours?').waitFor();
    await phone.keyboard.press('1');
    await phone.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await desk(phone).getByRole('button', { name: 'Confirm' }).click();
    await desk(phone).getByText('1 left', { exact: true }).waitFor();
    const topOf = () => desk(phone).evaluate((frame) => frame.getBoundingClientRect().top);
    await expect.poll(topOf).toBeGreaterThanOrEqual(0);
    expect(await topOf()).toBeLessThan(200);
    await closePage(phone);
  });
});

/** Buy Token in a browser: typed amounts, the summary, and what disables the button. */
import { sql } from 'kysely';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BuyScreen } from '../../src/islands/purchases/buy/BuyScreen.tsx';
import { companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { SYMBOL, TOKEN } from '../support/brand.ts';
import { DARK_PHONE, expectFits, expectNoAxeViolations } from '../support/browser.ts';
import { expectToasts, onPage, orderNumber, type Visit, type VisitOptions } from '../support/member.ts';
import { leaveTokens, post, REJECT, submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());

const buyToken = (options: VisitOptions, run: (at: Visit) => Promise<void>) =>
  onPage(site, '/user/buy-token', options, run);
const amount = ({ page }: Visit) => page.getByLabel('Amount (INR)');
const buyNow = ({ page }: Visit) => page.getByRole('button', { name: 'BUY NOW' });
const summary = async ({ page }: Visit): Promise<string[]> =>
  (await page.getByRole('complementary', { name: 'Summary' }).locator('p.text-xl, dd').allInnerTexts()).map((text) =>
    text.trim(),
  );

test('shows the token, its price and the remaining stock', async () => {
  await buyToken({}, async (at) => {
    const { page } = at;
    expect(await page.title()).toMatch(/Buy Token$/);
    const text = await page.locator('main').innerText();
    for (const part of [
      TOKEN.name,
      SYMBOL,
      'Price per token',
      '₹0.25',
      'Remaining private supply',
      `30,00,00,000 ${SYMBOL}`,
    ])
      expect(text).toContain(part);
    // The bar fills with what is sold.
    expect(await page.getByRole('progressbar').evaluate((it: HTMLProgressElement) => it.value / it.max)).toBe(0);
    expect(text).toContain('0% sold or reserved');
    expect(await buyNow(at).isDisabled()).toBe(true);
    expect(await summary(at)).toEqual([`0 ${SYMBOL}`, '₹0.00', '₹0.00', '₹0.00']);
    await expectNoAxeViolations(page);
  });
});

test('the summary follows each key, and the field accepts only digits and a point', async () => {
  await buyToken({}, async (at) => {
    const seen: string[] = [];
    await amount(at).focus();
    for (const key of ['1', 'a', '0', ',', '.', '-', '5', '.', 'e', '5']) {
      await at.page.keyboard.type(key);
      seen.push(`${await amount(at).inputValue()} ${(await summary(at))[0]}`);
    }
    expect(seen).toEqual([
      `1 4 ${SYMBOL}`,
      `1 4 ${SYMBOL}`,
      `10 40 ${SYMBOL}`,
      `10 40 ${SYMBOL}`,
      `10. 40 ${SYMBOL}`,
      `10. 40 ${SYMBOL}`,
      `10.5 42 ${SYMBOL}`,
      `10.5 42 ${SYMBOL}`,
      `10.5 42 ${SYMBOL}`,
      `10.55 42 ${SYMBOL}`,
    ]);
    await amount(at).fill('₹ 1,50,000.50');
    expect(await amount(at).inputValue()).toBe('150000.50');
  });
});

test('an amount is chosen, typed in rupees or in tokens, and rounded to whole tokens', async () => {
  await buyToken({}, async (at) => {
    const { page } = at;
    const tokens = page.getByLabel('Tokens', { exact: true });
    await page.getByRole('button', { name: '₹5,000', exact: true }).click();
    expect(await amount(at).inputValue()).toBe('5000');
    expect(await tokens.inputValue()).toBe('20000');
    await tokens.fill('2,001');
    expect(await tokens.inputValue()).toBe('2001');
    expect(await amount(at).inputValue()).toBe('500.25');
    expect((await summary(at))[0]).toBe(`2,001 ${SYMBOL}`);
    await tokens.fill('x');
    expect(await tokens.inputValue()).toBe('2001');
    await tokens.fill('');
    expect(await amount(at).inputValue()).toBe('');
    await amount(at).fill('500.30');
    await page.getByText(`₹500.25 buys the same 2,001 ${SYMBOL}.`).waitFor();
    await page.getByRole('button', { name: 'Round to ₹500.25' }).click();
    expect(await amount(at).inputValue()).toBe('500.25');
    expect(await page.getByRole('button', { name: /^Round to/ }).count()).toBe(0);
    expect(await buyNow(at).isEnabled()).toBe(true);
  });
});

test('the amount of the address is filled in, if it is an amount', async () => {
  for (const [query, value] of [
    ['1234.5', '1234.50'],
    ['-5', ''],
    ['%3Cb%3E', ''],
  ])
    await onPage(site, `/user/buy-token?amount=${query}`, {}, async (at) => {
      expect(await amount(at).inputValue()).toBe(value);
    });
});

test('on a phone BUY NOW is in reach without scrolling', async () => {
  await buyToken({ width: 390, height: 844 }, async (at) => {
    const box = await buyNow(at).boundingBox();
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  });
});

describe('the figures are exact', () => {
  test.each([
    ['250000', 1800, '4.35', [`17 ${SYMBOL}`, '₹4.35', '₹0.78', '₹5.13']],
    ['50000', 725, '4.35', [`87 ${SYMBOL}`, '₹4.35', '₹0.32', '₹4.67']],
    ['100000', 0, '0.7', [`7 ${SYMBOL}`, '₹0.70', '₹0.00', '₹0.70']],
    ['333333', 1800, '1000000.05', [`30,00,003 ${SYMBOL}`, '₹10,00,000.05', '₹1,80,000.01', '₹11,80,000.06']],
  ])('price %s millionths, fee %i basis points, amount %s', async (price, fee, typed, figures) => {
    const set = (micros: string, bps: number) =>
      sql`UPDATE companies SET price_micros = ${micros}, fee_bps = ${bps} WHERE id = ${companyId}`.execute(
        site.database.platform,
      );
    await set(price, fee);
    try {
      await buyToken({}, async (at) => {
        await amount(at).fill(typed);
        expect(await summary(at)).toEqual(figures);
      });
    } finally {
      await set('250000', 1800);
    }
  });
});

describe('an invalid amount disables the button and is explained', () => {
  test.each([
    ['', 'Please enter a valid amount.'],
    ['0', 'Please enter a valid amount.'],
    ['.', 'Please enter a valid amount.'],
    ['1.234', 'Please enter a valid amount.'],
    ['0.24', 'The smallest order is ₹0.25, the price of one token.'],
    ['75000000.25', 'Only 30,00,00,000 tokens are left. Please enter a smaller amount.'],
  ])('%j: %s', async (typed, message) => {
    await buyToken({}, async (at) => {
      await amount(at).fill(typed);
      expect(await buyNow(at).isDisabled()).toBe(true);
      await amount(at).press('Enter');
      await expect.poll(() => at.page.locator('.field-error').allInnerTexts()).toEqual([message]);
      // Only a message of the specification is shown once more above the field that says it.
      await expectToasts(at.page, message === 'Please enter a valid amount.' ? [message] : []);
      expect(new URL(at.page.url()).pathname).toBe('/user/buy-token');
      await expectNoAxeViolations(at.page);
    });
  });
});

test('BUY NOW waits a second, creates the number and its key, and opens the payment once', async () => {
  await buyToken({}, async (at) => {
    const { page } = at;
    await amount(at).fill('1000.5');
    const before = Date.now();
    await buyNow(at).click();
    expect(await buyNow(at).getAttribute('aria-busy')).toBe('true');
    await buyNow(at).click({ force: true });
    await page.waitForURL('**/user/payment?*');
    const took = Date.now() - before;
    expect(took).toBeGreaterThanOrEqual(1000);
    const { searchParams } = new URL(page.url());
    const number = searchParams.get('purchaseId') ?? '';
    expect(number).toMatch(/^PUR-\d{6}$/);
    const since = (Number(number.slice(4)) - (before % 1_000_000) + 1_000_000) % 1_000_000;
    expect(since).toBeGreaterThanOrEqual(1000);
    expect(since).toBeLessThan(took + 1000);
    expect(searchParams.get('purchaseAmount')).toBe('1000.50');
    const orders = await page.evaluate(() =>
      Object.keys(sessionStorage)
        .filter((key) => key.startsWith('order:'))
        .map((key) => [key, JSON.parse(sessionStorage.getItem(key) ?? '').idempotencyKey] as const),
    );
    expect(orders).toEqual([[`order:${number}:1000.50`, expect.stringMatching(/^[0-9a-f]{32}$/)]]);
    expect(await site.database.platform.selectFrom('purchases').selectAll().execute()).toEqual([]);
  });
});

test('verified members only: the screen says so and accepts no amount; a verified member buys', async () => {
  const only = (yes: boolean) =>
    sql`UPDATE companies SET verified_members_only = ${yes} WHERE id = ${companyId}`.execute(site.database.platform);
  await only(true);
  try {
    await buyToken({}, async (at) => {
      const notice = 'Buying is open to verified members only. Please wait until our team has verified your account.';
      await at.page.getByText(notice).waitFor();
      expect(await amount(at).isDisabled()).toBe(true);
      expect(await buyNow(at).isDisabled()).toBe(true);
      await expectNoAxeViolations(at.page);
    });
    await buyToken({ member: { isApproved: true } }, async (at) => {
      await amount(at).fill('10');
      expect(await buyNow(at).isEnabled()).toBe(true);
    });
  } finally {
    await only(false);
  }
});

test('above the limit of one UPI payment the summary advises to pay by bank', async () => {
  await buyToken({}, async (at) => {
    const note = at.page.getByText(
      'A UPI app takes at most ₹1,00,000.00 in one payment. The next step has the other ways to pay.',
    );
    await amount(at).fill('84745.76');
    expect(await note.count()).toBe(0);
    await amount(at).fill('84745.77');
    expect(await note.count()).toBe(1);
  });
});

test('without a token of the catalogue nothing can be bought', () => {
  const initial = {
    price: '0.25',
    platformChargePercent: '18',
    remainingPrivateSupply: 1,
    minimumAmount: '0.25',
    maximumAmount: null,
    holdableQuantity: null,
    upiLimit: '100000.00',
    buyingClosed: null,
  };
  const html = renderToString(createElement(BuyScreen, { token: null, initial, privateSupply: '1' }));
  expect(html).toContain('Please select a token to proceed.');
  expect(html).not.toContain('BUY NOW');
});

test('at every width nothing is cut off', async () => {
  const member = await makeMember(site);
  await buyToken({ member, ...DARK_PHONE }, async (at) => {
    await amount(at).fill('9999999.99');
    await expectFits(at.page);
  });
});

test('an order whose proof was sent is shown in review, with a link, until it is decided', async () => {
  const member = await makeMember(site);
  const it = await submitted(site, member, await upi(site, member, { purchaseId: orderNumber() }));
  await buyToken({ member }, async ({ page }) => {
    const card = page.getByRole('region', { name: 'Orders in review' });
    expect(await card.innerText()).toMatch(
      new RegExp(`${it.orderNumber}, ₹[\\d,.]+\\s+In review, usually within a day.`),
    );
    await card.getByRole('link', { name: 'See the order' }).click();
    await page.waitForURL(`**/user/payment-history?search=${it.orderNumber}`);
    await page
      .getByRole('button', { name: `Details of order ${it.orderNumber}` })
      .first()
      .waitFor();
  });
  await sql`UPDATE purchases SET created_at = now() - interval '30 hours' WHERE id = ${it.id}`.execute(
    site.database.platform,
  );
  await buyToken({ member }, async ({ page }) => {
    await page.getByText('In review. It takes longer than usual. Please do not pay again.').waitFor();
  });
  const admin = await makeAdmin(site);
  const question = { id: it.id, text: 'Which app did you use?', isQuestion: true };
  await post(site, '/api/v1/admin/transaction/messages/add', admin, question);
  await buyToken({ member }, async ({ page }) => {
    await page.getByText('Our team has a question. Please answer it, and the review goes on.').waitFor();
    await page.getByRole('link', { name: 'Answer now' }).waitFor();
  });
  await post(site, REJECT, admin, { id: it.id });
  await buyToken({ member }, async ({ page }) => {
    expect(await page.getByRole('region', { name: 'Orders in review' }).count()).toBe(0);
  });
});

test('the screen says when everything is sold', async () => {
  await leaveTokens(site, companyId, 0n);
  await buyToken({}, async (at) => {
    await at.page.getByText('All tokens of this sale are sold or on hold.').waitFor();
    expect(await buyNow(at).isDisabled()).toBe(true);
  });
});

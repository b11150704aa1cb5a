/** The payment screen in a browser: its order, its countdown, and every way to pay. */
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyIdOf } from '../support/accounts.ts';
import { COMPANY_NAME, PAYEE_UPI } from '../support/brand.ts';
import { allow, DARK_PHONE, expectFits, expectNoAxeViolations } from '../support/browser.ts';
import {
  agree,
  button,
  clipboard,
  expectToasts,
  fillProof,
  onPage,
  openProof,
  orderNumber,
  paymentUrl,
  purchasesOf,
  tab,
  toBuyScreen,
  type Visit,
  type VisitOptions,
} from '../support/member.ts';
import { freshReference } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

const SUBMITTED = 'Token purchase submitted successfully';
let site: Site;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());

const payment = (options: VisitOptions, run: (at: Visit & { order: string }) => Promise<void>, amount?: string) => {
  const order = orderNumber();
  return onPage(site, paymentUrl(order, amount), options, (at) => run({ ...at, order }));
};

describe('the address', () => {
  test.each(['', '?purchaseId=PUR-123456', '?purchaseAmount=1000', '?purchaseId=x&purchaseAmount=1000'])(
    '%j is no order',
    async (query) => {
      await onPage(site, `/user/payment${query}`, {}, async ({ page }) => {
        await page.getByRole('alert').getByText('Order details not found in URL.').waitFor();
        await expectNoAxeViolations(page);
        await page.getByRole('link', { name: 'Back to Buy Token' }).click();
        await toBuyScreen(page);
      });
    },
  );

  test('an order below one token is refused with the reason', async () => {
    await onPage(site, paymentUrl(orderNumber(), '0.10'), {}, async ({ page }) => {
      await page.getByText('The smallest order is ₹0.25, the price of one token.').waitFor();
    });
  });
});

test('order details are those of the server', async () => {
  await payment(
    {},
    async ({ page, order }) => {
      const rows = await page
        .getByRole('complementary', { name: 'Order details' })
        .locator('dl > div')
        .evaluateAll((all) => all.map((it) => [...it.children].map((part) => part.textContent).join(': ')));
      expect(rows).toEqual([
        `Order #: ${order}`,
        'Order Amount: ₹1,234.57',
        'Platform Fees (18%): ₹222.22',
        'Total Amount: ₹1,456.79',
      ]);
    },
    '1234.57',
  );
});

test('the countdown continues after a reload of the same order, and ends with a message', async () => {
  await payment({}, async ({ page, order }) => {
    const banner = page.locator('.notice', { hasText: 'Transaction time' });
    const left = () => banner.getByRole('timer').innerText();
    expect(await left()).toMatch(/^1[45]m \d{2}s$/);
    const advanceCountdown = (seconds: number) =>
      page.evaluate(
        ([key, by]) => {
          const stored = JSON.parse(sessionStorage.getItem(key) ?? '');
          sessionStorage.setItem(key, JSON.stringify({ ...stored, startedAtMs: stored.startedAtMs - by * 1000 }));
        },
        [`order:${order}:1000.00`, seconds] as const,
      );
    await advanceCountdown(610);
    await page.reload();
    await expect.poll(left).toMatch(/^4m \d{2}s$/);
    await advanceCountdown(300);
    await page.reload();
    await expect.poll(left).toBe('expired!');
    expect(await banner.innerText()).toMatch(/^Transaction time\s+expired!$/);
    await agree(page);
    expect(await button(page, 'PAY').isEnabled()).toBe(true);
  });
});

describe('the ways to pay depend on the payee', () => {
  const setPayee = (bank: string, upiId: string) =>
    sql`UPDATE beneficiaries SET bank_name = ${bank}, account_number = ${bank === '' ? '' : '000000000000'}, upi = ${upiId}
      WHERE company_id = ${companyId}`.execute(site.database.platform);
  afterAll(() => setPayee('Example Bank', PAYEE_UPI));

  test.each([
    ['both', 'Example Bank', PAYEE_UPI, '1000.00', ['Banking', 'UPI', 'Manual'], 'UPI'],
    ['above the UPI limit', 'Example Bank', PAYEE_UPI, '84745.77', ['Banking', 'UPI', 'Manual'], 'Banking'],
    ['only UPI', '', PAYEE_UPI, '1000.00', ['UPI', 'Manual'], 'UPI'],
    ['only a bank', 'Example Bank', '', '1000.00', ['Banking', 'Manual'], 'Banking'],
  ])('%s', async (_, bank, upiId, amount, tabs, selected) => {
    await setPayee(bank, upiId);
    await payment(
      {},
      async ({ page }) => {
        expect(await page.getByRole('tab').allInnerTexts()).toEqual(tabs);
        expect(await page.getByRole('tab', { selected: true }).innerText()).toBe(selected);
      },
      amount,
    );
  });

  test('above the UPI limit the bank is suggested only if there is one', async () => {
    for (const [bank, advice] of [
      ['Example Bank', 'Please pay by bank or ask your bank first.'],
      ['', 'Please make smaller orders or ask your bank first.'],
    ] as const) {
      await setPayee(bank, PAYEE_UPI);
      await payment(
        {},
        async ({ page }) => {
          await tab(page, 'UPI');
          const notice = page.locator('.notice', { hasText: 'UPI apps refuse one payment above ₹1,00,000.00.' });
          expect(await notice.innerText()).toContain(advice);
        },
        '84745.77',
      );
    }
  });

  test('without a payee only Manual is offered', async () => {
    await sql`UPDATE beneficiaries SET is_active = false`.execute(site.database.platform);
    try {
      await payment({}, async ({ page }) => {
        expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Manual']);
      });
    } finally {
      await sql`UPDATE beneficiaries SET is_active = true`.execute(site.database.platform);
    }
  });

  test('a chosen UPI that is removed meanwhile is explained, with a link back', async () => {
    await setPayee('Example Bank', PAYEE_UPI);
    await payment({}, async ({ page }) => {
      await tab(page, 'UPI');
      await setPayee('Example Bank', '');
      await page.reload();
      await page.getByText('UPI payment details are not available.').waitFor();
      await expectNoAxeViolations(page);
      await page.getByRole('link', { name: 'Go Back' }).click();
      await toBuyScreen(page);
    });
  });
});

describe('UPI', () => {
  test('shows the code, the links to the apps, and the values to copy', async () => {
    await payment({ width: 360 }, async ({ page, order }) => {
      const qr = page.getByRole('img', { name: `QR code to pay ₹1,180.00 to ${PAYEE_UPI}` });
      expect(await qr.getAttribute('width')).toBe('256');
      const links = await page
        .locator('.upi-app')
        .evaluateAll((all) => all.map((it) => [it.textContent, it.getAttribute('href')] as const));
      const query = `?pa=${PAYEE_UPI}&pn=${encodeURIComponent(COMPANY_NAME)}&tr=${order.replace('-', '')}&tn=`;
      expect(links.map(([name]) => name?.replace(/^(P|G|Pt|B)(?=[A-Z])/, ''))).toEqual([
        'PhonePe',
        'Google Pay',
        'Paytm',
        'BHIM',
        'Any UPI app',
      ]);
      for (const [index, scheme] of ['phonepe://pay', 'tez://upi/pay', 'paytmmp://pay', 'bhim://pay'].entries())
        expect(links[index]?.[1]).toMatch(new RegExp(`^${scheme}\\?pa=${PAYEE_UPI}&pn=.*&am=1180\\.00&cu=INR$`));
      expect(links[4]?.[1]).toContain(`upi://pay${query.slice(0, query.indexOf('&tn'))}`);
      await button(page, 'Copy UPI ID').click();
      await expectToasts(page, ['UPI ID copied to clipboard!']);
      expect(await clipboard(page)).toBe(PAYEE_UPI);
      await button(page, 'Copy Amount').click();
      expect(await clipboard(page)).toBe('1180.00');
    });
  });

  test('on phones the apps come before the code, on wide screens their names are below it', async () => {
    const top = (page: Page, selector: string) =>
      page.locator(selector).evaluate((it) => it.getBoundingClientRect().top + window.scrollY);
    await payment({ width: 360 }, async ({ page }) => {
      expect(await top(page, '.upi-app-links')).toBeLessThan(await top(page, '.upi-qr'));
      expect(await top(page, '.upi-facts')).toBeLessThan(await top(page, '.upi-qr'));
      expect(await page.locator('.upi-qr figcaption').innerText()).toContain('on another phone');
    });
    await payment({}, async ({ page }) => {
      expect(await page.locator('.upi-app-links').isVisible()).toBe(false);
      expect(await page.locator('.upi-qr figcaption').innerText()).toBe('Scan with any UPI app');
      expect(await top(page, '.upi-app-names')).toBeGreaterThan(await top(page, '.upi-qr'));
    });
  });
});

test('the numbered steps are those of the chosen way to pay', async () => {
  await payment({ width: 360 }, async ({ page }) => {
    const steps = page.getByRole('list', { name: 'How to pay' }).getByRole('listitem');
    expect(await steps.allInnerTexts()).toEqual([
      'Pay ₹1,180.00 by UPI or bank app',
      'Come back here, tick the box and press the button',
      'Send the transaction number and a screenshot',
    ]);
    await page.getByRole('tab', { name: 'Manual' }).click();
    expect(await steps.allInnerTexts()).toEqual([
      'Agree with our team how you hand over ₹1,180.00',
      'Tick the box and press Confirm Payment',
      'Pay as agreed. Our team confirms it',
    ]);
  });
});

describe('without the confirmation nothing is sent', () => {
  test.each([
    ['UPI', 'PAY', 'Please agree to the privacy & policy to proceed.'],
    ['Banking', 'Make Payment', 'Please agree to the privacy policy to proceed.'],
    ['Manual', 'Confirm Payment', 'Please agree to the privacy policy to proceed.'],
  ])('%s: %s', async (way, pay, message) => {
    await payment({}, async ({ page, member }) => {
      await tab(page, way);
      await button(page, pay).click();
      await expectToasts(page, [message]);
      expect(await page.locator('.check-error').innerText()).toBe(message);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('checkbox');
      expect(await page.getByRole('dialog').count()).toBe(0);
      const [link] = await page.getByRole('tabpanel').getByRole('link', { name: 'privacy policy' }).all();
      expect(await link?.getAttribute('href')).toBe('/privacy-policy');
      expect(await purchasesOf(site, member)).toEqual([]);
      await expectNoAxeViolations(page);
    });
  });
});

test('several banks: the chosen one is shown, copied, and stored with the purchase', async () => {
  const { id } = await site.database.platform
    .insertInto('beneficiaries')
    .values({
      company_id: companyId,
      holder_name: COMPANY_NAME,
      bank_name: 'Second Bank',
      branch: '',
      account_number: '111122223333',
      ifsc_code: 'SECB0000002',
      upi: '',
      is_primary: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  try {
    await payment({}, async ({ page, member }) => {
      await tab(page, 'Banking');
      const facts = () =>
        page
          .locator('.bank-facts > div')
          .evaluateAll((all) => all.map((it) => [...it.children].map((part) => part.textContent).join(': ')));
      expect((await facts())[0]).toBe('Bank Name: Example Bank');
      await page.getByLabel('Bank', { exact: true }).selectOption(id);
      expect(await facts()).toEqual([
        'Bank Name: Second Bank',
        'Account Number: 111122223333',
        `Account Holder: ${COMPANY_NAME}`,
        'IFSC: SECB0000002',
        'Branch: N/A',
      ]);
      await button(page, 'Copy Account Number').click();
      expect(await clipboard(page)).toBe('111122223333');
      await openProof(page, 'Make Payment');
      await fillProof(page, freshReference());
      await button(page, 'Submit').click();
      await toBuyScreen(page);
      // Only the last success goes on to the next page.
      await expectToasts(page, [SUBMITTED]);
      const [purchase] = await purchasesOf(site, member);
      expect(purchase?.beneficiary).toMatchObject({ id, bankName: 'Second Bank' });
    });
  } finally {
    await sql`UPDATE beneficiaries SET is_active = false WHERE id = ${id}`.execute(site.database.platform);
  }
  await payment({}, async ({ page }) => {
    await tab(page, 'Banking');
    expect(await page.getByLabel('Bank', { exact: true }).count()).toBe(0);
  });
});

test('several UPI IDs: the chosen one is in the code and the links, after a reload too, and stored with the purchase', async () => {
  const { id } = await site.database.platform
    .insertInto('beneficiaries')
    .values({
      company_id: companyId,
      holder_name: 'Cowl Collections',
      bank_name: '',
      branch: '',
      account_number: '',
      ifsc_code: '',
      upi: 'second@example',
      is_primary: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  try {
    await payment({}, async ({ page, member }) => {
      const choice = page.getByLabel('Pay to', { exact: true });
      expect(await choice.locator('option').allInnerTexts()).toEqual([
        `${PAYEE_UPI} (${COMPANY_NAME})`,
        'second@example (Cowl Collections)',
      ]);
      await page.getByRole('img', { name: `QR code to pay ₹1,180.00 to ${PAYEE_UPI}` }).waitFor();
      await choice.selectOption(id);
      await page.reload();
      await page.getByRole('img', { name: 'QR code to pay ₹1,180.00 to second@example' }).waitFor();
      for (const link of await page.locator('.upi-app').all())
        expect(await link.getAttribute('href')).toContain('?pa=second@example&pn=Cowl%20Collections&');
      await openProof(page);
      await fillProof(page, freshReference());
      await button(page, 'Submit').click();
      await toBuyScreen(page);
      expect((await purchasesOf(site, member))[0]?.beneficiary).toMatchObject({ id, upi: 'second@example' });
    });
  } finally {
    await sql`UPDATE beneficiaries SET is_active = false WHERE id = ${id}`.execute(site.database.platform);
  }
  await payment({}, async ({ page }) => {
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    expect(await page.getByLabel('Pay to', { exact: true }).count()).toBe(0);
  });
});

test('a form that does not load is reported, and a retry loads it', async () => {
  await payment({}, async ({ page }) => {
    allow(page, /GET .*ProofModal/);
    let fails = true;
    await page.route('**/ProofModal*.js', (route) => (fails ? route.abort('connectionreset') : route.continue()));
    await agree(page);
    await button(page, 'PAY').click();
    await expectToasts(page, ['The form could not be loaded. Please check your connection and try again.']);
    fails = false;
    await button(page, 'PAY').click();
    await page.getByRole('dialog', { name: 'Submit Transaction Proof' }).waitFor();
  });
});

test('at every width nothing is cut off', async () => {
  await payment(DARK_PHONE, async ({ page }) => {
    for (const way of ['UPI', 'Banking', 'Manual']) {
      await tab(page, way);
      await expectFits(page);
    }
    await tab(page, 'UPI');
    await openProof(page);
    await page.getByText('Where do I find the UTR?').click();
    await expectFits(page);
  });
});

/** The proof of a payment in a browser: every refusal, and recovery from a lost connection. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, makeMember } from '../support/accounts.ts';
import { allow, expectNoAxeViolations, hydrated } from '../support/browser.ts';
import {
  agree,
  button,
  dismissToasts,
  expectToasts,
  fillProof,
  onPage,
  openProof,
  orderNumber,
  paymentUrl,
  proofFile,
  purchasesOf,
  tab,
  toBuyScreen,
  uploaded,
  utr,
  type Visit,
  type VisitOptions,
} from '../support/member.ts';
import { APPROVE, freshReference, manual, post, REJECT, submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

const PURCHASE_CALL = '**/api/v1/user/package/purchase';
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const payment = (options: VisitOptions, run: (at: Visit & { order: string }) => Promise<void>, amount?: string) => {
  const order = orderNumber();
  return onPage(site, paymentUrl(order, amount), options, (at) => run({ ...at, order }));
};

describe('the proof', () => {
  const VALID = { reference: '412345678901', amount: '1180.00', file: true };
  test.each([
    ['nothing', { reference: '', amount: '', file: false }, 'Please enter UTR or Transaction Number.', 3],
    ['no number', { ...VALID, reference: '  ' }, 'Please enter UTR or Transaction Number.', 1],
    ['no amount', { ...VALID, amount: '' }, 'Please enter a valid amount.', 1],
    ['an amount of 0', { ...VALID, amount: '0' }, 'Please enter a valid amount.', 1],
    ['no file', { ...VALID, file: false }, 'Please upload a transaction file before submitting.', 1],
    [
      'signs in the number',
      { ...VALID, reference: '4123*45678' },
      'The UTR or Transaction Number can have only letters and digits.',
      1,
    ],
  ])('%s is reported once as a toast and at each field', async (_, typed, message, errors) => {
    await payment({}, async ({ page, member }) => {
      await openProof(page);
      await utr(page).fill(typed.reference);
      await page.getByLabel('Enter Amount').fill(typed.amount);
      if (typed.file) {
        await page.getByLabel('Upload Transaction File').setInputFiles(proofFile());
        await uploaded(page);
      }
      await button(page, 'Submit').click();
      await expect.poll(() => page.locator('.Toastify__toast--error').allInnerTexts()).toEqual([message]);
      expect(await page.locator('.field-error').count()).toBe(errors);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
      expect(await purchasesOf(site, member)).toEqual([]);
      await expectNoAxeViolations(page);
    });
  });

  test('the amount is filled in, and only an amount can be typed', async () => {
    await payment({}, async ({ page }) => {
      await openProof(page);
      expect(await page.getByLabel('Enter Amount').inputValue()).toBe('1180.00');
      await page.getByLabel('Enter Amount').fill('11x');
      expect(await page.getByLabel('Enter Amount').inputValue()).toBe('1180.00');
    });
  });

  test('a number that looks wrong gets advice and is accepted', async () => {
    await payment({}, async ({ page, member }) => {
      await openProof(page);
      await fillProof(page, 'CICAgOD8XYZ1');
      await page.getByText("This is Google's own transaction ID, which your bank does not know.").waitFor();
      await page.getByText('Where do I find the UTR?').click();
      await page.getByText('Not the Google transaction ID (CICAg…).').waitFor();
      await expectNoAxeViolations(page);
      await button(page, 'Submit').click();
      await toBuyScreen(page);
      expect((await purchasesOf(site, member)).map((it) => it.reference_number)).toEqual(['CICAGOD8XYZ1']);
    });
  });

  test.each([
    ['says nothing', { status: 500, body: '' }, 'File upload failed.'],
    [
      'says why',
      {
        status: 415,
        contentType: 'application/json',
        body: JSON.stringify({
          status: false,
          message: 'This kind of file is not taken.',
          code: 'unsupported_media_type',
          requestId: 'x',
        }),
      },
      'This kind of file is not taken.',
    ],
  ])('a retry is possible after an upload that fails and %s', async (_, answer, message) => {
    await payment({}, async ({ page, member }) => {
      allow(page, /POST .*media\/add/);
      let fails = true;
      await page.route('**/api/v1/user/media/add', (route) => (fails ? route.fulfill(answer) : route.continue()));
      await openProof(page);
      await utr(page).fill(freshReference());
      await page.getByLabel('Upload Transaction File').setInputFiles(proofFile());
      await expectToasts(page, [message]);
      expect(await page.locator('.field-error').innerText()).toBe(message);
      await dismissToasts(page);
      await button(page, 'Submit').click();
      const again = answer.body === '' ? 'File upload failed for proof.' : message;
      await expectToasts(page, [again]);
      expect(await purchasesOf(site, member)).toEqual([]);
      fails = false;
      await button(page, 'Submit').click();
      await toBuyScreen(page);
      expect(await purchasesOf(site, member)).toHaveLength(1);
    });
  });

  test('an upload is sent again by itself after a refusal for lack of room and after a broken connection', async () => {
    await payment({}, async ({ page, member }) => {
      allow(page, /POST .*media\/add/);
      const body = JSON.stringify({ status: false, message: 'Many files are being sent.', code: 'unavailable' });
      const busy = { status: 503, contentType: 'application/json', headers: { 'Retry-After': '1' }, body };
      let tries = 0;
      await page.route('**/api/v1/user/media/add', (route) => {
        tries++;
        if (tries === 1) return route.fulfill(busy);
        return tries === 2 ? route.abort('connectionreset') : route.continue();
      });
      await openProof(page);
      await utr(page).fill(freshReference());
      await page.getByLabel('Upload Transaction File').setInputFiles(proofFile());
      await uploaded(page);
      expect(tries).toBe(3);
      await button(page, 'Submit').click();
      await toBuyScreen(page);
      expect(await purchasesOf(site, member)).toHaveLength(1);
    });
  });

  test('a used number is refused at its field, and another one is accepted', async () => {
    await payment({}, async ({ page, member }) => {
      allow(page, /409 POST .*purchase/);
      const used = freshReference();
      const { orderNumber: earlier } = await submitted(
        site,
        member,
        await upi(site, member, { referenceNumber: used }),
      );
      await openProof(page);
      await fillProof(page, used);
      await button(page, 'Submit').click();
      const text = `The UTR or Transaction Number ${used} has already been used in your order ${earlier}, which is waiting for approval.`;
      await expect.poll(() => page.locator('.field-error').allInnerTexts()).toEqual([text]);
      await utr(page).fill(freshReference());
      await button(page, 'Submit').click();
      await toBuyScreen(page);
      expect(await purchasesOf(site, member)).toHaveLength(2);
    });
  });

  test('cancelling shows a message, closes the dialog and loses nothing', async () => {
    await payment({}, async ({ page }) => {
      await openProof(page);
      await utr(page).fill('412345678901');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await expectToasts(page, ['Payment process cancelled.']);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await button(page, 'PAY').click();
      expect(await utr(page).inputValue()).toBe('412345678901');
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await dismissToasts(page);
      // The screen's own button goes back to the amount.
      const order = page.url();
      await button(page, 'Cancel').click();
      await page.waitForURL('**/user/buy-token?amount=1000.00');
      await expectToasts(page, ['Payment process cancelled.']);
      expect(await page.getByLabel('Amount (INR)').inputValue()).toBe('1000.00');
      await page.goto(order);
      await openProof(page);
      expect(await utr(page).inputValue()).toBe('412345678901');
    });
  });

  test('messages are in front of the dialog on a phone', async () => {
    await payment({ width: 360 }, async ({ page }) => {
      await openProof(page);
      await button(page, 'Submit').click();
      const toast = page.locator('.Toastify__toast').first();
      await toast.waitFor();
      const isOnTop = await toast.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const layer = document.querySelector('.toast-layer');
        return width > 0 && top + height > 0 && left >= 0 && layer?.matches(':popover-open') === true;
      });
      expect(isOnTop).toBe(true);
    });
  });
});

describe('a lost connection', () => {
  test('a lost response: sent again it is one purchase', async () => {
    await payment({}, async ({ page, member }) => {
      allow(page, /failed: POST .*purchase/);
      const keys: (string | undefined)[] = [];
      let lost = 1;
      await page.route(PURCHASE_CALL, async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        const answer = await route.fetch();
        if (lost-- > 0) await route.abort('connectionreset');
        else await route.fulfill({ response: answer });
      });
      await openProof(page);
      await fillProof(page, freshReference());
      await button(page, 'Submit').click();
      await expect
        .poll(() => page.locator('.Toastify__toast--error').allInnerTexts())
        .toEqual(['Failed to submit token purchase']);
      await button(page, 'Submit').click();
      await toBuyScreen(page);
      expect(await purchasesOf(site, member)).toHaveLength(1);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    });
  });

  test('a lost response and then another number: the screen shows that the first one arrived', async () => {
    await payment({}, async ({ page, member, order }) => {
      allow(page, /failed: POST .*purchase/, /422 POST .*purchase/);
      const reference = freshReference();
      await page.route(
        PURCHASE_CALL,
        async (route) => {
          await route.fetch();
          await route.abort('connectionreset');
        },
        { times: 1 },
      );
      await openProof(page);
      await fillProof(page, reference);
      await button(page, 'Submit').click();
      await page.locator('.Toastify__toast--error').first().waitFor();
      await utr(page).fill(freshReference());
      await button(page, 'Submit').click();
      await page.getByRole('heading', { name: 'This order has been submitted' }).waitFor();
      const text = await page.locator('main').innerText();
      for (const part of [order, reference, 'Pending', 'Our team is checking it. Usually within a day.'])
        expect(text).toContain(part);
      expect(await purchasesOf(site, member)).toHaveLength(1);
      await expectNoAxeViolations(page);
    });
  });

  test('a reload keeps the payment method, the typed values and the uploaded file', async () => {
    await payment({}, async ({ page, member }) => {
      const reference = freshReference();
      await tab(page, 'Banking');
      await openProof(page, 'Make Payment');
      await fillProof(page, reference);
      await page.getByLabel('Enter Amount').fill('1100');
      await page.reload();
      await hydrated(page);
      await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe('Banking');
      await openProof(page, 'Make Payment');
      expect(await utr(page).inputValue()).toBe(reference);
      expect(await page.getByLabel('Enter Amount').inputValue()).toBe('1100');
      await page.getByRole('dialog').getByText('proof.png').waitFor();
      await expectNoAxeViolations(page);
      await button(page, 'Submit').click();
      await toBuyScreen(page);
      const [purchase] = await purchasesOf(site, member);
      expect(purchase).toMatchObject({
        payment_method: 'BANK',
        reference_number: reference,
        claimed_amount_paise: 110_000n,
        final_amount_paise: 118_000n,
      });
    });
  });

  test('a Manual payment that fails without a response says so', async () => {
    await payment({}, async ({ page }) => {
      allow(page, /500 POST .*purchase/);
      await page.route(PURCHASE_CALL, (route) => route.fulfill({ status: 500, body: '' }));
      await tab(page, 'Manual');
      await agree(page);
      await button(page, 'Confirm Payment').click();
      await expectToasts(page, ['Failed to submit manual payment.']);
    });
  });
});

describe('an order with a submitted proof', () => {
  test.each([
    ['pending', null, ['Pending']],
    ['in conflict', null, ['Pending']],
    ['approved', APPROVE, ['Approved', 'Verified']],
    ['rejected', REJECT, ['Rejected']],
  ] as const)('%s: shows its progress instead of a second payment', async (state, decide, marks) => {
    const member = await makeMember(site);
    const referenceNumber = freshReference();
    const it = await submitted(site, member, await upi(site, member, { purchaseId: orderNumber(), referenceNumber }));
    if (state === 'in conflict') {
      const other = await makeMember(site);
      await submitted(site, other, await upi(site, other, { referenceNumber }));
    }
    if (decide) await post(site, decide, await makeAdmin(site), { id: it.id });
    await onPage(site, paymentUrl(it.orderNumber), { member }, async ({ page }) => {
      await page.getByRole('heading', { name: 'This order has been submitted' }).waitFor();
      expect(await page.locator('.badge').allInnerTexts()).toEqual(marks);
      expect(await page.getByRole('tab').count()).toBe(0);
      await expectNoAxeViolations(page);
    });
    // The same number over another amount is another order.
    await onPage(site, paymentUrl(it.orderNumber, '2000.00'), { member }, async ({ page }) => {
      expect(await page.getByRole('tab').count()).toBe(3);
    });
  });

  test('arranged with the team: neither a proof nor a bank statement is mentioned', async () => {
    const member = await makeMember(site);
    const it = await submitted(site, member, manual({ purchaseId: orderNumber() }));
    await onPage(site, paymentUrl(it.orderNumber), { member }, async ({ page }) => {
      const card = page.getByRole('region', { name: 'This order has been submitted' });
      expect(await card.innerText()).toContain('held for you while our team confirms the payment');
      expect(await card.innerText()).not.toMatch(/proof|bank statement|pay again/);
    });
  });
});

/** A buyer's whole journey in a browser: dashboard, order, payment, proof, and the list that shows it. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll, hydrated } from '../support/browser.ts';
import { expectToasts, onPage, proofFile, purchasesOf } from '../support/member.ts';
import { freshReference } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const WAYS = [
  { way: 'UPI', pay: 'PAY', method: 'UPI' },
  { way: 'Banking', pay: 'Make Payment', method: 'BANK' },
  { way: 'Manual', pay: 'Confirm Payment', method: 'MANUAL' },
] as const;

async function look(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
}

describe.each([360, 1280])('%i px wide', (width) => {
  test.each(WAYS)('by $way', async ({ way, pay, method }) => {
    await onPage(site, '/user/dashboard', { width }, async ({ page, member }) => {
      await look(page);
      await page
        .getByRole('link', { name: `Buy ${SYMBOL}` })
        .first()
        .click();
      await page.waitForURL('**/user/buy-token');
      await look(page);
      await page.getByLabel('Amount (INR)').fill('1000');
      await page.getByRole('button', { name: 'BUY NOW' }).click();
      await page.waitForURL('**/user/payment?*');
      const order = new URL(page.url()).searchParams.get('purchaseId') ?? '';
      await page.getByRole('tab', { name: way }).click();
      await look(page);
      await page.getByRole('checkbox', { name: /privacy policy/ }).check();
      await page.getByRole('button', { name: pay, exact: true }).click();
      const reference = freshReference();
      if (method !== 'MANUAL') {
        await page.getByLabel('UTR or Transaction Number').fill(reference);
        await page.getByLabel('Upload Transaction File').setInputFiles(proofFile());
        // It belongs to this page and ends with it.
        await expectToasts(page, ['File uploaded successfully']);
        await look(page);
        await page.getByRole('button', { name: 'Submit', exact: true }).click();
      }
      await page.waitForURL('**/user/buy-token');
      await expectToasts(page, ['Token purchase submitted successfully']);
      expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('order:')))).toEqual(
        [],
      );

      await page.goto('/user/payment-history');
      const row = page.locator('tbody tr').first();
      const shown = await row.innerText();
      for (const part of ['₹1,180.00', 'Pending', ...(method === 'MANUAL' ? [] : [reference])])
        expect(shown).toContain(part);
      const [purchase, ...others] = await purchasesOf(site, member);
      expect(others).toEqual([]);
      expect(purchase).toMatchObject({
        order_number: order,
        payment_method: method,
        order_amount_paise: 100_000n,
        fee_paise: 18_000n,
        final_amount_paise: 118_000n,
        claimed_amount_paise: 118_000n,
        quantity: 4000n,
        reference_number: method === 'MANUAL' ? null : reference,
        status: 'PENDING',
      });
      expect(purchase?.order_age_seconds).toBeLessThan(60);
      expect(purchase?.idempotency_key).toMatch(/^[0-9a-f]{32}$/);
    });
  });
});

/** Presses Tab until the element with this name has the focus; then the focus must be visible. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const it = document.activeElement as HTMLInputElement | null;
      const label = it?.labels?.[0]?.textContent ?? '';
      const style = it ? getComputedStyle(it) : null;
      const frame = it?.closest('.control, .drop');
      const isSeen = style?.outlineStyle !== 'none' || (frame && getComputedStyle(frame).outlineStyle !== 'none');
      return { name: `${label || it?.getAttribute('aria-label') || it?.textContent || ''}`.trim(), isSeen };
    });
    if (!name.test(focused.name)) continue;
    expect(focused.isSeen, `the focus on ${focused.name} is seen`).toBe(true);
    return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

test('by keyboard alone, from the login on', async () => {
  const member = await makeMember(site);
  await onPage(site, '/', { member, cookie: 'none=of_the_site' }, async ({ page }) => {
    await tabTo(page, /^Email$/);
    await page.keyboard.type(member.email);
    await tabTo(page, /^Password$/);
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user/dashboard');
    await hydrated(page);
    await tabTo(page, /^Buy Token$/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user/buy-token');
    await hydrated(page);
    await tabTo(page, /^Amount \(INR\)$/);
    await page.keyboard.type('250.50');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user/payment?*');
    await hydrated(page);
    await tabTo(page, /^UPI$/);
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Banking');
    await tabTo(page, /privacy policy$/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Make Payment$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, /^UTR or Transaction Number$/);
    await page.keyboard.type(freshReference());
    // Before the key: the browser intercepts the file chooser only for a listener that is already there.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, /^Upload Transaction File$/);
    await page.keyboard.press('Space');
    await (await chooser).setFiles(proofFile());
    await page.getByText('Uploaded.', { exact: true }).waitFor();
    await tabTo(page, /^Submit/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user/buy-token');
    expect((await purchasesOf(site, member)).map((it) => [it.payment_method, it.order_amount_paise])).toEqual([
      ['BANK', 25_050n],
    ]);
  });
});

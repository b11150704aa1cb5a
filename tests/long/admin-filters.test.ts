/** Filters and orders of the lists of purchases and users: chosen in a dialog, shown as buttons, kept in the address. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import {
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  layoutShift,
  newPage,
  visit,
  WIDTHS,
} from '../support/browser.ts';
import { manual, submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;

beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  const buyer = await makeMember(site, { name: 'Asha Rao', isApproved: true });
  await submitted(site, buyer, manual({ purchaseAmount: '100', amount: '118' }));
  await submitted(site, buyer, manual({ purchaseAmount: '9000', amount: '10620' }));
  await submitted(site, buyer, await upi(site, buyer));
  await submitted(site, buyer, manual({ purchaseAmount: '500', amount: '10' }));
});
afterAll(() => site?.remove());

const open = async (path: string, options: Parameters<typeof newPage>[1] = {}): Promise<Page> => {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  expect(await visit(page, path)).toBe(200);
  return page;
};
const amounts = async (page: Page): Promise<string[]> =>
  (await page.locator('tbody tr:not(.table-skeleton) td[data-label="Final Amount"]').allInnerTexts()).map((text) =>
    text.trim(),
  );
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

describe('the filters of purchases', () => {
  test('are chosen together, and kept by the address, a reload and Back', async () => {
    const page = await open('/admin/purchaserequest');
    await button(page, 'Filter and sort').click();
    const dialog = page.getByRole('dialog', { name: 'Filter and sort' });
    await dialog.getByLabel('Order').selectOption('highest');
    await dialog.getByLabel('Method').selectOption('MANUAL');
    await dialog.getByLabel('Final amount from').fill('200');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => amounts(page)).toEqual(['₹10,620.00', '₹590.00']);
    expect(new URL(page.url()).search).toBe('?method=MANUAL&amountFrom=200&sort=highest');
    await page.reload();
    expect(await amounts(page)).toEqual(['₹10,620.00', '₹590.00']);
    await button(page, /MANUAL/).click();
    await expect.poll(() => amounts(page)).toEqual(['₹10,620.00', '₹1,180.00', '₹590.00']);
    await page.goBack();
    await expect.poll(() => amounts(page)).toEqual(['₹10,620.00', '₹590.00']);
    await page.getByRole('tab', { name: 'Purchase History' }).click();
    expect(new URL(page.url()).search).toBe('?tab=history');
    await closePage(page);
  });

  test('narrow the desk and what is selected', async () => {
    const page = await open('/admin/purchaserequest?flag=amount');
    await expect.poll(() => amounts(page)).toEqual(['₹590.00']);
    await button(page, 'Review one by one').click();
    await page.getByText('1 request waiting').waitFor();
    await page.keyboard.press('n');
    await page.getByText('You have seen every request.').waitFor();
    await closePage(page);
  });

  test('take what the bank statement says', async () => {
    const page = await open('/admin/purchaserequest');
    await button(page, 'Filter and sort').click();
    const dialog = page.getByRole('dialog', { name: 'Filter and sort' });
    await dialog.getByLabel('Bank statement').selectOption('Not at the bank');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await page.getByText('No purchase request matches this search and filter.').waitFor();
    expect(new URL(page.url()).search).toBe('?bank=missing');
    await page.reload();
    await button(page, /Not at the bank/).click();
    await expect.poll(async () => (await amounts(page)).length).toBe(4);
    await page.goto(`${site.url}/admin/purchaserequest?bank=none`);
    await expect.poll(async () => (await amounts(page)).length).toBe(4);
    await closePage(page);
  });

  test('say what is wrong at the field, by keyboard alone', async () => {
    const page = await open('/admin/purchaserequest');
    await button(page, 'Filter and sort').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Filter and sort' });
    await dialog.getByLabel('From', { exact: true }).fill('2026-11-09');
    await dialog.getByLabel('To', { exact: true }).fill('2026-11-08');
    await dialog.getByLabel('Final amount to').fill('much');
    await page.keyboard.press('Enter');
    await dialog.getByText('The last day is before the first.').waitFor();
    await dialog.getByText('Please enter an amount in rupees.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('');
    await closePage(page);
  });

  test('are kept as a view: saved, opened, deleted and brought back', async () => {
    const page = await open('/admin/purchaserequest?method=MANUAL&sort=highest&requestSearch=asha');
    await button(page, 'Views').click();
    const dialog = page.getByRole('dialog', { name: 'Views' });
    await dialog.getByText('You have no views of this list yet.').waitFor();
    await dialog.getByLabel('Name').fill('Large by hand');
    await dialog.getByRole('button', { name: 'Save this view' }).click();
    const view = dialog.getByRole('link', { name: 'Large by hand' });
    await view.waitFor();
    await dialog.getByRole('button', { name: 'Delete the view Large by hand' }).click();
    await dialog.getByText('was deleted').waitFor();
    await view.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await view.waitFor();
    expect(await view.getAttribute('href')).toBe('/admin/purchaserequest?method=MANUAL&sort=highest');
    await expectNoAxeViolations(page);
    await view.click();
    await page.waitForURL((url) => url.search === '?method=MANUAL&sort=highest');
    await expect.poll(() => amounts(page)).toEqual(['₹10,620.00', '₹590.00', '₹118.00']);
    await closePage(page);
  });

  test('fit every width', async () => {
    const page = await open(
      '/admin/purchaserequest?method=MANUAL&amountFrom=200&from=2026-01-01&sort=highest',
      DARK_PHONE,
    );
    await expectFits(page);
    await button(page, 'Filter and sort').click();
    await page.getByRole('dialog', { name: 'Filter and sort' }).waitFor();
    await expectFits(page);
    await closePage(page);
    for (const width of WIDTHS) {
      const fresh = await open('/admin/purchaserequest?method=MANUAL&amountFrom=200&from=2026-01-01&sort=highest', {
        width,
      });
      expect(await layoutShift(fresh), `${width} px`).toBeLessThan(0.02);
      await closePage(fresh);
    }
  });

  test('leave the requests without any flag', async () => {
    const regular = await makeMember(site, { name: 'Ravi Das', isApproved: true });
    const monthAgo = new Date(Date.now() - 30 * 24 * 3600 * 1000);
    await site.database.platform
      .updateTable('users')
      .set({ created_at: monthAgo })
      .where('id', '=', regular.id)
      .execute();
    await submitted(site, regular, manual({ purchaseAmount: '700', amount: '826' }));
    const page = await open('/admin/purchaserequest');
    await button(page, 'Filter and sort').click();
    await page.getByRole('dialog', { name: 'Filter and sort' }).getByLabel('Flag').selectOption('Without flags');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => amounts(page)).toEqual(['₹826.00']);
    expect(new URL(page.url()).search).toBe('?flag=none');
    await button(page, /Without flags/).click();
    await expect.poll(async () => (await amounts(page)).length).toBe(5);
    await closePage(page);
  });
});

describe('the filters of users', () => {
  test('take role, account and days, and are kept by the address', async () => {
    const page = await open('/admin/usermanage');
    await button(page, 'Filter and sort').click();
    const dialog = page.getByRole('dialog', { name: 'Filter and sort' });
    await dialog.getByLabel('Role').selectOption('ADMIN');
    await dialog.getByLabel('Registered from').fill('2026-01-01');
    await dialog.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'Vikram Shah' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Asha Rao' }).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('?from=2026-01-01&role=ADMIN');
    await page.reload();
    expect(await page.getByRole('link', { name: 'Asha Rao' }).count()).toBe(0);
    await button(page, /Admins/).click();
    await page.getByRole('link', { name: 'Asha Rao' }).waitFor();
    await closePage(page);
  });
});

describe('the keys', () => {
  test.each(['/admin/purchaserequest', '/admin/usermanage'])(
    'are shown by ? on %s, and / goes to the search',
    async (path) => {
      const page = await open(path);
      const search = page.getByRole('searchbox');
      const hasFocus = (): Promise<boolean> => search.evaluate((box) => box === document.activeElement);
      // The page may still be loading its script.
      await expect
        .poll(async () => {
          if (!(await hasFocus())) await page.keyboard.press('/');
          return hasFocus();
        })
        .toBe(true);
      await search.fill('');
      await page.keyboard.type('?');
      expect(await search.inputValue()).toBe('?');
      await search.fill('');
      await search.blur();
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keys' });
      await dialog.getByText('Messages with the buyer').waitFor();
      await dialog.getByText('Take the latest decision back').waitFor();
      await expectNoAxeViolations(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await closePage(page);
    },
  );
});

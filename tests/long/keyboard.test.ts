/** A new buyer by keyboard alone: from the landing page to a submitted proof. At each step the focus is visible and never lost. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { closePage, hydrated, newPage, visit } from '../support/browser.ts';
import { onPage, proofFile } from '../support/member.ts';
import { freshReference, submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

const PASSWORD = 'seven quiet lanterns';
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

interface Focus {
  readonly name: string;
  /** Why a person cannot see it; '' if they can. */
  readonly fault: string;
}

/** What has the focus, and whether a person sees that: an outline, within the window, under nothing else. */
const readFocus = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (!element || element === document.body) return { name: 'nothing', fault: 'the focus is lost' };
    const label = element.labels?.[0]?.textContent;
    const name = (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim();
    const frame = element.closest('.control, .drop') ?? element;
    const { left, right, top, bottom } = frame.getBoundingClientRect();
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isOutlined = [element, frame].some((part) => getComputedStyle(part).outlineStyle !== 'none');
    // A message goes by itself.
    const isMessage = middle?.closest('.Toastify__toast') !== null;
    const isCovered = !middle || !(isMessage || frame.contains(middle) || middle.contains(frame));
    return {
      name,
      fault: !isOutlined ? 'no outline' : isCovered ? `covered by ${middle?.className ?? 'the edge'}` : '',
    };
  });

/** Presses Tab until the element with this name has the focus. Whatever has it on the way is visible, too. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focus = await readFocus(page);
    expect(focus.fault, `${focus.name} on ${new URL(page.url()).pathname}`).toBe('');
    if (name.test(focus.name)) return;
    passed.push(focus.name);
  }
  throw new Error(`the keyboard does not reach ${name}: ${passed.join(', ')}`);
}

const focusName = async (page: Page): Promise<string> => (await readFocus(page)).name;

async function enterPage(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${path}`);
  await hydrated(page);
}

/** From the landing page to the login of the new account. */
async function register(page: Page, email: string): Promise<void> {
  await visit(page, '/');
  await tabTo(page, /^Create account$/);
  await enterPage(page, '/register');
  await tabTo(page, /^Name$/);
  await page.keyboard.type('Asha Rao');
  await tabTo(page, /^Email$/);
  await page.keyboard.type(email);
  await tabTo(page, /^Mobile$/);
  await page.keyboard.type('9876543210');
  await page.keyboard.press('Enter');
  await page.getByText('Step 2 of 2').waitFor();
  await expect.poll(() => focusName(page)).toBe('OTP');
  await page.keyboard.type(await site.code(email));
  await tabTo(page, /^Date of birth$/);
  // Day and month are the same: each browser has its own order of them.
  await page.keyboard.type('04041994');
  expect(await page.getByLabel('Date of birth').inputValue()).toBe('1994-04-04');
  await tabTo(page, /^Add referral code or more/);
  await page.keyboard.press('Space');
  await expect.poll(() => focusName(page)).toMatch(/^Pincode/);
  await tabTo(page, /^Password$/);
  await page.keyboard.type(PASSWORD);
  await tabTo(page, /^Confirm password$/);
  await page.keyboard.type(PASSWORD);
  await tabTo(page, /^Create Account/);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/`);
  await hydrated(page);
}

describe.each([360, 1280])('%i px wide', (width) => {
  test('a new buyer gets from the landing page to a submitted proof', async () => {
    const page = await newPage(site, { width });
    const email = `keyboard-${width}@example.com`;
    await register(page, email);
    // The email is filled in already.
    await expect.poll(() => focusName(page)).toBe('Password');
    await page.keyboard.type(PASSWORD);
    await enterPage(page, '/user/dashboard');
    await tabTo(page, new RegExp(`^Buy ${SYMBOL}$`));
    await enterPage(page, '/user/buy-token');
    await tabTo(page, /^Amount \(INR\)$/);
    await page.keyboard.type('250.50');
    await tabTo(page, /^BUY NOW/);
    await enterPage(page, '/user/payment?*');
    await tabTo(page, /^UPI$/);
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Banking');
    await tabTo(page, /privacy policy$/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Make Payment/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    if ((await focusName(page)) !== 'UTR or Transaction Number') await tabTo(page, /^UTR or Transaction Number$/);
    await page.keyboard.type(freshReference());
    // Before the key: the browser intercepts the file chooser only for a listener that is already there.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, /^Upload Transaction File$/);
    await page.keyboard.press('Space');
    await (await chooser).setFiles(proofFile());
    await page.getByText('Uploaded.', { exact: true }).waitFor();
    await tabTo(page, /^Submit/);
    await enterPage(page, '/user/buy-token');
    await page.getByText('In review, usually within a day.').waitFor();
    const sent = await site.database.platform
      .selectFrom('purchases as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.payment_method', 'p.order_amount_paise'])
      .where('u.email', '=', email)
      .execute();
    expect(sent).toEqual([{ payment_method: 'BANK', order_amount_paise: 25_050n }]);
    await closePage(page);
  });
});

test('an answer to a question leaves focus and place where they were', async () => {
  const member = await makeMember(site);
  const { id } = await submitted(site, member, await upi(site, member, {}));
  await site.database.platform
    .insertInto('purchase_threads')
    .values({ company_id: member.companyId, purchase_id: id, waiting_since: new Date() })
    .execute();
  await onPage(site, `/user/payment-history#messages-${id}`, { member }, async ({ page }) => {
    await page.getByLabel('Your answer').focus();
    await page.keyboard.type('Here is the date of the payment.');
    await tabTo(page, /^Send/);
    await page.keyboard.press('Enter');
    await page.getByText('Here is the date of the payment.', { exact: true }).waitFor();
    await page.getByLabel('Your message').waitFor();
    expect(await focusName(page)).toMatch(/^Send/);
    expect(await page.locator('.table-more h3, .table-more ol').first().innerText()).toBe('Messages with our team');
  });
});

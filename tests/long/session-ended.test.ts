/** After the end of a session, a lost connection or a second tab, typed values and orders are intact. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, PASSWORD } from '../support/accounts.ts';
import {
  allow,
  closePage,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  newPage,
  signIn,
  visit,
  visitEarly,
} from '../support/browser.ts';
import {
  agree,
  button,
  expectToasts,
  fillProof,
  onPage,
  openProof,
  orderNumber,
  paymentUrl,
  proofFile,
  purchasesOf,
  tab,
  toastTexts,
  toBuyScreen,
  utr,
} from '../support/member.ts';
import { freshReference } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const endSessions = (member: Account) =>
  site.database.platform.deleteFrom('sessions').where('user_id', '=', member.id).execute();
const question = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

async function logInAgain(page: Page, { email }: Account, password = PASSWORD): Promise<void> {
  await question(page).getByLabel('Email', { exact: true }).fill(email);
  await question(page).getByLabel('Password', { exact: true }).fill(password);
  await question(page).getByRole('button', { name: 'Log in' }).click();
}

describe('a session that ends', () => {
  test('in the middle of the proof: the file and the proof are sent after the sign-in, once', async () => {
    await onPage(site, paymentUrl(orderNumber()), {}, async ({ page, member }) => {
      allow(page, /answer: 401 POST/);
      await openProof(page);
      await utr(page).fill('412345678901');
      await endSessions(member);
      await page.getByLabel('Upload Transaction File').setInputFiles(proofFile());
      await question(page).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await question(page).waitFor();
      await logInAgain(page, member, 'not this password');
      await expectToasts(page, ['Invalid email or password.']);
      await logInAgain(page, member);
      await question(page).waitFor({ state: 'detached' });
      await page.getByText('Uploaded.', { exact: true }).waitFor();
      expect(await utr(page).inputValue()).toBe('412345678901');
      await endSessions(member);
      await button(page, 'Submit').click();
      await logInAgain(page, member);
      await toBuyScreen(page);
      const [purchase, ...more] = await purchasesOf(site, member);
      expect(purchase).toMatchObject({ reference_number: '412345678901', status: 'PENDING' });
      expect(more).toEqual([]);
    });
  });

  test.each([
    [360, true],
    [1280, false],
  ])('at %i px nothing of the page is readable, and the dialog is accessible', async (width, dark) => {
    await onPage(site, '/user/profile', { width, dark }, async ({ page, member }) => {
      allow(page, /answer: 401 /);
      await page.getByLabel('Name', { exact: true }).fill('Asha Rao Patil');
      await page.getByLabel('Current password').first().fill(PASSWORD);
      await endSessions(member);
      await button(page, 'Save Changes').click();
      await question(page).waitFor();
      const veil = await question(page).evaluate((it) => getComputedStyle(it, '::backdrop').backgroundColor);
      expect(veil, 'no part of it lets the page through').not.toMatch(/\/|rgba/);
      await expectNoAxeViolations(page);
      await expectNoSidewaysScroll(page);
      await logInAgain(page, member);
      await expect.poll(() => toastTexts(page)).toContain('Profile updated successfully');
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Asha Rao Patil');
    });
  });

  test("a sign-in with another account opens that account's page, without any typed value", async () => {
    const other = await makeMember(site, { name: 'Ravi Iyer' });
    await onPage(site, paymentUrl(orderNumber()), {}, async ({ page, member }) => {
      allow(page, /answer: 401 POST/);
      await tab(page, 'Manual');
      await agree(page);
      await endSessions(member);
      await button(page, 'Confirm Payment').click();
      await logInAgain(page, other);
      await page.waitForURL('**/user/dashboard');
      await page.getByText(`ID: ${other.memberId}`).waitFor();
      const storedKeys = await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }));
      expect(storedKeys.filter((key) => key.startsWith('order:'))).toEqual([]);
      expect(await purchasesOf(site, other)).toEqual([]);
      expect(await purchasesOf(site, member)).toEqual([]);
    });
  });

  test('on the way to another page: the login gives the reason', async () => {
    await onPage(site, '/user/dashboard', {}, async ({ page, member }) => {
      await page.evaluate(() => localStorage.setItem('isLoggedIn', 'true'));
      await endSessions(member);
      await page.getByRole('link', { name: 'Payment History' }).click();
      await page.waitForURL(`${site.url}/`);
      await expectToasts(page, ['Your session has ended. Please log in again.']);
    });
    const page = await newPage(site);
    await visit(page, '/');
    await page.getByLabel('Email', { exact: true }).click();
    expect(await toastTexts(page)).toEqual([]);
    await closePage(page);
  });
});

describe('a lost connection', () => {
  const hint = (page: Page) => page.getByText(/^You are offline\./);

  test('is reported on the page, the proof can be sent afterwards, and it is one order', async () => {
    await onPage(site, paymentUrl(orderNumber()), { width: 360 }, async ({ page, member }) => {
      allow(page, /failed: POST .*ERR_INTERNET_DISCONNECTED/);
      await openProof(page);
      await fillProof(page, freshReference());
      expect(await hint(page).isVisible()).toBe(false);
      await page.context().setOffline(true);
      await button(page, 'Submit').click();
      await expect.poll(() => toastTexts(page)).toContain('Failed to submit token purchase');
      expect(await page.locator('.offline').evaluate((it) => it.matches(':popover-open')), 'before the dialog').toBe(
        true,
      );
      const [foot, top] = await page.evaluate(() =>
        ['dialog[open] .modal-foot .btn', '.offline'].map((it) => document.querySelector(it)?.getBoundingClientRect()),
      );
      expect(foot?.bottom, 'the buttons stand above it').toBeLessThanOrEqual(top?.top ?? 0);
      await page.context().setOffline(false);
      await hint(page).waitFor({ state: 'hidden' });
      await button(page, 'Submit').click();
      await toBuyScreen(page);
      expect(await purchasesOf(site, member)).toHaveLength(1);
    });
  });

  test('a logout that did not arrive is reported, and the session goes on', async () => {
    await onPage(site, '/user/dashboard', {}, async ({ page }) => {
      allow(page, /failed: POST .*logout/);
      await page.route('**/auth/logout', (route) => route.abort('connectionreset'));
      await button(page, 'Logout').click();
      await expect.poll(async () => (await toastTexts(page)).join()).toMatch(/^You are still logged in/);
      expect(new URL(page.url()).pathname).toBe('/user/dashboard');
      await page.unroute('**/auth/logout');
      await button(page, 'Logout').click();
      await page.waitForURL(`${site.url}/`);
    });
  });
});

test('a message over an open dialog is read out and can be closed, and the next one is on the page again', async () => {
  await onPage(site, paymentUrl(orderNumber()), { width: 360 }, async ({ page }) => {
    await openProof(page);
    await button(page, 'Submit').click();
    const dialog = page.getByRole('dialog', { name: 'Submit Transaction Proof' });
    await dialog.getByRole('alert').filter({ hasText: 'Please enter UTR or Transaction Number.' }).waitFor();
    const corner = await page.locator('.Toastify__toast').evaluate((it) => getComputedStyle(it).borderTopLeftRadius);
    expect(corner).toBe('12px');
    await dialog.getByRole('button', { name: 'Dismiss message' }).click();
    await expectToasts(page, []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('alert').filter({ hasText: 'Payment process cancelled.' }).waitFor();
  });
});

test('a checkbox ticked before the script has loaded stays ticked', async () => {
  const member = await makeMember(site);
  const page = await newPage(site, { width: 360, cookie: member.cookie });
  const arrive = await visitEarly(page, paymentUrl(orderNumber()));
  await page.getByRole('checkbox').check();
  await arrive();
  await button(page, 'PAY').click();
  await page.getByRole('dialog', { name: 'Submit Transaction Proof' }).waitFor();
  await closePage(page);
});

describe('two tabs', () => {
  test('show one order with one countdown, and both can send it without a second purchase', async () => {
    const path = paymentUrl(orderNumber());
    await onPage(site, path, {}, async ({ page, member }) => {
      const second = await page.context().newPage();
      await page.waitForTimeout(1500);
      await visit(second, path);
      const keyIn = (from: Page) =>
        from.evaluate(() => {
          const key = Object.keys(sessionStorage).find((name) => name.startsWith('order:')) ?? '';
          const { idempotencyKey, startedAtMs } = JSON.parse(sessionStorage.getItem(key) ?? '{}');
          return { idempotencyKey, startedAtMs };
        });
      // The island stores them when it hydrates.
      await expect.poll(() => keyIn(second)).toEqual(await keyIn(page));
      expect((await keyIn(page)).idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
      for (const it of [page, second]) {
        await tab(it, 'Manual');
        await agree(it);
      }
      await button(page, 'Confirm Payment').click();
      await toBuyScreen(page);
      await button(second, 'Confirm Payment').click();
      await second.waitForURL((url) => url.pathname === '/user/buy-token' || url.search !== '');
      await expect.poll(async () => (await purchasesOf(site, member)).length).toBe(1);
      const left = await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }));
      expect(left.filter((key) => key.startsWith('order:'))).toEqual([]);
      await second.waitForTimeout(500);
      expect(await purchasesOf(site, member)).toHaveLength(1);
    });
  });

  test("after a sign-in with another account the old page closes, and nothing is bought in that account's name", async () => {
    const other = await makeMember(site, { name: 'Farhan Ali' });
    const admin = await makeAdmin(site);
    await onPage(site, paymentUrl(orderNumber()), {}, async ({ page }) => {
      await tab(page, 'Manual');
      await agree(page);
      const second = await page.context().newPage();
      await signIn(second, other.cookie, site.url);
      await visit(second, '/user/dashboard');
      await page.waitForURL('**/user/dashboard');
      await page.getByText(`ID: ${other.memberId}`, { exact: true }).waitFor();
      const left = await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }));
      expect(left.filter((key) => key.startsWith('order:'))).toEqual([]);
      expect(await purchasesOf(site, other)).toEqual([]);
      await visit(page, '/user/profile');
      await visit(second, '/user/buy-token');
      // An administration has a session of its own next to the member's.
      await signIn(second, admin.cookie, site.url);
      await visit(second, '/admin/usermanage');
      await page.waitForTimeout(500);
      expect(new URL(page.url()).pathname).toBe('/user/profile');
    });
  });

  test('an OTP that was requested in another tab can be typed in this one', async () => {
    const email = 'two-tabs@example.com';
    // Requests for a code count for one address from one network.
    const ip = freshIp();
    const first = await newPage(site, { ip });
    const second = await newPage(site, { ip });
    allow(second, /answer: 429 POST/);
    for (const page of [first, second]) {
      await visit(page, '/register');
      await page.getByLabel('Name', { exact: true }).fill('Asha Rao');
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Mobile', { exact: true }).fill('98765 43210');
      await button(page, 'Request OTP').click();
      if (page === first) await page.getByLabel('OTP', { exact: true }).waitFor();
    }
    await button(second, 'I already have an OTP').click();
    await second.getByLabel('OTP', { exact: true }).waitFor();
    await closePage(first);
    await closePage(second);
  });
});

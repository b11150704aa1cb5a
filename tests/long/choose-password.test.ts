/** A password that somebody else set: the notice on every page for seven days, then 'Choose your password' and nothing else. */
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, PASSWORD } from '../support/accounts.ts';
import { allow, closePage, DARK_PHONE, expectFits, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';

const CHOSEN = 'seven quiet lanterns';
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

/** Makes the password of an account one that somebody else set so many days ago. */
const give = ({ id }: Account, days: number) =>
  sql`UPDATE users SET password_given_at = now() - make_interval(days => ${days}) WHERE id = ${id}`.execute(
    site.database.platform,
  );
const path = (page: Page): string => new URL(page.url()).pathname;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save and go on' });

test('for seven days every page has a notice that leads to the choice', async () => {
  const admin = await makeAdmin(site);
  await give(admin, 2);
  const page = await newPage(site, { cookie: admin.cookie });
  for (const address of ['/admin/dashboard', '/admin/usermanage', '/admin/purchaserequest', '/admin/settings']) {
    await visit(page, address);
    const notice = page.getByRole('note', { name: 'Your password' });
    expect(await notice.innerText()).toMatch(/^Somebody else set your password\. Choose your own by \d+ \w+ \d{4}\./);
  }
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Choose your own' }).click();
  await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
  await field(page, 'Current password').fill(PASSWORD);
  await field(page, 'New password').fill(CHOSEN);
  await field(page, 'Confirm new password').fill(CHOSEN);
  await save(page).click();
  await page.waitForURL('**/admin/dashboard');
  await page.getByText('Password updated successfully').waitFor();
  expect(await page.getByRole('note', { name: 'Your password' }).count()).toBe(0);
  await closePage(page);
});

describe('after seven days', () => {
  test('the sign-in leads to the choice, by keyboard, and then to the dashboard', async () => {
    const member = await makeMember(site);
    await give(member, 8);
    const page = await newPage(site);
    await visit(page, '/');
    await field(page, 'Email').fill(member.email);
    await field(page, 'Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user/choose-password');
    await expectNoAxeViolations(page);
    await visit(page, '/user/buy-token');
    expect(path(page)).toBe('/user/choose-password');
    await field(page, 'Current password').focus();
    await page.keyboard.type(PASSWORD);
    allow(page, /422 PUT/);
    await field(page, 'New password').fill(PASSWORD);
    await field(page, 'Confirm new password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page
      .locator('.field-error')
      .filter({ hasText: 'The new password is the same as the current one.' })
      .waitFor();
    await field(page, 'New password').fill(CHOSEN);
    await field(page, 'Confirm new password').fill(`${CHOSEN}!`);
    await page.keyboard.press('Enter');
    await page.locator('.field-error').filter({ hasText: 'New passwords do not match.' }).waitFor();
    await field(page, 'Confirm new password').fill(CHOSEN);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/user/dashboard');
    await closePage(page);
  });

  test('a page that was open before leads there with its next call', async () => {
    const admin = await makeAdmin(site);
    await give(admin, 2);
    const page = await newPage(site, { cookie: admin.cookie });
    await visit(page, '/admin/usermanage');
    await give(admin, 8);
    allow(page, /answer: 403/);
    await page.getByRole('searchbox').fill('asha');
    await page.waitForURL('**/admin/choose-password');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/admin/login');
    await closePage(page);
  });
});

test('a session that ends before the choice is renewed over the page', async () => {
  const member = await makeMember(site);
  await give(member, 8);
  const page = await newPage(site, { cookie: member.cookie });
  await visit(page, '/user/choose-password');
  const choose = async (): Promise<void> => {
    await field(page, 'Current password').fill(PASSWORD);
    await field(page, 'New password').fill(CHOSEN);
    await field(page, 'Confirm new password').fill(CHOSEN);
    await save(page).click();
  };
  await sql`DELETE FROM sessions WHERE user_id = ${member.id}`.execute(site.database.platform);
  allow(page, /answer: 40[13]/);
  await choose();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByLabel('Email').fill(member.email);
  await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const reloaded = page.waitForEvent('load');
  await again.getByRole('button', { name: 'Log in' }).click();
  await reloaded;
  await choose();
  await page.waitForURL('**/user/dashboard');
  await closePage(page);
});

describe('every width, both themes', () => {
  test('nothing is cut off or unreadable', async () => {
    const member = await makeMember(site);
    await give(member, 2);
    const page = await newPage(site, { cookie: member.cookie, ...DARK_PHONE });
    for (const address of ['/user/dashboard', '/user/choose-password']) {
      await visit(page, address);
      await expectFits(page);
    }
    await closePage(page);
  });
});

/** Second factors in the browser: added, asked for at the sign-in and before sensitive actions, and removed. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, outdateSessions, PASSWORD, signIn } from '../support/accounts.ts';
import {
  allow,
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  focusedLabel,
  focusedText,
  newPage,
  type PageOptions,
  visit,
} from '../support/browser.ts';
import { addApp, addRecoveryCodes, forgetSteps, makeApp } from '../support/factors.ts';
import { type Site, startSite } from '../support/site.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';

const PATH = '/admin/security';
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const toastShown = (page: Page, text: string) =>
  page.locator('.Toastify__toast').filter({ hasText: text }).first().waitFor();

async function open(admin: Account, path = PATH, options: PageOptions = {}): Promise<Page> {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  expect(await visit(page, path)).toBe(200);
  return page;
}

/** The first step of a sign-in on the login page. */
async function enterPassword(page: Page, { email }: Account): Promise<void> {
  await visit(page, '/admin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Log in').click();
}

test('an admin adds an app and recovery codes, and signs in with each', async () => {
  const admin = await makeAdmin(site);
  const page = await open(admin);
  await button(page, 'Add an app').click();
  const key = await dialog(page, 'Add an authenticator app').locator('code').innerText();
  const app = makeApp(`otpauth://totp/x?secret=${key.replaceAll(/\s/g, '')}`);
  await page.getByLabel('Code of the app').fill(app.code());
  await button(page, 'Confirm').click();
  await toastShown(page, 'Authenticator app added successfully');
  await button(page, 'Make codes').click();
  await page.getByLabel('Type one of them').waitFor();
  const codes = await page.getByRole('list', { name: 'Codes' }).getByRole('listitem').allInnerTexts();
  expect(codes.length).toBe(10);
  await page.getByLabel('Type one of them').fill(codes[3] ?? '');
  await button(page, 'Confirm').click();
  await toastShown(page, 'Recovery codes confirmed successfully');
  await page.getByText('10 left').waitFor();

  await page.context().clearCookies();
  await enterPassword(page, admin);
  await forgetSteps(site, admin);
  await expect.poll(() => focusedLabel(page)).toBe('Code of the app');
  await page.keyboard.type(app.code());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/dashboard');

  await page.context().clearCookies();
  await enterPassword(page, admin);
  await button(page, 'Back').click();
  await expect.poll(() => focusedLabel(page)).toBe('Email');
  await button(page, 'Log in').click();
  allow(page, /answer: 422 POST .*auth\/factor/);
  await page.getByLabel('Code of the app').fill(app.code(-5));
  await button(page, 'Log in').click();
  await page.locator('form').getByText('This code is wrong or was used already.').waitFor();
  await button(page, 'Use a recovery code').click();
  await expect.poll(() => focusedLabel(page)).toBe('Recovery code');
  await page.getByLabel('Recovery code').fill((codes[3] ?? '').toLowerCase());
  await button(page, 'Log in').click();
  await page.waitForURL('**/admin/dashboard');
  await visit(page, PATH);
  await page.getByText('9 left').waitFor();
  await closePage(page);
});

test('an admin enrols a passkey, signs in with it alone and as the second step, and confirms with it', async () => {
  const admin = await makeAdmin(site);
  const page = await open(admin, '/admin/login');
  await addAuthenticator(page);
  await visit(page, PATH);
  await button(page, 'Add a passkey').click();
  await button(page, 'Continue').click();
  await toastShown(page, 'Passkey added successfully');

  await page.context().clearCookies();
  await visit(page, '/admin/login');
  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL('**/admin/dashboard');

  await page.context().clearCookies();
  await enterPassword(page, admin);
  await expect.poll(() => focusedText(page)).toContain('Use passkey');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/dashboard');

  await outdateSessions(site, admin);
  await visit(page, PATH);
  allow(page, /answer: 403/);
  await button(page, /^Remove: /).click();
  await button(page, 'Remove').click();
  await button(page, 'Use passkey').click();
  await toastShown(page, 'Passkey removed successfully');
  await closePage(page);
});

test('a sensitive action asks for the code of the app, and the password is not offered', async () => {
  const admin = await makeAdmin(site);
  const app = await addApp(site, admin);
  await outdateSessions(site, admin);
  const page = await open(admin);
  allow(page, /answer: 403/);
  await button(page, 'Remove the app').click();
  await button(page, 'Remove').click();
  const confirmation = dialog(page, 'Confirm that it is you');
  await confirmation.getByLabel('Code of the app').fill(app.code());
  expect(await confirmation.getByLabel('Your current password').count()).toBe(0);
  await button(page, 'Confirm').click();
  await toastShown(page, 'Authenticator app removed successfully');
  await closePage(page);
});

test('an admin signs another device out', async () => {
  const admin = await makeAdmin(site);
  await signIn(site, { kind: 'admin', companyId: admin.companyId, accountId: admin.id });
  const page = await open(admin);
  const devices = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect.poll(() => devices.count()).toBe(2);
  await button(page, /^Sign out: /).click();
  await toastShown(page, 'Signed out successfully');
  await expect.poll(() => devices.count()).toBe(1);
  await closePage(page);
});

test('another admin removes the second factors of an account on its page', async () => {
  const admin = await makeAdmin(site);
  const lost = await makeAdmin(site, { name: 'Meera Nair' });
  await addApp(site, lost);
  const page = await open(admin, `/admin/usermanage/${lost.id}`);
  await button(page, 'Remove second factors').click();
  await dialog(page, 'Remove the second factors of Meera Nair?').waitFor();
  await expectNoAxeViolations(page);
  await button(page, 'Remove').click();
  await toastShown(page, 'Second factors removed successfully');
  await closePage(page);
});

test('every width, both themes', async () => {
  const admin = await makeAdmin(site);
  await addApp(site, admin);
  await addRecoveryCodes(site, admin);
  const page = await open(admin, PATH, DARK_PHONE);
  await page.getByText('10 left').waitFor();
  await expectFits(page);
  await button(page, 'Make new codes').click();
  await page.getByLabel('Type one of them').waitFor();
  await expectFits(page);
  await button(page, 'Cancel').click();
  await page.context().clearCookies();
  await enterPassword(page, admin);
  await page.getByLabel('Code of the app').waitFor();
  await expectFits(page);
  await closePage(page);
});

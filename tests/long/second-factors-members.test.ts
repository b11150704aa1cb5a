/** Second factors of members in the browser: added on a phone, asked for at the sign-in and before sensitive actions, and removed. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, outdateSessions, PASSWORD } from '../support/accounts.ts';
import {
  allow,
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  focusedLabel,
  newPage,
  type PageOptions,
  visit,
} from '../support/browser.ts';
import { addApp, addRecoveryCodes, forgetSteps, guessCodes, letInPathOf, makeApp } from '../support/factors.ts';
import { chooseHindi, expectNoEnglish, hi } from '../support/hindi.ts';
import { type Site, startSite } from '../support/site.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';

const PATH = '/user/security';
const PHONE = { width: 360, height: 740 };
/** The least side of what a finger has to hit (WCAG 2.2, 2.5.5). */
const TARGET_PX = 44;
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

async function open(member: Account, path = PATH, options: PageOptions = PHONE): Promise<Page> {
  const page = await newPage(site, { cookie: member.cookie, ...options });
  expect(await visit(page, path)).toBe(200);
  return page;
}

/** The first step of a sign-in on the login page. */
async function enterPassword(page: Page, { email }: Account): Promise<void> {
  await page.context().clearCookies();
  await visit(page, '/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Log in').click();
}

async function expectTouchTargets(page: Page): Promise<void> {
  const small = await page.locator('main button:visible, dialog[open] button:visible').evaluateAll(
    (all, least) =>
      all
        .map((target) => ({
          name: target.getAttribute('aria-label') ?? target.textContent,
          height: target.getBoundingClientRect().height,
        }))
        .filter(({ height }) => height < least),
    TARGET_PX,
  );
  expect(small).toEqual([]);
}

test('on a phone: from the profile to an app and recovery codes, and a sign-in with each', async () => {
  const member = await makeMember(site);
  const page = await open(member, '/user/profile');
  await page.getByRole('link', { name: 'Set up' }).click();
  await page.waitForURL(`**${PATH}`);
  await expectTouchTargets(page);
  await button(page, 'Add an app').click();
  const key = await dialog(page, 'Add an authenticator app').locator('code').innerText();
  await expectNoAxeViolations(page);
  const app = makeApp(`otpauth://totp/x?secret=${key.replaceAll(/\s/g, '')}`);
  await page.getByLabel('Code of the app').fill(app.code());
  await button(page, 'Confirm').click();
  await toastShown(page, 'Authenticator app added successfully');
  await button(page, 'Make codes').click();
  await page.getByLabel('Type one of them').waitFor();
  const codes = await page.getByRole('list', { name: 'Codes' }).getByRole('listitem').allInnerTexts();
  await page.getByLabel('Type one of them').fill(codes[3] ?? '');
  await button(page, 'Confirm').click();
  await page.getByText('10 left').waitFor();

  await enterPassword(page, member);
  await page.getByLabel('Code of the app').waitFor();
  expect(await page.getByRole('link', { name: 'Create account' }).isVisible()).toBe(false);
  await expectNoSidewaysScroll(page);
  await forgetSteps(site, member);
  allow(page, /answer: 422 POST .*auth\/factor/);
  await page.getByLabel('Code of the app').fill(app.code(-5));
  await button(page, 'Log in').click();
  await page.locator('form').getByText('This code is wrong or was used already.').waitFor();
  await page.getByLabel('Code of the app').fill(app.code());
  await button(page, 'Log in').click();
  await page.waitForURL('**/user/dashboard');

  await enterPassword(page, member);
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Recovery code').fill((codes[3] ?? '').toLowerCase());
  await button(page, 'Log in').click();
  await page.waitForURL('**/user/dashboard');
  await visit(page, PATH);
  await page.getByText('9 left').waitFor();
  await closePage(page);
});

test('on a phone: the link of a mail opens one try, while strangers guess codes', async () => {
  const member = await makeMember(site);
  const app = await addApp(site, member);
  await guessCodes(site, member, app);
  const page = await open(member, '/');
  allow(page, /answer: 429 POST .*auth\/factor/);
  const logIn = async (): Promise<void> => {
    await enterPassword(page, member);
    await page.getByLabel('Code of the app').fill(app.code());
    await button(page, 'Log in').click();
  };
  await logIn();
  await page.locator('form').getByText('gets a mail with a link that opens one try').waitFor();
  await visit(page, await letInPathOf(site, member));
  await expectNoAxeViolations(page);
  await expectTouchTargets(page);
  await button(page, 'Open one try').click();
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await page.waitForURL(`${site.url}/`);
  await logIn();
  await page.waitForURL('**/user/dashboard');
  await closePage(page);
});

test('a passkey signs in alone, is the second step, confirms, and is removed', async () => {
  const member = await makeMember(site);
  const page = await open(member, '/');
  await addAuthenticator(page);
  await visit(page, PATH);
  await button(page, 'Add a passkey').click();
  await button(page, 'Continue').click();
  await toastShown(page, 'Passkey added successfully');
  await expectTouchTargets(page);

  await page.context().clearCookies();
  await visit(page, '/');
  await button(page, 'Sign in with a passkey').click();
  await page.waitForURL('**/user/dashboard');

  await enterPassword(page, member);
  await button(page, 'Use passkey').click();
  await page.waitForURL('**/user/dashboard');

  await outdateSessions(site, member);
  await visit(page, PATH);
  allow(page, /answer: 403/);
  await button(page, /^Remove: /).click();
  await button(page, 'Remove').click();
  await button(page, 'Use passkey').click();
  await toastShown(page, 'Passkey removed successfully');
  await closePage(page);
});

test('a passkey of another address, a person who was not verified and a closed dialog do not sign in', async () => {
  const member = await makeMember(site);
  const page = await open(member, '/');
  await addAuthenticator(page);
  await visit(page, PATH);
  await button(page, 'Add a passkey').click();
  await button(page, 'Continue').click();
  await toastShown(page, 'Passkey added successfully');
  await site.database.platform
    .updateTable('passkeys')
    .set({ rp_id: 'old.example.com' })
    .where('user_id', '=', member.id)
    .execute();
  await visit(page, PATH);
  await page.getByText('Works only at old.example.com, an earlier address of this site.').waitFor();
  await page.context().clearCookies();
  await visit(page, '/');
  allow(page, /answer: 422 POST .*login\/passkey/);
  await button(page, 'Sign in with a passkey').click();
  await toastShown(page, 'This passkey was not accepted.');
  expect(new URL(page.url()).pathname).toBe('/');
  await closePage(page);
});

test('a changed profile asks for the code of the app, and goes on by itself', async () => {
  const member = await makeMember(site);
  const app = await addApp(site, member);
  await outdateSessions(site, member);
  const page = await open(member, '/user/profile');
  allow(page, /answer: 403/);
  await page.getByLabel('Name', { exact: true }).fill('Meera Nair');
  await page.getByLabel('Current password').first().fill(PASSWORD);
  await button(page, 'Save Changes').click();
  const confirmation = dialog(page, 'Confirm that it is you');
  await confirmation.getByLabel('Code of the app').fill(app.code());
  expect(await confirmation.getByLabel('Your current password').count()).toBe(0);
  await button(page, 'Confirm').click();
  await toastShown(page, 'Profile updated successfully');
  await closePage(page);
});

test('a session that has ended is renewed over the page with the second step', async () => {
  const member = await makeMember(site);
  const app = await addApp(site, member);
  const page = await open(member, '/user/profile');
  await page.getByLabel('Name', { exact: true }).fill('Meera Nair');
  await page.getByLabel('Current password').first().fill(PASSWORD);
  await site.database.platform.deleteFrom('sessions').where('user_id', '=', member.id).execute();
  allow(page, /answer: 401/);
  await button(page, 'Save Changes').click();
  const ended = dialog(page, 'Your session has ended');
  await ended.getByLabel('Email').fill(member.email);
  await ended.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await ended.getByRole('button', { name: 'Log in' }).click();
  await ended.getByRole('link', { name: 'Leave this page' }).waitFor();
  // Without another click.
  await expect.poll(() => focusedLabel(page)).toBe('Code of the app');
  await page.keyboard.type(app.code());
  await page.keyboard.press('Enter');
  await toastShown(page, 'Profile updated successfully');
  await closePage(page);
});

test('an admin removes the second factors of a member on the member page, which offers it only then', async () => {
  const admin = await makeAdmin(site);
  const member = await makeMember(site, { name: 'Meera Nair' });
  const page = await open(admin, `/admin/usermanage/${member.id}`, {});
  expect(await button(page, 'Remove second factors').count()).toBe(0);
  await addApp(site, member);
  await visit(page, `/admin/usermanage/${member.id}`);
  await button(page, 'Remove second factors').click();
  await dialog(page, 'Remove the second factors of Meera Nair?').waitFor();
  await button(page, 'Remove').click();
  await toastShown(page, 'Second factors removed successfully');
  await expect.poll(() => button(page, 'Remove second factors').count()).toBe(0);
  await closePage(page);
});

test('in Hindi, the page, its dialogs and the second step have no English text', async () => {
  const member = await makeMember(site);
  const given = [member.email, member.memberId, 'Asha Rao AR', 'Google Authenticator Microsoft PIN', 'Chrome Linux'];
  const page = await open(member, '/user/dashboard');
  await chooseHindi(page, site.url);
  await visit(page, PATH);
  await expectNoEnglish(page, given);
  await button(page, hi('Add an app')).click();
  const key = await dialog(page, hi('Add an authenticator app')).locator('code').innerText();
  await expectNoEnglish(page, [...given, key]);
  const app = makeApp(`otpauth://totp/x?secret=${key.replaceAll(/\s/g, '')}`);
  await page.getByLabel(hi('Code of the app')).fill(app.code());
  await button(page, hi('Confirm')).click();
  await toastShown(page, hi('Authenticator app added successfully'));
  await expectNoEnglish(page, given);
  await outdateSessions(site, member);
  await forgetSteps(site, member);
  allow(page, /answer: 403/);
  await button(page, hi('Remove the app')).click();
  await button(page, hi('Remove')).click();
  await dialog(page, hi('Confirm that it is you')).getByLabel(hi('Code of the app')).waitFor();
  await expectNoEnglish(page, given);
  await expectNoAxeViolations(page);

  await page.context().clearCookies();
  await chooseHindi(page, site.url);
  await visit(page, '/');
  await page.getByLabel(hi('Email')).fill(member.email);
  await page.getByLabel(hi('Password'), { exact: true }).fill(PASSWORD);
  await button(page, hi('Log in')).click();
  await page.getByLabel(hi('Code of the app')).fill(app.code(-5));
  allow(page, /answer: 422 POST .*auth\/factor/);
  await button(page, hi('Log in')).click();
  await page
    .locator('form')
    .getByText(hi('This code is wrong or was used already. Please wait for the next one of your app and try again.'))
    .waitFor();
  await closePage(page);
});

test('every width, both themes', async () => {
  const member = await makeMember(site);
  await addApp(site, member);
  await addRecoveryCodes(site, member);
  const page = await open(member, PATH, DARK_PHONE);
  await page.getByText('10 left').waitFor();
  await expectFits(page);
  await closePage(page);
});

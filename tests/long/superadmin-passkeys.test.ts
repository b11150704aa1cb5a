/** Passkeys of a super admin in the browser: enrolled, used to sign in and to confirm, named and removed. */
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Account, makeSuper, outdateSessions } from '../support/accounts.ts';
import {
  allow,
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  newPage,
  type PageOptions,
  visit,
} from '../support/browser.ts';
import { addRecoveryCodes } from '../support/factors.ts';
import { freePort } from '../support/ports.ts';
import { type Site, startSite } from '../support/site.ts';
import { addAuthenticator, type VirtualAuthenticator } from '../support/virtual-authenticator.ts';

const PATH = '/superadmin/security';
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const toastShown = (page: Page, text: string) =>
  page.locator('.Toastify__toast').filter({ hasText: text }).first().waitFor();
const rows = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

/** A page of a super admin on a device that can have passkeys. */
async function open(
  boss: Account,
  path = PATH,
  options: PageOptions = {},
): Promise<{ page: Page; device: VirtualAuthenticator }> {
  const page = await newPage(site, { cookie: boss.cookie, ...options });
  const device = await addAuthenticator(page);
  expect(await visit(page, path)).toBe(200);
  return { page, device };
}

async function add(page: Page, name: string): Promise<void> {
  await button(page, 'Add a passkey').click();
  await dialog(page, 'Add a passkey').getByLabel('Name', { exact: true }).fill(name);
  await button(page, 'Continue').click();
}

test('enrols, signs in with the passkey alone on a new page, and removes it', async () => {
  const boss = await makeSuper(site);
  const { page, device } = await open(boss);
  await page.getByText('No passkey yet.').waitFor();
  await add(page, 'Work laptop');
  await toastShown(page, 'Passkey added successfully');
  await expect
    .poll(() => rows(page).allInnerTexts())
    .toEqual([expect.stringMatching(/^Work laptop\s+added .*not used yet/s)]);
  const credentials = await device.credentials();
  expect(credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual([
    ['localhost', true],
  ]);

  // The same person elsewhere, with a synchronised passkey and no mail.
  const elsewhere = await newPage(site);
  await (await addAuthenticator(elsewhere)).add(credentials);
  await visit(elsewhere, '/superadmin/login');
  await button(elsewhere, 'Sign in with a passkey').click();
  await elsewhere.waitForURL('**/superadmin/dashboard');
  expect(await elsewhere.evaluate(() => localStorage.getItem('isLoggedIn'))).toBe('true');
  await visit(elsewhere, PATH);
  await elsewhere.getByText('last used').waitFor();

  await button(elsewhere, 'Rename: Work laptop').click();
  await dialog(elsewhere, 'Rename the passkey').getByLabel('Name', { exact: true }).fill('Laptop at home');
  await button(elsewhere, 'Save').click();
  await toastShown(elsewhere, 'Passkey renamed successfully');
  await button(elsewhere, 'Remove: Laptop at home').click();
  await dialog(elsewhere, 'Remove this passkey?').getByText('Laptop at home').waitFor();
  allow(elsewhere, /answer: 403/);
  await button(elsewhere, 'Remove').click();
  // The sign-in alone removes no way in.
  await dialog(elsewhere, 'Confirm that it is you').waitFor();
  await button(elsewhere, 'Use passkey').click();
  await toastShown(elsewhere, 'Passkey removed successfully');
  await elsewhere.getByText('No passkey yet.').waitFor();

  allow(elsewhere, /answer: 422 POST .*login\/passkey/);
  await elsewhere.context().clearCookies();
  await visit(elsewhere, '/superadmin/login');
  await button(elsewhere, 'Sign in with a passkey').click();
  await toastShown(elsewhere, 'This passkey was not accepted. Please try again or log in another way.');
  expect(new URL(elsewhere.url()).pathname).toBe('/superadmin/login');
  await closePage(page);
  await closePage(elsewhere);
});

describe('a device', () => {
  test('gets one passkey for an account, and none without its person', async () => {
    const { page, device } = await open(await makeSuper(site));
    await add(page, 'First');
    await toastShown(page, 'Passkey added successfully');
    await add(page, 'Second');
    await toastShown(page, 'This device already has a passkey for your account.');
    await dialog(page, 'Add a passkey')
      .locator('form')
      .getByText('This device already has a passkey for your account.')
      .waitFor();
    await button(page, 'Cancel').click();
    expect((await device.credentials()).length).toBe(1);
    await button(page, 'Remove: First').click();
    await button(page, 'Remove').click();
    await page.getByText('No passkey yet.').waitFor();
    await device.setVerified(false);
    await add(page, 'Nobody');
    await toastShown(page, 'No passkey was used. Please try again.');
    await closePage(page);
  });

  test('without a passkey is refused by the browser, and the code still works', async () => {
    const page = await newPage(site);
    const device = await addAuthenticator(page);
    await visit(page, '/superadmin/login');
    expect(await device.credentials()).toEqual([]);
    await button(page, 'Sign in with a passkey').click();
    await toastShown(page, 'No passkey was used. Please try again.');
    await page.getByLabel('Email').fill('superadmin@example.com');
    await button(page, 'Get OTP').click();
    await page.getByLabel('OTP').fill(await site.code('superadmin@example.com'));
    await button(page, 'Login').click();
    await page.waitForURL('**/superadmin/dashboard');
    await closePage(page);
  });
});

describe('a sensitive action', () => {
  test('goes on after the passkey, and mails no code', async () => {
    const boss = await makeSuper(site);
    const { page } = await open(boss);
    await add(page, 'Work laptop');
    await toastShown(page, 'Passkey added successfully');
    await outdateSessions(site, boss);
    allow(page, /answer: 403/);
    await button(page, 'Remove: Work laptop').click();
    await button(page, 'Remove').click();
    const confirmation = dialog(page, 'Confirm that it is you');
    await confirmation.getByText('Confirm with your passkey to continue.').waitFor();
    await expectNoAxeViolations(page);
    await button(page, 'Use passkey').click();
    await toastShown(page, 'Passkey removed successfully');
    const { rows: codes } = await sql`SELECT 1 FROM codes WHERE address = ${boss.email}`.execute(
      site.database.platform,
    );
    expect(codes).toEqual([]);
    await closePage(page);
  });

  test('goes on after a recovery code, if the passkey is not at hand', async () => {
    const boss = await makeSuper(site);
    const { page } = await open(boss);
    await add(page, 'Work laptop');
    await toastShown(page, 'Passkey added successfully');
    const [code = ''] = await addRecoveryCodes(site, boss);
    await outdateSessions(site, boss);
    allow(page, /answer: 403/);
    await button(page, 'Remove: Work laptop').click();
    await button(page, 'Remove').click();
    await button(page, 'Use a recovery code').click();
    await dialog(page, 'Confirm that it is you').getByLabel('Recovery code').fill(code);
    await page.keyboard.press('Enter');
    await toastShown(page, 'Passkey removed successfully');
    await closePage(page);
  });
});

test('what a device has answered once is refused the second time', async () => {
  const { page } = await open(await makeSuper(site));
  await add(page, 'Work laptop');
  await toastShown(page, 'Passkey added successfully');
  await page.context().clearCookies();
  await visit(page, '/superadmin/login');
  const sending = page.waitForRequest((request) => request.url().endsWith('/auth/login/passkey'));
  await button(page, 'Sign in with a passkey').click();
  const sent = await sending;
  await page.waitForURL('**/superadmin/dashboard');
  // With all cookies of the browser that answered.
  const again = await page.request.post(sent.url(), { data: sent.postDataJSON(), headers: { Origin: site.url } });
  expect([again.status(), (await again.json()).message]).toEqual([
    422,
    'This passkey was not accepted. Please try again or log in another way.',
  ]);
  await closePage(page);
});

test('after a change of the host name no passkey is offered there, and the page says which belong to the earlier one', async () => {
  const boss = await makeSuper(site);
  const { page, device } = await open(boss);
  await add(page, 'Work laptop');
  await toastShown(page, 'Passkey added successfully');
  const credentials = await device.credentials();
  await closePage(page);
  const port = await freePort();
  const url = `http://moved.localhost:${port}`;
  const moved = await startSite({ databaseUrl: site.databaseUrl ?? '', env: { PORT: String(port), SITE_URL: url } });
  onTestFinished(() => moved.remove());
  expect(moved.output()).toContain('passkeys of super admins belong to another host name than SITE_URL');
  const there = await newPage({ url });
  await (await addAuthenticator(there)).add(credentials);
  await visit(there, '/superadmin/login');
  await button(there, 'Sign in with a passkey').click();
  await toastShown(there, 'No passkey was used. Please try again.');
  await closePage(there);
  const signedIn = await newPage({ url }, { cookie: boss.cookie });
  await visit(signedIn, PATH);
  await rows(signedIn).getByText('Works only at localhost, an earlier address of this site.').waitFor();
  await closePage(signedIn);
});

test('an IP address has no passkeys, and both screens say where there are', async () => {
  const boss = await makeSuper(site);
  const url = `http://127.0.0.1:${site.port}`;
  const sentence = `Passkeys work only at ${site.url}. Please open the site there.`;
  const page = await newPage({ url }, { cookie: boss.cookie });
  await visit(page, PATH);
  await page.getByText(sentence).waitFor();
  expect(await button(page, 'Add a passkey').isDisabled()).toBe(true);
  await expectNoAxeViolations(page);
  await page.context().clearCookies();
  await visit(page, '/superadmin/login');
  await page.getByText(sentence).waitFor();
  expect(await button(page, 'Sign in with a passkey').count()).toBe(0);
  await closePage(page);
});

describe('every width, both themes', () => {
  test('nothing is cut off or unreadable', async () => {
    const boss = await makeSuper(site);
    await sql`INSERT INTO passkeys (super_admin_id, rp_id, credential_id, public_key, counter, name, last_used_at)
      VALUES (${boss.id}, 'pre-launch.old-name.example.com', ${Buffer.from(boss.id)}, ${Buffer.of(0)}, 0, 'Old phone', now())`.execute(
      site.database.platform,
    );
    const { page } = await open(boss, PATH, DARK_PHONE);
    await page.getByText('Works only at pre-launch.old-name.example.com').waitFor();
    await expectFits(page);
    await button(page, 'Add a passkey').click();
    await dialog(page, 'Add a passkey').waitFor();
    await expectFits(page);
    await button(page, 'Cancel').click();
    await add(page, 'A name of sixty letters, which is the longest that a key takes.'.slice(0, 60));
    await rows(page).nth(1).waitFor();
    await expectFits(page);
    await page.context().clearCookies();
    await visit(page, '/superadmin/login');
    await expectFits(page);
    await closePage(page);
  });
});

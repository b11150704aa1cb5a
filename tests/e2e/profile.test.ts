/** My Profile in a browser: what can be changed, its messages, and that the frame follows. */
import fs from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeMember, PASSWORD, signIn as session } from '../support/accounts.ts';
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
import { manual, picture, submitted } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

interface Visit {
  readonly page: Page;
  readonly member: Account;
}
async function onProfile(run: (at: Visit) => Promise<void>, options: PageOptions = {}): Promise<void> {
  const member = await makeMember(site, { name: 'Ananya Krishnamurthy' });
  const page = await newPage(site, { cookie: member.cookie, ...options });
  if (options.javaScript === false) await page.goto('/user/profile');
  else await visit(page, '/user/profile');
  await run({ page, member });
  await closePage(page);
}
/** Sections below the first screen hydrate when they come into view. */
async function scrollTo(page: Page, heading: string): Promise<void> {
  const section = page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) });
  await section.scrollIntoViewIfNeeded();
  await section.locator('astro-island:not([ssr])').waitFor({ state: 'attached' });
}
const form = (page: Page) => page.locator('form', { has: page.getByLabel('Name', { exact: true }) });
const current = (page: Page) => form(page).getByLabel('Current password');
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
const toasts = (page: Page) => page.locator('.Toastify__toast');
/** In alphabetical order: the order on the screen is not checked here. */
const toastTexts = (page: Page) => expect.poll(async () => (await toasts(page).allInnerTexts()).sort());
const png = (name = 'me.png') => ({ name, mimeType: 'image/png', buffer: Buffer.from(picture()) });

test('has its fields, labels and read-only values', async () => {
  await onProfile(async ({ page, member }) => {
    expect(await page.title()).toMatch(/My Profile$/);
    const state = (label: string) =>
      form(page)
        .getByLabel(label)
        .evaluate((it: HTMLInputElement) => [it.value, it.readOnly] as const);
    expect(await state('Name')).toEqual(['Ananya Krishnamurthy', false]);
    expect(await state('Email')).toEqual([member.email, true]);
    expect(await state('Phone')).toEqual(['+919876543210', false]);
    expect(await form(page).locator('[name=referralCode]').inputValue()).toBe(member.memberId);
    for (const label of ['Date of birth', 'Aadhaar number', 'Wallet address'])
      expect((await state(label))[1]).toBe(false);
  });
});

test('a save changes the typed fields, keeps the others, and updates the frame', async () => {
  await onProfile(async ({ page, member }) => {
    await form(page).getByLabel('Name', { exact: true }).fill('Ananya Rao');
    await form(page).getByLabel('Date of birth').fill('1990-04-05');
    await form(page).getByLabel('Aadhaar number').fill('2341 2341 2346');
    await form(page).getByLabel('Wallet address').fill(WALLET.toLowerCase());
    await page.getByLabel('Profile picture').setInputFiles(png());
    await page.getByText('Preview. Save to keep it.').waitFor();
    await current(page).fill(PASSWORD);
    await save(page);
    await toastTexts(page).toEqual(['Profile updated successfully']);
    await expect.poll(() => page.locator('[data-profile-name]').innerText()).toBe('Ananya Rao');
    expect(await page.locator('.side-person .avatar img').getAttribute('src')).toMatch(/^\/api\/v1\/media\//);
    expect(await form(page).getByLabel('Aadhaar number').inputValue()).toBe('XXXX XXXX 2346');
    expect(await form(page).getByLabel('Wallet address').inputValue()).toBe(WALLET);
    expect(await current(page).inputValue()).toBe('');
    // The masked number is sent back: unchanged.
    await form(page).getByLabel('Phone').fill('+91 98111 22334');
    await current(page).fill(PASSWORD);
    await save(page);
    await expect.poll(() => form(page).getByLabel('Phone').inputValue()).toBe('+919811122334');
    const row = await site.database.platform
      .selectFrom('users')
      .selectAll()
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      name: 'Ananya Rao',
      aadhaar_last4: '2346',
      date_of_birth: '1990-04-05',
      wallet_address: WALLET,
    });
  });
});

describe('a refusal is shown at its fields, a specified one also as a toast, and typed values stay', () => {
  const specified = 'Please enter you current password';
  test.each([
    ['no current password', {}, [specified], 'password'],
    [
      'several at once',
      { Name: '', Phone: '12' },
      ['Please enter your name.', 'Please enter a valid mobile number.', specified],
      'name',
    ],
    [
      'a wrong Aadhaar number',
      { 'Aadhaar number': '234123412345', 'Current password': PASSWORD },
      ['Please enter a valid 12-digit Aadhaar number.'],
      'kycDocumentNumber',
    ],
  ])('%s', async (_, typed, messages, focused) => {
    await onProfile(async ({ page }) => {
      for (const [label, text] of Object.entries(typed)) await form(page).getByLabel(label, { exact: true }).fill(text);
      await save(page);
      for (const message of messages) await form(page).getByText(message).waitFor();
      await toastTexts(page).toEqual(messages.filter((message) => message === specified));
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(focused);
      for (const [label, text] of Object.entries(typed))
        expect(await form(page).getByLabel(label, { exact: true }).inputValue()).toBe(text);
      await expectNoAxeViolations(page);
    });
  });

  test('the server’s list of messages: one toast each', async () => {
    await onProfile(async ({ page }) => {
      allow(page, /422 PUT .*profile\/update/);
      await form(page).getByLabel('Wallet address').fill(WALLET.replace('aA', 'Aa'));
      await form(page).getByLabel('Phone').fill('+1 000 000 0000');
      await current(page).fill(PASSWORD);
      await save(page);
      await toastTexts(page).toEqual([
        'Please enter a valid mobile number.',
        'This wallet address has a wrong checksum. Please copy it again.',
      ]);
    });
  });

  test.each([
    ['98111 22334', 'We will use +91 98111 22334.'],
    ['+91 98111 22334', 'We will use +91 98111 22334.'],
    ['+1 000 000 0000', 'For a number outside India, begin with + and its country code.'],
  ])('the button stays under the pointer while the hint of %s loads', async (typed, hint) => {
    const member = await makeMember(site);
    const page = await newPage(site, { cookie: member.cookie });
    const gate = Promise.withResolvers<void>();
    await page.route(/_astro\/MobileHint.*\.js$/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await visit(page, '/user/profile');
    await form(page).getByLabel('Phone').fill(typed);
    const button = page.getByRole('button', { name: 'Save Changes' });
    const before = await button.boundingBox();
    // The first interaction, after which it loads: with a form that the browser filled in, that is the press itself.
    await page.keyboard.press('Tab');
    gate.resolve();
    await form(page).getByText(hint).waitFor();
    expect(await button.boundingBox()).toEqual(before);
    await closePage(page);
  });

  test('a wrong current password', async () => {
    await onProfile(async ({ page }) => {
      allow(page, /422 PUT .*profile\/update/);
      await current(page).fill('not the one');
      await save(page);
      await toastTexts(page).toEqual(['Your current password is incorrect.']);
    });
  });

  test('files that are no picture', async () => {
    await onProfile(async ({ page }) => {
      await page
        .getByLabel('Profile picture')
        .setInputFiles({ name: 'me.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
      await toastTexts(page).toEqual(['Please choose a picture: JPG, PNG, WebP or GIF.']);
    });
  });

  test.each([
    [
      'no id in the answer',
      { status: 200, json: { status: true, message: 'ok', data: [] } },
      'Upload succeeded but no file ID received.',
    ],
    ['no answer that can be read', { status: 502, body: 'bad gateway' }, 'Profile picture upload failed.'],
  ])('an upload with %s', async (_, answer, message) => {
    await onProfile(async ({ page }) => {
      allow(page, /502 POST .*media\/add/);
      let updates = 0;
      await page.route('**/user/media/add', (route) => route.fulfill(answer));
      page.on('request', (it) => it.url().includes('/profile/update') && updates++);
      await page.getByLabel('Profile picture').setInputFiles(png());
      await current(page).fill(PASSWORD);
      await save(page);
      await toastTexts(page).toEqual([message]);
      expect(updates).toBe(0);
      expect(await current(page).inputValue()).toBe(PASSWORD);
    });
  });
});

test('a change of password is checked and applied, and signs out the other devices', async () => {
  await onProfile(async ({ page, member }) => {
    const other = await session(site, { kind: 'member', companyId: member.companyId, accountId: member.id });
    const own = page.locator('form', { has: page.getByLabel('Confirm new password') });
    const change = page.getByRole('button', { name: 'Change password' });
    await scrollTo(page, 'Password');
    await change.click();
    await toastTexts(page).toEqual(['Please fill in all fields.']);
    await own.getByLabel('Current password').fill(PASSWORD);
    await own.getByLabel('New password', { exact: true }).fill('lantern quiet 42 harbour');
    await own.getByLabel('Confirm new password').fill('lantern quiet 43 harbour');
    await change.click();
    await toastTexts(page).toContain('New passwords do not match.');
    await own.getByLabel('Confirm new password').fill('lantern quiet 42 harbour');
    await change.click();
    await toastTexts(page).toContain('Password updated successfully');
    expect((await site.call('GET', '/api/v1/user/auth/profile/get', { token: other.token })).status).toBe(401);
    expect(await own.getByLabel('New password', { exact: true }).inputValue()).toBe('');
  });
});

test('sessions: this device is marked, the others can be ended', async () => {
  const member = await makeMember(site);
  await session(site, { kind: 'member', companyId: member.companyId, accountId: member.id });
  const page = await newPage(site, { cookie: member.cookie });
  await visit(page, '/user/profile');
  await scrollTo(page, 'Where you are signed in');
  const list = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  expect(await list.count()).toBe(2);
  expect(await list.first().innerText()).toContain('This device');
  const button = page.getByRole('button', { name: 'Sign out everywhere else' });
  await button.click();
  await toastTexts(page).toEqual(['You are signed out everywhere else.']);
  await expect.poll(() => list.count()).toBe(1);
  expect(await button.isDisabled()).toBe(true);
  await closePage(page);
});

test("the member's data download as a JSON file", async () => {
  await onProfile(async ({ page, member }) => {
    await submitted(site, member, manual());
    await scrollTo(page, 'Your data');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe(`my-data-${member.memberId}.json`);
    const data = JSON.parse(fs.readFileSync(await download.path(), 'utf8'));
    expect(data.account.email).toBe(member.email);
    expect(data.purchases).toHaveLength(1);
  });
});

test('a deletion request is explained, requires the password, survives a reload and can be withdrawn', async () => {
  await onProfile(async ({ page }) => {
    allow(page, /422 POST .*deletion\/request/);
    await scrollTo(page, 'Your data');
    await page.getByRole('button', { name: 'Request deletion' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request deletion of your account' });
    await dialog.getByText('the law asks for them').waitFor();
    const send = dialog.getByRole('button', { name: 'Send request' });
    await send.click();
    await toastTexts(page).toEqual(['Please enter you current password']);
    await dialog.getByLabel('Current password').fill('not the one');
    await send.click();
    await toastTexts(page).toContain('Your current password is incorrect.');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await send.click();
    await toastTexts(page).toContain('Your deletion request has been sent.');
    await visit(page, '/user/profile');
    await scrollTo(page, 'Your data');
    await page.getByText('You asked for your account to be deleted on').waitFor();
    await page.getByRole('button', { name: 'Take the request back' }).click();
    await toastTexts(page).toContain('Your deletion request has been withdrawn.');
    await page.getByRole('button', { name: 'Request deletion' }).waitFor();
  });
});

test('before the script has loaded nothing is sent, and no password is ever in an address', async () => {
  await onProfile(
    async ({ page }) => {
      for (const it of await page.locator('form[method]').all()) expect(await it.getAttribute('method')).toBe('post');
      expect(await form(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Ananya Krishnamurthy');
    },
    { javaScript: false },
  );
});

test('at every width nothing is cut off or inaccessible', async () => {
  await onProfile(async ({ page }) => {
    for (const heading of ['Password', 'Where you are signed in', 'Your data']) await scrollTo(page, heading);
    await expectFits(page);
  }, DARK_PHONE);
});

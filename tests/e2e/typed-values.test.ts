/** What people type into the forms, as on a phone in Hindi: digits of their script, a whole message of a bank, a mistyped address. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../support/accounts.ts';
import { allow, closePage, newPage, visit } from '../support/browser.ts';
import { chooseHindi, hi } from '../support/hindi.ts';
import { onPage, openProof, orderNumber, paymentUrl, proofFile, purchasesOf } from '../support/member.ts';
import { freshReference } from '../support/purchases.ts';
import { inDigits } from '../support/scripts.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Pastes as a person does: the browser applies the rules of the field to it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+V');
}

test('a person registers in Hindi with Devanagari digits and a name of one letter', async () => {
  const page = await newPage(site, { width: 360 });
  await chooseHindi(page, site.url);
  await visit(page, '/register');
  await field(page, hi('Name')).fill('न');
  await field(page, hi('Email')).fill('asha.typed@example.com');
  await field(page, hi('Mobile')).pressSequentially('(+९१) ९८७६५ ४३२१०');
  await page.getByText(hi('We will use {number}.', { number: '+91 98765 43210' })).waitFor();
  await button(page, hi('Request OTP')).click();
  await field(page, hi('OTP')).waitFor();
  const code = await site.code('asha.typed@example.com');
  await field(page, hi('OTP')).pressSequentially(inDigits(code, 'deva'));
  expect(await field(page, hi('OTP')).inputValue()).toBe(inDigits(code, 'deva'));
  await field(page, hi('Date of birth')).fill('1994-04-12');
  await field(page, hi('Password')).fill(' '.repeat(10));
  await page
    .getByText(hi('A password can’t be made of spaces alone. Please use letters, digits or signs too.'))
    .waitFor();
  await field(page, hi('Password')).fill('seven quiet lanterns');
  await field(page, hi('Confirm password')).fill('seven quiet lanterns');
  await button(page, hi('Create Account')).click();
  await page.waitForURL(`${site.url}/`);
  const account = await site.database.platform
    .selectFrom('users')
    .select(['name', 'mobile'])
    .where('email', '=', 'asha.typed@example.com')
    .executeTakeFirst();
  expect(account).toEqual({ name: 'न', mobile: '+919876543210' });
  await closePage(page);
});

test('a mistyped address is asked about once, before the code, and can be accepted or sent as it is', async () => {
  const page = await newPage(site, { width: 360 });
  await visit(page, '/register');
  await field(page, 'Name').fill('Asha Rao');
  await field(page, 'Email').fill('asha.typo@gmial.com');
  await field(page, 'Mobile').fill('98765 43210');
  await button(page, 'Request OTP').click();
  await page.getByText('Did you mean asha.typo@gmail.com?').waitFor();
  await button(page, 'Use the suggested address').click();
  expect(await field(page, 'Email').inputValue()).toBe('asha.typo@gmail.com');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
  await field(page, 'Email').fill('asha.typo@gmial.com');
  await page.getByText('Did you mean asha.typo@gmail.com?').waitFor();
  await button(page, 'Request OTP').click();
  await field(page, 'OTP').waitFor();
  expect(await site.code('asha.typo@gmial.com')).toMatch(/^\d{6}$/);
  await closePage(page);
});

test('a mobile that the server refuses is marked at its field', async () => {
  const page = await newPage(site, { width: 360 });
  allow(page, /422/);
  await visit(page, '/register');
  await field(page, 'Name').fill('Asha Rao');
  await field(page, 'Email').fill('asha.mobile@example.com');
  await field(page, 'Mobile').fill('+91 12345 67890');
  await button(page, 'Request OTP').click();
  await page.locator('.field-error', { hasText: 'Please enter a valid mobile number.' }).waitFor();
  expect(await field(page, 'Mobile').getAttribute('aria-invalid')).toBe('true');
  await closePage(page);
});

test('a message of a bank is pasted whole into the proof, in Hindi', async () => {
  const reference = freshReference();
  const message = `Dear UPI user A/C X1234 debited by 1298.0 on date 26Nov26 trf to COWL TOKENS Refno ${reference}. If not u? call 1800000000. -SBI`;
  await onPage(site, paymentUrl(orderNumber()), { width: 360 }, async ({ page, member }) => {
    await chooseHindi(page, site.url);
    await page.reload();
    await page.getByRole('checkbox').first().check();
    await button(page, hi('PAY')).click();
    const utr = page.getByLabel(hi('UTR or Transaction Number'));
    await utr.click();
    await paste(page, '+91 98765 43210');
    await page.getByText(hi('This looks like a phone number.')).waitFor();
    await utr.fill('');
    await paste(page, message);
    await expect.poll(() => utr.inputValue()).toBe(reference);
    await page.getByLabel(hi('Enter Amount')).fill(inDigits('1180.00', 'deva'));
    await page.getByLabel(hi('Upload Transaction File')).setInputFiles(proofFile());
    await page.getByText(hi('Uploaded.'), { exact: true }).waitFor();
    await button(page, hi('Submit')).click();
    await page.waitForURL('**/user/buy-token');
    expect(await purchasesOf(site, member)).toMatchObject([{ reference_number: reference }]);
  });
});

test('several numbers are refused at the field, and a number typed by hand is read when the field is left', async () => {
  await onPage(site, paymentUrl(orderNumber()), { width: 360 }, async ({ page }) => {
    await openProof(page);
    const utr = page.getByLabel('UTR or Transaction Number');
    await utr.pressSequentially('UTR 6330 1234');
    expect(await utr.inputValue()).toBe('UTR 6330 1234');
    await utr.pressSequentially(' 5699');
    await page.getByLabel('Enter Amount').focus();
    await expect.poll(() => utr.inputValue()).toBe('633012345699');
    await utr.fill('633012345699 or 633012345700');
    await button(page, 'Submit').click();
    await page.locator('.field-error', { hasText: 'There are several numbers in this text.' }).waitFor();
  });
});

test('a private key in the field of the wallet is not sent, and leaves the page', async () => {
  await onPage(site, '/user/profile', { width: 360 }, async ({ page }) => {
    let sent = 0;
    await page.route('**/api/v1/user/auth/profile/update', (route) => {
      sent++;
      return route.continue();
    });
    const wallet = page.getByLabel('Wallet address');
    await wallet.fill(`0x${'a1'.repeat(32)}`);
    await page.getByLabel('Current password', { exact: true }).first().fill(PASSWORD);
    await button(page, 'Save Changes').click();
    await page.locator('.field-error', { hasText: 'This looks like a private key.' }).waitFor();
    expect([await wallet.inputValue(), sent]).toEqual(['', 0]);
    await wallet.fill('eth:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    await page.getByLabel('Current password', { exact: true }).first().fill(PASSWORD);
    await button(page, 'Save Changes').click();
    await expect.poll(() => wallet.inputValue()).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  });
});

/** The member side in Hindi, in a browser. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMember, PASSWORD } from '../support/accounts.ts';
import { allow, closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { chooseHindi, expectNoEnglish, hi } from '../support/hindi.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function look(page: Page, given: readonly string[] = []): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectNoEnglish(page, given);
  await expectNoAxeViolations(page);
}

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

describe('before the sign-in', () => {
  test('the switch changes the language, and it stays for the next page and visit', async () => {
    const page = await newPage(site, { width: 360 });
    await visit(page, '/');
    expect(await languageOf(page)).toBe('en');
    await button(page, 'हिन्दी').click();
    await page.waitForFunction(() => document.documentElement.lang === 'hi');
    await look(page);
    await page.getByRole('link', { name: hi('Create account') }).click();
    await page.waitForURL('**/register');
    expect(await languageOf(page)).toBe('hi');
    await button(page, 'English').click();
    await page.waitForFunction(() => document.documentElement.lang === 'en');
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await closePage(page);
  });

  test('the font of Hindi loads for Hindi alone', async () => {
    const fonts: string[] = [];
    const page = await newPage(site);
    page.on('request', (request) => {
      if (/devanagari-\d/.test(request.url())) fonts.push(request.url());
    });
    await visit(page, '/');
    await page.waitForLoadState('networkidle');
    expect(fonts).toEqual([]);
    await chooseHindi(page, site.url);
    await visit(page, '/');
    await page.evaluate(() => document.fonts.ready);
    expect(fonts.length).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.fonts.check('16px "Noto Sans Devanagari"', 'नमस्ते'))).toBe(true);
    await closePage(page);
  });

  test('a new member registers and signs in in Hindi, and the account remembers it', async () => {
    const page = await newPage(site, { width: 360 });
    await chooseHindi(page, site.url);
    await visit(page, '/register');
    await look(page);
    await button(page, hi('Request OTP')).click();
    await page.getByText(hi('Please enter your name.')).waitFor();
    await look(page);
    await field(page, hi('Name')).fill('Asha Rao');
    await field(page, hi('Email')).fill('asha@example.com');
    await field(page, hi('Mobile')).fill('98765 43210');
    await button(page, hi('Request OTP')).click();
    await field(page, hi('OTP')).waitFor();
    await page.getByText(hi('OTP sent successfully. Please check your email.')).waitFor();
    await button(page, hi('Add referral code or more (optional)')).click();
    await look(page, ['Asha Rao', 'asha']);
    allow(page, /answer: 422 POST .*register/, /console: Registration request failed/);
    await field(page, hi('OTP')).fill('000000');
    await field(page, hi('Date of birth')).fill('1994-04-12');
    await field(page, hi('Password')).fill(PASSWORD);
    await field(page, hi('Confirm password')).fill(PASSWORD);
    await button(page, hi('Create Account')).click();
    const wrong = hi('This OTP is wrong or no longer valid. Please check it or request a new one.');
    await page.locator('.field-error', { hasText: wrong }).waitFor();
    await look(page, ['Asha Rao', 'asha']);
    await field(page, hi('OTP')).fill(await site.code('asha@example.com'));
    await button(page, hi('Create Account')).click();
    await page.waitForURL(`${site.url}/`);
    await page.getByText(hi('Registration successful. Please log in.')).waitFor();
    await look(page, ['asha']);
    const { language } = await site.database.platform
      .selectFrom('users')
      .select('language')
      .where('email', '=', 'asha@example.com')
      .executeTakeFirstOrThrow();
    expect(language).toBe('hi');
    allow(page, /answer: 401 POST .*login/);
    await field(page, hi('Password')).fill('not the password');
    await button(page, hi('Log in')).click();
    await page.locator('.field-error', { hasText: hi('Invalid email or password.') }).waitFor();
    await closePage(page);
  });

  test('a forgotten password is replaced in Hindi', async () => {
    const member = await makeMember(site);
    const page = await newPage(site, { width: 360 });
    await chooseHindi(page, site.url);
    await visit(page, '/fogot-password');
    await look(page);
    await field(page, hi('Email')).press('Enter');
    await page.locator('.field-error', { hasText: hi('Please enter your email address.') }).waitFor();
    await field(page, hi('Email')).fill(member.email);
    await button(page, hi('Send Reset Code')).click();
    await field(page, hi('Code')).fill(await site.code(member.email));
    await look(page, [member.email]);
    await field(page, hi('New password')).fill('Password1');
    await field(page, hi('Confirm new password')).fill('Password1');
    allow(page, /answer: 422 POST .*forgot-password/);
    await button(page, hi('Set New Password')).click();
    const common = hi('This password is among the most used ones. Please choose another.');
    await page.locator('.field-error', { hasText: common }).waitFor();
    await look(page, [member.email]);
    await field(page, hi('New password')).fill('seven quiet lanterns');
    await field(page, hi('Confirm new password')).fill('seven quiet lanterns');
    await button(page, hi('Set New Password')).click();
    await page.waitForURL(`${site.url}/`);
    await page.getByText(hi('Password updated successfully')).waitFor();
    await closePage(page);
  });

  test('the privacy policy says in Hindi what it says in English, with the same figures and contacts', async () => {
    const page = await newPage(site, { width: 360 });
    const outline = () =>
      page.evaluate(() => {
        const all = (selector: string) => [...document.querySelectorAll(`article ${selector}`)];
        return {
          headings: all('h2').map(({ id }) => id),
          parts: [all('dt').length, all('li').length, all('p').length],
          links: all('a').map((link) => link.getAttribute('href')),
          figures: all('dd').map((text) => (text.textContent?.match(/\d+/g) ?? []).sort()),
        };
      });
    await visit(page, '/privacy-policy');
    const english = await outline();
    await button(page, 'हिन्दी').click();
    await page.waitForFunction(() => document.documentElement.lang === 'hi');
    await look(page);
    expect(await outline()).toEqual(english);
    await closePage(page);
  });
});

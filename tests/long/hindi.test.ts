/** The pages behind a member's sign-in, in Hindi: nothing English is left, nothing is cut, and nothing hides from a screen reader. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeMember } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { chooseHindi, expectNoEnglish, hi } from '../support/hindi.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What the page shows of the member, in Latin letters. */
const ofMember = ({ email, memberId }: Account): string[] => [email, memberId, 'Asha Rao AR'];

async function look(page: Page, given: readonly string[] = []): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('hi');
  await expectNoSidewaysScroll(page);
  await expectNoEnglish(page, given);
  await expectNoAxeViolations(page);
}

test('the dashboard, and the switch that the account remembers', async () => {
  const member = await makeMember(site);
  const page = await newPage(site, { width: 360, cookie: member.cookie });
  const languageOfAccount = async () =>
    (await site.database.platform.selectFrom('users').select('language').where('id', '=', member.id).executeTakeFirst())
      ?.language;
  await visit(page, '/user/dashboard');
  await button(page, 'Open menu').click();
  await button(page, 'हिन्दी').click();
  await page.waitForFunction(() => document.documentElement.lang === 'hi');
  expect(await languageOfAccount()).toBe('hi');
  await look(page, ofMember(member));
  await closePage(page);
});

test('the buy page: an amount, what it buys, and what is wrong with one', async () => {
  const member = await makeMember(site, { isApproved: true });
  const page = await newPage(site, { width: 360, cookie: member.cookie });
  await chooseHindi(page, site.url);
  await visit(page, '/user/buy-token');
  await look(page, ofMember(member));
  const amount = page.getByLabel(hi('Amount (INR)'));
  await amount.fill('0.10');
  await amount.blur();
  await page.getByText('सबसे छोटा ऑर्डर').waitFor();
  await look(page, ofMember(member));
  await amount.fill('25000');
  await expect.poll(() => page.getByLabel(hi('Tokens'), { exact: true }).inputValue()).not.toBe('');
  await look(page, ofMember(member));
  await closePage(page);
});

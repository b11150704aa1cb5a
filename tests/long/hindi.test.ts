/** The pages behind a member's sign-in, in Hindi: nothing English is left, nothing is cut, and nothing hides from a screen reader. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { COMPANY_NAME } from '../support/brand.ts';
import {
  allow,
  closePage,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  hydrated,
  newPage,
  visit,
} from '../support/browser.ts';
import { chooseHindi, expectNoEnglish, hi } from '../support/hindi.ts';
import { orderNumber, paymentUrl, proofFile } from '../support/member.ts';
import { replaceExamplePayee } from '../support/payee.ts';
import { APPROVE, freshReference, manual, post, REJECT, REVERSE, submitted, upi } from '../support/purchases.ts';
import { approvedRefund, madeRefund } from '../support/refunds.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const MARK_OF_PAYTM = 'Pt';
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

test('from the order to the submitted proof: every way to pay, what is missing, and the order in review', async () => {
  await replaceExamplePayee(site);
  const member = await makeMember(site, { isApproved: true });
  const given = [...ofMember(member), 'Konkan Bank Fort Mumbai KONK sale konkan', COMPANY_NAME, MARK_OF_PAYTM];
  const page = await newPage(site, { width: 360, cookie: member.cookie });
  await chooseHindi(page, site.url);
  const order = paymentUrl(orderNumber());
  await visit(page, order);
  await page.getByRole('tab', { name: hi('Manual') }).click();
  await look(page, given);
  await page.getByRole('tab', { name: hi('Banking') }).click();
  await look(page, given);
  await page.getByRole('tab', { name: 'UPI' }).click();
  await look(page, given);
  await button(page, hi('PAY')).click();
  await page.getByText(hi('Please agree to the privacy & policy to proceed.')).first().waitFor();
  await page.getByRole('checkbox').check();
  await button(page, hi('PAY')).click();
  const proof = page.getByRole('dialog', { name: hi('Submit Transaction Proof') });
  await proof.getByText(hi('Where do I find the UTR?')).click();
  await button(page, hi('Submit')).click();
  await proof.getByText(hi('Please upload a transaction file before submitting.')).first().waitFor();
  await look(page, given);
  const number = proof.getByLabel(hi('UTR or Transaction Number'));
  for (const wrong of ['CICAgABC123', 'PUR482914', '9876543210', 'ABC12345', '41#2345678']) {
    await number.fill(wrong);
    await expectNoEnglish(page, [...given, wrong]);
  }
  await number.fill(freshReference());
  await proof.getByLabel(hi('Upload Transaction File')).setInputFiles(proofFile());
  await page.getByText(hi('File uploaded successfully')).first().waitFor();
  await look(page, [...given, 'proof png']);
  await button(page, hi('Submit')).click();
  await page.waitForURL('**/user/buy-token');
  await page.getByText(hi('Token purchase submitted successfully')).waitFor();
  await page.getByText(hi('In review, usually within a day.')).waitFor();
  await look(page, given);
  await visit(page, order);
  await page.getByText(hi('This order has been submitted')).waitFor();
  await look(page, given);
  await closePage(page);
});

test('the history: each state with its steps, receipt and messages, and nothing found', async () => {
  const member = await makeMember(site, { isApproved: true });
  const admin = await makeAdmin(site);
  const decide = async (call: string, body: object): Promise<void> => {
    const { id } = await submitted(site, member, await upi(site, member));
    if (call === REVERSE) expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
    expect((await post(site, call, admin, { id, ...body })).status).toBe(200);
  };
  await submitted(site, member, manual());
  await decide(APPROVE, {});
  await decide(REJECT, { reason: 'भुगतान हमारे खाते में नहीं मिला।' });
  await decide(REVERSE, { reason: 'भुगतान बैंक ने वापस ले लिया।' });
  const open = await submitted(site, member, await upi(site, member));
  const question = { id: open.id, text: 'कृपया साफ़ स्क्रीनशॉट भेजें।', isQuestion: true };
  expect((await post(site, '/api/v1/admin/transaction/messages/add', admin, question)).status).toBe(201);

  const given = [...ofMember(member), 'proof png'];
  const page = await newPage(site, { width: 360, cookie: member.cookie });
  await chooseHindi(page, site.url);
  await visit(page, '/user/payment-history?status=ALL');
  await look(page, given);
  const toggles = page.locator('.row-toggle');
  const count = await toggles.count();
  expect(count).toBe(5);
  for (let nth = 0; nth < count; nth++) {
    await toggles.nth(nth).press('Enter');
    await page.getByText(hi('Messages with our team')).waitFor();
    await page.getByText(hi('Loading the messages…')).waitFor({ state: 'detached' });
    await look(page, given);
    await toggles.nth(nth).press('Enter');
    await page.getByText(hi('Messages with our team')).waitFor({ state: 'detached' });
  }
  // A narrow row shows its actions as soon as it is open.
  const view = page.locator(`button[title="${hi('View Payment Receipt')}"]`);
  await page.locator('tr').filter({ has: view }).first().locator('.row-toggle').press('Enter');
  await view.first().click();
  await page
    .getByRole('dialog', { name: hi('View Payment Receipt') })
    .getByRole('img')
    .waitFor();
  await look(page, given);
  await visit(page, '/user/payment-history?status=ALL&search=PUR-000000');
  await page.getByText(hi('No payment history found.')).waitFor();
  await look(page, given);
  await closePage(page);
});

test('the receipt, also of a reversed purchase, and without one', async () => {
  const member = await makeMember(site, { isApproved: true });
  const admin = await makeAdmin(site);
  const given = [...ofMember(member), 'COWL'];
  const page = await newPage(site, { width: 360, cookie: member.cookie });
  await chooseHindi(page, site.url);
  const { id } = await submitted(site, member, await upi(site, member));
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  await visit(page, `/user/receipt/${id}`);
  await page.getByRole('heading', { name: hi('Payment receipt') }).waitFor();
  await page.getByText('रुपये मात्र').waitFor();
  await look(page, given);
  expect((await post(site, REVERSE, admin, { id, reason: 'भुगतान बैंक ने वापस ले लिया।' })).status).toBe(200);
  await visit(page, `/user/receipt/${id}`);
  await page.getByText(hi('This receipt is cancelled.')).waitFor();
  await look(page, given);
  allow(page, /answer: 404 GET/);
  await page.goto(`${site.url}/user/receipt/${member.id}`);
  await page.getByText(hi('Receipt not found.')).waitFor();
  await look(page, given);
  await closePage(page);
});

test('a password that somebody else set is replaced, and the pages that everybody may read', async () => {
  const member = await makeMember(site);
  await site.database.platform
    .updateTable('users')
    .set({ password_given_at: new Date() })
    .where('id', '=', member.id)
    .execute();
  const page = await newPage(site, { width: 360, cookie: member.cookie });
  await chooseHindi(page, site.url);
  await visit(page, '/user/choose-password');
  await page.getByRole('heading', { name: hi('Choose your password') }).waitFor();
  await button(page, hi('Save and go on')).click();
  await page.getByText(hi('Please enter you current password')).first().waitFor();
  await look(page, ofMember(member));
  await visit(page, '/token');
  await look(page);
  await visit(page, '/ledger');
  await page.getByRole('heading', { name: hi('Newest checkpoint') }).waitFor();
  await look(page, ['RFC SP Go']);
  allow(page, /answer: 404 GET/);
  await page.goto(`${site.url}/no-such-page`);
  await page.getByRole('heading', { name: hi('Page not found') }).waitFor();
  await look(page);
  await closePage(page);
});

test('notifications, refunds and the account of one, the profile, and the end of announcements', async () => {
  const member = await makeMember(site, { isApproved: true });
  const admin = await makeAdmin(site);
  await approvedRefund(site, member, admin, false);
  await madeRefund(site, member, admin);
  const given = [...ofMember(member), 'Asha Rao HDFC RFD SBIN name bank'];
  const page = await newPage(site, { width: 360, cookie: member.cookie });
  await chooseHindi(page, site.url);
  await visit(page, '/user/notifications');
  await page.getByRole('list', { name: hi('Notifications') }).waitFor();
  await look(page, given);

  await visit(page, '/user/refunds');
  await look(page, given);
  await page.getByRole('button', { name: hi('Enter account') }).click();
  const account = page.getByRole('dialog', { name: hi('Where may we send your refund?') });
  await account.getByRole('button', { name: hi('Save account') }).click();
  await account.getByText(hi('Please enter the name of the account holder.')).waitFor();
  await look(page, given);

  await visit(page, '/user/profile');
  await look(page, given);
  for (const card of await page.locator('section.settings').all()) await card.scrollIntoViewIfNeeded();
  await hydrated(page);
  await button(page, hi('Save Changes')).click();
  await page.getByText(hi('Please enter you current password')).first().waitFor();
  await expectNoEnglish(page, given);
  await button(page, hi('Request deletion')).click();
  await page.getByRole('dialog', { name: hi('Request deletion of your account') }).waitFor();
  await look(page, given);

  await visit(page, '/unsubscribe?token=0');
  await look(page, given);
  await closePage(page);
});

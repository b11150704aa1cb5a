/** An announcement from its form to the bell and mail of the members it is for, and the bell of admins. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { post, submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

const TITLE = 'The launch has a date';
const TEXT = 'We launch on the first of March.';

let site: Site;
let admin: Account;
let verified: Account;
let waiting: Account;

beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  verified = await makeMember(site, { name: 'Asha Rao', isApproved: true });
  waiting = await makeMember(site, { name: 'Bala Iyer', isApproved: false });
});
afterAll(() => site?.remove());

async function open(who: Account, path: string, options: Parameters<typeof newPage>[1] = {}): Promise<Page> {
  const page = await newPage(site, { cookie: who.cookie, ...options });
  // The dashboard of admins reloads once after a sign-in.
  await page.addInitScript(() => localStorage.setItem('reloadCount', '2'));
  expect(await visit(page, path)).toBe(200);
  return page;
}

test('an admin announces to verified members: form, preview, sent, and read under the bell', async () => {
  const page = await open(admin, '/admin/announcements', { width: 360, dark: true });
  await page.getByLabel('Title').fill(TITLE);
  await page.getByLabel('Text').fill(TEXT);
  await page.getByLabel('Verification').selectOption({ label: 'Verified' });
  await page.getByText('Goes to 1 member as a notification, and to 1 of them also by mail.').waitFor();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText(TEXT).waitFor();
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => page.getByText('Sent', { exact: true }).count(), { timeout: 30_000 }).toBeGreaterThan(0);
  await page.getByText('To members: verified. 1 member, 1 mail.').waitFor();
  await closePage(page);
  expect(await site.mail(verified.email, { containing: TITLE })).toContain(TITLE);

  const member = await open(verified, '/user/dashboard', { width: 360 });
  const bell = (name: string) => member.getByRole('link', { name, exact: true });
  await bell('Notifications, 1 unread').click();
  const row = member.getByRole('button', { name: new RegExp(TITLE) });
  await row.getByText('Unread:').waitFor();
  await expectNoAxeViolations(member);
  await member.getByRole('button', { name: 'Mark all as read' }).click();
  // The bell's name follows what was read, and not only its figure.
  await bell('Notifications').first().waitFor();
  await expect.poll(() => row.getByText('Unread:').count()).toBe(0);
  await closePage(member);

  const other = await open(waiting, '/user/notifications');
  await other.getByText('No notifications yet.').waitFor();
  await closePage(other);
});

test("a buyer's answer is under the bell of the admins and leads to the messages of the purchase", async () => {
  const { id, orderNumber } = await submitted(site, verified, await upi(site, verified));
  const messages = '/api/v1/admin/transaction/messages/add';
  expect((await post(site, messages, admin, { id, text: 'Who has paid?', isQuestion: true })).status).toBe(201);
  const answer = { id, text: 'My brother has paid.' };
  expect((await post(site, '/api/v1/user/transaction/messages/add', verified, answer)).status).toBe(201);

  const page = await open(admin, '/admin/dashboard', { width: 360 });
  await page.getByRole('link', { name: 'Notifications, 1 unread', exact: true }).click();
  const row = page.getByRole('button', { name: `The buyer of ${orderNumber} has written` });
  await row.waitFor();
  await expectNoAxeViolations(page);
  await row.press('Enter');
  await page.getByRole('dialog').getByText(answer.text).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor();
  await closePage(page);
});

/** The bell, announcements and the end of them, as people see them. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { button, onPage } from '../support/member.ts';
import { post, submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

const bell = (page: Page) => page.locator('.topbar-bell');

async function look(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
}

test('the bell counts what is new, leads to it, and is quiet once it was read', async () => {
  const [member, admin] = [await makeMember(site), await makeAdmin(site)];
  const { id } = await submitted(site, member, await upi(site, member));
  const question = { id, text: 'Please send a clearer screenshot.', isQuestion: true };
  expect((await post(site, '/api/v1/admin/transaction/messages/add', admin, question)).status).toBe(201);
  await onPage(site, '/user/dashboard', { member, width: 360 }, async ({ page }) => {
    expect(await bell(page).getAttribute('aria-label')).toBe('Notifications, 1 unread');
    await bell(page).click();
    await page.waitForURL('**/user/notifications');
    await page.getByText('Unread:').waitFor({ state: 'attached' });
    await look(page);
    await button(page, /^Unread: We have a question about PUR-/).click();
    await page.waitForURL('**/user/payment-history?*');
    // What the member has to do comes before the rest of the order.
    const answer = page.getByLabel('Your answer');
    await answer.waitFor();
    const top = (locator: typeof answer) => locator.evaluate((element) => element.getBoundingClientRect().top);
    expect(await top(answer)).toBeLessThan(await top(page.getByRole('list', { name: /^Progress of order/ })));
    await page.goBack();
    await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('Notifications');
    expect(await bell(page).locator('.bell-count').isVisible()).toBe(false);
  });
});

test("'Mark all as read' also tells screen readers so", async () => {
  const [member, admin] = [await makeMember(site), await makeAdmin(site)];
  const { id } = await submitted(site, member, await upi(site, member));
  await post(site, '/api/v1/admin/transaction/messages/add', admin, { id, text: 'Thank you.', isQuestion: false });
  await onPage(site, '/user/notifications', { member, width: 360 }, async ({ page }) => {
    expect(await bell(page).getAttribute('aria-label')).toBe('Notifications, 1 unread');
    await button(page, 'Mark all as read').click();
    await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('Notifications');
    await expect.poll(() => page.getByText('Unread:').count()).toBe(0);
    // The button is disabled now; the next Tab goes into the list.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Notifications');
  });
});

test('an announcement is written in the browser, comes by bell and mail, and its mail ends further ones', async () => {
  const [member, admin] = [await makeMember(site), await makeAdmin(site)];
  const title = 'The launch has a date';
  const desk = await newPage(site, { cookie: admin.cookie });
  await visit(desk, '/admin/announcements');
  await desk.getByLabel('Title').fill(title);
  await desk.getByLabel('Text').fill('We launch on the first of March.');
  await button(desk, 'Preview').click();
  await button(desk, 'Send').click();
  await button(desk, 'Send').waitFor({ state: 'detached' });
  await closePage(desk);

  const mail = await site.mail(member.email, { containing: title });
  const text = mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  const link = /https?:\/\/\S+?(\/unsubscribe\?token=[\w.-]+)/.exec(text)?.[1] ?? '';
  await onPage(site, '/user/notifications', { member, width: 360 }, async ({ page }) => {
    await page.getByText(title).waitFor();
    await look(page);
  });
  const page = await newPage(site, { width: 360 });
  await visit(page, link);
  await page.getByText('Announcements and reminders will no longer come by mail.').waitFor();
  await look(page);
  await button(page, 'Unsubscribe').click();
  await page.getByText('You are unsubscribed. Mails about your account and your orders still come.').waitFor();
  await look(page);
  await closePage(page);
  const { body } = await site.call('GET', '/api/v1/user/mail-preferences/get', { token: member.token });
  expect(body.data).toEqual({ announcements: false });
});

test('an admin declines the daily reminder below the notifications, and turns it on again', async () => {
  const admin = await makeAdmin(site);
  const page = await newPage(site, { cookie: admin.cookie, width: 360 });
  expect(await visit(page, '/admin/notifications')).toBe(200);
  const box = page.getByRole('checkbox', { name: 'Daily reminder by mail' });
  expect(await box.isChecked()).toBe(true);
  await box.uncheck();
  await page.getByText('Mail settings saved').waitFor();
  await look(page);
  await page.reload();
  expect(await box.isChecked()).toBe(false);
  await box.check();
  await page.getByText('Mail settings saved').waitFor();
  await closePage(page);
});

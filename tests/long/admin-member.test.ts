/** A member's page: full and empty, its changes with their confirmations, in every width and theme. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { allow, closePage, DARK_PHONE, expectFits, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { outboxOf, putMail } from '../support/member-page.ts';
import { userRow } from '../support/members.ts';
import { APPROVE, manual, post, REJECT, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let full: Account;
let empty: Account;
let brought: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  const referrer = await makeMember(site, { name: 'Ravi Das' });
  full = await makeMember(site, { name: 'Ananya Krishnamurthy', isApproved: true, referrerId: referrer.id });
  empty = await makeMember(site, { name: 'Empty Person' });
  await site.database.platform.deleteFrom('sessions').where('user_id', '=', empty.id).execute();
  brought = await makeMember(site, { name: 'Brought Person', referrerId: full.id });
  await site.database.platform
    .updateTable('users')
    .set({ aadhaar_last4: '2346', date_of_birth: '1994-05-17', gender: 'female', pincode: '400001' })
    .where('id', '=', full.id)
    .execute();
  for (let n = 0; n < 7; n++) {
    const { id } = await submitted(site, full, manual());
    if (n > 1) await post(site, n === 2 ? REJECT : APPROVE, admin, { id, ...(n === 2 && { reason: 'Not received' }) });
  }
  await post(site, APPROVE, admin, { id: (await submitted(site, brought, manual())).id });
  await site.call('POST', '/api/v1/user/auth/login', {
    body: { user: full.email, password: full.password },
    ip: freshIp(),
  });
});
afterAll(() => site?.remove());

const pathOf = ({ id }: Account) => `/admin/usermanage/${id}`;
const open = async (who: Account, options: Parameters<typeof newPage>[1] = {}, query = ''): Promise<Page> => {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  expect(await visit(page, pathOf(who) + query)).toBe(200);
  return page;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d`) });
const rows = (page: Page, name: string) => section(page, name).locator('tbody tr:not(.table-skeleton)');
const toast = (page: Page) => page.locator('.Toastify__toast').first();
const heads = (page: Page, name: string) => section(page, name).locator('thead th').allInnerTexts();

describe('the page', () => {
  test('shows all stored data', async () => {
    const page = await open(full);
    expect(await page.title()).toMatch(/ \| Ananya Krishnamurthy$/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Ananya Krishnamurthy');
    const profile = page.getByRole('region', { name: 'Profile' });
    for (const text of [full.memberId, full.email, 'XXXX XXXX 2346', '17 May 1994', 'Female', '400001', 'Ravi Das'])
      expect(await profile.innerText()).toContain(text);
    const sums = await page.locator('.member-sums').innerText();
    for (const text of ['₹4,720.00', '4 purchases', '₹2,360.00', '2 purchases', '16,200', '1 member referred'])
      expect(sums).toContain(text);
    expect(await heads(page, 'Purchases')).toEqual('Order|Date & time|Method|Quantity|Final Amount|Status'.split('|'));
    expect(await section(page, 'Purchases').locator('.member-count').innerText()).toBe('7');
    expect(await rows(page, 'Stock').first().innerText()).toContain('of Brought Person');
    expect(await rows(page, 'Members referred').innerText()).toContain(brought.memberId);
    expect(await rows(page, 'Sign-ins').first().innerText()).toContain('Active');
    expect(await rows(page, 'Audit trail').first().innerText()).toMatch(/signed in|submitted|approved/);
    expect(await section(page, 'Mails').innerText()).toContain('Purchase approved');
    const order = rows(page, 'Purchases').first().getByRole('link');
    const number = await order.innerText();
    await order.click();
    await page.waitForURL(/purchaserequest/);
    await page
      .locator('tbody')
      .getByText(number.slice(0, 10))
      .first()
      .waitFor({ state: 'attached' })
      .catch(() => undefined);
    expect(new URL(page.url()).search).toContain(number);
    await closePage(page);
  });

  test('pages each list on its own, and stores the page in the address', async () => {
    const page = await open(full);
    const firstOf = () => rows(page, 'Purchases').first().innerText();
    const [before, stock] = [await firstOf(), await rows(page, 'Stock').first().innerText()];
    const pager = page.getByRole('navigation', { name: 'Pages of purchases' });
    await pager.getByRole('link', { name: 'Next', exact: true }).click();
    await expect.poll(() => rows(page, 'Purchases').count()).toBe(2);
    expect(await firstOf()).not.toBe(before);
    expect(new URL(page.url()).search).toBe('?purchases=2');
    expect(await rows(page, 'Stock').first().innerText()).toBe(stock);
    await page.reload();
    expect(await rows(page, 'Purchases').count()).toBe(2);
    await closePage(page);
  });

  test('redirects from after the last pages of several lists to each last page', async () => {
    const page = await open(full, {}, '?purchases=99&stock=99&mails=99');
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?purchases=2(&stock=\d)?(&mails=\d)?$/);
    for (const name of ['Purchases', 'Stock', 'Mails']) {
      await expect.poll(() => rows(page, name).count()).toBeGreaterThan(0);
      expect(await section(page, name).innerText()).not.toContain('There is nothing on this page.');
    }
    await closePage(page);
  });

  test('has its rows in the HTML before any script', async () => {
    const page = await newPage(site, { cookie: admin.cookie, javaScript: false });
    await page.goto(`${pathOf(full)}?purchases=2`);
    expect(await rows(page, 'Purchases').count()).toBe(2);
    expect(await rows(page, 'Stock').count()).toBe(5);
    expect(await rows(page, 'Mails').count()).toBe(5);
    await closePage(page);
  });

  test('has an empty state for each list', async () => {
    const page = await open(empty);
    for (const text of [
      'No purchase yet.',
      'No stock yet.',
      'Nobody has joined with this member’s ID yet.',
      'No sign-in on record.',
      'Nothing is recorded yet.',
      'No mail in the last 30 days.',
    ])
      expect(await page.getByText(text, { exact: true }).count()).toBe(1);
    await closePage(page);
  });

  test('gets 404 for an unknown member, and is linked from the lists', async () => {
    const page = await newPage(site, { cookie: admin.cookie });
    allow(page, /answer: 404 GET/);
    expect(await visit(page, '/admin/usermanage/0190f2b6-7c1a-7000-8000-00000000dead')).toBe(404);
    await visit(page, '/admin/usermanage?search=ananya');
    await page.getByRole('link', { name: 'Ananya Krishnamurthy' }).click();
    await page.waitForURL(`**${pathOf(full)}`);
    await visit(page, '/admin/purchaserequest');
    expect(await page.getByRole('link', { name: 'Ananya Krishnamurthy' }).first().getAttribute('href')).toBe(
      pathOf(full),
    );
    await closePage(page);
  });
});

describe('the changes', () => {
  test('approve, block and unblock ask for confirmation, and show the change immediately', async () => {
    const member = await makeMember(site, { name: 'Kavya Menon' });
    const page = await open(member);
    await button(page, 'Approve').click();
    const question = page.getByRole('dialog');
    expect(await question.getByRole('heading').innerText()).toBe('Aye you sure, you want to Approve?');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await button(page, 'Approve').waitFor({ state: 'hidden' });
    await rows(page, 'Mails').filter({ hasText: 'Account verified' }).waitFor();
    await button(page, 'Block').click();
    expect(await question.getByRole('heading').innerText()).toBe('Block Kavya Menon?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await userRow(site, member.id)).toMatchObject({ status: 'ACTIVE' });
    await button(page, 'Block').press('Enter');
    await question.getByRole('button', { name: 'Confirm' }).press('Enter');
    await button(page, 'Unblock').waitFor();
    expect(await userRow(site, member.id)).toMatchObject({ status: 'BLOCKED' });
    await page.getByText('No sign-in on record.').waitFor();
    await rows(page, 'Audit trail').filter({ hasText: 'ACTIVE → BLOCKED' }).waitFor();
    await button(page, 'Unblock').click();
    await question.getByRole('button', { name: 'Confirm' }).click();
    await button(page, 'Block').waitFor();
    expect(await userRow(site, member.id)).toMatchObject({ status: 'ACTIVE' });
    await closePage(page);
  });

  test('all pending purchases are rejected after a question, for one reason', async () => {
    const buyer = await makeMember(site, { name: 'Pending Person' });
    for (let nth = 0; nth < 2; nth++) await submitted(site, buyer, manual());
    const page = await open(buyer);
    await button(page, 'Reject all pending').click();
    const dialog = page.getByRole('dialog', { name: 'Reject all pending purchases of Pending Person?' });
    expect(await dialog.innerText()).toContain('2 purchases of ₹2,360.00 will be rejected');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'The payment has not reached our account.' }).click();
    await dialog.getByRole('button', { name: 'Reject all', exact: true }).click();
    expect(await toast(page).innerText()).toContain('2 purchases rejected');
    await button(page, 'Reject all pending').waitFor({ state: 'detached' });
    // The list of purchases is read again on its own.
    await expect.poll(() => rows(page, 'Purchases').filter({ hasText: 'Rejected' }).count()).toBe(2);
    await closePage(page);
  });

  test('edit opens the same form as the list', async () => {
    const member = await makeMember(site, { name: 'Meera Iyer' });
    const page = await open(member);
    await button(page, 'Edit').click();
    const form = page.getByRole('dialog', { name: 'Update User' });
    await form.getByLabel('Name').fill('Meera Nair');
    await form.getByRole('button', { name: 'Update', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Meera Nair' }).waitFor();
    await closePage(page);
  });

  test('delete returns to the list, and an account with history shows its remaining data', async () => {
    const member = await makeMember(site, { name: 'Leaving Person' });
    await post(site, REJECT, admin, { id: (await submitted(site, member, manual())).id });
    const page = await open(member);
    await button(page, 'Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL('**/admin/usermanage');
    await page.getByText('User deleted successfully').waitFor();
    await visit(page, pathOf(member));
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Deleted member');
    expect(await page.locator('main').innerText()).not.toContain(member.email);
    for (const name of ['Edit', 'Block', 'Delete']) expect(await button(page, name).count()).toBe(0);
    expect(await rows(page, 'Purchases').count()).toBe(1);
    await closePage(page);
  });

  test('admins cannot block or delete their own account here', async () => {
    const page = await open(admin);
    expect(await button(page, 'Edit').count()).toBe(1);
    for (const name of ['Block', 'Delete']) expect(await button(page, name).count()).toBe(0);
    allow(page, /409 PUT .*auth\/update/);
    await button(page, 'Edit').click();
    const form = page.getByRole('dialog', { name: 'Update User' });
    for (const [label, choice, refusal] of [
      ['Status', 'Blocked', 'You cannot block your own account.'],
      ['Role', 'USER', 'You cannot take the admin role from your own account.'],
    ] as const) {
      await form.getByLabel(label).selectOption(choice);
      await form.getByRole('button', { name: 'Update' }).click();
      await form.locator('.notice').filter({ hasText: refusal }).waitFor();
    }
    expect(await userRow(site, admin.id)).toMatchObject({ role: 'ADMIN', status: 'ACTIVE' });
    await closePage(page);
  });

  test('a mail is sent again once, and the page shows who sent it', async () => {
    const member = await makeMember(site, { name: 'Zoya Quli' });
    await putMail(site, member, { kind: 'invitation' });
    await putMail(site, member, { kind: 'reset-code', ageSeconds: 7200 });
    const page = await open(member);
    expect(
      await rows(page, 'Mails').filter({ hasText: 'Code to set a new password' }).getByRole('button').count(),
    ).toBe(0);
    await button(page, 'Send again: Invitation').click();
    const question = page.getByRole('dialog', { name: 'Send this mail again?' });
    expect(await question.innerText()).toContain(member.email);
    await question.getByRole('button', { name: 'Confirm' }).dblclick();
    await question.waitFor({ state: 'hidden' });
    expect(await toast(page).innerText()).toBe('The mail will be sent again.');
    await rows(page, 'Mails').filter({ hasText: 'sent again by Vikram Shah' }).filter({ hasText: 'Sent' }).waitFor();
    expect((await outboxOf(site, member.email)).filter((it) => it.kind === 'invitation')).toHaveLength(2);
    await closePage(page);
  });
});

test('at every width it is complete and accessible, full and empty', async () => {
  for (const who of [full, empty]) {
    const page = await open(who, DARK_PHONE);
    await expectFits(page);
    await closePage(page);
  }
});

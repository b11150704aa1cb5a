/** Manage User: every text to the letter, every change with its confirmation, in every width and theme. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import {
  allow,
  closePage,
  DARK_PHONE,
  expectFits,
  expectNoAxeViolations,
  newPage,
  openRow,
  visit,
} from '../support/browser.ts';
import { expectToasts } from '../support/member.ts';
import { callsOf, newPerson, userRow } from '../support/members.ts';
import { type Site, startSite } from '../support/site.ts';

const PATH = '/admin/usermanage';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
});
afterAll(() => site?.remove());

const open = async (path = PATH, options: Parameters<typeof newPage>[1] = {}): Promise<Page> => {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  expect(await visit(page, path)).toBe(200);
  return page;
};
const rows = (page: Page) => page.locator('tbody tr:not(.table-skeleton)');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The text of the dialog without messages, which lie in it while it is open. */
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true }).locator('.modal-frame');
const filter = (page: Page) => page.getByRole('combobox', { name: 'Status' });
const count = (page: Page) => page.locator('.toolbar-count').innerText();

describe('the list', () => {
  test('has the texts of the specification', async () => {
    const member = await makeMember(site, { name: 'Asha Rao', mobile: '+919812312312' });
    await makeMember(site, { name: 'Ravi Das', isApproved: true });
    const page = await open();
    expect(await page.title()).toMatch(/ \| User Manage$/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Manage User');
    expect(await button(page, 'Add User').count()).toBe(1);
    expect([await filter(page).inputValue(), await filter(page).locator('option').allInnerTexts()]).toEqual([
      '',
      ['Select Status', 'Waiting For Verification', 'Verified User'],
    ]);
    expect(await page.locator('thead th').allInnerTexts()).toEqual(
      'Sl.No|Name|Email|Mobile|Referral Code|Date|Approval|Action'.split('|'),
    );
    const row = rowOf(page, 'Asha Rao');
    for (const text of ['Asha Rao', member.email, '+91 98123 12312', member.memberId, 'Waiting'])
      expect(await row.innerText()).toContain(text);
    expect(await row.locator('time').innerText()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await rowOf(page, 'Ravi Das').innerText()).toContain('Verified');
    expect(await button(page, 'You cannot delete your own account').isDisabled()).toBe(true);
    await closePage(page);
  });

  test('filters, counts waiting members under its label, and stores the filter in the address', async () => {
    const page = await open();
    await filter(page).selectOption('Waiting For Verification');
    await expect.poll(() => count(page)).toMatch(/^Waiting For Verification: \d+$/);
    expect(await page.getByText('Verified', { exact: true }).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('?status=waiting');
    await page.reload();
    expect(await filter(page).inputValue()).toBe('waiting');
    await filter(page).selectOption('Verified User');
    await rowOf(page, 'Ravi Das').waitFor();
    expect(await page.getByRole('button', { name: /^Waiting/ }).count()).toBe(0);
    await filter(page).selectOption('Select Status');
    await expect.poll(() => count(page)).toMatch(/^\d+ users$/);
    expect(new URL(page.url()).search).toBe('');
    await closePage(page);
  });

  test('searches a second after the last key, and reports no matches', async () => {
    await makeMember(site, { name: 'Zoya Quli' });
    const page = await open();
    const box = page.getByRole('searchbox', { name: 'Search users' });
    const began = Date.now();
    await box.fill('zoya');
    await page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('search') === 'zoya');
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?search=zoya');
    await box.fill('nobody like that');
    await box.press('Enter');
    await page.getByText('No user matches this search and filter.').waitFor();
    await closePage(page);
  });

  test('pages ten rows at a time with three numbers and one margin, and continues the row numbers', async () => {
    for (let n = 0; n < 95; n++) await makeMember(site, { name: `Page Person ${n}` });
    const page = await open(`${PATH}?page=5`);
    expect(await rows(page).count()).toBe(10);
    expect(await rows(page).first().locator('td').first().innerText()).toBe('41');
    expect((await page.locator('.page-list').innerText()).split(/\s+/).join(' ')).toMatch(/^1 … 4 5 6 … 1\d$/);
    await page.getByRole('link', { name: 'Prev', exact: true }).click();
    await expect.poll(() => rows(page).first().locator('td').first().innerText()).toBe('31');
    await page.getByRole('link', { name: 'Next', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?page=5');
    await closePage(page);
  });

  test('has its rows in the HTML before any script', async () => {
    const page = await newPage(site, { cookie: admin.cookie, javaScript: false });
    await page.goto(`${PATH}?search=page+person+6&status=waiting`);
    expect(await rows(page).count()).toBeGreaterThan(1);
    expect(await filter(page).inputValue()).toBe('waiting');
    await closePage(page);
  });

  test('marks blocked members and deletion requests, and can show only the latter', async () => {
    const blocked = await makeMember(site, { name: 'Blocked Person', status: 'BLOCKED' });
    const leaving = await makeMember(site, { name: 'Leaving Person' });
    const db = site.database.platform;
    await db.updateTable('users').set({ deletion_requested_at: new Date() }).where('id', '=', leaving.id).execute();
    const page = await open();
    expect(await rowOf(page, 'Blocked Person').innerText()).toContain('Blocked');
    expect(await rowOf(page, 'Leaving Person').innerText()).toContain('Deletion requested');
    await button(page, '1 deletion request').click();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?deletion=requested');
    const calls = callsOf(site, admin);
    for (const { id } of [blocked, leaving]) expect((await calls.remove(id)).status).toBe(200);
    await closePage(page);
  });

  test('reports that it could not be loaded, and retries', async () => {
    const page = await open();
    allow(page, /failed: GET .*auth\/list/);
    const url = '**/api/v1/admin/auth/list?*';
    await page.route(url, (route) => route.abort('connectionrefused'));
    await filter(page).selectOption('Verified User');
    await page.locator('.table-frame').getByRole('alert').filter({ hasText: 'Failed to fetch users' }).waitFor();
    await expectToasts(page, ['Failed to fetch users']);
    await page.unroute(url);
    await button(page, 'Try again').click();
    await rowOf(page, 'Ravi Das').waitFor();
    await closePage(page);
  });
});

describe('the dialogs', () => {
  test('Add New User names missing fields, keeps the typed values, and adds once', async () => {
    const page = await open();
    await button(page, 'Add User').click();
    const form = dialog(page, 'Add New User');
    await form.waitFor();
    const role = form.getByLabel('Role');
    expect([await role.inputValue(), await role.locator('option').allInnerTexts()]).toEqual([
      '',
      ['Select Role', 'USER', 'ADMIN'],
    ]);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const missing = [
      'Please enter the name.',
      'Please enter the mobile number.',
      'Please enter the email address.',
      'Please select a role.',
      'Please enter a password.',
    ];
    for (const text of missing) await form.locator('.field-error', { hasText: text }).waitFor();
    // Said at the fields, so not once more above them.
    expect(await page.locator('.Toastify__toast').count()).toBe(0);
    expect(await form.getByLabel('Name').evaluate((it) => it === document.activeElement)).toBe(true);
    const person = newPerson();
    await form.getByLabel('Name').fill(person.name);
    await form.getByLabel('Mobile').fill(person.mobile);
    await form.getByLabel('Email').fill(admin.email);
    await role.selectOption('USER');
    await form.getByLabel('Password', { exact: true }).fill(person.password);
    allow(page, /409 POST .*auth\/add/);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('Another account already has this email address.').waitFor();
    expect(await form.getByLabel('Password', { exact: true }).inputValue()).toBe(person.password);
    await form.getByLabel('Email').fill(person.email);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('.Toastify__toast').first().innerText()).toBe('User added successfully');
    await expect.poll(() => rows(page).first().innerText()).toContain(person.email);
    await button(page, 'Add User').click();
    await form.getByRole('button', { name: 'Close' }).click();
    await form.waitFor({ state: 'hidden' });
    await closePage(page);
  });

  test("Update User shows the stored values, changes them, and does not overwrite a colleague's change", async () => {
    const member = await makeMember(site, { name: 'Kavya Menon' });
    const page = await open();
    await button(page, 'Edit Kavya Menon').click();
    const form = dialog(page, 'Update User');
    await form.waitFor();
    const values = await Promise.all(
      ['Role', 'Name', 'Mobile', 'Email', 'Status'].map((label) => form.getByLabel(label).inputValue()),
    );
    expect(values).toEqual(['USER', 'Kavya Menon', '+919876543210', member.email, 'ACTIVE']);
    const details = { name: 'Kavya M', mobile: '+919876543210', email: member.email, role: 'USER' };
    expect((await callsOf(site, admin).update({ id: member.id, ...details })).status).toBe(200);
    await form.getByLabel('Status').selectOption('Blocked');
    allow(page, /409 PUT .*auth\/update/);
    await form.getByRole('button', { name: 'Update' }).click();
    await form
      .locator('.notice')
      .filter({ hasText: 'Somebody else has changed this account in the meantime.' })
      .waitFor();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Edit Kavya M').click();
    await form.getByLabel('Status').selectOption('Blocked');
    await form.getByRole('button', { name: 'Update' }).click();
    await form.waitFor({ state: 'hidden' });
    await expect.poll(() => rowOf(page, 'Kavya M').innerText()).toContain('Blocked');
    expect(await userRow(site, member.id)).toMatchObject({ name: 'Kavya M', status: 'BLOCKED' });
    await closePage(page);
  });

  test('Waiting asks for confirmation before it verifies for good', async () => {
    const member = await makeMember(site, { name: 'Nikhil Bose', mobile: '+919812300045' });
    const facts = { date_of_birth: '1994-03-02', aadhaar_last4: '2346' };
    await site.database.platform.updateTable('users').set(facts).where('id', '=', member.id).execute();
    const page = await open();
    const wait = rowOf(page, 'Nikhil Bose').getByRole('button', { name: /^Waiting/ });
    await wait.click();
    const question = dialog(page, 'Aye you sure, you want to Approve?');
    // What the admin compares, so that nobody is verified by a name alone.
    for (const fact of [member.email, '+91 98123 00045', '2 March 1994', 'XXXX XXXX 2346'])
      await question.getByText(fact, { exact: true }).waitFor();
    await expectNoAxeViolations(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await wait.evaluate((it) => it === document.activeElement)).toBe(true);
    await wait.press('Enter');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => rowOf(page, 'Nikhil Bose').innerText()).toContain('Verified');
    await expectToasts(page, ['User verified successfully']);
    await closePage(page);
  });

  test('delete asks for confirmation; an account that is already deleted is reported and leaves the list', async () => {
    const [one, two] = [await makeMember(site, { name: 'Goes Now' }), await makeMember(site, { name: 'Went Before' })];
    const page = await open();
    const question = dialog(page, 'Aye you sure, you want to Delete?');
    await button(page, 'Delete Goes Now').click();
    await question.getByRole('button', { name: 'Confirm' }).click();
    await rowOf(page, 'Goes Now').waitFor({ state: 'detached' });
    expect(await userRow(site, one.id)).toBeUndefined();
    await expectToasts(page, ['User deleted successfully']);
    expect((await callsOf(site, admin).remove(two.id)).status).toBe(200);
    allow(page, /404 DELETE .*auth\/delete/);
    await button(page, 'Delete Went Before').click();
    await question.getByRole('button', { name: 'Confirm' }).click();
    await question.locator('.notice').filter({ hasText: 'User not found.' }).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await rowOf(page, 'Went Before').waitFor({ state: 'detached' });
    await closePage(page);
  });
});

test('at every width nothing is cut off or unreadable', async () => {
  const name = 'Venkataraghavan Subramanian Iyer of Thiruvananthapuram';
  await makeMember(site, {
    name,
    email: `${'long.mailbox.'.repeat(4)}name@a-long-domain.example.com`,
    status: 'INACTIVE',
  });
  const page = await open(PATH, DARK_PHONE);
  const look = (): Promise<void> => expectFits(page);
  await look();
  await button(page, 'Add User').click();
  await button(page, 'Add').click();
  await look();
  await page.keyboard.press('Escape');
  await openRow(page, name);
  await look();
  await button(page, `Edit ${name}`).click();
  await dialog(page, 'Update User').waitFor();
  await look();
  await page.keyboard.press('Escape');
  await button(page, `Delete ${name}`).click();
  await dialog(page, 'Aye you sure, you want to Delete?').waitFor();
  await look();
  await closePage(page);
});

/** Messages over every dialog of admins and super admins: in the dialog, so that they are read out, and can be closed. */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { type Act, all, failing, press, type } from '../support/acts.ts';
import { allow, closePage, expectNoAxeViolations, holdMessages, newPage, visit } from '../support/browser.ts';
import { button } from '../support/member.ts';
import { APPROVE, post } from '../support/purchases.ts';
import { makeRequest } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let boss: Account;
let member: Account;
beforeAll(async () => {
  site = await startSite({ embedded: true });
  admin = await makeAdmin(site);
  boss = await makeSuper(site);
  member = await makeMember(site, { name: 'Kavya Menon' });
  const { id } = await makeRequest(site, member);
  await post(site, APPROVE, admin, { id });
  await makeRequest(site, member);
});
afterAll(() => site?.remove());

const inDialog =
  (name: string): Act =>
  (page) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const pressFirst =
  (name: RegExp): Act =>
  (page) =>
    page.locator('main').getByRole('button', { name }).first().click();
const ROWS: readonly (readonly [string, () => string, Act, string])[] = [
  ['Add New User', () => '/admin/usermanage', all(press('Add User'), inDialog('Add')), 'Please select a role.'],
  [
    'a deletion of a user',
    () => '/admin/usermanage',
    all(failing('/admin/auth/delete'), press('Delete Kavya Menon'), inDialog('Confirm')),
    'Failed to delete the user',
  ],
  [
    'a block on a member’s page',
    () => `/admin/usermanage/${member.id}`,
    all(failing('/admin/member/status'), press('Block'), inDialog('Confirm')),
    'Failed to change the status',
  ],
  [
    'an approval',
    () => '/admin/purchaserequest',
    all(failing('/admin/transaction/approve'), pressFirst(/^Approve/), inDialog('Confirm')),
    'Failed to approve the purchase',
  ],
  [
    'a reversal',
    () => '/admin/purchaserequest?tab=history',
    all(pressFirst(/^Reverse/), inDialog('Reverse')),
    'Please enter a reason.',
  ],
  [
    'Add Beneficiary',
    () => '/admin/beneficiary',
    all(press('Add Beneficiary'), inDialog('Add')),
    'Please enter the account holder.',
  ],
  [
    'a deletion of an account',
    () => '/admin/beneficiary',
    all(pressFirst(/^Delete: /), inDialog('Delete')),
    'Please enter you current password',
  ],
  [
    'a change of the settings',
    () => '/admin/settings',
    all(type({ 'Price per token': '0.5' }), press('Review and save'), inDialog('Save')),
    'Please enter you current password',
  ],
  [
    'Add Company',
    () => '/superadmin/companymanage',
    all(press('Add Company'), inDialog('Add')),
    'Please enter the company name.',
  ],
  [
    'a pause of a sale',
    () => '/superadmin/companymanage',
    all(pressFirst(/^Pause: /), inDialog('Pause')),
    'Please enter a reason that buyers can read.',
  ],
  [
    'a brand',
    () => '/superadmin/companymanage',
    all(failing('/superadmin/company/brand/update'), pressFirst(/^Brand: /), inDialog('Save')),
    'Failed to update the brand',
  ],
];

async function opened(path: string): Promise<Page> {
  const { cookie } = path.startsWith('/superadmin') ? boss : admin;
  const page = await newPage(site, { cookie });
  await page.addInitScript(() => localStorage.setItem('reloadCount', '2'));
  await holdMessages(page);
  expect(await visit(page, path)).toBe(200);
  return page;
}

/** By keyboard alone, as messages lie behind the last control of a dialog. */
async function dismiss(page: Page, message: Locator): Promise<void> {
  const close = message.getByRole('button', { name: 'Dismiss message' });
  const last = page.locator('dialog[open] .modal-foot button').last();
  await last.focus();
  for (let nth = 0; nth < 50 && !(await close.evaluate((it) => it === document.activeElement)); nth++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await message.waitFor({ state: 'detached' });
  expect(await last.evaluate((it) => it === document.activeElement)).toBe(true);
}

describe('a message over', () => {
  test.each(ROWS)('%s', async (_name, path, act, text) => {
    const page = await opened(path());
    await act(page);
    const message = page.locator('dialog[open] .Toastify__toast').filter({ hasText: text });
    await message.waitFor();
    expect(await message.evaluate((it) => it.closest('[inert]') === null && it.closest('dialog:modal') !== null)).toBe(
      true,
    );
    // Read out once: what stands in the dialog besides is no alert.
    expect(await page.getByRole('alert').filter({ hasText: text }).count()).toBe(1);
    expect(await page.locator('dialog[open] .modal-body').getByText(text).count()).toBe(1);
    await expectNoAxeViolations(page);
    await dismiss(page, message);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await closePage(page);
  });

  test('a dialog that closes with it stays on show, in its own place again', async () => {
    const page = await opened('/admin/usermanage');
    await button(page, 'Edit Kavya Menon').click();
    const form = page.getByRole('dialog', { name: 'Update User' });
    await form.getByLabel('Name').fill('Kavya M');
    await form.getByRole('button', { name: 'Update' }).click();
    await form.waitFor({ state: 'hidden' });
    const message = page.locator('.Toastify__toast').filter({ hasText: 'User updated successfully' });
    await message.waitFor();
    expect(await page.locator('dialog .Toastify__toast').count()).toBe(0);
    // It still lies there when the next dialog opens, and can be closed from within it.
    await button(page, 'Edit Kavya M').click();
    await form.waitFor();
    expect(await page.locator('dialog[open] .Toastify__toast').count()).toBe(1);
    await expectNoAxeViolations(page);
    await dismiss(page, message);
    await closePage(page);
  });

  test('a dialog keeps it readable and closable where the library of messages can not be fetched', async () => {
    const page = await newPage(site, { cookie: admin.cookie });
    allow(page, /ToastLayer/);
    await page.route(/ToastLayer/, (route) => route.abort('internetdisconnected'));
    await visit(page, '/admin/usermanage');
    await all(press('Add User'), inDialog('Add'))(page);
    const message = page.locator('dialog[open] [role=alert]').filter({ hasText: 'Please select a role.' });
    await message.waitFor();
    await dismiss(page, message);
    await closePage(page);
  });
});

test('a second Escape does not close what is being saved', async () => {
  const page = await opened('/admin/usermanage');
  let goOn = (): void => undefined;
  const held = new Promise<void>((done) => {
    goOn = done;
  });
  await page.route('**/admin/auth/update', async (route) => {
    await held;
    await route.continue();
  });
  await pressFirst(/^Waiting/)(page);
  const question = page.getByRole('dialog', { name: 'Aye you sure, you want to Approve?' });
  await question.getByRole('button', { name: 'Confirm' }).click();
  for (let nth = 0; nth < 3; nth++) await page.keyboard.press('Escape');
  expect(await question.evaluate((it) => it.matches(':modal'))).toBe(true);
  goOn();
  await question.waitFor({ state: 'hidden' });
  await page.locator('.Toastify__toast').filter({ hasText: 'User verified successfully' }).waitFor();
  await closePage(page);
});

test('a form begins at its first field; a question is not answered by the key that asked it', async () => {
  const page = await opened('/admin/usermanage');
  await page.getByRole('button', { name: 'Add User' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Add New User' });
  await form.waitFor();
  await page.keyboard.type('Typed at once');
  expect(await form.getByLabel('Name').inputValue()).toBe('Typed at once');
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete Kavya M' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Aye you sure, you want to Delete?' });
  await question.waitFor();
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete Kavya M' }).waitFor();
  await closePage(page);
});

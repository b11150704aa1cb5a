/**
 * Messages over every dialog of admins and super admins: inside the dialog, so that they are read out, and can be
 * closed.
 */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { type Act, all, failing, press, type } from '../support/acts.ts';
import { allow, closePage, expectNoAxeViolations, keepMessagesOpen, newPage, visit } from '../support/browser.ts';
import { button } from '../support/member.ts';
import { APPROVE, post } from '../support/purchases.ts';
import { makeRequest } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let boss: Account;
let member: Account;
beforeAll(async () => {
  site = await startSite();
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
const typeInDialog =
  (values: Record<string, string>): Act =>
  async (page) => {
    const dialog = page.getByRole('dialog');
    for (const [label, text] of Object.entries(values)) await dialog.getByRole('textbox', { name: label }).fill(text);
  };
const choose =
  (label: string, option: string): Act =>
  async (page) => {
    await page.getByRole('dialog').getByLabel(label, { exact: true }).selectOption(option);
  };
/** What is missing or wrong is said at the fields; a message is what the server refuses without a reason. */
const ADD_USER: Act = all(
  failing('/admin/auth/add'),
  press('Add User'),
  type({ Name: 'Meera Iyer', Mobile: '+91 98765 00017', Email: 'meera@example.com', Password: 'kettle-orchid-94' }),
  choose('Role', 'USER'),
  inDialog('Add'),
);
const ACCOUNT = {
  'Account holder': 'Example Tokens Ltd',
  'Bank name': 'Example Bank',
  Branch: 'Chennai',
  'Account number': '12345678901',
  'IFSC code': 'EXAM0001234',
  'UPI ID': 'sale@examplebank',
};
const ROWS: readonly (readonly [string, () => string, Act, string])[] = [
  ['Add New User', () => '/admin/usermanage', ADD_USER, 'Failed to add the user'],
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
    all(
      failing('/admin/transaction/reverse'),
      pressFirst(/^More for/),
      pressFirst(/^Reverse/),
      press('The payment was returned or charged back.'),
      inDialog('Reverse'),
    ),
    'Failed to reverse the purchase',
  ],
  [
    'Add Beneficiary',
    () => '/admin/beneficiary',
    all(failing('/admin/beneficiary/add'), press('Add Beneficiary'), typeInDialog(ACCOUNT), inDialog('Add')),
    'Failed to add beneficiary',
  ],
  [
    'a deletion of an account',
    () => '/admin/beneficiary',
    all(failing('/admin/beneficiary/delete'), pressFirst(/^Delete: /), inDialog('Delete')),
    'Failed to delete beneficiary',
  ],
  [
    'a change of the settings',
    () => '/admin/settings',
    all(
      failing('/admin/settings/update'),
      type({ 'Price per token': '0.5' }),
      press('Review and save'),
      inDialog('Save'),
    ),
    'Failed to update settings',
  ],
  [
    'an invitation',
    () => '/superadmin/companymanage',
    all(
      failing('/superadmin/company/invite'),
      pressFirst(/^Invite an admin: /),
      typeInDialog({ Name: 'Meera Iyer', Email: 'meera@example.com' }),
      inDialog('Invite'),
    ),
    'Failed to invite the admin',
  ],
  [
    'a pause of a sale',
    () => '/superadmin/companymanage',
    all(
      failing('/superadmin/company/pause'),
      pressFirst(/^Pause: /),
      type({ Reason: 'Maintenance until noon.' }),
      inDialog('Pause'),
    ),
    'Failed to pause the sale',
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
  await keepMessagesOpen(page);
  expect(await visit(page, path)).toBe(200);
  return page;
}

/** By keyboard alone, because messages lie after the last control of a dialog. */
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
    // Read out once: nothing else in the dialog is an alert.
    expect(await page.getByRole('alert').filter({ hasText: text }).count()).toBe(1);
    expect(await page.locator('dialog[open] .modal-body').getByText(text).count()).toBe(1);
    await expectNoAxeViolations(page);
    await dismiss(page, message);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await closePage(page);
  });

  test('stays visible when its dialog closes, in its own layer again', async () => {
    const page = await opened('/admin/usermanage');
    await button(page, 'Edit Kavya Menon').click();
    const form = page.getByRole('dialog', { name: 'Update User' });
    await form.getByLabel('Name').fill('Kavya M');
    await form.getByRole('button', { name: 'Update' }).click();
    await form.waitFor({ state: 'hidden' });
    const message = page.locator('.Toastify__toast').filter({ hasText: 'User updated successfully' });
    await message.waitFor();
    expect(await page.locator('dialog .Toastify__toast').count()).toBe(0);
    // It is still there when the next dialog opens, and can be closed from within it.
    await button(page, 'Edit Kavya M').click();
    await form.waitFor();
    expect(await page.locator('dialog[open] .Toastify__toast').count()).toBe(1);
    await expectNoAxeViolations(page);
    await dismiss(page, message);
    await closePage(page);
  });

  test('is readable and closable even if the toast library does not load', async () => {
    const page = await newPage(site, { cookie: admin.cookie });
    allow(page, /ToastLayer/);
    await page.route(/ToastLayer/, (route) => route.abort('internetdisconnected'));
    await visit(page, '/admin/usermanage');
    await ADD_USER(page);
    const message = page.locator('dialog[open] [role=alert]').filter({ hasText: 'Failed to add the user' });
    await message.waitFor();
    await dismiss(page, message);
    await closePage(page);
  });
});

test('a second Escape does not close a form that is being saved', async () => {
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

test('a form focuses its first field; a confirmation is not answered by the key that opened it', async () => {
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

/** Importing members: a file or pasted cells, the preview, and the import, also by keyboard. */
import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, outdateSessions, PASSWORD } from '../support/accounts.ts';
import { allow, closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { button } from '../support/member.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

const countOf = async (email: string): Promise<number> => {
  const rows = await site.database.platform.selectFrom('users').select('id').where('email', '=', email).execute();
  return rows.length;
};

test('a file: refused, read and imported after the confirmation of the admin', async () => {
  const known = await makeMember(site);
  const page = await newPage(site, { cookie: admin.cookie, width: 360 });
  await visit(page, '/admin/usermanage');
  await button(page, 'Import').click();
  const dialog = page.getByRole('dialog', { name: 'Import members' });
  await dialog.waitFor();
  await expectNoAxeViolations(page);
  const example = page.waitForEvent('download');
  await button(page, 'Download an example file').click();
  const path = await (await example).path();
  const file = (text: string) => ({ name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

  allow(page, /422 POST|answer: 422/);
  await dialog.getByLabel('CSV file').setInputFiles(file('Name,Email\nAsha,a@example.com\n'));
  await button(page, 'Preview').click();
  await dialog
    .locator('form')
    .getByText(/Missing: mobile number/)
    .waitFor();

  const lines = `${fs.readFileSync(path, 'utf8')}Ravi Das,123,ravi@example.com\nMeera Iyer,9876543210,${known.email}\n`;
  await button(page, 'Remove members.csv').click();
  await dialog.getByLabel('CSV file').setInputFiles(file(lines));
  await button(page, 'Preview').click();
  await dialog.getByText('2 new members · 1 already a member · 1 wrong').waitFor();
  await dialog.getByText('Please enter a valid mobile number.').waitFor();
  await dialog.getByText('Has an account already.').waitFor();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  expect(await countOf('asha.rao@example.com')).toBe(0);

  await outdateSessions(site, admin);
  allow(page, /403 POST|answer: 403/);
  await button(page, 'Import 2 members').click();
  const again = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await again.getByLabel('Your current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('2 members imported').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('tbody tr').filter({ hasText: 'Shah, Vikram' }).waitFor();
  expect(await countOf('asha.rao@example.com')).toBe(1);
  await closePage(page);
});

test('pasted cells, by keyboard alone', async () => {
  const page = await newPage(site, { cookie: admin.cookie });
  await visit(page, '/admin/usermanage');
  await button(page, 'Import').focus();
  await page.keyboard.press('Enter');
  const field = page.getByLabel('Or paste cells from your spreadsheet');
  await field.focus();
  await button(page, 'Preview').press('Enter');
  await page.locator('.field-error').filter({ hasText: 'Please choose a file or paste your list.' }).waitFor();
  await field.fill('Name\tPhone\tE-mail\nZoya Quli\t98765 43211\tzoya@example.com');
  await button(page, 'Preview').press('Enter');
  const summary = page.getByRole('dialog').getByRole('status').filter({ hasText: '1 new member' });
  await summary.waitFor();
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await button(page, 'Back').press('Enter');
  expect(await field.inputValue()).toContain('Zoya Quli');
  await button(page, 'Preview').press('Enter');
  await button(page, 'Import 1 member').press('Enter');
  await page.getByText('1 member imported').waitFor();
  await expect.poll(() => countOf('zoya@example.com')).toBe(1);
  await expect.poll(() => button(page, 'Import').evaluate((element) => element === document.activeElement)).toBe(true);
  await closePage(page);
});

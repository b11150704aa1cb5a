/** Members who wait are verified one by one at a desk, or many together. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { allow, closePage, DARK_PHONE, expectFits, focusedText, newPage, visit } from '../support/browser.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const PATH = '/admin/usermanage';

let site: Site;
let admin: Account;
let members: Account[];

beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
});
beforeEach(async () => {
  const db = site.database.platform;
  await db.updateTable('users').set({ is_approved: true }).execute();
  members = [];
  for (const name of ['Asha Rao', 'Bala Iyer', 'Chitra Sen'])
    members.push(await makeMember(site, { name, isApproved: false }));
  for (const [at, member] of members.entries())
    await db
      .updateTable('users')
      .set({ created_at: new Date(Date.UTC(2026, 9, 1 + at)), wallet_address: null })
      .where('id', '=', member.id)
      .execute();
});
afterAll(() => site?.remove());

const open = async (path = PATH, options: Parameters<typeof newPage>[1] = {}): Promise<Page> => {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  expect(await visit(page, path)).toBe(200);
  return page;
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2, exact: true });
const waiting = async (): Promise<string[]> =>
  (
    await site.database.platform
      .selectFrom('users')
      .select('name')
      .where('is_approved', '=', false)
      .orderBy('created_at')
      .execute()
  ).map(({ name }) => name);

describe('the desk', () => {
  test('walks from the oldest by keyboard alone, and goes on after a decision', async () => {
    const page = await open();
    await button(page, 'Verify one by one').focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Asha Rao').waitFor();
    await page.getByText('3 members waiting').waitFor();
    await page.keyboard.press('n');
    await heading(page, 'Bala Iyer').waitFor();
    await page.keyboard.press('p');
    await heading(page, 'Asha Rao').waitFor();
    await page.getByText('Joined').waitFor();
    await page.keyboard.press('a');
    await page.getByText('Aye you sure, you want to Approve?').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Aye you sure, you want to Approve?').waitFor({ state: 'hidden' });
    expect(await waiting()).toEqual(['Asha Rao', 'Bala Iyer', 'Chitra Sen']);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await heading(page, 'Bala Iyer').waitFor();
    expect(await waiting()).toEqual(['Bala Iyer', 'Chitra Sen']);
    await page.getByText('2 members waiting').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await page.getByText('You have seen every member who waits.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedText(page)).toContain('Verify one by one');
    await closePage(page);
  });

  test('shows both accounts with one wallet side by side', async () => {
    const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const [first, second] = members;
    await site.database.platform
      .updateTable('users')
      .set({ wallet_address: wallet })
      .where('id', 'in', [first?.id ?? '', second?.id ?? ''])
      .execute();
    const page = await open();
    await button(page, 'Verify one by one').click();
    const claims = page.getByRole('region', { name: 'Accounts with the same claim' });
    await claims.getByText('This member').waitFor();
    await claims.getByRole('link', { name: /^Bala Iyer/ }).waitFor();
    await expect.poll(() => claims.getByText(wallet).count()).toBe(2);
    await closePage(page);
  });

  test('says that another admin has verified the member meanwhile', async () => {
    const page = await open();
    await button(page, 'Verify one by one').click();
    await heading(page, 'Asha Rao').waitFor();
    await site.call('PUT', '/api/v1/admin/auth/update', {
      token: admin.token,
      ip: freshIp(),
      body: { id: members[1]?.id, isApproved: true },
    });
    await page.keyboard.press('n');
    await page.getByText('Bala Iyer was verified by another admin.').waitFor();
    expect(await button(page, /^Approve/).count()).toBe(0);
    await closePage(page);
  });

  test('fits every width', async () => {
    const page = await open(PATH, DARK_PHONE);
    await button(page, 'Verify one by one').click();
    await heading(page, 'Asha Rao').waitFor();
    await page.getByText('Joined').waitFor();
    await expectFits(page);
    await closePage(page);
  });
});

describe('many members', () => {
  test('are verified one after the other, each with its own result', async () => {
    const page = await open(`${PATH}?status=waiting`);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('3 selected').waitFor();
    await site.database.platform
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', members[1]?.id ?? '')
      .execute();
    allow(page, /answer: 404/);
    await button(page, 'Verify selected').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 members will be verified').waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Finished: 3 settled, 0 left.').waitFor();
    expect(await dialog.getByText('verified', { exact: true }).count()).toBe(2);
    await dialog.getByText('User not found').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByText('selected').count()).toBe(0);
    const { rows } = {
      rows: await site.database.platform
        .selectFrom('audit_entries')
        .select('action')
        .where('action', '=', 'user.approve')
        .where(
          'subject_id',
          'in',
          members.map(({ id }) => id),
        )
        .execute(),
    };
    expect(rows).toHaveLength(2);
    await closePage(page);
  });
});

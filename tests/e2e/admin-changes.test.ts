/** Changes of admins that wait for a second admin, in a browser. */
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { callsOf, newPerson } from '../support/members.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let maker: Account;
let checker: Account;
beforeAll(async () => {
  site = await startSite();
  maker = await makeAdmin(site, { name: 'Vikram Shah' });
  checker = await makeAdmin(site, { name: 'Leela Nair' });
  await sql`UPDATE companies SET two_admins_for_accounts = true`.execute(site.database.platform);
});
afterAll(() => site?.remove());

const open = async (who: Account): Promise<Page> => {
  const page = await newPage(site, { cookie: who.cookie, width: 360 });
  expect(await visit(page, '/admin/usermanage')).toBe(200);
  return page;
};
const toastShown = (page: Page, text: string) =>
  page.locator('.Toastify__toast').filter({ hasText: text }).first().waitFor();

describe('a new admin', () => {
  test('waits above the list until another admin confirms', async () => {
    const person = newPerson({ role: 'ADMIN', name: 'Third Admin' });
    expect((await callsOf(site, maker).add(person)).body.data.state).toBe('waiting');
    const own = await open(maker);
    const card = own.getByRole('article', { name: 'A new admin waits for a second admin' });
    await card.getByText('Proposed by you').waitFor();
    await card.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect(await card.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
    await closePage(own);

    const page = await open(checker);
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm this change?' });
    await dialog.getByText(String(person.email)).waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await toastShown(page, 'Change confirmed successfully');
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
    await page.locator('.users tbody').getByText('Third Admin').locator('visible=true').first().waitFor();
    await closePage(page);
  });
});

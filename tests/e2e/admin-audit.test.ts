/** The audit trail on the screen: its texts, filters and details, in every width and theme. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { callsOf } from '../support/members.ts';
import { type Site, startSite } from '../support/site.ts';

const PATH = '/admin/audit';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite({ embedded: true });
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  const member = await makeMember(site, { name: 'Asha Rao' });
  const calls = callsOf(site, admin);
  for (let n = 0; n < 6; n++) for (const status of ['BLOCKED', 'ACTIVE']) await calls.setStatus(member.id, status);
  await calls.update({ id: member.id, isApproved: true });
});
afterAll(() => site?.remove());

test('tells, filters and opens what was before and after', async () => {
  const page = await newPage(site, { cookie: admin.cookie });
  expect(await visit(page, PATH)).toBe(200);
  const rows = page.locator('.audit tbody tr:not(.table-more)');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Audit');
  expect(await page.locator('.side-link[aria-current]').innerText()).toBe('Audit');
  expect(await rows.count()).toBe(10);
  expect(await rows.first().innerText()).toContain('Vikram Shah verified Asha Rao');
  await page.getByRole('combobox', { name: 'Action' }).selectOption('user.update');
  await expect.poll(() => page.locator('.toolbar-count').innerText()).toBe('12 entries');
  expect(new URL(page.url()).search).toBe('?action=user.update');
  await rows.last().getByRole('button').click();
  const more = page.locator('.table-more');
  for (const text of ['status', 'BLOCKED', 'ACTIVE', 'Entry ']) expect(await more.innerText()).toContain(text);
  await page.getByRole('searchbox').fill('nobody-of-this-name');
  await page.getByText('No entry matches this search and filter.').waitFor();
  await closePage(page);
});

for (const width of [360, 1280])
  for (const theme of ['light', 'dark'] as const)
    test(`is whole and reachable at ${width} px, ${theme}`, async () => {
      const page = await newPage(site, { cookie: admin.cookie, width, dark: theme === 'dark' });
      await visit(page, PATH);
      await page.locator('.audit tbody button').nth(1).click();
      await page.locator('.table-more').waitFor();
      await expectNoSidewaysScroll(page);
      await expectNoAxeViolations(page);
      await closePage(page);
    });

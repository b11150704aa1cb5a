/** The audit trail on the screen: its texts, filters and details, in every width and theme. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { allow, closePage, DARK_PHONE, expectFits, newPage, visit } from '../support/browser.ts';
import { callsOf } from '../support/members.ts';
import { type Site, startSite } from '../support/site.ts';

const PATH = '/admin/audit';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  const member = await makeMember(site, { name: 'Asha Rao' });
  const calls = callsOf(site, admin);
  for (let n = 0; n < 6; n++) for (const status of ['BLOCKED', 'ACTIVE']) await calls.setStatus(member.id, status);
  await calls.update({ id: member.id, isApproved: true });
});
afterAll(() => site?.remove());

test('lists entries, filters them, and opens the values before and after', async () => {
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
  for (const text of ['Status', 'BLOCKED', 'ACTIVE', 'Entry ', '0x']) expect(await more.innerText()).toContain(text);
  await page.getByRole('searchbox').fill('nobody-of-this-name');
  await page.getByText('No entry matches this search and filter.').waitFor();
  await closePage(page);
});

test('has its rows in the HTML before any script, and pages with three numbers and one margin', async () => {
  const plain = await newPage(site, { cookie: admin.cookie, javaScript: false });
  await plain.goto(`${PATH}?page=2&action=people`);
  expect(await plain.locator('.audit tbody tr').count()).toBeGreaterThan(0);
  await closePage(plain);
  const page = await newPage(site, { cookie: admin.cookie });
  await visit(page, PATH);
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?page=2');
  expect(await page.locator('.page-list').innerText()).toMatch(/^1\s+2/);
  await closePage(page);
});

test('an address after the last page redirects to the last page', async () => {
  const plain = await newPage(site, { cookie: admin.cookie, javaScript: false });
  await plain.goto(`${PATH}?page=999`);
  expect(await plain.locator('.audit').innerText()).not.toContain('Nothing is recorded yet.');
  await closePage(plain);
  const page = await newPage(site, { cookie: admin.cookie });
  await visit(page, `${PATH}?page=999&action=people`);
  await expect.poll(() => new URL(page.url()).search).toBe('?action=people&page=2');
  await expect.poll(() => page.locator('.audit tbody tr:not(.table-skeleton)').count()).toBe(4);
  await closePage(page);
});

test('filters by groups of actions and by days, and shows a message when the days are in the wrong order', async () => {
  const page = await newPage(site, { cookie: admin.cookie });
  await visit(page, PATH);
  const choice = page.getByRole('combobox', { name: 'Action' });
  expect(await choice.locator('optgroup').evaluateAll((all) => all.map((it) => it.getAttribute('label')))).toEqual(
    'Purchases|Bank statements|Refunds|Referral rewards|Members and admins|Sign-in and passwords|Beneficiaries|Settings|Announcements|Launch|API keys and webhooks|Exports|Company'.split(
      '|',
    ),
  );
  await choice.selectOption('people');
  await expect.poll(() => page.locator('.toolbar-count').innerText()).toBe('14 entries');
  await page.getByLabel('From', { exact: true }).fill('2020-01-02');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('The last day is before the first.').waitFor();
  await page.getByText('No entry matches this search and filter.').waitFor();
  expect(new URL(page.url()).search).toBe('?action=people&from=2020-01-02&to=2020-01-01');
  await closePage(page);
});

test('shows a loading state, names a failure, and retries', async () => {
  const page = await newPage(site, { cookie: admin.cookie });
  await visit(page, PATH);
  let held: (() => void) | undefined;
  await page.route('**/api/v1/admin/audit/list?**', async (route) => {
    await new Promise<void>((go) => {
      held = go;
    });
    await route.fulfill({
      status: 500,
      json: { status: false, message: 'Failed to fetch the audit trail', code: 'internal', requestId: 'x' },
    });
  });
  allow(page, /answer: 500 GET .*audit/);
  await page.getByRole('combobox', { name: 'Action' }).selectOption('user.approve');
  await page.getByText('Loading the audit trail...').waitFor();
  await expect.poll(() => held !== undefined).toBe(true);
  held?.();
  await page.getByRole('alert').filter({ hasText: 'Failed to fetch the audit trail' }).first().waitFor();
  await page.unroute('**/api/v1/admin/audit/list?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.locator('.toolbar-count').innerText()).toBe('1 entry');
  await closePage(page);
});

test('at every width it is complete and reachable', async () => {
  const page = await newPage(site, { cookie: admin.cookie, ...DARK_PHONE });
  await visit(page, PATH);
  await page.locator('.audit tbody button').locator('visible=true').nth(1).press('Enter');
  await page.locator('.table-more').waitFor();
  await expectFits(page);
  await closePage(page);
});

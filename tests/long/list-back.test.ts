/** Back and Forward on every list: each choice is a step of its own, a typed search is one step in all. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { closePage, newPage, visit } from '../support/browser.ts';
import { manual, submitted } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let member: Account;
let admin: Account;
let superadmin: Account;
beforeAll(async () => {
  site = await startSite();
  member = await makeMember(site, { name: 'Asha Rao', isApproved: true });
  admin = await makeAdmin(site);
  superadmin = await makeSuper(site);
  for (let n = 0; n < 7; n++) await submitted(site, member, manual());
});
afterAll(() => site?.remove());

const search = (page: Page): string => new URL(page.url()).search;
const choose = (label: string, value: string) => async (page: Page) =>
  void (await page.getByLabel(label, { exact: true }).selectOption(value));

interface Row {
  readonly path: () => string;
  readonly who: () => Account;
  readonly choose: (page: Page) => Promise<void>;
  /** The address after the choice. */
  readonly query: string;
  /** The control that shows the choice, and its text before and after. */
  readonly shows: (page: Page) => Promise<string>;
  readonly before: string;
  readonly after: string;
}

const selected = (label: string) => (page: Page) => page.getByLabel(label, { exact: true }).inputValue();
const LISTS: readonly (Row & { readonly name: string })[] = [
  {
    name: 'members',
    path: () => '/admin/usermanage',
    who: () => admin,
    choose: choose('Status', 'verified'),
    query: '?status=verified',
    shows: selected('Status'),
    before: '',
    after: 'verified',
  },
  {
    name: 'purchases',
    path: () => '/admin/purchaserequest',
    who: () => admin,
    choose: (page) => page.getByRole('tab', { name: 'Purchase History' }).click(),
    query: '?tab=history',
    shows: (page) => page.getByRole('tab', { selected: true }).innerText(),
    before: 'Purchase Requests',
    after: 'Purchase History',
  },
  {
    name: 'the audit log',
    path: () => '/admin/audit',
    who: () => admin,
    choose: async (page) => void (await page.getByLabel('From').fill('2020-01-31')),
    query: '?from=2020-01-31',
    shows: selected('From'),
    before: '',
    after: '2020-01-31',
  },
  {
    name: 'one member',
    path: () => `/admin/usermanage/${member.id}`,
    who: () => admin,
    choose: (page) => page.getByRole('navigation', { name: 'Pages of purchases' }).getByLabel('Page 2').click(),
    query: '?purchases=2',
    shows: (page) =>
      page.getByRole('navigation', { name: 'Pages of purchases' }).locator('[aria-current=page]').innerText(),
    before: '1',
    after: '2',
  },
  {
    name: 'payment history',
    path: () => '/user/payment-history',
    who: () => member,
    choose: choose('Status', 'ALL'),
    query: '?status=ALL',
    shows: selected('Status'),
    before: 'PENDING',
    after: 'ALL',
  },
  {
    name: 'companies',
    path: () => '/superadmin/companymanage',
    who: () => superadmin,
    choose: async (page) => {
      await page.getByLabel('Search companies').fill('no such company');
      await page.getByLabel('Search companies').press('Enter');
    },
    query: '?search=no+such+company',
    shows: selected('Search companies'),
    before: '',
    after: 'no such company',
  },
];

describe('Back and Forward', () => {
  test.each(LISTS)('on the list of $name', async ({ path, who, choose, query, shows, before, after }) => {
    const page = await newPage(site, { cookie: who().cookie });
    await visit(page, path());
    expect(await shows(page)).toBe(before);
    await choose(page);
    await expect.poll(() => search(page)).toBe(query);
    await expect.poll(() => shows(page)).toBe(after);
    await page.goBack();
    await expect.poll(() => search(page)).toBe('');
    await expect.poll(() => shows(page)).toBe(before);
    await page.goForward();
    await expect.poll(() => search(page)).toBe(query);
    await expect.poll(() => shows(page)).toBe(after);
    await closePage(page);
  });

  test('a search typed with pauses is one step', async () => {
    const page = await newPage(site, { cookie: admin.cookie });
    await visit(page, '/admin/usermanage');
    const box = page.getByLabel('Search users');
    for (const text of ['a', 'as', 'asha']) {
      await box.fill(text);
      await box.press('Enter');
      await expect.poll(() => search(page)).toBe(`?search=${text}`);
    }
    await page.goBack();
    await expect.poll(() => search(page)).toBe('');
    await expect.poll(() => box.inputValue()).toBe('');
    await page.goForward();
    await expect.poll(() => box.inputValue()).toBe('asha');
    await closePage(page);
  });
});

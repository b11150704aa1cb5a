/** A page is tapped before the script of its islands has loaded, as on a slow phone: no tap is lost or doubled. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, early, newPage, visit, visitEarly } from '../support/browser.ts';
import { orderNumber, paymentUrl } from '../support/member.ts';
import { submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

test('a tap on a tab', async () => {
  const page = await newPage(site, { cookie: (await makeMember(site)).cookie });
  const arrive = await visitEarly(page, paymentUrl(orderNumber()));
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const selected = (name: string) => tab(name).getAttribute('aria-selected');
  await tab('Banking').click();
  await tab('Manual').click();
  expect([await selected('UPI'), await selected('Manual')]).toEqual(['true', 'false']);
  await arrive();
  // The last one counts.
  await expect.poll(() => selected('Manual')).toBe('true');
  await page.getByRole('button', { name: 'Confirm Payment' }).waitFor();
  await closePage(page);
});

test('two quick taps on a button that opens and closes', async () => {
  const member = await makeMember(site);
  await submitted(site, member, await upi(site, member));
  const page = await newPage(site, { cookie: member.cookie });
  const arrive = await visitEarly(page, '/user/payment-history');
  const details = page.getByRole('button', { name: /^Details/ });
  await details.click();
  await details.click();
  await arrive();
  await expect.poll(() => details.getAttribute('aria-expanded')).toBe('true');
  await page.getByText('In review').waitFor();
  await closePage(page);
});

test('a tap that opens a dialog of an admin', async () => {
  const page = await newPage(site, { cookie: (await makeAdmin(site)).cookie });
  const arrive = await visitEarly(page, '/admin/usermanage');
  await page.getByRole('button', { name: 'Add User' }).first().click();
  await arrive();
  await page.getByRole('dialog').waitFor();
  await closePage(page);
});

test('Back to the list as it was before a search, after a reload', async () => {
  const page = await newPage(site, { cookie: (await makeAdmin(site)).cookie });
  const search = page.getByLabel('Search users');
  await visit(page, '/admin/usermanage');
  await search.fill('no such person');
  await search.press('Enter');
  await expect.poll(() => page.url()).toContain('?search=');
  const arrive = await early(page, () => page.reload({ waitUntil: 'commit' }));
  expect(await search.inputValue()).toBe('no such person');
  await page.goBack({ waitUntil: 'commit' });
  expect(page.url()).not.toContain('?search=');
  await arrive();
  await expect.poll(() => search.inputValue()).toBe('');
  await closePage(page);
});

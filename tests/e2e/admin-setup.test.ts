/** The first day: the set-up checklist of admins, and what buyers read about example payment details. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, DARK_PHONE, expectFits, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { orderNumber, paymentUrl } from '../support/member.ts';
import { replaceExamplePayee } from '../support/payee.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

async function open(path: string, who: Account = admin, options: Parameters<typeof newPage>[1] = {}) {
  const page = await newPage(site, { cookie: who.cookie, ...options });
  await page.addInitScript(() => localStorage.setItem('reloadCount', '2'));
  expect(await visit(page, path)).toBe(200);
  return page;
}
const setup = (page: Awaited<ReturnType<typeof open>>) => page.getByRole('region', { name: 'Set up your sale' });

test('the checklist at every width', async () => {
  const page = await open('/admin/dashboard', admin, DARK_PHONE);
  await setup(page).waitFor();
  await expectFits(page);
  await closePage(page);
});

test('the checklist has a link and the true state of each item, and is gone when all are done', async () => {
  const page = await open('/admin/dashboard');
  await page.getByRole('note', { name: 'Example payment details' }).waitFor();
  expect(await page.getByText('Give this address to your buyers').count()).toBe(0);
  const links = () =>
    setup(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((it) => [it.textContent, it.getAttribute('href')]));
  const left = [
    ['Payment details', '/admin/beneficiary'],
    ['Company details', '/superadmin/companymanage'],
    ['Support contact', '/admin/settings'],
    ['Mail server', '/superadmin/dashboard'],
    ['Backup', '/superadmin/dashboard'],
  ];
  // The first start's admin and this one are two.
  expect(await setup(page).innerText()).toMatch(/1 of 6 done/);
  expect(await links()).toEqual(left);

  await visit(page, '/admin/beneficiary');
  await page.getByRole('note', { name: 'Example payment details' }).waitFor();
  await replaceExamplePayee(site);
  await page.reload();
  expect(await page.getByRole('note', { name: 'Example payment details' }).count()).toBe(0);

  const run = (text: string) => sql.raw(text).execute(site.database.platform);
  await run(`UPDATE companies SET support_email = 'help@konkan.example', pan = 'AAACK1234F', aadhaar_last4 = '1234',
    email = 'office@konkan.example' WHERE id = '${await companyIdOf(site)}'`);
  await run(`INSERT INTO verifications (kind, ran_at, entries) VALUES ('backup', now(), 5)`);
  await visit(page, '/admin/dashboard');
  // What only the environment of the program can change.
  expect(await links()).toEqual([['Mail server', '/superadmin/dashboard']]);
  expect(await setup(page).innerText()).toMatch(/5 of 6 done/);
  await closePage(page);
});

test('a buyer reads that payment details are examples, until they are replaced', async () => {
  const member = await makeMember(site);
  const set = (upi: string) => site.database.platform.updateTable('beneficiaries').set({ upi }).execute();
  for (const [upi, notes] of [
    ['cowl@example', 1],
    ['sale@konkan', 0],
  ] as const) {
    await set(upi);
    const page = await open(paymentUrl(orderNumber()), member);
    expect(await page.getByText('These are example payment details. Please do not pay to them.').count()).toBe(notes);
    await expectNoAxeViolations(page);
    await closePage(page);
  }
});

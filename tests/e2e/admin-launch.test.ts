/** The launch of a company on its screen: settings, the collection of addresses, the freeze, and what a holder reads. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, noteStates } from '../support/accounts.ts';
import { DARK_PHONE, expectFits, newPage, visit, WIDTHS } from '../support/browser.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  buyer = await makeMember(site, { name: 'Asha Rao' });
  const { id } = await submitted(site, buyer, manual());
  await post(site, APPROVE, admin, { id });
});
afterAll(() => site?.remove());

test('an admin collects addresses and freezes; the holder reads it, at every width', async () => {
  const page = await newPage(site, { cookie: admin.cookie });
  await visit(page, '/admin/launch');
  await page.getByLabel('Freeze date').fill('2099-03-01T12:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Members see the freeze date.').waitFor();
  await page.getByRole('button', { name: 'Collect addresses' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Collect addresses' }).click();
  await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor();
  const holder = await newPage(site, { cookie: buyer.cookie, ...DARK_PHONE });
  await visit(holder, '/user/dashboard');
  for (const width of WIDTHS) {
    await holder.setViewportSize({ width, height: 800 });
    await holder.getByRole('note', { name: 'Your wallet address' }).waitFor();
  }
  await page.getByRole('button', { name: 'Freeze', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
  await page.getByRole('button', { name: 'One step back' }).waitFor();
  const narrow = await newPage(site, { cookie: admin.cookie, ...DARK_PHONE });
  await visit(narrow, '/admin/launch');
  await narrow.getByText('Asha Rao').first().waitFor();
  await expectFits(narrow);
  expect((await post(site, '/api/v1/user/package/purchase', buyer, manual())).status).toBe(409);
});

test('an admin makes the pack of a frozen launch and sees its files; the holder has a claim', async () => {
  await site.database.platform
    .updateTable('users')
    .set({ wallet_address: `0x${'3'.repeat(40)}` })
    .where('id', '=', buyer.id)
    .execute();
  await noteStates(site);
  const page = await newPage(site, { cookie: admin.cookie });
  await visit(page, '/admin/launch');
  await page.getByLabel('Token address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await page.getByLabel('Chain id').fill('137');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Token address and chain id are set.').waitFor();
  await page.getByRole('button', { name: 'Make the pack' }).click();
  await page.getByRole('dialog').getByText('Token 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed on chain 137.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Make the pack' }).click();
  await page.getByRole('list', { name: 'Files' }).getByText('manifest.json').waitFor();
  await page.getByText('The pack is made and final.').waitFor();
  const narrow = await newPage(site, { cookie: admin.cookie, ...DARK_PHONE });
  await visit(narrow, '/admin/launch');
  await narrow.getByRole('link', { name: 'manifest.json' }).waitFor();
  await expectFits(narrow);
  const holder = await newPage(site, { cookie: buyer.cookie, ...DARK_PHONE });
  await visit(holder, '/user/dashboard');
  await holder.getByRole('tab', { name: /My Stock/ }).click();
  for (const width of WIDTHS) {
    await holder.setViewportSize({ width, height: 800 });
    const saved = holder.waitForEvent('download');
    await holder.getByRole('link', { name: 'Download claim' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^claim-.*-33333333\.json$/);
  }
});

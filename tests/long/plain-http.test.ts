/** A site that is served without TLS on a name of a network: browsers leave out what needs a secure context. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { otherSymbol } from '../support/brand.ts';
import { allow, closePage, newPage, type PageOptions, visit } from '../support/browser.ts';
import { freshReference } from '../support/purchases.ts';
import { dropStatement, SCREEN, shownBuckets } from '../support/reconciliation.ts';
import { type Site, startSite } from '../support/site.ts';
import { makeAccount, statementCsv, upiCredit } from '../support/statements.ts';

const HOST = 'sale.test';
let site: Site;
let url: string;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  companyId = await makeCompany(site, otherSymbol('ACW'));
  await makeAccount(site, companyId);
  await site.database.platform
    .insertInto('company_hosts')
    .values({ host: HOST, company_id: companyId, is_primary: true })
    .execute();
  url = `http://${HOST}:${site.port}`;
});
afterAll(() => site?.remove());

/** A page of that site. Its browser says that it ignores a header there. */
async function openInsecure(path: string, options: PageOptions): Promise<Page> {
  const page = await newPage({ url }, options);
  allow(page, /Cross-Origin-Opener-Policy header has been ignored/);
  await visit(page, path);
  expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto])).toEqual([
    false,
    false,
    false,
  ]);
  return page;
}

test('an admin drops a statement on the queue and imports it', async () => {
  const admin = await makeAdmin(site, { companyId });
  const page = await openInsecure('/admin/purchaserequest', { cookie: admin.cookie });
  await dropStatement(page, {
    name: 'november.csv',
    content: statementCsv([upiCredit(freshReference(), '1180.00'), upiCredit(freshReference(), '590.00')]),
  });
  await page.waitForURL(`**${SCREEN}`);
  const ready = page.getByRole('button', { name: 'Import 2 new rows' });
  await expect.poll(() => ready.isEnabled()).toBe(true);
  await ready.click();
  await ready.waitFor({ state: 'detached' });
  await expect.poll(() => shownBuckets(page)).toMatchObject({ 'Without a claim': 2 });
  await closePage(page);
});

test('a member begins an order', async () => {
  const member = await makeMember(site, { companyId, isApproved: true });
  const page = await openInsecure('/user/buy-token', { cookie: member.cookie, width: 360 });
  await page.getByLabel('Amount (INR)').fill('1000');
  await page.getByRole('button', { name: 'BUY NOW' }).click();
  await page.waitForURL('**/user/payment?*');
  expect(new URL(page.url()).searchParams.get('purchaseId')).toMatch(/^PUR-/);
  await closePage(page);
});

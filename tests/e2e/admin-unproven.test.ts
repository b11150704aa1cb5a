/** Requests without a proof on the admin's list: what they hold, and the dialog that rejects all of them. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, DARK_PHONE, expectFits, newPage, visit } from '../support/browser.ts';
import { leaveTokens } from '../support/purchases.ts';
import { makeManualRequest, makeRequest, rejectAll, statusOf } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let verified: Account;
let newcomer: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  verified = await makeMember(site, { isApproved: true });
  newcomer = await makeMember(site);
  // 400,000 tokens, of which unproven orders may hold a fifth.
  await leaveTokens(site, admin.companyId, 400_000n);
  await site.database.platform.updateTable('companies').set({ unproven_share_bps: 2_000 }).execute();
});
afterAll(() => site?.remove());

async function open(options: Parameters<typeof newPage>[1] = {}): Promise<Page> {
  const page = await newPage(site, { cookie: admin.cookie, ...options });
  expect(await visit(page, '/admin/purchaserequest')).toBe(200);
  return page;
}
const strip = (page: Page) => page.getByRole('status').filter({ hasText: /no proof/ });
const opener = (page: Page) => page.getByRole('button', { name: 'Reject all without proof' });

test('nothing is shown of requests with a proof; with one without, its sentence names it alone', async () => {
  await rejectAll(site, admin);
  await makeRequest(site, newcomer);
  const page = await open();
  await page.getByRole('button', { name: 'Review one by one' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await opener(page).count()).toBe(0);
  await closePage(page);

  const { id } = await makeManualRequest(site, verified);
  const next = await open();
  await opener(next).waitFor();
  expect(await strip(next).innerText()).toBe(
    '1 request has no proof. All requests without a proof or of unverified members hold 8,000 of the 80,000 tokens that they may hold together.',
  );
  await opener(next).click();
  const dialog = next.getByRole('dialog');
  await dialog.getByText('Reject the request without a proof?').waitFor();
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await strip(next).waitFor({ state: 'detached' });
  expect((await statusOf(site, id)).status).toBe('REJECTED');
  await closePage(next);
});

test('the dialog rejects all without a proof for one reason, and the list shows what stays', async () => {
  await rejectAll(site, admin);
  const proven = await makeRequest(site, newcomer);
  const bare = [await makeManualRequest(site, newcomer), await makeManualRequest(site, verified)];
  const page = await open();
  await opener(page).waitFor();
  expect(await strip(page).innerText()).toContain('2 requests have no proof.');
  await opener(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Reject 2 requests without a proof?').waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    'The payment has not reached our account.',
    'We have received no proof of your payment.',
  ]);
  await dialog.getByLabel('Reason').fill('No payment has come.');
  await dialog.getByRole('button', { name: 'Reject all', exact: true }).click();
  await page.getByText('2 purchases rejected').first().waitFor();
  await strip(page).waitFor({ state: 'detached' });
  for (const { id, orderNumber } of bare) {
    expect(await statusOf(site, id)).toEqual({ status: 'REJECTED', reason: 'No payment has come.' });
    await page.getByRole('button', { name: `Approve ${orderNumber}` }).waitFor({ state: 'detached' });
  }
  expect((await statusOf(site, proven.id)).status).toBe('PENDING');
  await closePage(page);
});

test('at every width nothing is cut off', async () => {
  await rejectAll(site, admin);
  await makeManualRequest(site, newcomer);
  await makeManualRequest(site, verified);
  const page = await open(DARK_PHONE);
  const check = (): Promise<void> => expectFits(page);
  await opener(page).waitFor();
  await check();
  await opener(page).click();
  await page.getByRole('dialog').getByText('Reject 2 requests without a proof?').waitFor();
  await check();
  await closePage(page);
});

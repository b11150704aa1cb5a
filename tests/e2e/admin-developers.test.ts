/** API keys and webhooks in a browser: made, shown once, used, ended. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.remove());

test('an admin makes a key that works, revokes it, and adds and deletes a webhook', async () => {
  const admin = await makeAdmin(site);
  const page = await newPage(site, { cookie: admin.cookie });
  expect(await visit(page, '/admin/developers')).toBe(200);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await button('Make an API key').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Accounting');
  await page.getByRole('checkbox', { name: 'read:purchases' }).check();
  await expectNoAxeViolations(page);
  await button('Make key').click();
  const shown = page.getByRole('dialog', { name: 'API key made' });
  const key = await shown.locator('code').innerText();
  const read = () => site.call('GET', '/api/v1/admin/transaction/list', { token: key, ip: freshIp() });
  expect((await read()).status).toBe(200);
  await button('Done').click();
  await shown.waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(key);

  await button('Revoke Accounting').click();
  await button('Revoke').click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  expect((await read()).status).toBe(401);

  await button('Add a webhook').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Books');
  await page.getByRole('textbox', { name: 'Address' }).fill('https://books.example.com/events');
  await button('Add').click();
  await page
    .getByRole('dialog', { name: 'Secret made' })
    .getByText(/^whsec_/)
    .waitFor();
  await button('Done').click();
  await button('Deliveries of Books').click();
  await page.getByText('Nothing was sent to it in the last 30 days.').waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('dialog').locator('.modal-foot').getByRole('button', { name: 'Close' }).click();
  await button('Delete Books').click();
  await button('Delete').click();
  await page.getByText('No webhook yet.').waitFor();
  await closePage(page);
});

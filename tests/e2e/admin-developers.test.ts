/** API keys and webhooks in a browser: made, shown once, used, ended. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAdmin } from '../support/accounts.ts';
import { allow, closePage, expectNoAxeViolations, focusedText, newPage, visit } from '../support/browser.ts';
import { integrationRows, plantDelivery } from '../support/integrations.ts';
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
  await button('Make key').click();
  await page.locator('.field-error', { hasText: 'Please choose at least one scope.' }).waitFor();
  await page.getByRole('checkbox', { name: 'read:purchases' }).check();
  await page.locator('.field-error').waitFor({ state: 'detached' });
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

  // The address that is refused below.
  allow(page, /answer: 422 PUT/);
  await button('Edit Books').click();
  const edit = page.getByRole('dialog', { name: 'Edit webhook' });
  await edit.getByRole('textbox', { name: 'Name' }).fill('Ledger');
  await edit.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/events');
  await edit.getByRole('checkbox', { name: /^All events/ }).uncheck();
  await button('Save').click();
  // At the boxes, which the keyboard goes to.
  await edit.locator('.field-error', { hasText: 'Please choose at least one event, or all.' }).waitFor();
  expect(await page.locator('.Toastify__toast', { hasText: 'at least one event' }).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  await expectNoAxeViolations(page);
  await edit.getByRole('checkbox', { name: 'refund.paid' }).check();
  await edit.locator('.field-error').waitFor({ state: 'detached' });
  await button('Save').click();
  await edit.locator('.field-error', { hasText: 'The address must belong to a public host.' }).waitFor();
  await edit.getByRole('textbox', { name: 'Address' }).fill('https://ledger.example.com/events');
  await expectNoAxeViolations(page);
  await button('Save').click();
  await edit.waitFor({ state: 'hidden' });
  await page.getByText('https://ledger.example.com/events').waitFor();
  await page.getByText('refund.paid', { exact: true }).waitFor();
  await button('Pause Ledger').click();
  await button('Pause').click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await button('Resume Ledger').click();
  await button('Pause Ledger').waitFor();
  await button('Delete Ledger').click();
  await button('Delete').click();
  await page.getByText('No webhook yet.').waitFor();
  await closePage(page);
});

test('the log of deliveries keeps its filter in the address, and sends one again', async () => {
  const admin = await makeAdmin(site);
  const rows = integrationRows(site, admin);
  const [webhook, other] = [await rows.webhook(), await rows.webhook()];
  for (const [position, type] of ['purchase.approved', 'refund.paid'].entries())
    await plantDelivery(site, admin.companyId, webhook, { position: BigInt(position), type });
  await plantDelivery(site, admin.companyId, other, { type: 'member.added' });
  const page = await newPage(site, { cookie: admin.cookie });
  expect(await visit(page, '/admin/developers')).toBe(200);
  await page.getByRole('link', { name: 'Deliveries of Planted' }).first().click();
  await page.waitForURL(/deliveries\?webhook=/);
  await page.getByRole('cell', { name: 'refund.paid', exact: true }).waitFor();
  expect(await page.getByRole('cell', { name: 'member.added', exact: true }).count()).toBe(0);
  await page.getByLabel('Event', { exact: true }).selectOption('refund.paid');
  await page.getByLabel('Outcome', { exact: true }).selectOption('DELIVERED');
  await page.getByText('1 delivery', { exact: true }).waitFor();
  expect(page.url()).toContain('type=refund.paid&state=DELIVERED');
  await page.reload();
  await page.getByText('1 delivery', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Send again: refund\.paid/ }).click();
  await page.getByText('The event is sent once the webhook is resumed').waitFor();
  await page.getByText('No delivery matches this filter.').waitFor();
  // The row is gone, and the keyboard is in the table.
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-deliveries'))).toBe(true);
  // Back to the type alone, and then to the webhook alone.
  await page.goBack();
  await page.getByText('1 delivery', { exact: true }).waitFor();
  await page.goBack();
  await page.getByText('2 deliveries', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Send again: purchase\.approved/ }).press('Enter');
  await page.getByRole('button', { name: /^Send again: purchase\.approved/ }).waitFor({ state: 'detached' });
  expect(await focusedText(page)).toBe('--');
  await expectNoAxeViolations(page);
  await closePage(page);
});

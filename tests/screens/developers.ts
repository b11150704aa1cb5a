/** The pictures of API keys, webhooks and their deliveries. */
import type { Page } from 'playwright';
import { button } from '../support/member.ts';
import type { Shot } from './screens.ts';

export const DEVELOPER_SHOTS: Readonly<Record<string, readonly Shot[]>> = {
  'admin/developers/index.astro': [
    {},
    { name: 'key', only: 'empty', act: (page) => button(page, 'Make an API key').click() },
    { name: 'key-wrong', only: 'empty', act: makeNothing },
    { name: 'key-made', only: 'empty', act: showKey },
    {
      name: 'revoke',
      only: 'filled',
      act: (page) =>
        button(page, /^Revoke /)
          .first()
          .click(),
    },
    { name: 'webhook', only: 'empty', act: (page) => button(page, 'Add a webhook').click() },
    { name: 'secret', only: 'empty', act: showWebhookSecret },
    { name: 'edit', only: 'filled', act: editWebhook },
  ],
  'admin/developers/deliveries.astro': [
    {},
    { name: 'failed', path: '/admin/developers/deliveries?state=FAILED', only: 'filled' },
    { name: 'none', path: '/admin/developers/deliveries?type=launch.moved', only: 'filled' },
  ],
};

const ok = (data: object) => ({ json: { status: true, message: 'OK', data } });

/** What is missing in the form of a key. */
async function makeNothing(page: Page): Promise<void> {
  await button(page, 'Make an API key').click();
  await button(page, 'Make key').click();
  await page.getByText('Please choose at least one scope.').waitFor();
}

/** A new API key. The server's answer is made up. */
async function showKey(page: Page): Promise<void> {
  await page.route('**/integrations/keys/add', (route) => route.fulfill(ok({ key: `lb_live_${'4fQ7'.repeat(9)}` })));
  await button(page, 'Make an API key').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Accounting');
  await page.getByRole('checkbox', { name: 'read:purchases' }).check();
  await button(page, 'Make key').click();
  await page.getByRole('dialog', { name: 'API key made' }).waitFor();
}

/** The secret of a new webhook. The server's answer is made up. */
async function showWebhookSecret(page: Page): Promise<void> {
  await page.route('**/integrations/webhooks/add', (route) =>
    route.fulfill(ok({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq=' })),
  );
  await button(page, 'Add a webhook').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Accounting');
  await page.getByRole('textbox', { name: 'Address' }).fill('https://books.example.com/events');
  await button(page, 'Add').click();
  await page.getByRole('dialog', { name: 'Secret made' }).waitFor();
}

/** The events of a webhook, to choose from. */
async function editWebhook(page: Page): Promise<void> {
  await button(page, /^Edit /)
    .first()
    .click();
  const all = page.getByRole('checkbox', { name: /^All events/ });
  if (await all.isChecked()) await all.uncheck();
  await page.getByRole('checkbox', { name: 'refund.paid' }).waitFor();
}

/** Steps of several clicks that bring a screen into a state. */
import type { Page } from 'playwright';
import { button } from '../support/member.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';

export async function openImport(page: Page): Promise<void> {
  await button(page, 'Import').click();
  await page.getByRole('dialog', { name: 'Import members' }).waitFor();
}

export async function previewImport(page: Page): Promise<void> {
  await openImport(page);
  const lines = [
    'Name,Mobile,Email,City',
    'Nila Rao,98765 43210,nila.rao@example.org,Pune',
    'Om Das,123,om@example.org,Goa',
  ];
  await page.getByLabel('Or paste cells from your spreadsheet').fill([...lines, lines[1]].join('\n'));
  await button(page, 'Preview').click();
  await page.getByText('1 new member · 1 repeated · 1 wrong').waitFor();
}

/** Two passkeys, one of which is of another host name. The server's answers are made up: its sign-in may be old by then. */
export async function addPasskeys(page: Page): Promise<void> {
  const passkey = { isUsable: true, host: 'localhost', createdAt: '2026-11-02T06:30:00.000Z', lastUsedAt: null };
  const records = [
    { ...passkey, id: '1', name: 'Work laptop', lastUsedAt: '2026-11-21T09:30:00.000Z' },
    { ...passkey, id: '2', name: 'Old phone, in the safe', isUsable: false, host: 'old.example.com' },
  ];
  const options = {
    challenge: 'SGVsbG8sIHBhc3NrZXk',
    rp: { id: 'localhost', name: 'Example' },
    user: { id: 'SGVsbG8', name: 'asha@example.com', displayName: 'Asha Rao' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [],
  };
  const answers = { options, add: records[0], list: { records } };
  for (const [call, data] of Object.entries(answers))
    await page.route(`**/auth/passkeys/${call}*`, (route) =>
      route.fulfill({ json: { status: true, message: 'Passkey added successfully', data } }),
    );
  await addAuthenticator(page);
  await button(page, 'Add a passkey').click();
  await button(page, 'Continue').click();
  await page.getByText('Old phone, in the safe').waitFor();
}

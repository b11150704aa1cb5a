/** Steps of several clicks that bring a screen into a state. */
import type { Page } from 'playwright';
import { qrDrawing } from '../../src/lib/accounts/qr.ts';
import { recoveryCodeOf } from '../../src/lib/auth/factors/recovery.rules.ts';
import { totpSecretText, totpUri } from '../../src/lib/auth/factors/totp.rules.ts';
import { button } from '../support/member.ts';
import { chooseStatement } from '../support/reconciliation.ts';
import { paymentOf, STRANGE_HEADER, settlementOf, unknownCsv } from '../support/settlements.ts';
import { statementCsv, upiCredit } from '../support/statements.ts';
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

const ok = (data: object) => ({ json: { status: true, message: 'OK', data } });

/** The QR code of an authenticator app. The server's answer is made up, as above. */
export async function showApp(page: Page): Promise<void> {
  const secret = Buffer.from('12345678901234567890');
  const uri = totpUri(secret, { issuer: 'Cowl', account: 'asha@example.com' });
  await page.route('**/auth/factors/app/add', (route) =>
    route.fulfill(ok({ secret: totpSecretText(secret), uri, qr: qrDrawing(uri, 'M') })),
  );
  await button(page, 'Add an app').click();
  await page.getByLabel('Code of the app').waitFor();
}

/** Ten recovery codes of an account with an app. */
export async function showRecoveryCodes(page: Page): Promise<void> {
  const factors = { appSince: '2026-11-02T06:30:00.000Z', passkeys: 0, recoveryCodes: 2 };
  const codes = Array.from({ length: 10 }, (_, n) => recoveryCodeOf(Buffer.alloc(16, n * 23 + 7)));
  await page.route('**/auth/factors/get*', (route) => route.fulfill(ok(factors)));
  await page.route('**/auth/factors/recovery/add', (route) => route.fulfill(ok({ codes })));
  // Read again, as after a change.
  await page.route('**/auth/factors/app/**', (route) => route.fulfill(ok({})));
  await showApp(page);
  await page.getByLabel('Code of the app').fill('123456');
  await button(page, 'Confirm').click();
  await button(page, 'Make new codes').click();
  await page.getByLabel('Type one of them').waitFor();
}

/** The second step of a sign-in. @param kind the second factor that is asked for */
export async function toSecondStep(page: Page, kind: 'passkey' | 'totp' | 'recovery'): Promise<void> {
  const pending = 'A'.repeat(43);
  await page.route('**/company/auth/login', (route) =>
    route.fulfill(ok({ pending, factors: ['passkey', 'totp', 'recovery'] })),
  );
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a password of hers');
  await button(page, 'Log in').click();
  await button(page, 'Use passkey').waitFor();
  if (kind === 'totp') await button(page, 'Use the authenticator app').click();
  if (kind === 'recovery') await button(page, 'Use a recovery code').click();
  if (kind !== 'passkey') await page.getByLabel(kind === 'totp' ? 'Code of the app' : 'Recovery code').waitFor();
}

/** The second file of a layout, which does not say of which account it is. */
export async function askAccount(page: Page): Promise<void> {
  const file = { name: 'bank-statement.csv', content: statementCsv([upiCredit('632112345678', '1180.00')]) };
  await chooseStatement(page, file);
  const account = page.getByLabel('Account of this statement');
  await account.waitFor();
  const id = await account.locator('option').nth(1).getAttribute('value');
  await page.route('**/statement/read', async (route) => {
    const response = await route.fetch();
    const { data, ...answer } = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...data, proposedBeneficiaryId: id } } });
  });
  await chooseStatement(page, file);
  await page.getByText('The last file of this layout was imported for').waitFor();
}

/** The settlement file of an aggregator that is not known. */
export async function askColumns(page: Page): Promise<void> {
  const content = unknownCsv([paymentOf(settlementOf(), { order: 'PUR-700001' })], STRANGE_HEADER);
  await chooseStatement(page, { name: 'payouts.csv', content });
  await page.getByRole('tab', { name: 'Settlement file' }).click();
  await page.getByText('This settlement file is new.', { exact: false }).waitFor();
}

export async function openDetails(page: Page, nth: number): Promise<void> {
  await page
    .getByRole('button', { name: /^Details of order/ })
    .nth(nth)
    .click();
}

/** The order that waits for an answer of its buyer. */
export async function openQuestion(page: Page): Promise<void> {
  await page
    .getByRole('row')
    .or(page.getByRole('listitem'))
    .filter({ hasText: 'Please answer our question' })
    .getByRole('button', { name: /^Details of order/ })
    .first()
    .click();
  await page.getByText('Our team waits for your answer.').waitFor();
}

export async function openMessages(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Messages about/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('list', { name: 'Messages' }).waitFor();
}

export async function previewAnnouncement(page: Page): Promise<void> {
  await page.getByLabel('Title').fill('The launch has a date');
  await page.getByLabel('Text').fill('You can see it on your dashboard.');
  await button(page, 'Preview').click();
  await button(page, 'Send').waitFor();
}

export async function openReceipt(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^View the payment receipt/ })
    .first()
    .click();
}

export async function openMyStock(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /My Stock/ }).click();
}

export async function openApproval(page: Page): Promise<void> {
  await openFirstRow(page);
  await page
    .getByRole('button', { name: /^Approve RFD-/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

/** On a narrow screen the first row is opened, too. */
export async function openFirstRow(page: Page): Promise<void> {
  const toggle = page.locator('tbody :is(button.row-toggle, .row-toggle > summary)').first();
  if (await toggle.isVisible()) await toggle.click({ position: { x: 5, y: 5 } });
}

export async function openFilter(page: Page): Promise<void> {
  await button(page, 'Filter and sort').click();
  await page.getByRole('dialog').waitFor();
}

export async function openViews(page: Page): Promise<void> {
  await button(page, 'Views').click();
  await page.getByRole('dialog').waitFor();
}

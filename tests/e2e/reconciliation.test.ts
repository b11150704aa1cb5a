/** The reconciliation screen: a statement is dropped, read, corrected, imported and listed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { allow, closePage, DARK_PHONE, expectFits, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import { freshReference } from '../support/purchases.ts';
import {
  chooseStatement,
  dropStatement,
  importStatement,
  openBucket,
  openScreen,
  SCREEN,
  shownBuckets,
} from '../support/reconciliation.ts';
import { makeRequest } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';
import { dayInIndia, statementCsv, upiCredit } from '../support/statements.ts';

let site: Site;
let admin: Account;
let buyer: Account;

beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  buyer = await makeMember(site, { name: 'Asha Rao', isApproved: true });
});
afterAll(() => site?.remove());

const screenOf = async (look: { width?: number; dark?: boolean } = {}) => {
  const page = await newPage(site, { cookie: admin.cookie, ...look });
  await openScreen(page);
  return page;
};
const statements = () => site.database.platform.selectFrom('bank_statements').select('id').execute();

describe('reading a statement', () => {
  test('a file that is no statement is refused with a sentence, and nothing is stored', async () => {
    const before = await statements();
    const page = await screenOf();
    allow(page, /answer: 422 POST/);
    await chooseStatement(page, { name: 'photo.csv', content: '%PDF-1.7 not a statement' });
    const refusal = page.getByRole('alert').filter({ hasText: 'photo.csv was not imported.' });
    await refusal.waitFor();
    expect((await refusal.innerText()).length).toBeGreaterThan('photo.csv was not imported.'.length + 10);
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
    expect(await statements()).toEqual(before);
    await expectNoAxeViolations(page);
    await closePage(page);
  });

  test('problems have their line numbers, and nothing can be imported', async () => {
    const page = await screenOf();
    const content = statementCsv([upiCredit(freshReference(), '1180.00'), upiCredit(freshReference(), '590.00')]);
    await chooseStatement(page, { name: 'wrong.csv', content: content.replace(/590\.00/, '59O.00') });
    const problems = page.getByRole('alert').filter({ hasText: /in the file/ });
    await problems.waitFor();
    expect(await problems.innerText()).toMatch(/Line 4: /);
    expect(await page.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
    await problems.waitFor({ state: 'detached' });
    await closePage(page);
  });

  test('the columns of an unknown layout are shown with a preview, corrected and read again', async () => {
    const page = await screenOf();
    const day = '20.11.2026';
    const content = [
      'Booked;Text;Money in;Money out;Left',
      `${day};UPI/CR/${freshReference()}/ASHA;1180.00;;11180.00`,
      `${day};UPI/CR/${freshReference()}/RAVI;590.00;;11770.00`,
    ].join('\n');
    await chooseStatement(page, { name: 'other.csv', content: `${content}\n` });
    await page.getByText('Unknown layout').waitFor();
    await page.getByText('This layout is new.', { exact: false }).waitFor();
    await expectNoAxeViolations(page);
    for (const [column, meaning] of [
      ['Booked', 'Date'],
      ['Text', 'Narration'],
      ['Money in', 'Deposit (credit)'],
      ['Money out', 'Withdrawal (debit)'],
      ['Left', 'Balance'],
    ] as const)
      await page.getByLabel(column, { exact: true }).selectOption({ label: meaning });
    await page.getByRole('button', { name: /these columns$/ }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Import 2 new rows' }).isEnabled()).toBe(true);
    await closePage(page);
  });

  test('a column with amounts and no meaning is named, marked and asked for', async () => {
    const page = await screenOf();
    const lines = [
      `20-Nov-2026,UPI-ASHA-${freshReference()},0.00,1180.00`,
      `20-Nov-2026,UPI-RAVI-${freshReference()},590.00,0.00`,
    ];
    await chooseStatement(page, {
      name: 'column.csv',
      content: `Date,Narration,Geld raus,Deposit\n${lines.join('\n')}\n`,
    });
    const problems = page.getByRole('alert').filter({ hasText: /in the file/ });
    await problems.filter({ hasText: 'Line 3: The column "Geld raus" has ₹590.00 in this line' }).waitFor();
    const column = page.getByLabel('Geld raus', { exact: true });
    expect(await column.getAttribute('aria-invalid')).toBe('true');
    await expectNoAxeViolations(page);
    await column.selectOption({ label: 'No money' });
    await page.getByRole('button', { name: 'Read again with these columns' }).click();
    await problems.waitFor({ state: 'detached' });
    await column.selectOption({ label: 'Withdrawal (debit)' });
    await page.getByRole('button', { name: 'Read again with these columns' }).click();
    await page.locator('.reading-line').filter({ hasText: 'debits ₹590.00' }).waitFor();
    await closePage(page);
  });

  test('a statement without a payment number warns, and can be imported', async () => {
    const page = await screenOf();
    const lines = ['20-Nov-2026,CASH DEPOSIT,,1180.00,1180.00', '20-Nov-2026,CHARGES,80.00,,1100.00'];
    await chooseStatement(page, {
      name: 'cash.csv',
      content: `Date,Narration,Debit,Credit,Balance\n${lines.join('\n')}\n`,
    });
    const warning = page.locator('.notice[data-tone=warning]').filter({ hasText: 'Is the narration chosen?' });
    await warning.waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Use these columns' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Import 2 new rows' }).isEnabled()).toBe(true);
    await closePage(page);
  });

  test('an export without balances needs the total of its credits', async () => {
    const page = await screenOf();
    const rows = [
      `20-Nov-2026,UPI-ASHA-${freshReference()},1180.00`,
      `20-Nov-2026,UPI-ASHA-${freshReference()},590.00`,
    ];
    await chooseStatement(page, { name: 'credits.csv', content: `Date,Narration,Credit Amount\n${rows.join('\n')}\n` });
    await page.getByRole('button', { name: 'Use these columns' }).click();
    const total = page.getByLabel('Total of the credits, as the bank shows it');
    await total.fill('1,770.00');
    await page.getByRole('button', { name: 'Check the total' }).click();
    await page
      .locator('.reading-line')
      .filter({ hasText: 'credits ₹1,770.00, as the total that you entered' })
      .waitFor();
    expect(await page.getByRole('button', { name: 'Import 2 new rows' }).isEnabled()).toBe(true);
    await closePage(page);
  });
});

describe('from the pending requests to the buckets', () => {
  test('a statement dropped on the queue is read on the reconciliation, proven by one line, imported and in its buckets', async () => {
    const referenceNumber = freshReference();
    const request = await makeRequest(site, buyer, { referenceNumber });
    const page = await newPage(site, { cookie: admin.cookie });
    await visit(page, '/admin/purchaserequest');
    const content = statementCsv([
      upiCredit(referenceNumber, '1180.00'),
      { day: dayInIndia(), narration: 'INTEREST CREDIT', amount: '20.50' },
      { day: dayInIndia(), narration: 'CHEQUE PAID', amount: '-200.00' },
    ]);
    await dropStatement(page, { name: 'november.csv', content });
    await page.waitForURL(`**${SCREEN}`);
    await page
      .locator('.reading-line')
      .filter({
        hasText: / · 3 rows, 3 new · ₹4,10,200\.00 \+ ₹1,200\.50 − ₹200\.00 = ₹4,11,200\.50, as the bank says$/,
      })
      .waitFor();
    expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
    await page.getByRole('button', { name: 'Import 3 new rows' }).click();
    await page.getByRole('heading', { name: 'What the bank says' }).waitFor();
    await expect.poll(() => shownBuckets(page)).toMatchObject({ Exact: 1, 'Without a claim': 1 });
    await page.getByText('Example Bank ••0000 read up to').waitFor();
    await openBucket(page, 'Exact');
    await page.getByRole('cell', { name: request.orderNumber }).waitFor();
    await expectNoAxeViolations(page);
    await closePage(page);
  });

  test('the same statement again has no new rows, and one without decisions can be deleted', async () => {
    const page = await screenOf();
    const content = statementCsv([{ day: dayInIndia(), narration: 'CASH DEPOSIT', amount: '77.00' }]);
    await importStatement(page, content);
    await chooseStatement(page, { name: 'again.csv', content });
    await page.getByRole('button', { name: 'Import without new rows' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    const before = (await statements()).length;
    await page.locator('summary').filter({ hasText: 'Imported statements' }).click();
    await page
      .getByRole('button', { name: /^Delete the statement of Example Bank/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await statements()).length).toBe(before - 1);
    await closePage(page);
  });

  test('every width', async () => {
    const page = await screenOf(DARK_PHONE);
    await importStatement(
      page,
      statementCsv([upiCredit(freshReference(), '345.00'), upiCredit(freshReference(), '346.00')]),
    );
    await expectFits(page);
    await openBucket(page, 'Without a claim');
    await expectFits(page);
    await closePage(page);
  });
});

/** The rarer cases of the reconciliation screen, each on a site of its own: nothing waits for another test. */
import { CFB } from '@e965/xlsx';
import type { Page } from 'playwright';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PATHS } from '../../src/lib/core/paths.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { plantPair, plantRow } from '../support/bank-rows.ts';
import { allow, closePage, expectNoAxeViolations, newPage, visit } from '../support/browser.ts';
import {
  APPROVE,
  freshReference,
  post,
  purchaseRow,
  REJECT,
  submitted,
  upi,
  withoutCaps,
} from '../support/purchases.ts';
import { chooseStatement, openBucket, openScreen, shownBuckets } from '../support/reconciliation.ts';
import { claimOf, desk, openAs, randomReference } from '../support/reconciliation-desk.ts';
import type { Request } from '../support/requests.ts';
import { type Site, startSite } from '../support/site.ts';
import { dayInIndia, importLines, makeAccount, statementCsv, upiCredit } from '../support/statements.ts';

interface Desk {
  readonly site: Site;
  readonly admin: Account;
  readonly buyer: Account;
  /** An account of the company that no statement names. */
  readonly accountId: string;
}

async function startDesk(): Promise<Desk> {
  const site = await startSite();
  onTestFinished(() => site.remove());
  await withoutCaps(site);
  const admin = await makeAdmin(site, { name: 'Vikram Shah' });
  const buyer = await makeMember(site, { name: 'Asha Rao', isApproved: true });
  return { site, admin, buyer, accountId: await makeAccount(site, admin.companyId) };
}

async function open(site: Site, admin: Account): Promise<Page> {
  const page = await openAs(site, admin);
  onTestFinished(() => closePage(page));
  return page;
}

const isImportable = (page: Page) => page.getByRole('button', { name: /^Import \d/ }).isEnabled();
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Approves the claim with a payment that is short, as full payment. */
const acceptShort = async (page: Page): Promise<void> => {
  await press(page, 'a', '3');
  await desk(page)
    .getByRole('radio', { name: /^Accept/ })
    .check();
  await page.keyboard.press('Enter');
};
const decidedSentence = (page: Page, text: string) => desk(page).getByText(text, { exact: true }).first().waitFor();
const credit = ({ referenceNumber }: Request, amount = '1180.00') => upiCredit(referenceNumber ?? '', amount);

describe('what a file leaves open', () => {
  test('the account is chosen where the file names none and the company has several', async () => {
    const { site, admin } = await startDesk();
    const page = await open(site, admin);
    await chooseStatement(page, { name: 'a.csv', content: statementCsv([upiCredit(freshReference(), '10.00')]) });
    const account = page.getByLabel('Account of this statement');
    await account.waitFor();
    await page.getByText('Choose the account first.').waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true);
    await expectNoAxeViolations(page);
    await account.selectOption({ label: 'HDFC Bank ••4417' });
    await expect.poll(() => isImportable(page)).toBe(true);
    await page.locator('.reading-line').filter({ hasText: 'HDFC Bank ••4417 · ' }).waitFor();
    await page.getByRole('button', { name: /^Import/ }).click();
    await page.getByRole('heading', { name: 'What the bank says' }).waitFor();
    await chooseStatement(page, { name: 'b.csv', content: statementCsv([upiCredit(freshReference(), '20.00')]) });
    await page.getByRole('button', { name: 'Use HDFC Bank ••4417' }).click();
    await page.locator('.reading-line').filter({ hasText: 'HDFC Bank ••4417 · ' }).waitFor();
  });

  test('the order of day and month is asked when both are possible, and the answer is kept', async () => {
    const { site, admin, accountId } = await startDesk();
    const page = await open(site, admin);
    const head = 'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance';
    const line = (day: string, balance: string) => `${day},CASH DEPOSIT ${balance},${day},0.00,10.00,,${balance}`;
    const content = ['Account No : 50100012344417', head, line('03/04/26', '110.00'), line('05/06/26', '120.00')].join(
      '\n',
    );
    await chooseStatement(page, { name: 'a.csv', content: `${content}\n` });
    const order = page.getByLabel('Order of the dates').first();
    await order.waitFor();
    expect(await page.getByRole('button', { name: /^Import/ }).isDisabled()).toBe(true);
    await order.selectOption({ label: 'Day, month, year (20/11/2026)' });
    await page.locator('.reading-line').filter({ hasText: '3 Apr – 5 Jun' }).waitFor();
    await expect.poll(() => isImportable(page)).toBe(true);
    await page.getByRole('button', { name: /^Import/ }).click();
    await page.getByRole('heading', { name: 'What the bank says' }).waitFor();
    const saved = site.database.platform
      .selectFrom('bank_mappings')
      .select('mapping')
      .where('beneficiary_id', '=', accountId);
    expect((await saved.executeTakeFirstOrThrow()).mapping).toMatchObject({ dateOrder: 'DMY' });
  });

  test('a file with a password says what to do', async () => {
    const { site, admin } = await startDesk();
    const page = await open(site, admin);
    allow(page, /answer: 422 POST/);
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(4096));
    const content = new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer);
    await chooseStatement(page, { name: 'locked.xlsx', content });
    await page
      .getByRole('alert')
      .filter({ hasText: 'This file has a password. Open it, save it without a password, and upload it again.' })
      .waitFor();
  });

  test('rows that may be known from another format are shown and decided, and a gap is named', async () => {
    const { site, admin, accountId } = await startDesk();
    const narration = 'INT.PD:01-10-2026 TO 31-10-2026';
    await importLines(site, admin, accountId, [{ day: '2026-11-12', narration, amount: '20.50' }]);
    const message = (opening: string, closing: string) =>
      [
        ':20:STMT',
        ':25:HDFC0000001/50100012344417',
        `:60F:C261112INR${opening}`,
        ':61:2611121112C20,50NTRFNONREF',
        ':86:INTEREST CREDIT',
        `:62F:C261112INR${closing}`,
      ].join('\r\n');
    const page = await open(site, admin);
    await chooseStatement(page, { name: 'a.sta', content: message('410200,00', '410220,50') });
    await page.getByRole('heading', { name: 'Was this row imported before?' }).waitFor();
    await page.getByText(`Imported before: 12 Nov, ${narration}`).waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'It was imported before' }).click();
    await page.getByRole('button', { name: 'Import without new rows' }).waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Import 1 new row' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    const later = statementCsv([upiCredit(freshReference(), '10.00', '2026-11-15')], 50_000n);
    await chooseStatement(page, { name: 'b.csv', content: later });
    await page.getByLabel('Account of this statement').selectOption({ label: 'HDFC Bank ••4417' });
    await page.getByText(/but the one before it ends on 12 Nov with ₹4,10,220\.50/).waitFor();
    await page.getByText(/^This file does not say where it ends\./).waitFor();
  });

  test('the progress has an id also without TLS, where browsers make no UUIDs', async () => {
    const { site, admin } = await startDesk();
    const page = await newPage(site, { cookie: admin.cookie });
    onTestFinished(() => closePage(page));
    await page.addInitScript(() => {
      Object.defineProperty(crypto, 'randomUUID', { value: undefined });
    });
    await openScreen(page);
    const sent: string[] = [];
    await page.route('**/statement/read', async (route) => {
      sent.push(route.request().postDataBuffer()?.toString('latin1') ?? '');
      await route.continue();
    });
    await chooseStatement(page, { name: 'a.csv', content: statementCsv([upiCredit(freshReference(), '10.00')]) });
    await page.getByLabel('Account of this statement').waitFor();
    expect(sent[0]).toMatch(/name="draftId"\s+[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}\s/);
  });
});

describe('decisions', () => {
  test('payments of purchases that were approved before are linked in one step, the others one by one', async () => {
    const { site, admin, buyer, accountId } = await startDesk();
    for (const amountPaise of [118_000n, 118_000n, 118_000n, 100_000n]) {
      const { purchaseId } = await plantPair(site, buyer, accountId, { amountPaise });
      await post(site, APPROVE, admin, { id: purchaseId });
    }
    const page = await open(site, admin);
    await openBucket(page, 'Already used');
    await desk(page).getByText('4 left', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Link 3 payments (₹3,540.00)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link 3 payments?' });
    await dialog.getByRole('button', { name: 'Link', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await desk(page).getByText('1 left', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Link \d/ }).count()).toBe(0);
    await desk(page).getByText('₹180.00 less than due').waitFor();
    await press(page, 'a', '1', 'Enter');
    await desk(page).getByText('No payment was used before.').waitFor();
    await expect.poll(() => shownBuckets(page)).toMatchObject({ Decided: 4 });
  });

  test('two claims for one payment: the one whose proof does not show it is rejected, the other is exact', async () => {
    const { site, admin, buyer, accountId } = await startDesk();
    const { purchaseId, reference } = await plantPair(site, buyer, accountId);
    const other = await claimOf(site, await makeMember(site, { name: 'Ravi Kumar', isApproved: true }), reference);
    const page = await open(site, admin);
    await openBucket(page, 'Conflict');
    const claims = desk(page).getByRole('radio');
    await expect.poll(() => claims.count()).toBe(2);
    const at = (await desk(page).getByRole('radiogroup').innerText()).indexOf(other.orderNumber);
    const first = (await desk(page).getByRole('radiogroup').innerText()).search(/PUR-\d+/);
    await press(page, at === first ? '1' : '2', 'r', '5', 'Enter');
    await decidedSentence(page, `${other.orderNumber} rejected.`);
    expect((await purchaseRow(site, other.id)).status).toBe('REJECTED');
    expect((await purchaseRow(site, purchaseId)).status).toBe('PENDING');
    await expect.poll(async () => (await shownBuckets(page)).Exact).toBe(1);
  });

  test('one claim and two payments with its number are shown side by side', async () => {
    const { site, admin, buyer, accountId } = await startDesk();
    const { reference } = await plantPair(site, buyer, accountId);
    await plantRow(site, admin.companyId, accountId, { reference, days: -1 });
    const page = await open(site, admin);
    await openBucket(page, 'Conflict');
    await desk(page).getByRole('heading', { name: 'Other rows in the conflict' }).waitFor();
    await desk(page).getByText('2 left', { exact: true }).waitFor();
  });

  test('a payment that the bank took back alerts the admins, and its purchase is reversed from there', async () => {
    const { site, admin, buyer, accountId } = await startDesk();
    const claim = await claimOf(site, buyer);
    await post(site, APPROVE, admin, { id: claim.id });
    const paid = credit(claim);
    await importLines(site, admin, accountId, [paid]);
    const page = await open(site, admin);
    await importLines(site, admin, accountId, [paid, { ...paid, amount: '-1180.00', day: dayInIndia(1) }]);
    expect(await site.mail(admin.email, { containing: claim.orderNumber })).toContain(claim.orderNumber);
    expect((await purchaseRow(site, claim.id)).status).toBe('APPROVED');
    await openScreen(page);
    await openBucket(page, 'Returned by the bank');
    await desk(page).getByText(claim.orderNumber).first().waitFor();
    await desk(page)
      .getByRole('button', { name: /^Reverse/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Reverse this approved purchase?' });
    await dialog.getByRole('button', { name: 'The payment was returned or charged back.' }).click();
    await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await purchaseRow(site, claim.id)).status).toBe('REVERSED');
  });

  test('a match that needs two admins is taken back by the second one, and the first one completes theirs', async () => {
    const { site, admin, buyer, accountId } = await startDesk();
    await site.database.platform.updateTable('companies').set({ second_approver_above_paise: 100_000n }).execute();
    const { purchaseId } = await plantPair(site, buyer, accountId, { amountPaise: 100_000n });
    const { order_number: orderNumber } = await purchaseRow(site, purchaseId);
    const page = await open(site, admin);
    await openBucket(page, 'Amount differs');
    await desk(page).getByText(orderNumber).first().waitFor();
    await acceptShort(page);
    await decidedSentence(page, `${orderNumber} is waiting for a second admin.`);
    expect((await purchaseRow(site, purchaseId)).status).toBe('PENDING');
    const second = await open(site, await makeAdmin(site, { name: 'Leela Nair' }));
    await openBucket(second, 'Amount differs');
    await desk(second).getByText(`${orderNumber} (waits for a second admin)`).waitFor();
    await desk(second)
      .getByRole('button', { name: /^Take back/ })
      .click();
    await second.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    await decidedSentence(second, 'The decision was undone.');
    await desk(second).getByText(orderNumber, { exact: true }).first().waitFor();
    await acceptShort(second);
    await decidedSentence(second, `${orderNumber} is waiting for a second admin.`);
    await visit(page, '/admin/reconciliation');
    await openBucket(page, 'Amount differs');
    await desk(page).getByText(`${orderNumber} (waits for a second admin)`).waitFor();
    await acceptShort(page);
    await decidedSentence(page, `${orderNumber} approved.`);
    expect((await purchaseRow(site, purchaseId)).status).toBe('APPROVED');
  });

  test('each ready reason is chosen by its key, an own one is typed, and the payment is decided with the rejection', async () => {
    const { site, admin, buyer, accountId } = await startDesk();
    const { purchaseId } = await plantPair(site, buyer, accountId, { amountPaise: 100_000n });
    const { order_number: orderNumber } = await purchaseRow(site, purchaseId);
    const page = await open(site, admin);
    await openBucket(page, 'Amount differs');
    await desk(page).getByText(orderNumber).first().waitFor();
    await press(page, 'r');
    const reason = desk(page).getByRole('textbox');
    const ready = desk(page).getByRole('group', { name: 'Reason' }).getByRole('button');
    for (const key of ['1', '2', '3', '4', '5']) {
      await press(page, key);
      await expect.poll(() => ready.nth(Number(key) - 1).getAttribute('aria-pressed')).toBe('true');
    }
    await press(page, 'Escape');
    await expect.poll(() => ready.count()).toBe(0);
    await press(page, 'r');
    await reason.fill('Please send the rest, ₹180.00, and the proof again.');
    await desk(page).getByRole('button', { name: 'Confirm' }).click();
    await decidedSentence(page, `${orderNumber} rejected.`);
    expect((await purchaseRow(site, purchaseId)).reject_reason).toBe(
      'Please send the rest, ₹180.00, and the proof again.',
    );
    await expect.poll(() => shownBuckets(page)).toMatchObject({ Decided: 1 });
    await page
      .locator('.balance-line')
      .filter({ hasText: /Rejected\s*₹1,000\.00/ })
      .waitFor();
    await openBucket(page, 'Decided');
    await page.getByText('Rejected: Please send the rest').waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: /^Undo/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this decision?' });
    await dialog.getByText('The claim stays rejected', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => shownBuckets(page)).toMatchObject({ 'Without a claim': 1 });
  });

  test('saved rules are listed and deleted', async () => {
    const { site, admin, accountId } = await startDesk();
    await plantRow(site, admin.companyId, accountId, { reference: freshReference() });
    await site.database.platform
      .insertInto('bank_rules')
      .values({
        company_id: admin.companyId,
        narration_text: 'INTEREST CREDIT',
        reason: 'Interest',
        created_by: admin.id,
      })
      .execute();
    const page = await open(site, admin);
    await page.locator('summary').filter({ hasText: 'Saved rules' }).click();
    await page.getByRole('cell', { name: 'INTEREST CREDIT', exact: true }).waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Delete the rule INTEREST CREDIT' }).click();
    await page.getByRole('dialog', { name: 'Delete this rule?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No rule has been saved.', { exact: false }).waitFor();
  });
});

test('a history says that it was compared with the bank statement only where that decided', async () => {
  const { site, admin, buyer, accountId } = await startDesk();
  const order = async (referenceNumber: string, more: object = { beneficiaryId: accountId }): Promise<Request> =>
    submitted(site, buyer, await upi(site, buyer, { referenceNumber, ...more })) as Promise<Request>;
  const orders = {
    reconciled: await order(randomReference()),
    ordinary: await order(randomReference()),
    rejected: await order(randomReference()),
    rejectedHere: await order(randomReference()),
    unread: await order(randomReference(), {}),
  };
  const { reconciled, ordinary, rejected, rejectedHere } = orders;
  // Decided before any statement was read.
  for (const { id } of [ordinary, orders.unread]) await post(site, APPROVE, admin, { id });
  await post(site, REJECT, admin, { id: rejected.id });
  await importLines(site, admin, accountId, [
    credit(reconciled),
    credit(ordinary),
    credit(rejected, '5.00'),
    credit(rejectedHere, '7.00'),
  ]);
  await post(site, '/api/v1/admin/reconciliation/approve', admin, { bucket: 'EXACT' });
  const page = await open(site, admin);
  await openBucket(page, 'Amount differs');
  await desk(page).getByText(rejectedHere.orderNumber).first().waitFor();
  await press(page, 'r', '3', 'Enter');
  await decidedSentence(page, `${rejectedHere.orderNumber} rejected.`);
  const history = await newPage(site, { cookie: buyer.cookie });
  onTestFinished(() => closePage(history));
  await visit(history, `${PATHS.paymentHistory}?status=ALL`);
  for (const [name, { orderNumber }] of Object.entries(orders)) {
    await history.getByRole('button', { name: `Details of order ${orderNumber}` }).click();
    const steps = history.getByRole('list', { name: `Progress of order ${orderNumber}` });
    await steps.waitFor();
    const text = await steps.innerText();
    expect([name, text.includes('Compared with the bank statement.')]).toEqual([name, name === 'reconciled']);
    expect(text.includes('Checked by our team.')).toBe(name !== 'reconciled');
  }
});

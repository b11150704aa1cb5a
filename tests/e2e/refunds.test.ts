/** A refund on the screens: reversed money, the member's account, two admins, the payout file, and the debit on a statement. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { closePage, expectNoAxeViolations, expectNoSidewaysScroll, newPage, visit } from '../support/browser.ts';
import { approveRefund, BANK_PAYEE, refundRow, reversed } from '../support/refunds.ts';
import { type Site, startSite } from '../support/site.ts';
import { dayInIndia, importLines, makeAccount } from '../support/statements.ts';

let site: Site;
let admin: Account;
let second: Account;
let buyer: Account;

beforeAll(async () => {
  site = await startSite();
  [admin, second] = [await makeAdmin(site, { name: 'Vikram Shah' }), await makeAdmin(site, { name: 'Meera Iyer' })];
  buyer = await makeMember(site, { name: 'Asha Rao', isApproved: true });
});
afterAll(() => site?.remove());

test('reversed money goes back: account, two admins, file, debit, paid', async () => {
  await reversed(site, buyer, admin);
  await site.database.platform.updateTable('companies').set({ second_approver_above_paise: 100_000n }).execute();

  const adminPage = await newPage(site, { cookie: admin.cookie });
  await visit(adminPage, '/admin/refunds?tab=due');
  await adminPage.getByRole('button', { name: /^Refund PUR-/ }).click();
  await adminPage.getByRole('button', { name: 'Create refund' }).click();
  await adminPage.getByText('No reversed or overpaid purchase has money left to pay back.').waitFor();
  const { id, number } = await site.database.platform.selectFrom('refunds').selectAll().executeTakeFirstOrThrow();
  await closePage(adminPage);

  const memberPage = await newPage(site, { cookie: buyer.cookie, width: 360, dark: true });
  await visit(memberPage, '/user/payment-history?status=ALL');
  await memberPage.getByRole('link', { name: 'Tell us where to send it' }).waitFor();
  await visit(memberPage, '/user/refunds');
  const card = memberPage.getByRole('article', { name: `Refund ${number}` });
  await card.getByRole('button', { name: 'Enter account' }).click();
  const form = memberPage.getByRole('dialog');
  await form.getByLabel('Account holder').fill(BANK_PAYEE.holderName);
  await form.getByLabel('Account number', { exact: true }).fill(BANK_PAYEE.accountNumber);
  await form.getByLabel('Account number again').fill('50100012344418');
  await form.getByLabel('IFSC code').fill(BANK_PAYEE.ifscCode);
  await form.getByRole('button', { name: 'Save account' }).click();
  await form.getByText('The two account numbers differ.').waitFor();
  await form.getByLabel('Account number again').fill(BANK_PAYEE.accountNumber);
  await form.getByRole('button', { name: 'Save account' }).click();
  await card.getByText('Being checked').waitFor();
  await expectNoSidewaysScroll(memberPage);
  await expectNoAxeViolations(memberPage);

  expect((await approveRefund(site, admin, id)).body.data.state).toBe('WAITING_FOR_APPROVAL');
  const page = await newPage(site, { cookie: second.cookie });
  await visit(page, '/admin/dashboard');
  await page.getByRole('link', { name: /^1 refund to approve/ }).waitFor();
  await visit(page, '/admin/refunds?state=WAITING_FOR_APPROVAL');
  await page.getByText('Vikram Shah approved it first. It waits for a second admin.').waitFor();
  await page.getByRole('button', { name: `Approve ${number}` }).click();
  await page.getByText('Vikram Shah has approved it as the first of two.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('No refund matches this search and filter.').waitFor();
  await page.getByRole('button', { name: 'Export refunds to pay' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  const file = await readFile(await (await coming).path(), 'utf8');
  const { reference } = await refundRow(site, id);
  expect(file).toContain(`${reference},NEFT,1180.00,Asha Rao,50100012344417,HDFC0000123,,${reference}`);

  const debit = {
    day: dayInIndia(),
    narration: `NEFT DR-HDFC0000123-ASHA RAO-${reference}`,
    amount: '-1180.00',
    reference,
  };
  expect((await importLines(site, second, await makeAccount(site, buyer.companyId), [debit])).status).toBe(201);
  await visit(page, `/admin/refunds?search=${number}`);
  const row = page.getByRole('row', { name: new RegExp(number) });
  await row.getByText('Paid', { exact: true }).waitFor();
  await row.getByText(/^Paid on /).waitFor();
  await expectNoAxeViolations(page);
  await closePage(page);
  await visit(memberPage, '/user/refunds');
  await card.getByText('Paid', { exact: true }).waitFor();
  await card.getByText(/^Paid on /).waitFor();
  await closePage(memberPage);
});

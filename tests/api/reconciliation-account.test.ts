/** The account that is proposed for a file that names none: the one of the latest file of the same layout. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin } from '../support/accounts.ts';
import { freshReference } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import {
  importDraft,
  importLines,
  makeAccount,
  readStatement,
  statementCsv,
  upiCredit,
} from '../support/statements.ts';

let site: Site;
let admin: Account;
let one: string;
let two: string;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  const companyId = await companyIdOf(site);
  one = await makeAccount(site, companyId, '50100012344417');
  two = await makeAccount(site, companyId, '50100012345528');
});
afterAll(() => site?.remove());

const line = (amount = '10.00') => upiCredit(freshReference(), amount, '2026-11-12');
const proposedFor = async (content: string): Promise<unknown> => (await readStatement(site, admin, content)).body.data;

test('the second file of a known layout proposes the account of the last one, and is not imported without an answer', async () => {
  expect(await proposedFor(statementCsv([line()]))).toMatchObject({
    question: 'ACCOUNT',
    beneficiaryId: null,
    proposedBeneficiaryId: null,
  });
  await importLines(site, admin, one, [line()]);
  const read = await readStatement(site, admin, statementCsv([line()]));
  expect(read.body.data).toMatchObject({ question: 'ACCOUNT', beneficiaryId: null, proposedBeneficiaryId: one });
  expect((await importDraft(site, admin, read.body.data.draftId)).status).toBe(422);
  await importLines(site, admin, two, [line()]);
  expect(await proposedFor(statementCsv([line()]))).toMatchObject({ proposedBeneficiaryId: two });
  const chosen = await readStatement(site, admin, statementCsv([line()]), { beneficiaryId: one });
  expect(chosen.body.data).toMatchObject({ beneficiaryId: one, proposedBeneficiaryId: null });
});

test('an account that the file cannot be of, or that is not active, is not proposed', async () => {
  await importLines(site, admin, one, [line()]);
  const named = `Account No : 99999999999999\n${statementCsv([line()])}`;
  expect(await proposedFor(named)).toMatchObject({ question: 'ACCOUNT', proposedBeneficiaryId: null });
  const activate = (is_active: boolean) =>
    site.database.platform.updateTable('beneficiaries').set({ is_active }).where('id', '=', one).execute();
  await activate(false);
  const answer = await readStatement(site, admin, statementCsv([line()]));
  await activate(true);
  expect(answer.body.data.proposedBeneficiaryId).not.toBe(one);
});

test('an unknown layout is proposed the account for which its columns were saved', async () => {
  const content = (balance: number): string =>
    `No,Text,Booked,Received,Left\n1,CASH ${balance},17-Nov-2026,100.00,${balance}.00\n2,NEFT,17-Nov-2026,50.00,${balance + 50}.00\n`;
  expect(await proposedFor(content(1001))).toMatchObject({ layout: '', proposedBeneficiaryId: null });
  const columns = { date: 2, narration: 1, credit: 3, balance: 4 };
  const mapping = JSON.stringify({ headerLine: 1, columns, dateOrder: null });
  const read = await readStatement(site, admin, content(1001), { beneficiaryId: one, mapping });
  expect((await importDraft(site, admin, read.body.data.draftId)).status).toBe(201);
  expect(await proposedFor(content(2002))).toMatchObject({ question: 'ACCOUNT', proposedBeneficiaryId: one });
});

/** Files of every layout over HTTP: known ones are imported, unknown ones need a mapping once, wrong ones store nothing. */
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin } from '../support/accounts.ts';
import { type Site, startSite } from '../support/site.ts';
import { mt940Of } from '../support/statements/mt940.ts';
import { makePlan, type Plan } from '../support/statements/plan.ts';
import { type BankFile, TEXT_LAYOUTS } from '../support/statements/text-layouts.ts';
import { WORKBOOK_LAYOUTS } from '../support/statements/workbook-layouts.ts';
import { importDraft, makeAccount, readStatement } from '../support/statements.ts';

const LAYOUTS: Readonly<Record<string, BankFile>> = {
  ...TEXT_LAYOUTS,
  ...WORKBOOK_LAYOUTS,
  MT940: { layout: 'MT940', make: (plan) => new TextEncoder().encode(mt940Of(plan)) },
};

let site: Site;
let admin: Account;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

let accounts = 0;
async function freshAccount(): Promise<{ beneficiaryId: string; plan: Plan }> {
  const accountNumber = String(60_100_000_000_000 + ++accounts);
  const beneficiaryId = await makeAccount(site, companyId, accountNumber);
  return { beneficiaryId, plan: { ...makePlan({ seed: accounts, rows: 30 }), accountNumber, ifsc: 'HDFC0000001' } };
}

const countRows = async (beneficiaryId: string): Promise<number> => {
  const rows = await site.database.platform
    .selectFrom('bank_rows')
    .select('id')
    .where('beneficiary_id', '=', beneficiaryId)
    .execute();
  return rows.length;
};

test.each(Object.entries(LAYOUTS))('a statement of %s is imported, and known when it comes again', async (_, bank) => {
  const { beneficiaryId, plan } = await freshAccount();
  const read = await readStatement(site, admin, bank.make(plan), { beneficiaryId });
  expect(read.body.data, read.text).toMatchObject({ layout: bank.layout, question: null, problems: [], newRows: 30 });
  expect((await importDraft(site, admin, read.body.data.draftId)).body.data).toMatchObject({ newRows: 30 });
  const again = await readStatement(site, admin, bank.make(plan), { beneficiaryId });
  expect(again.body.data).toMatchObject({ newRows: 0, knownRows: 30 });
  expect(await countRows(beneficiaryId)).toBe(30);
});

describe('a file that is refused stores nothing', () => {
  const bank = LAYOUTS['Bank of Baroda'];
  const encrypted = (): Uint8Array => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['EncryptedPackage']]), 'S');
    return new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }));
  };
  test.each([
    [
      'with a password',
      encrypted,
      'This file has a password. Open it, save it without a password, and upload it again.',
    ],
    ['that is a PDF', () => new TextEncoder().encode('%PDF-1.7'), expect.stringContaining('PDF')],
    ['that ends early', (plan: Plan) => bank?.make(plan).slice(0, 4000), expect.stringMatching(/damaged|No table/)],
  ])('%s', async (_, make, message) => {
    const { beneficiaryId, plan } = await freshAccount();
    const read = await readStatement(site, admin, make(plan) ?? '', { beneficiaryId });
    expect(read.status).toBe(422);
    expect(read.body).toMatchObject({ code: 'invalid', message });
    expect(await countRows(beneficiaryId)).toBe(0);
  });

  test.each([
    [
      'whose rows are shuffled',
      (plan: Plan) => ({ ...plan, rows: plan.rows.toSorted((a, b) => a.reference.localeCompare(b.reference)) }),
      /should be/,
    ],
    [
      'of another account',
      (plan: Plan) => ({ ...plan, accountNumber: '99999999999999' }),
      /is of account 99999999999999/,
    ],
    ['of another branch', (plan: Plan) => ({ ...plan, ifsc: 'HDFC0009999' }), /IFSC HDFC0009999/],
  ])('%s', async (_, change, message) => {
    const { beneficiaryId, plan } = await freshAccount();
    const read = await readStatement(site, admin, bank?.make(change(plan)) ?? '', { beneficiaryId });
    expect(read.body.data.problems[0]).toMatchObject({ message: expect.stringMatching(message) });
    expect((await importDraft(site, admin, read.body.data.draftId)).status).toBe(422);
    expect(await countRows(beneficiaryId)).toBe(0);
  });
});

test('an unknown layout is read with a mapping that an admin corrects once', async () => {
  const { beneficiaryId } = await freshAccount();
  const file = (day: string, balance: number): string =>
    `No,Text,Booked,Received,Left\n1,UPI/CR/41234567890${balance % 10}/RAM/HDFC,${day},100.00,${balance}.00\n2,NEFT,${day},50.00,${balance + 50}.00\n`;
  const guessed = await readStatement(site, admin, file('17-Nov-2026', 1001), { beneficiaryId });
  expect(guessed.body.data).toMatchObject({
    layout: '',
    question: 'MAPPING',
    columns: ['No', 'Text', 'Booked', 'Received', 'Left'],
  });
  expect((await importDraft(site, admin, guessed.body.data.draftId)).status).toBe(422);
  const mapping = JSON.stringify({
    headerLine: 1,
    columns: { date: 2, narration: 1, credit: 3, balance: 4 },
    dateOrder: null,
  });
  const corrected = await readStatement(site, admin, file('17-Nov-2026', 1001), { beneficiaryId, mapping });
  expect(corrected.body.data).toMatchObject({ question: null, problems: [], credits: '150.00' });
  expect((await importDraft(site, admin, corrected.body.data.draftId)).status).toBe(201);
  const next = await readStatement(site, admin, file('18-Nov-2026', 1202), { beneficiaryId });
  expect(next.body.data).toMatchObject({ question: null, problems: [], newRows: 2 });
});

test('day or month first is asked once for each account', async () => {
  const { beneficiaryId } = await freshAccount();
  const file = (month: string): string =>
    `Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL\n01-${month}-2026,-,A, ,5.00,5.00,1\n02-${month}-2026,-,B, ,5.00,10.00,1\n`;
  const doubtful = await readStatement(site, admin, file('10'), { beneficiaryId });
  expect(doubtful.body.data).toMatchObject({ layout: 'Axis', question: 'DATE_ORDER' });
  const mapping = JSON.stringify({ ...doubtful.body.data.mapping, dateOrder: 'DMY' });
  const answered = await readStatement(site, admin, file('10'), { beneficiaryId, mapping });
  expect(answered.body.data).toMatchObject({ question: null, period: { from: '2026-10-01', to: '2026-10-02' } });
  expect((await importDraft(site, admin, answered.body.data.draftId)).status).toBe(201);
  const next = await readStatement(site, admin, file('11'), { beneficiaryId });
  expect(next.body.data).toMatchObject({ question: null, period: { from: '2026-11-01', to: '2026-11-02' } });
});

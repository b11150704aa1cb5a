/** A settlement file whose columns are not known: asked, corrected, imported, matched, and the next one read by itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { approveExact } from '../support/bank-rows.ts';
import { freshReference, manual, purchaseRow, submitted, withoutCaps } from '../support/purchases.ts';
import {
  creditLine,
  netOf,
  type PlannedSettlement,
  paymentOf,
  razorpayCsv,
  STRANGE_HEADER,
  settlementOf,
  UNKNOWN_COLUMNS,
  UNKNOWN_HEADER,
  unknownCsv,
} from '../support/settlements.ts';
import { type Answer, type Site, startSite } from '../support/site.ts';
import { getJson, importDraft, importLines, makeAccount, readStatement } from '../support/statements.ts';

let site: Site;
let companyId: string;
let admin: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  await withoutCaps(site);
  companyId = await companyIdOf(site);
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  buyer = await makeMember(site);
});
afterAll(() => site?.remove());

let accounts = 0;
const freshAccount = (ofCompany = companyId): Promise<string> =>
  makeAccount(site, ofCompany, String(80_100_000_000_000 + ++accounts));
const chosen = (columns: object = UNKNOWN_COLUMNS, more: object = {}) =>
  JSON.stringify({ kind: 'SETTLEMENT', headerLine: 1, columns, unit: null, dateOrder: null, ...more });
const read = (content: string, beneficiaryId: string, mapping?: string): Promise<Answer> =>
  readStatement(site, admin, content, { beneficiaryId, ...(mapping && { mapping }) });

/** A claim, and the file with its payment. */
async function paidIn(settlement: PlannedSettlement, header: readonly string[]) {
  const rrn = freshReference();
  const purchase = await submitted(site, buyer, manual({ referenceNumber: rrn }));
  const line = paymentOf(settlement, { rrn, order: purchase.orderNumber });
  return { purchase, line, content: unknownCsv([line], header) };
}

test.each([
  ['with names that only settlement files have', UNKNOWN_HEADER, 'Settlement'],
  ['with names that say nothing', STRANGE_HEADER, ''],
])('a file %s is asked about, and the next one is read by itself', async (_, header, layout) => {
  const accountId = await freshAccount();
  const [first, second] = [settlementOf(), settlementOf()];
  const one = await paidIn(first, header);
  const unread = await read(one.content, accountId);
  expect(unread.body.data).toMatchObject({ layout, question: 'MAPPING', columns: header });
  expect((await importDraft(site, admin, unread.body.data.draftId)).status).toBe(422);

  const wrong = await read(one.content, accountId, chosen({ ...UNKNOWN_COLUMNS, amount: [5], net: [2] }));
  const message = 'The net amount ₹1,180.00 of this payment is above its amount ₹1,152.15.';
  expect(wrong.body.data.problems).toEqual([{ line: 2, message }]);
  const refused = await importDraft(site, admin, wrong.body.data.draftId);
  expect([refused.status, refused.body.message]).toEqual([422, `Line 2: ${message}`]);

  const right = await read(one.content, accountId, chosen());
  expect(right.body.data).toMatchObject({
    question: null,
    problems: [],
    newRows: 1,
    mapping: { kind: 'SETTLEMENT', columns: UNKNOWN_COLUMNS, unit: 'RUPEES' },
    settlementFile: { provider: 'Settlement', payments: 1, gross: '1180.00', net: '1152.15' },
  });
  expect((await importDraft(site, admin, right.body.data.draftId)).status).toBe(201);
  expect((await approveExact(site, admin)).body.data).toMatchObject({ approved: 0 });
  await importLines(site, admin, accountId, [creditLine(first, netOf([one.line], first))]);
  expect((await approveExact(site, admin)).body.data).toMatchObject({ approved: 1, failed: 0 });
  expect((await purchaseRow(site, one.purchase.id)).status).toBe('APPROVED');

  const two = await paidIn(second, header);
  const next = await read(two.content, accountId);
  expect(next.body.data).toMatchObject({ question: null, problems: [], newRows: 1, layout: 'Settlement' });
  expect((await importDraft(site, admin, next.body.data.draftId)).status).toBe(201);
  const { body } = await getJson(site, admin, 'settlement/list', { limit: '100' });
  expect(body.data.records).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ reference: first.id, state: 'CREDITED' }),
      expect.objectContaining({ reference: second.id, state: 'NOT_FOUND', payments: 1 }),
    ]),
  );
});

test('columns that were saved count for their account and company alone', async () => {
  const [own, other] = [await freshAccount(), await freshAccount()];
  const content = unknownCsv([paymentOf(settlementOf())]);
  const saved = await read(content, other, chosen());
  expect((await importDraft(site, admin, saved.body.data.draftId)).status).toBe(201);
  const abroadId = await makeCompany(site);
  const abroad = await freshAccount(abroadId);
  await site.database.platform
    .insertInto('bank_mappings')
    .values({
      company_id: abroadId,
      beneficiary_id: abroad,
      header: JSON.stringify(UNKNOWN_HEADER),
      mapping: chosen(),
      saved_by: admin.id,
    })
    .execute();
  expect((await read(content, own)).body.data).toMatchObject({ question: 'MAPPING' });
  expect((await read(content, abroad)).status).toBe(404);
  // Another file of the account that has them is read.
  expect((await read(unknownCsv([paymentOf(settlementOf())]), other)).body.data).toMatchObject({ question: null });
});

test('a settlement file is not read as a bank statement, whatever the mapping says', async () => {
  const columns = { date: 1, narration: 6, credit: 2 };
  const mapping = JSON.stringify({ headerLine: 1, columns, dateOrder: null });
  for (const content of [unknownCsv([paymentOf(settlementOf())]), razorpayCsv([paymentOf(settlementOf())])]) {
    const answer = await read(content, await freshAccount(), mapping);
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'This is a settlement file of a payment aggregator: its lines are no money at your bank. Read it as a settlement file.',
    ]);
  }
});

test.each([
  ['another kind', { kind: 'INVOICE' }],
  ['one number instead of a list', { columns: { amount: 2 } }],
  ['a column that no file can have', { columns: { amount: [64] } }],
  ['an unknown meaning', { columns: { balance: [2] } }],
  ['another unit', { unit: 'DOLLARS' }],
])('a mapping with %s is refused', async (_, more) => {
  const answer = await read(unknownCsv([paymentOf(settlementOf())]), await freshAccount(), chosen(undefined, more));
  expect([answer.status, answer.body.message]).toEqual([422, 'The mapping of the columns is not valid.']);
});

test('corrected columns of a known layout count for the next file too', async () => {
  const accountId = await freshAccount();
  const head = 'Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL';
  const row = (day: string, balance: number) => `${day}-Nov-2026,CHQ 1,CASH ${balance}, ,5.00,${balance}.00,1`;
  const file = (day: string, balance: number) => `${head}\n${row(day, balance)}\n${row(day, balance + 5)}\n`;
  const known = await read(file('11', 5), accountId);
  expect(known.body.data).toMatchObject({ layout: 'Axis', question: null });
  const { mapping } = known.body.data;
  const { reference, ...columns } = mapping.columns;
  expect(reference).toBe(1);
  const corrected = await read(file('11', 5), accountId, JSON.stringify({ ...mapping, columns }));
  expect((await importDraft(site, admin, corrected.body.data.draftId)).status).toBe(201);
  const next = await read(file('12', 15), accountId);
  expect(next.body.data).toMatchObject({ question: null, mapping: { columns } });
  expect(next.body.data.mapping.columns.reference).toBeUndefined();
});

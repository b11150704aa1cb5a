/** Settlement files: read, imported, found at the bank, and their payments approved; the sums tie to the paisa. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { approveExact, approvePairs, assign, isInBucket, matchesOf, undo } from '../support/bank-rows.ts';
import { takeExport } from '../support/exports.ts';
import { freshReference, manual, post, purchaseRow, REVERSE, submitted, withoutCaps } from '../support/purchases.ts';
import {
  cashfreeCsv,
  creditLine,
  netOf,
  type PlannedLine,
  type PlannedSettlement,
  paymentOf,
  razorpayApiCsv,
  razorpayCsv,
  refundOf,
  settlementOf,
} from '../support/settlements.ts';
import { type Site, startSite } from '../support/site.ts';
import {
  bucketsOf,
  dayInIndia,
  getJson,
  importDraft,
  importLines,
  makeAccount,
  readStatement,
  upiCredit,
} from '../support/statements.ts';

let site: Site;
let admin: Account;
let buyer: Account;
let accountId: string;
beforeAll(async () => {
  site = await startSite();
  await withoutCaps(site);
  accountId = await makeAccount(site, await companyIdOf(site));
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  buyer = await makeMember(site);
});
afterAll(() => site?.remove());

const claim = (referenceNumber = freshReference()) => submitted(site, buyer, manual({ referenceNumber }));
/** A claim and its payment in a settlement. */
async function paidIn(settlement: PlannedSettlement, line: Partial<PlannedLine> = {}) {
  const rrn = freshReference();
  const purchase = await claim(rrn);
  return { purchase, line: paymentOf(settlement, { rrn, order: purchase.orderNumber, ...line }) };
}

async function importFile(content: string) {
  const read = await readStatement(site, admin, content, { beneficiaryId: accountId });
  expect([read.status, read.body.data?.problems], read.text).toEqual([200, []]);
  return { read, imported: await importDraft(site, admin, read.body.data.draftId) };
}
const importCredit = (settlement: PlannedSettlement, paise: bigint) =>
  importLines(site, admin, accountId, [creditLine(settlement, paise)]);
const listed = async (settlement: PlannedSettlement) => {
  const { body } = await getJson(site, admin, 'settlement/list', { limit: '100' });
  return body.data.records.find((it: { reference: string }) => it.reference === settlement.id);
};
const stateOf = async (id: string) => {
  const { body } = await site.call('GET', '/api/v1/user/transaction/list?limit=100', { token: buyer.token });
  return body.data.records.find((it: { id: string }) => it.id === id)?.bankState;
};
const rowsOf = (settlement: PlannedSettlement) =>
  site.database.platform
    .selectFrom('bank_rows as r')
    .innerJoin('settlements as s', 's.id', 'r.settlement_id')
    .selectAll('r')
    .where('s.reference', '=', settlement.id)
    .orderBy('r.line')
    .execute();
const rowOf = async (settlement: PlannedSettlement, line: PlannedLine) =>
  (await rowsOf(settlement)).find((row) => row.transaction_id === line.id)?.id ?? expect.fail('no row');

/** The buckets of rows add up to the credits, and so do decided and open. */
async function expectTied() {
  const { body } = await getJson(site, admin, 'summary/get');
  const paise = (text: string): bigint => BigInt(text.replace('.', ''));
  const buckets: { bucket: string; amount: string }[] = body.data.buckets;
  const sum = buckets.filter((it) => it.bucket !== 'NOT_AT_BANK').reduce((total, it) => total + paise(it.amount), 0n);
  expect(sum).toBe(paise(body.data.credits));
  expect(paise(body.data.decided) + paise(body.data.open)).toBe(paise(body.data.credits));
  const credits = await site.database.platform
    .selectFrom('bank_rows')
    .select((eb) => eb.fn.sum<string>('amount_paise').as('sum'))
    .where('side', '=', 'CREDIT')
    .where('settlement_id', 'is', null)
    .executeTakeFirstOrThrow();
  expect(paise(body.data.credits)).toBe(BigInt(credits.sum ?? 0));
  return body.data;
}

describe('from the file to the approval', () => {
  it('approves payments when the bank has the settlement to the paisa, and not before', async () => {
    const settlement = settlementOf();
    const [first, second] = [await paidIn(settlement), await paidIn(settlement, { order: '' })];
    const stranger = paymentOf(settlement, { amountPaise: 50_000n, feePaise: 1_000n, taxPaise: 180n });
    const lines = [first.line, second.line, stranger];
    const { read, imported } = await importFile(razorpayCsv(lines));
    expect(read.body.data).toMatchObject({
      layout: 'Razorpay',
      rows: 3,
      newRows: 3,
      settlementFile: { settlements: 1, payments: 3, gross: '2860.00', fee: '57.20', tax: '10.30', net: '2792.50' },
    });
    expect(imported.status).toBe(201);
    expect(await listed(settlement)).toMatchObject({
      state: 'NOT_FOUND',
      bankDate: null,
      payments: 3,
      openPayments: 3,
    });
    expect(await approveExact(site, admin)).toMatchObject({ body: { data: { approved: 0 } } });
    const pair = { rowId: await rowOf(settlement, first.line), purchaseId: first.purchase.id };
    expect((await approvePairs(site, admin, [pair])).body.data).toMatchObject({ approved: 0, failed: 1 });
    const refused = await assign(site, admin, pair);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The bank has not received the settlement of this payment. Import the bank statement with its credit first.',
    ]);
    await expectTied();

    await importCredit(settlement, netOf(lines, settlement));
    expect(await listed(settlement)).toMatchObject({ state: 'CREDITED', bankAmount: '2792.50', net: '2792.50' });
    const before = await expectTied();
    expect(before.buckets).toContainEqual({ bucket: 'SETTLEMENT', count: 1, amount: '-67.50' });
    expect(before.buckets).toContainEqual({ bucket: 'EXACT', count: 2, amount: '2360.00' });
    // A settlement names nobody, and anybody can give an order number: the buyer learns nothing before the approval.
    expect(await stateOf(first.purchase.id)).toBe('CHECKING');
    const answer = await approveExact(site, admin);
    expect(answer.body.data).toMatchObject({ approved: 2, failed: 0 });
    for (const { purchase } of [first, second]) {
      expect((await purchaseRow(site, purchase.id)).status).toBe('APPROVED');
      expect(await matchesOf(site, purchase.id)).toMatchObject([{ kind: 'EXACT', released_at: null }]);
    }
    expect(await isInBucket(site, admin, 'DECIDED', pair.rowId)).toBe(true);
    expect(await listed(settlement)).toMatchObject({ openPayments: 1 });
    const after = await expectTied();
    expect(after.buckets).toContainEqual({ bucket: 'DECIDED', count: 2, amount: '2360.00' });
    expect(after.buckets).toContainEqual({ bucket: 'WITHOUT_CLAIM', count: 1, amount: '500.00' });
  });

  it('finds the credit too when the bank statement came first', async () => {
    const settlement = settlementOf();
    const paid = await paidIn(settlement);
    await importCredit(settlement, netOf([paid.line], settlement));
    // This form has no number of the bank: the order number suggests, and an admin decides.
    await importFile(razorpayApiCsv([paid.line]));
    expect(await listed(settlement)).toMatchObject({ state: 'CREDITED' });
    const rowId = await rowOf(settlement, paid.line);
    expect(await isInBucket(site, admin, 'SUGGESTED', rowId)).toBe(true);
    expect((await approveExact(site, admin)).body.data).toMatchObject({ approved: 0 });
    const answer = await assign(site, admin, { rowId, purchaseId: paid.purchase.id });
    expect([answer.status, answer.body.data?.bucket]).toEqual([200, 'DECIDED']);
    expect(await matchesOf(site, paid.purchase.id)).toMatchObject([{ reference: paid.purchase.orderNumber }]);
    await expectTied();
  });

  it.each([
    ['a paisa less', -1n],
    ['a paisa more', 1n],
  ])('shows a credit of %s as different, and approves nothing', async (_, difference) => {
    const settlement = settlementOf();
    const paid = await paidIn(settlement);
    await importFile(razorpayCsv([paid.line]));
    await importCredit(settlement, netOf([paid.line], settlement) + difference);
    expect(await listed(settlement)).toMatchObject({ state: 'DIFFERS' });
    expect((await approveExact(site, admin)).body.data).toMatchObject({ approved: 0 });
    expect(await stateOf(paid.purchase.id)).toBe('UNKNOWN');
    await expectTied();
  });

  it('counts overlapping files once, also in another form, and refuses a line with other sums', async () => {
    const settlement = settlementOf();
    const [first, second] = [await paidIn(settlement), await paidIn(settlement)];
    await importFile(razorpayCsv([first.line]));
    const { read } = await importFile(razorpayApiCsv([first.line, second.line]));
    expect(read.body.data).toMatchObject({ newRows: 1, knownRows: 1 });
    const again = await importFile(razorpayCsv([first.line, second.line]));
    expect(again.read.body.data).toMatchObject({ newRows: 0, knownRows: 2 });
    expect(await rowsOf(settlement)).toHaveLength(2);
    expect(await listed(settlement)).toMatchObject({ payments: 2, net: '2304.30' });
    const other = razorpayCsv([{ ...first.line, feePaise: 2_361n }]);
    const refused = await readStatement(site, admin, other, { beneficiaryId: accountId });
    expect(refused.body.data.problems[0].message).toContain('has other amounts in a file that was imported before');
    expect((await importDraft(site, admin, refused.body.data.draftId)).status).toBe(422);
  });

  it('ties with several settlements, refunds, chargebacks, adjustments and lines on hold', async () => {
    const [one, two] = [settlementOf(), settlementOf()];
    const [whole, back] = [await paidIn(one), await paidIn(one)];
    const lines = [
      whole.line,
      back.line,
      refundOf(back.line, { settlement: two }),
      paymentOf(two, { amountPaise: 500_000n, feePaise: 0n, taxPaise: 0n }),
      paymentOf(two, { kind: 'ADJUSTMENT', amountPaise: 1_234n, feePaise: 0n, taxPaise: 0n }),
      (await paidIn(one, { settlement: null })).line,
    ];
    const { read } = await importFile(cashfreeCsv(lines));
    expect(read.body.data.settlementFile).toMatchObject({
      settlements: 2,
      held: 1,
      returned: '1180.00',
      adjustments: '12.34',
    });
    await importCredit(one, netOf(lines, one));
    await importCredit(two, netOf(lines, two));
    expect([(await listed(one)).state, (await listed(two)).state]).toEqual(['CREDITED', 'CREDITED']);
    expect(await isInBucket(site, admin, 'REVERSED', await rowOf(one, back.line))).toBe(true);
    expect((await approveExact(site, admin)).body.data).toMatchObject({ approved: 1 });
    expect((await purchaseRow(site, back.purchase.id)).status).toBe('PENDING');
    await expectTied();
  });
});

describe('what was decided stays', () => {
  it('spends the credit on its settlement: it is neither assigned nor marked, and its statement stays', async () => {
    const settlement = settlementOf();
    const paid = await paidIn(settlement);
    await importFile(razorpayCsv([paid.line]));
    const credit = await importCredit(settlement, netOf([paid.line], settlement));
    const { id: creditId } = await site.database.platform
      .selectFrom('bank_rows')
      .select('id')
      .where('settles_id', 'is not', null)
      .where('narration', 'like', `%${settlement.utr.toUpperCase()}%`)
      .executeTakeFirstOrThrow();
    const thief = await claim(settlement.utr.toUpperCase());
    for (const body of [
      { rowId: creditId, purchaseId: thief.id },
      { rowId: creditId, notOurs: true },
    ])
      expect((await assign(site, admin, body)).status).toBe(409);
    expect(await isInBucket(site, admin, 'SETTLEMENT', creditId)).toBe(true);
    await approveExact(site, admin);
    expect((await purchaseRow(site, thief.id)).status).toBe('PENDING');
    const remove = (id: string) =>
      site.call('DELETE', '/api/v1/admin/reconciliation/statement/delete', { token: admin.token, body: { id } });
    expect((await remove(credit.body.data.statementId)).status).toBe(409);

    expect((await post(site, REVERSE, admin, { id: paid.purchase.id, reason: 'Charged back' })).status).toBe(200);
    expect(await matchesOf(site, paid.purchase.id)).toMatchObject([{ released_at: expect.any(Date) }]);
    await expectTied();
  });

  it('leaves a marked credit alone until the mark is removed', async () => {
    const settlement = settlementOf();
    const paid = await paidIn(settlement);
    await importCredit(settlement, netOf([paid.line], settlement));
    const { id: creditId } = await site.database.platform
      .selectFrom('bank_rows')
      .select('id')
      .where('narration', 'like', `%${settlement.utr.toUpperCase()}%`)
      .executeTakeFirstOrThrow();
    await assign(site, admin, { rowId: creditId, notOurs: true });
    await importFile(razorpayCsv([paid.line]));
    expect(await listed(settlement)).toMatchObject({ state: 'USED' });
    expect((await undo(site, admin, creditId)).body.data).toMatchObject({ bucket: 'SETTLEMENT' });
    expect(await listed(settlement)).toMatchObject({ state: 'CREDITED' });
    await expectTied();
  });

  it('deletes a settlement file without decisions, and its credit is an ordinary one again', async () => {
    const settlement = settlementOf();
    const line = paymentOf(settlement, { amountPaise: 70_000n });
    const { imported } = await importFile(razorpayCsv([line]));
    await importCredit(settlement, netOf([line], settlement));
    const answer = await site.call('DELETE', '/api/v1/admin/reconciliation/statement/delete', {
      token: admin.token,
      body: { id: imported.body.data.statementId },
    });
    expect(answer.status).toBe(200);
    expect(await listed(settlement)).toBeUndefined();
    expect((await bucketsOf(site, admin)).WITHOUT_CLAIM).toBeGreaterThan(0);
    await expectTied();
  });

  it('takes the settlement off the bank when its credit is taken back, and tells the admins of its purchases', async () => {
    const settlement = settlementOf();
    const paid = await paidIn(settlement);
    await importFile(razorpayCsv([paid.line]));
    const net = netOf([paid.line], settlement);
    await importCredit(settlement, net);
    await approveExact(site, admin);
    const back = creditLine(settlement, net);
    await importLines(site, admin, accountId, [{ ...back, amount: `-${back.amount}` }]);
    expect(await listed(settlement)).toMatchObject({ state: 'TAKEN_BACK' });
    const notices = await site.database.platform
      .selectFrom('bank_notices')
      .select('state')
      .where('purchase_id', '=', paid.purchase.id)
      .execute();
    expect(notices).toEqual([{ state: 'REVERSED' }]);
    await expectTied();
  });
});

it('approves a payment once when two admins do it while its statement is imported again', async () => {
  const settlement = settlementOf();
  const paid = await paidIn(settlement);
  await importFile(razorpayCsv([paid.line]));
  const second = await makeAdmin(site);
  const credit = creditLine(settlement, netOf([paid.line], settlement));
  await importLines(site, admin, accountId, [credit]);
  await Promise.all([
    approveExact(site, admin),
    approveExact(site, second),
    importLines(site, admin, accountId, [credit, upiCredit(freshReference(), '12.00', dayInIndia())]),
  ]);
  expect((await purchaseRow(site, paid.purchase.id)).status).toBe('APPROVED');
  expect(await matchesOf(site, paid.purchase.id)).toHaveLength(1);
  await expectTied();
});

it('exports payments and what the aggregator kept, so that the amounts add up to the credits', async () => {
  const { rows } = await takeExport(site, admin, 'reconciliation', { format: 'csv' });
  const { credits } = await expectTied();
  const paise = (text = ''): bigint => (text === '' ? 0n : BigInt(text.replace('.', '')));
  const amounts = rows.map((row) => row.Credit);
  expect(amounts.reduce((sum, amount) => sum + paise(amount), 0n)).toBe(paise(credits));
  expect(amounts.some((amount) => amount?.startsWith('-'))).toBe(true);
});

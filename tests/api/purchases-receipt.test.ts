/** A receipt is numbered once, without gaps, by company and financial year, and only its buyer sees it. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { APPROVE, freshReference, manual, post, REJECT, submitted, upi } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let member: Account;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  [member, admin] = await Promise.all([makeMember(site), makeAdmin(site)]);
});
afterAll(() => site?.remove());

const receiptOf = (who: Account, id: string) =>
  site.call('GET', `/api/v1/user/transaction/receipt?id=${id}`, { token: who.token, ip: freshIp() });
const approved = async (who: Account): Promise<string> => {
  const { id } = await submitted(site, who, manual());
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  return id;
};
const mine = async (who: Account, status = 'ALL') =>
  (await site.call('GET', `/api/v1/user/transaction/list?status=${status}`, { token: who.token, ip: freshIp() })).body
    .data.records;

test('an approval creates the receipt, which contains the whole purchase', async () => {
  const order = await upi(site, member);
  const { id } = await submitted(site, member, order);
  expect((await receiptOf(member, id)).status).toBe(404);
  await post(site, APPROVE, admin, { id });
  const { status, body } = await receiptOf(member, id);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    receiptNumber: expect.stringMatching(new RegExp(`^${SYMBOL}/\\d\\d-\\d\\d/\\d{5}$`)),
    company: { name: expect.stringContaining('Private Limited'), pincode: '400001' },
    member: { name: 'Asha Rao', memberId: member.memberId },
    orderNumber: order.purchaseId,
    referenceNumber: order.referenceNumber,
    quantity: 4000,
    price: '0.25',
    orderAmount: '1000.00',
    gstPercentage: '18',
    gstAmount: '180.00',
    totalAmount: '1180.00',
    totalInWords: 'Rupees One Thousand One Hundred Eighty only',
    transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  });
  const [record] = await mine(member);
  expect(record).toMatchObject({ id, transactionHash: body.data.transactionHash, referenceState: 'MATCHED' });
});

describe('nobody else can read it', () => {
  test.each(['another member', 'an unknown id', 'a rejected purchase', 'a pending purchase'])('%s', async (which) => {
    const stranger = await makeMember(site);
    let id: string = randomUUID();
    let who = member;
    if (which === 'another member') [id, who] = [await approved(member), stranger];
    if (which.startsWith('a ')) id = (await submitted(site, member, manual())).id;
    if (which === 'a rejected purchase') await post(site, REJECT, admin, { id, reason: 'Not received' });
    const answer = await receiptOf(who, id);
    expect([answer.status, answer.body.message]).toEqual([404, 'Receipt not found.']);
  });

  test('without a session there is no access', async () => {
    expect((await site.call('GET', `/api/v1/user/transaction/receipt?id=${randomUUID()}`)).status).toBe(401);
  });
});

test('parallel approvals number receipts without gaps and duplicates, and reading assigns no number', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, async () => (await submitted(site, await makeMember(site), manual())).id as string),
  );
  await Promise.all(ids.map((id) => post(site, APPROVE, admin, { id })));
  await Promise.all(ids.map((id) => post(site, APPROVE, admin, { id })));
  const rows = await site.database.platform.selectFrom('receipts').selectAll().orderBy('seq').execute();
  expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1));
  expect(new Set(rows.map((row) => row.purchase_id)).size).toBe(rows.length);
  const id = await approved(member);
  const answers = await Promise.all(Array.from({ length: 5 }, () => receiptOf(member, id)));
  expect(new Set(answers.map((it) => it.body.data.receiptNumber)).size).toBe(1);
});

test('each company and each Indian financial year has its own numbers', async () => {
  const { rows } = await sql<{ march: number; april: number; n: string }>`
    SELECT financial_year('2026-03-31T18:29:59Z') AS march, financial_year('2026-03-31T18:30:00Z') AS april,
      receipt_number('COWL', 2099, 7) AS n`.execute(site.database.platform);
  expect(rows[0]).toEqual({ march: 2025, april: 2026, n: 'COWL/99-00/00007' });
  const id = await approved(member);
  const db = site.database.platform;
  const at = (await db.selectFrom('receipts').selectAll().where('purchase_id', '=', id).executeTakeFirstOrThrow())
    .financial_year;
  // An imported purchase of an earlier year, approved without this program: numbered when it is first read.
  const { id: old } = await submitted(site, member, manual());
  await sql`UPDATE purchases SET status = 'APPROVED', decided_at = now() - interval '2 years' WHERE id = ${old}`.execute(
    db,
  );
  const numbers = await Promise.all([receiptOf(member, old), receiptOf(member, old), receiptOf(member, old)]);
  expect(new Set(numbers.map((it) => it.body.data.receiptNumber)).size).toBe(1);
  const row = await db.selectFrom('receipts').selectAll().where('purchase_id', '=', old).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ financial_year: at - 2, seq: 1, company_id: await companyIdOf(site) });
});

test('a receipt is never changed or deleted', async () => {
  const db = site.database.platform;
  await approved(member);
  await expect(sql`UPDATE receipts SET receipt_number = 'X'`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`DELETE FROM receipts`.execute(db)).rejects.toThrow('append-only');
});

test('a reference sent by two members is in conflict for both until one purchase is decided', async () => {
  const [one, two] = await Promise.all([makeMember(site), makeMember(site)]);
  const referenceNumber = freshReference();
  const first = await submitted(site, one, await upi(site, one, { referenceNumber }));
  expect(first.referenceState).toBe(null);
  const second = await submitted(site, two, await upi(site, two, { referenceNumber }));
  expect(second.referenceState).toBe('CONFLICT');
  expect((await mine(one))[0].referenceState).toBe('CONFLICT');
  await post(site, REJECT, admin, { id: first.id, reason: 'Not the payer' });
  expect((await mine(one))[0]).toMatchObject({ referenceState: null, rejectReason: 'Not the payer' });
  expect((await mine(two))[0].referenceState).toBe(null);
});

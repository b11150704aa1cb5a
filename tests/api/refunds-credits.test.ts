/** One credit pays once: a refund of an order that was approved by its number alone holds the credit with that number (decision 0751). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { expectAllocations } from '../support/allocations.ts';
import { assign, isInBucket, plantRow } from '../support/bank-rows.ts';
import {
  APPROVE,
  freshReference,
  manual,
  post,
  purchaseRow,
  REVERSE,
  submitted,
  withoutCaps,
} from '../support/purchases.ts';
import { addRefund, approveRefund, enterAccount, REFUNDS, refundRow } from '../support/refunds.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { getJson, importLines, makeAccount, upiCredit } from '../support/statements.ts';

const HELD = /^The refund RFD-\d+ pays this payment back\. Please cancel the refund first\.$/;
const AGAIN = { reason: 'The order was approved twice or by mistake.' };
const DELETE = '/api/v1/admin/reconciliation/statement/delete';

let site: Site;
let companyId: string;
let accountId: string;
let admin: Account;
let second: Account;
let buyer: Account;
let stranger: Account;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  companyId = await companyIdOf(site);
  await withoutCaps(site);
  [admin, second] = [await makeAdmin(site), await makeAdmin(site)];
});
afterAll(() => site?.remove());
beforeEach(async () => {
  accountId = await makeAccount(site, companyId);
  [buyer, stranger] = [await makeMember(site), await makeMember(site)];
});

const order = async (who: Account, reference = freshReference(), more: object = {}): Promise<string> =>
  (await submitted(site, who, manual({ referenceNumber: reference, ...more }))).id;
/** An order that was approved by its number alone and reversed. */
async function reversedOrder(reference: string): Promise<string> {
  const id = await order(buyer, reference);
  expect((await post(site, APPROVE, admin, { id })).body.data.status).toBe('APPROVED');
  expect((await post(site, REVERSE, admin, { id, ...AGAIN })).body.data.status).toBe('REVERSED');
  return id;
}
const plant = (reference: string, amountPaise?: bigint): Promise<string> =>
  plantRow(site, companyId, accountId, { reference, ...(amountPaise !== undefined && { amountPaise }) });
async function approved(id: string): Promise<void> {
  expect((await enterAccount(site, buyer, id)).status).toBe(200);
  const { payee_version: version } = await refundRow(site, id);
  expect((await approveRefund(site, second, id, version)).body.data.state).toBe('APPROVED');
}
const importedRow = async (reference: string): Promise<string> => {
  await importLines(site, admin, accountId, [upiCredit(reference, '1180.00')]);
  const { id } = await site.database.platform
    .selectFrom('bank_rows')
    .select('id')
    .where('beneficiary_id', '=', accountId)
    .where('narration', 'like', `%${reference}%`)
    .executeTakeFirstOrThrow();
  return id;
};

describe.each(['waits', 'is approved'] as const)('while the refund %s', (when) => {
  it.each(['before', 'after'] as const)(
    'the credit of a statement read %s it pays for no other order',
    async (read) => {
      const reference = freshReference();
      const purchaseId = await reversedOrder(reference);
      const early = read === 'before' ? await importedRow(reference) : null;
      const { id } = (await addRefund(site, admin, purchaseId)).body.data;
      if (when === 'is approved') await approved(id);
      const rowId = early ?? (await importedRow(reference));
      expect(await isInBucket(site, admin, 'DECIDED', rowId)).toBe(true);
      for (const who of [buyer, stranger]) {
        const answer = await assign(site, admin, { rowId, purchaseId: await order(who) });
        expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(HELD)]);
      }
      // The same by the queue, for an order that names the number.
      const named = await order(stranger, reference);
      expect((await post(site, APPROVE, admin, { id: named })).body.message).toMatch(HELD);
      await expectAllocations(site, companyId);
      const { body } = await getJson(site, admin, 'summary/get');
      expect(Number(body.data.refunds)).toBeGreaterThanOrEqual(1180);
      await post(site, `${REFUNDS}/cancel`, admin, { id, reason: 'The bank could not pay into this account.' });
      expect((await post(site, APPROVE, admin, { id: named })).body.data.status).toBe('APPROVED');
      await expectAllocations(site, companyId);
    },
  );
});

it('a payment that other orders have, also as a part, is not paid back', async () => {
  const reference = freshReference();
  const purchaseId = await reversedOrder(reference);
  const rowId = await plant(reference);
  const other = await order(stranger, freshReference(), { purchaseAmount: '2000', amount: '2360.00' });
  expect((await assign(site, admin, { rowId, purchaseId: other })).body.data.outcome).toBe('PART');
  const { order_number: number } = await purchaseRow(site, other);
  const answer = await addRefund(site, admin, purchaseId);
  expect([answer.status, answer.body.message]).toEqual([409, `This payment was given to ${number}.`]);
});

it('of a credit with a rest the refund is paid, and the rest pays an order', async () => {
  const reference = freshReference();
  const purchaseId = await reversedOrder(reference);
  const rowId = await plant(reference, 236_000n);
  expect((await addRefund(site, admin, purchaseId)).status).toBe(201);
  expect((await assign(site, admin, { rowId, purchaseId: await order(buyer) })).body.data.outcome).toBe('APPROVED');
  const third = await assign(site, admin, { rowId, purchaseId: await order(buyer) });
  expect(third.status).toBe(409);
  await expectAllocations(site, companyId);
});

it('of a refund and an assignment at the same time one is done', async () => {
  for (let round = 0; round < 6; round++) {
    const reference = freshReference();
    const purchaseId = await reversedOrder(reference);
    const rowId = await plant(reference);
    const other = await order(stranger);
    const answers = await Promise.all([
      addRefund(site, admin, purchaseId),
      assign(site, second, { rowId, purchaseId: other }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    await expectAllocations(site, companyId);
  }
});

it('a held credit keeps no statement; one that a purchase had does while it is paid back', async () => {
  const reference = freshReference();
  const purchaseId = await reversedOrder(reference);
  expect((await addRefund(site, admin, purchaseId)).status).toBe(201);
  await importedRow(reference);
  const newest = async (): Promise<string> => (await getJson(site, admin, 'statement/list')).body.data.records[0].id;
  const remove = async () =>
    site.call('DELETE', DELETE, { token: admin.token, ip: freshIp(), body: { id: await newest() } });
  expect((await remove()).status).toBe(200);
  const [had, rowId] = [await order(buyer), await importedRow(freshReference())];
  expect((await assign(site, admin, { rowId, purchaseId: had })).body.data.outcome).toBe('APPROVED');
  expect((await post(site, REVERSE, admin, { id: had, ...AGAIN })).body.data.status).toBe('REVERSED');
  const { id } = (await addRefund(site, admin, had)).body.data;
  expect((await remove()).status).toBe(409);
  await post(site, `${REFUNDS}/cancel`, admin, { id, reason: 'The bank could not pay into this account.' });
  expect((await remove()).status).toBe(200);
});

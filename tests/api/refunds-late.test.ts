/** Payouts that go out after their refund was reopened, and payments that are paid back and claimed by another purchase. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { plantRow } from '../support/bank-rows.ts';
import { APPROVE, freshReference, manual, post, REVERSE, submitted, tally } from '../support/purchases.ts';
import {
  addRefund,
  approvedRefund,
  approveRefund,
  enterAccount,
  importAny,
  listOf,
  REFUNDS,
  refundRow,
  todayInIndia,
} from '../support/refunds.ts';
import { type Site, startSite } from '../support/site.ts';
import { makeAccount } from '../support/statements.ts';

let site: Site;
let admin: Account;
let buyer: Account;
let accountId: string;
beforeAll(async () => {
  site = await startSite();
  [admin, buyer] = [await makeAdmin(site), await makeMember(site)];
  accountId = await makeAccount(site, buyer.companyId);
});
afterAll(async () => site?.remove());

const act = (verb: string, id: string, more: object = {}) => post(site, `${REFUNDS}/${verb}`, admin, { id, ...more });
const reopen = (id: string) => act('reopen', id, { reason: 'The bank refused it' });
const rowWith = (reference: string, side: 'DEBIT' | 'CREDIT') =>
  plantRow(site, buyer.companyId, accountId, { reference, side, narration: `NEFT ${reference}` });
const late = async (id: string) =>
  (await listOf(site, admin, `${REFUNDS}/list?limit=100`)).records.find((it: { id: string }) => it.id === id)
    .lateReference;
const noticesAbout = async (purchaseId: string) =>
  (
    await site.database.platform
      .selectFrom('notifications')
      .select('id')
      .where('kind', '=', 'refund-late')
      .where('about_id', '=', purchaseId)
      .where('user_id', '=', admin.id)
      .execute()
  ).length;

/** A refund whose payout was reported as failed. */
async function failed(): Promise<{ id: string; reference: string; purchaseId: string }> {
  const id = await approvedRefund(site, buyer, admin, true);
  const { reference, purchase_id: purchaseId } = await refundRow(site, id);
  expect((await reopen(id)).status).toBe(200);
  return { id, reference, purchaseId };
}

describe('a payout that failed and goes out after all', () => {
  it('pays the refund while nothing else was sent, and the admins are notified once', async () => {
    const { id, reference, purchaseId } = await failed();
    await enterAccount(site, buyer, id);
    expect((await approveRefund(site, admin, id, 2)).status).toBe(200);
    const rowId = await rowWith(reference, 'DEBIT');
    await Promise.all([importAny(site, admin, accountId), importAny(site, admin, accountId)]);
    expect(await refundRow(site, id)).toMatchObject({
      state: 'PAID',
      reference,
      debit_row_id: rowId,
      payee_sealed: null,
      approved_by: admin.id,
    });
    expect((await act('export', id, { ids: [id] })).status).not.toBe(200);
    expect((await act('account', id)).body.message).toMatch(/no longer stored/);
    expect(await noticesAbout(purchaseId)).toBe(1);
    expect(await late(id)).toBeNull();
  });

  it('and comes back: the refund begins again under a reference of its own', async () => {
    const { id, reference } = await failed();
    await rowWith(reference, 'DEBIT');
    await importAny(site, admin, accountId);
    await rowWith(reference, 'CREDIT');
    await importAny(site, admin, accountId);
    expect(await refundRow(site, id)).toMatchObject({
      state: 'WAITING_FOR_ACCOUNT',
      reference: `${reference.slice(0, 13)}R3`,
    });
  });

  it('is shown next to a payout that is already with the bank', async () => {
    const { id, reference, purchaseId } = await failed();
    await enterAccount(site, buyer, id);
    await approveRefund(site, admin, id, 2);
    expect((await post(site, `${REFUNDS}/export`, admin, { ids: [id] })).status).toBe(200);
    await rowWith(reference, 'DEBIT');
    await importAny(site, admin, accountId);
    expect(await refundRow(site, id)).toMatchObject({ state: 'EXPORTED', reference: `${reference}R2` });
    expect([await late(id), await noticesAbout(purchaseId)]).toEqual([reference, 1]);
    await importAny(site, admin, accountId);
    expect(await noticesAbout(purchaseId)).toBe(1);
    await rowWith(reference, 'CREDIT');
    await importAny(site, admin, accountId);
    expect([await late(id), (await refundRow(site, id)).state]).toEqual([null, 'EXPORTED']);
  });

  it('pays a cancelled refund, unless another one took its place', async () => {
    const [alone, replaced] = [await failed(), await failed()];
    for (const { id } of [alone, replaced])
      expect((await act('cancel', id, { reason: 'Paid in cash' })).status).toBe(200);
    expect((await addRefund(site, admin, replaced.purchaseId)).status).toBe(201);
    for (const { reference } of [alone, replaced]) await rowWith(reference, 'DEBIT');
    await importAny(site, admin, accountId);
    expect((await refundRow(site, alone.id)).state).toBe('PAID');
    expect((await refundRow(site, replaced.id)).state).toBe('CANCELLED');
    expect(await late(replaced.id)).toBe(replaced.reference);
  });

  it('is no news where it was marked as paid before it came back', async () => {
    const id = await approvedRefund(site, buyer, admin, true);
    const { reference, purchase_id: purchaseId } = await refundRow(site, id);
    await act('pay', id, { paidOn: todayInIndia(), bankReference: 'N123456' });
    await reopen(id);
    await rowWith(reference, 'DEBIT');
    await importAny(site, admin, accountId);
    expect(await refundRow(site, id)).toMatchObject({ state: 'WAITING_FOR_ACCOUNT', attempt: 2 });
    expect([await late(id), await noticesAbout(purchaseId)]).toEqual([null, 0]);
  });
});

describe('a refund of a part', () => {
  it('that is paid leaves the rest to another one, and never more than that', async () => {
    const { id: purchaseId } = await submitted(site, buyer, manual());
    expect((await post(site, APPROVE, admin, { id: purchaseId })).status).toBe(200);
    expect((await post(site, REVERSE, admin, { id: purchaseId, reason: 'Ordered by mistake' })).status).toBe(200);
    const small = await addRefund(site, admin, purchaseId, { amount: '1.00' });
    const second = await addRefund(site, admin, purchaseId);
    expect([second.status, second.body.message]).toEqual([
      409,
      'This purchase already has a refund for that. Please cancel it first.',
    ]);
    const { id } = small.body.data;
    await enterAccount(site, buyer, id);
    expect((await approveRefund(site, admin, id)).status).toBe(200);
    expect((await act('pay', id, { paidOn: todayInIndia(), bankReference: 'N326112345678901' })).status).toBe(200);
    const refundable = await listOf(site, admin, `${REFUNDS}/due?limit=100`);
    expect(refundable.records).toContainEqual(expect.objectContaining({ purchaseId, available: '1179.00' }));
    expect((await addRefund(site, admin, purchaseId, { amount: '1179.01' })).status).toBe(409);
    const answers = await Promise.all([addRefund(site, admin, purchaseId), addRefund(site, admin, purchaseId)]);
    expect(tally(answers)).toEqual({ 201: 1, 409: 1 });
    // The bank sends the first one back while the second is under way.
    const reopened = await reopen(id);
    expect([reopened.status, reopened.body.data?.state]).toEqual([200, 'WAITING_FOR_ACCOUNT']);
    expect((await addRefund(site, admin, purchaseId)).status).toBe(409);
  });
});

describe('a payment that was paid back', () => {
  /** A refund of a reversed purchase without a bank row, and a pending purchase of another buyer with the same reference. */
  async function rivals() {
    const reference = freshReference();
    const other = await makeMember(site);
    const { id: wrong } = await submitted(site, buyer, manual({ referenceNumber: reference }));
    await post(site, APPROVE, admin, { id: wrong });
    await post(site, REVERSE, admin, { id: wrong, reason: 'Wrong one of two' });
    const { id } = (await addRefund(site, admin, wrong)).body.data;
    await enterAccount(site, buyer, id);
    const { id: right } = await submitted(site, other, manual({ referenceNumber: reference }));
    return { id, right };
  }

  it('approves no other purchase with its reference, until the refund is cancelled', async () => {
    const { id, right } = await rivals();
    await approveRefund(site, admin, id);
    const approve = () => post(site, APPROVE, admin, { id: right });
    expect((await approve()).body).toMatchObject({ code: 'conflict', reason: 'same_reference' });
    await post(site, `${REFUNDS}/export`, admin, { ids: [id] });
    expect((await approve()).body.message).toContain('has already paid this payment back');
    await reopen(id);
    await act('cancel', id, { reason: 'It belongs to another order' });
    expect((await approve()).status).toBe(200);
  });

  it('is either paid back or approved when both happen together', async () => {
    const pairs = await Promise.all(Array.from({ length: 4 }, rivals));
    for (const pair of pairs) await approveRefund(site, admin, pair.id);
    for (const pair of pairs) {
      const both = await Promise.all([
        post(site, `${REFUNDS}/export`, admin, { ids: [pair.id] }),
        post(site, APPROVE, admin, { id: pair.right }),
      ]);
      expect(tally(both)).toEqual({ 200: 1, 409: 1 });
    }
  });
});

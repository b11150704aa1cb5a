/** Approved refunds go to the bank as a file, and statements show that they were paid or came back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember, outdateSessions } from '../support/accounts.ts';
import { assign, plantRow } from '../support/bank-rows.ts';
import { manual, post, REVERSE, submitted, tally } from '../support/purchases.ts';
import {
  approvedWithRow,
  approveRefund,
  enterAccount,
  importAny,
  REFUNDS,
  readyRefund,
  refundRow,
  todayInIndia,
  UPI_PAYEE,
} from '../support/refunds.ts';
import { type Site, startSite } from '../support/site.ts';
import { makeAccount } from '../support/statements.ts';

let site: Site;
let admin: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  [admin, buyer] = [await makeAdmin(site), await makeMember(site)];
});
afterAll(async () => site?.remove());

const exportThem = (ids: readonly string[], more: object = {}, who = admin) =>
  post(site, `${REFUNDS}/export`, who, { ids, ...more });

/** A refund of ₹1,180.00 that is approved. */
async function approved(payee?: object): Promise<string> {
  const id = await readyRefund(site, buyer, admin, payee);
  expect((await approveRefund(site, admin, id)).status).toBe(200);
  return id;
}

describe('the payout file', () => {
  it('has a line for each refund with its reference, and each refund once', async () => {
    const [bank, upi] = [await approved(), await approved(UPI_PAYEE)];
    const { body } = await exportThem([bank, upi]);
    expect(body.data).toMatchObject({ count: 2, total: '2360.00' });
    const [head, ...lines] = body.data.content.trim().split('\r\n');
    expect(head).toBe('Reference,Mode,Amount,Beneficiary name,Account number,IFSC,UPI ID,Remarks');
    const { reference } = await refundRow(site, bank);
    expect(lines).toContain(`${reference},NEFT,1180.00,Asha Rao,50100012344417,HDFC0000123,,${reference}`);
    expect(lines.some((line: string) => line.includes(',UPI,1180.00,Asha Rao,,,asha.rao@okaxis,'))).toBe(true);
    expect((await exportThem([bank])).body.message).toContain('is in an earlier file');
    expect((await exportThem([bank], { reason: 'The bank lost the file' })).status).toBe(200);
    expect(await refundRow(site, bank)).toMatchObject({ state: 'EXPORTED', exports: 2 });
    expect((await enterAccount(site, buyer, bank)).status).toBe(409);
    expect((await post(site, `${REFUNDS}/cancel`, admin, { id: bank, reason: 'No' })).status).toBe(409);
  });

  it('is made completely or not at all, once, and after a recent sign-in', async () => {
    const [ready, waiting] = [await approved(), await readyRefund(site, buyer, admin)];
    expect((await exportThem([ready, waiting])).status).toBe(409);
    expect((await refundRow(site, ready)).state).toBe('APPROVED');
    const stale = await makeAdmin(site);
    await outdateSessions(site, stale);
    expect((await exportThem([ready], {}, stale)).body.code).toBe('reauthentication_required');
    expect(tally(await Promise.all([exportThem([ready]), exportThem([ready]), exportThem([ready])]))).toEqual({
      200: 1,
      409: 2,
    });
  });
});

describe('a refund is paid', () => {
  it('by hand with a bank reference, and comes back for another account with another reference', async () => {
    const id = await approved();
    const pay = (more: object = {}) =>
      post(site, `${REFUNDS}/pay`, admin, {
        id,
        paidOn: todayInIndia(),
        bankReference: 'n123456',
        ...more,
      });
    expect((await pay({ paidOn: '2999-01-01' })).status).toBe(422);
    for (const bankReference of [
      '=1+1',
      '9876543210',
      '919876543210',
      'PAYASHAOKAXIS',
      'payto9876543210',
      'okaxis1ok2',
      '12345',
    ])
      expect((await pay({ bankReference })).status, bankReference).toBe(422);
    expect((await pay()).body.data).toEqual({ id, state: 'PAID' });
    expect((await pay()).status).toBe(409);
    const paid = await refundRow(site, id);
    expect(paid).toMatchObject({ paid_reference: 'N123456', paid_by: admin.id });
    expect((await post(site, `${REFUNDS}/reopen`, admin, { id, reason: 'Account closed' })).status).toBe(200);
    const again = await refundRow(site, id);
    expect(again).toMatchObject({ state: 'WAITING_FOR_ACCOUNT', payee_sealed: null, paid_on: null, attempt: 2 });
    expect(again.reference).toBe(`${paid.reference}R2`);
  });

  it('by the debit of a statement with its reference and amount, and returned by a credit', async () => {
    const accountId = await makeAccount(site, buyer.companyId);
    const [id, other] = [await approved(), await approved()];
    await exportThem([id, other]);
    const { reference } = await refundRow(site, id);
    const { reference: otherReference } = await refundRow(site, other);
    const debit = { side: 'DEBIT' as const, narration: `NEFT DR ${reference}` };
    const rowId = await plantRow(site, buyer.companyId, accountId, { reference, ...debit });
    await plantRow(site, buyer.companyId, accountId, { ...debit, reference: otherReference, amountPaise: 117_999n });
    await importAny(site, admin, accountId);
    expect(await refundRow(site, id)).toMatchObject({ state: 'PAID', debit_row_id: rowId, paid_by: null });
    expect((await refundRow(site, other)).state).toBe('EXPORTED');
    const back = await plantRow(site, buyer.companyId, accountId, { reference, narration: `RTN ${reference}` });
    await importAny(site, admin, accountId);
    expect(await refundRow(site, id)).toMatchObject({ state: 'WAITING_FOR_ACCOUNT', debit_row_id: null, attempt: 2 });
    const { not_ours_reason } = await site.database.platform
      .selectFrom('bank_rows')
      .select('not_ours_reason')
      .where('id', '=', back)
      .executeTakeFirstOrThrow();
    expect(not_ours_reason).toMatch(/^Returned refund RFD-/);
    await importAny(site, admin, accountId);
    expect((await refundRow(site, id)).attempt).toBe(2);
  });

  it('and its payment is given to no other purchase meanwhile', async () => {
    const { purchaseId, rowId } = await approvedWithRow(site, buyer, admin, { amountPaise: 118_000n });
    await post(site, REVERSE, admin, { id: purchaseId, reason: 'Wrong buyer' });
    const { body } = await post(site, `${REFUNDS}/add`, admin, { id: purchaseId });
    const { id: rival } = await submitted(site, buyer, manual());
    const assigned = () => assign(site, admin, { rowId, purchaseId: rival });
    expect((await assigned()).body.message).toContain('pays this payment back');
    await post(site, `${REFUNDS}/cancel`, admin, { id: body.data.id, reason: 'It belongs to another order' });
    expect((await assigned()).status).toBe(200);
  });
});

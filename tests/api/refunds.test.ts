/** A refund goes from a reversed or overpaid purchase, over the member's account and the admins' approval, to its payout. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeMember,
  outdateSessions,
  seasonAdmins,
} from '../support/accounts.ts';
import { plantRow } from '../support/bank-rows.ts';
import { APPROVE, approvalOf, freshReference, manual, post, REVERSE, submitted, tally } from '../support/purchases.ts';
import {
  addRefund,
  approvedWithRow,
  approveRefund,
  BANK_PAYEE,
  enterAccount,
  listOf,
  madeRefund,
  OWN_REFUNDS,
  REFUNDS,
  readyRefund,
  refundRow,
  reversed,
  UPI_PAYEE,
} from '../support/refunds.ts';
import { type Site, startSite } from '../support/site.ts';
import { makeAccount } from '../support/statements.ts';

let site: Site;
let other: Site;
let companyId: string;
let admin: Account;
let second: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  companyId = await companyIdOf(site);
  [admin, second] = [await makeAdmin(site, { name: 'Vikram Shah' }), await makeAdmin(site, { name: 'Leela Nair' })];
  await seasonAdmins(site, [admin.id, second.id]);
  buyer = await makeMember(site, { name: 'Asha Rao' });
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

/** Rupees; the refunds here are of 1180. */
const askForTwoAbove = (rupees: number | null) =>
  site.database.platform
    .updateTable('companies')
    .set({ second_approver_above_paise: rupees === null ? null : BigInt(rupees) * 100n })
    .where('id', '=', companyId)
    .execute();
beforeEach(() => askForTwoAbove(null));

const refundsOf = (who: Account) => listOf(site, who, `${OWN_REFUNDS}/list?limit=100`);
const actionsAbout = async (purchaseId: string) =>
  (
    await site.database.platform
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', purchaseId)
      .where('action', 'like', 'refund.%')
      .orderBy('seq')
      .execute()
  ).map((it) => it.action);

describe('a refund of a reversed purchase', () => {
  it('asks the member for the account, is approved, and shows each side only what it needs', async () => {
    const purchaseId = await reversed(site, buyer, admin);
    const due = await listOf(site, admin, `${REFUNDS}/due?limit=100`);
    expect(due.records.find((it: { purchaseId: string }) => it.purchaseId === purchaseId)).toMatchObject({
      cause: 'REVERSAL',
      received: '1180.00',
      available: '1180.00',
    });
    const { body } = await addRefund(site, admin, purchaseId);
    const { id, number, reference } = body.data;
    expect(body.data).toMatchObject({
      amount: '1180.00',
      state: 'WAITING_FOR_ACCOUNT',
      payee: null,
      createdByMe: true,
    });
    expect([number, reference]).toEqual([expect.stringMatching(/^RFD-\d{10}$/), expect.stringMatching(/^RFD\d{10}$/)]);
    const [own] = (await refundsOf(buyer)).records;
    expect(own).toMatchObject({ id, number, state: 'WAITING_FOR_ACCOUNT', canEnterAccount: true });
    expect(own).not.toHaveProperty('createdBy');
    const bell = await listOf(site, buyer, '/api/v1/user/notifications/list');
    expect(bell.records[0]).toMatchObject({ kind: 'refund-requested', link: '/user/refunds' });

    expect((await enterAccount(site, buyer, id)).body.data).toMatchObject({
      state: 'WAITING_FOR_APPROVAL',
      payee: 'HDFC account ending 4417',
    });
    expect((await approveRefund(site, admin, id)).body.data).toEqual({ id, state: 'APPROVED' });
    expect(await actionsAbout(purchaseId)).toEqual(['refund.add', 'refund.account', 'refund.approve']);
    const mails = await site.database.platform
      .selectFrom('mails')
      .select(['kind', 'to_address', 'lane'])
      .where('about_id', '=', purchaseId)
      .where('kind', 'like', 'refund-%')
      .orderBy('created_at')
      .execute();
    expect(mails).toEqual([
      { kind: 'refund-requested', to_address: buyer.email, lane: 1 },
      { kind: 'refund-account', to_address: buyer.email, lane: 1 },
    ]);
  });

  it('keeps the account encrypted, and shows it in full only after a recent sign-in', async () => {
    const id = await readyRefund(site, buyer, admin);
    const row = await refundRow(site, id);
    expect(row.payee_sealed?.includes(Buffer.from('50100012344417'))).toBe(false);
    const lists = [await listOf(site, admin, `${REFUNDS}/list?limit=100`), await refundsOf(buyer)];
    expect(JSON.stringify(lists)).not.toContain('50100012344417');
    const { body } = await post(site, `${REFUNDS}/account`, admin, { id });
    expect(body.data).toEqual({
      kind: 'BANK',
      holderName: 'Asha Rao',
      accountNumber: '50100012344417',
      ifscCode: 'HDFC0000123',
      upi: '',
      payeeVersion: 1,
    });
    expect(await actionsAbout(row.purchase_id)).toContain('refund.show');
    const stale = await makeAdmin(site);
    await outdateSessions(site, stale);
    const answers = [await post(site, `${REFUNDS}/account`, stale, { id }), await approveRefund(site, stale, id)];
    expect(answers.map(({ body: refused }) => refused.code)).toEqual(Array(2).fill('reauthentication_required'));
  });

  it('takes a UPI ID too, and refuses what is no account', async () => {
    const id = await madeRefund(site, buyer, admin);
    const bad: readonly object[] = [
      { ...BANK_PAYEE, accountNumberAgain: '50100012344418' },
      { ...BANK_PAYEE, ifscCode: 'HDFC1000123' },
      { ...BANK_PAYEE, accountNumber: '12', accountNumberAgain: '12' },
      { ...BANK_PAYEE, holderName: '=HYPERLINK("x")' },
      { ...BANK_PAYEE, upi: 'asha@okaxis' },
      { ...UPI_PAYEE, upi: 'asha.rao' },
      { ...UPI_PAYEE, upi: '-1@okaxis' },
      { kind: 'CASH' },
    ];
    for (const payee of bad) expect([payee, (await enterAccount(site, buyer, id, payee)).status]).toEqual([payee, 422]);
    expect((await enterAccount(site, buyer, id, UPI_PAYEE)).body.data.payee).toBe('UPI as…@okaxis');
  });

  it('is made once for a cause, also by two admins on two nodes, and again after it was cancelled', async () => {
    const purchaseId = await reversed(site, buyer, admin);
    const answers = await Promise.all([
      addRefund(site, admin, purchaseId),
      addRefund(other, second, purchaseId),
      addRefund(site, second, purchaseId),
    ]);
    expect(tally(answers)).toEqual({ 201: 1, 409: 2 });
    const id = answers.find(({ status }) => status === 201)?.body.data.id;
    expect((await post(site, `${REFUNDS}/cancel`, admin, { id, reason: 'Paid in cash' })).body.data.state).toBe(
      'CANCELLED',
    );
    expect((await post(site, `${REFUNDS}/cancel`, admin, { id, reason: 'Paid in cash' })).status).toBe(409);
    expect((await enterAccount(site, buyer, id)).status).toBe(409);
    expect((await addRefund(site, admin, purchaseId)).status).toBe(201);
  });

  it('is never more than what came in, and of no purchase that keeps its money', async () => {
    const purchaseId = await reversed(site, buyer, admin);
    expect((await addRefund(site, admin, purchaseId, { amount: '1180.01' })).body.message).toBe(
      'Only ₹1,180.00 of this payment can be paid back.',
    );
    expect((await addRefund(site, admin, purchaseId, { amount: '0' })).status).toBe(422);
    expect((await addRefund(site, admin, purchaseId, { amount: '1000.00' })).body.data.amount).toBe('1000.00');
    const { id: pending } = await submitted(site, buyer, manual());
    expect((await addRefund(site, admin, pending)).status).toBe(409);
    await post(site, APPROVE, admin, { id: pending });
    expect((await addRefund(site, admin, pending)).body.message).toBe('Nothing of this payment is left to pay back.');
  });
});

describe('a refund of what was overpaid', () => {
  it('pays back the difference, and after a reversal the rest', async () => {
    const { purchaseId } = await approvedWithRow(site, buyer, admin);
    const { body } = await addRefund(site, admin, purchaseId);
    expect(body.data).toMatchObject({ cause: 'OVERPAID', amount: '320.00' });
    await post(site, REVERSE, admin, { id: purchaseId, reason: 'Wrong buyer' });
    expect((await addRefund(site, admin, purchaseId, { amount: '1180.01' })).status).toBe(409);
    expect((await addRefund(site, admin, purchaseId)).body.data).toMatchObject({
      cause: 'REVERSAL',
      amount: '1180.00',
    });
  });

  it('pays back no more than the bank’s row where that is less than the purchase', async () => {
    const { purchaseId } = await approvedWithRow(site, buyer, admin, { amountPaise: 100_000n });
    expect((await addRefund(site, admin, purchaseId)).status).toBe(409);
    await post(site, REVERSE, admin, { id: purchaseId, reason: 'Wrong buyer' });
    expect((await addRefund(site, admin, purchaseId)).body.data.amount).toBe('1000.00');
  });

  it('is refused when the bank took the payment back', async () => {
    const { purchaseId, reference, rowId } = await approvedWithRow(site, buyer, admin);
    const { beneficiary_id } = await site.database.platform
      .selectFrom('bank_rows')
      .select('beneficiary_id')
      .where('id', '=', rowId)
      .executeTakeFirstOrThrow();
    await plantRow(site, companyId, beneficiary_id, { reference, amountPaise: 150_000n, side: 'DEBIT' });
    expect((await addRefund(site, admin, purchaseId)).body.message).toBe(
      'The bank has already taken this payment back.',
    );
  });
});

describe('an order that was approved without a row, whose payment the bank takes back', () => {
  const TAKEN = 'The bank has already taken this payment back.';
  let accountId: string;
  beforeAll(async () => {
    buyer = await makeMember(site);
    accountId = await makeAccount(site, companyId);
  });

  /** A reversed order, which two rows of statements name afterwards. */
  async function reversedByNumber() {
    const reference = freshReference();
    const { id } = await submitted(site, buyer, manual({ referenceNumber: reference }));
    expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
    expect((await post(site, REVERSE, admin, { id, reason: 'Wrong buyer' })).status).toBe(200);
    const plant = (side: 'CREDIT' | 'DEBIT', days = 0) =>
      plantRow(site, companyId, accountId, { reference, side, days });
    return { id, plant };
  }

  it('is not refunded', async () => {
    const { id, plant } = await reversedByNumber();
    await plant('CREDIT', -1);
    await plant('DEBIT');
    expect((await addRefund(site, admin, id)).body.message).toBe(TAKEN);
  });

  it.each(['approve', 'export'] as const)('and the refund that was made before: %s', async (verb) => {
    const { id: purchaseId, plant } = await reversedByNumber();
    const id = (await addRefund(site, admin, purchaseId)).body.data.id;
    expect((await enterAccount(site, buyer, id)).status).toBe(200);
    if (verb === 'export') expect((await approveRefund(site, admin, id)).status).toBe(200);
    await plant('CREDIT', -1);
    await plant('DEBIT');
    const answer =
      verb === 'approve'
        ? await approveRefund(site, admin, id)
        : await post(site, `${REFUNDS}/export`, admin, { ids: [id] });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toContain(TAKEN);
  });

  it('is refunded while another credit with its number is left', async () => {
    const { id, plant } = await reversedByNumber();
    await plant('CREDIT', -1);
    await plant('DEBIT', -1);
    await plant('CREDIT');
    expect((await addRefund(site, admin, id)).status).toBe(201);
  });
});

describe('the approval of a refund', () => {
  // A member may enter 30 accounts an hour.
  beforeAll(async () => {
    buyer = await makeMember(site);
  });

  it('needs two admins above the bound, and who created it is not the second', async () => {
    const mine = await readyRefund(site, buyer, admin);
    const yours = await readyRefund(site, buyer, second);
    await askForTwoAbove(1000);
    expect((await approveRefund(site, admin, mine)).body).toMatchObject({
      message: 'Approval recorded. A second admin has to approve the refund too.',
      data: { state: 'WAITING_FOR_APPROVAL' },
    });
    expect((await approveRefund(site, admin, mine)).body.reason).toBe('second_admin_needed');
    expect((await approveRefund(site, second, mine)).body.data.state).toBe('APPROVED');
    await approveRefund(site, admin, yours);
    expect((await approveRefund(site, second, yours)).status).toBe(403);
    const [row] = (await listOf(site, second, `${REFUNDS}/list?limit=100`)).records.filter(
      (it: { id: string }) => it.id === yours,
    );
    expect(row.firstApproval).toMatchObject({ by: 'Vikram Shah', isMine: false });
  });

  it('counts what one admin approves alone in a day', async () => {
    const [first, next] = [await readyRefund(site, buyer, admin), await readyRefund(site, buyer, admin)];
    const fresh = await makeAdmin(site);
    await askForTwoAbove(2000);
    expect((await approveRefund(site, fresh, first)).body.data.state).toBe('APPROVED');
    expect((await approveRefund(site, fresh, next)).body.data.state).toBe('WAITING_FOR_APPROVAL');
  });

  it('ends with another account, also when both happen together', async () => {
    const id = await readyRefund(site, buyer, admin);
    await askForTwoAbove(1000);
    await approveRefund(site, admin, id);
    await enterAccount(site, buyer, id, UPI_PAYEE);
    expect((await approveRefund(site, second, id, 1)).body.reason).toBe('outdated');
    expect((await approveRefund(site, second, id, 2)).body.data.state).toBe('WAITING_FOR_APPROVAL');
    await askForTwoAbove(null);
    for (let round = 0; round < 5; round++) {
      const ready = await readyRefund(site, buyer, admin);
      await Promise.all([approveRefund(site, admin, ready), enterAccount(other, buyer, ready, UPI_PAYEE)]);
      const row = await refundRow(site, ready);
      // Either order ends alike: the account that is stored now was never approved.
      expect([row.state, row.payee_kind, row.approved_by]).toEqual(['WAITING_FOR_APPROVAL', 'UPI', null]);
    }
  });

  it('is given once, also on two nodes', async () => {
    const id = await readyRefund(site, buyer, admin);
    const answers = await Promise.all([approveRefund(site, admin, id), approveRefund(other, second, id)]);
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
  });

  it('begins again when the team asks for another account', async () => {
    const id = await readyRefund(site, buyer, admin);
    await approveRefund(site, admin, id);
    expect((await post(site, `${REFUNDS}/ask`, admin, { id, reason: 'Pay to asha@okaxis' })).status).toBe(422);
    expect((await post(site, `${REFUNDS}/ask`, admin, { id, reason: 'The bank does not know it.' })).status).toBe(200);
    expect(await refundRow(site, id)).toMatchObject({
      state: 'WAITING_FOR_ACCOUNT',
      payee_sealed: null,
      approved_by: null,
    });
    expect((await refundsOf(buyer)).records.find((it: { id: string }) => it.id === id).note).toBe(
      'The bank does not know it.',
    );
    // The first of two approvals was for the account that the team does not want.
    const half = await readyRefund(site, buyer, admin);
    await askForTwoAbove(1000);
    await approveRefund(site, admin, half);
    expect(await approvalOf(site, half, 'refund.approve')).toMatchObject({ state: 'OPEN' });
    // A session of yesterday ends no approval of another admin.
    const stale = await makeAdmin(site);
    await outdateSessions(site, stale);
    for (const way of ['ask', 'cancel']) {
      const { body } = await post(site, `${REFUNDS}/${way}`, stale, {
        id: half,
        reason: 'The refund was made by mistake.',
      });
      expect(body.code).toBe('reauthentication_required');
    }
    expect(await approvalOf(site, half, 'refund.approve')).toMatchObject({ state: 'OPEN' });
    expect(
      (await post(site, `${REFUNDS}/ask`, second, { id: half, reason: 'The bank could not pay into this account.' }))
        .status,
    ).toBe(200);
    expect(await approvalOf(site, half, 'refund.approve')).toMatchObject({ state: 'EXPIRED' });
  });
});

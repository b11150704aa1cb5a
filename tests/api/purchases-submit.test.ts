import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
import { PAYEE_UPI } from '../support/brand.ts';
import {
  expectSums,
  freshOrder,
  freshReference,
  leaveTokens,
  manual,
  PURCHASE,
  post,
  purchaseRow,
  REJECT,
  submitted,
  sums,
  tally,
  upi,
  upload,
} from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let other: Site;
let companyId: string;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  companyId = await companyIdOf(site);
  admin = await makeAdmin(site);
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

const countOf = async (member: Account): Promise<number> => {
  const rows = await site.database.platform
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', member.id)
    .execute();
  return rows.length;
};

describe('2xx', () => {
  it('a UPI payment becomes a PENDING transaction with the figures that the server computed', async () => {
    const member = await makeMember(site);
    const before = await sums(site, companyId);
    const body = await upi(site, member, { referenceNumber: '0000 4212-3456/7890 ' });
    const answer = await post(site, PURCHASE, member, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      status: true,
      message: 'Token purchase submitted successfully',
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        orderNumber: body.purchaseId,
        paymentMethod: 'UPI',
        price: '0.25',
        totalQuantity: 4000,
        orderAmount: '1000.00',
        gstPercentage: '18',
        gstAmount: '180.00',
        finalAmount: '1180.00',
        amount: '1180.00',
        status: 'PENDING',
        referenceNumber: '421234567890',
        holdEndedAt: null,
        transactionId: null,
        receipt: { url: `/api/v1/media/${body.receiptId}`, mime: 'image/png' },
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        decidedAt: null,
        rejectReason: null,
        transactionHash: null,
        referenceState: null,
        reversedAt: null,
        reversalReason: null,
        reversalHash: null,
        bankState: 'UNKNOWN',
        bankSeenOn: null,
        bankAmount: null,
        statementReadUntil: null,
        received: null,
        isReconciled: false,
        messageCount: 0,
        unreadMessages: 0,
        waitingForBuyerSince: null,
      },
    });
    const after = await expectSums(site, companyId);
    expect(after.held - before.held).toBe(4000n);
    const row = await purchaseRow(site, answer.body.data.id);
    expect(row.beneficiary).toMatchObject({ upi: PAYEE_UPI, bankName: 'Example Bank' });
    expect(row.search_text).toContain(member.memberId.toLowerCase());
    // Either node may send it.
    const mails = [site, other].map((node) => node.mail(member.email, { containing: body.purchaseId }));
    expect(await Promise.any(mails)).toContain('421234567890');
    const trail = await site.database.platform
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', row.id)
      .execute();
    expect(trail).toMatchObject([{ action: 'purchase.submit', actor_kind: 'member', actor_id: member.id }]);
  });

  it('a manual payment needs neither reference nor receipt; without a purchaseId the server creates the number', async () => {
    const member = await makeMember(site);
    const made = await submitted(site, member, { paymentMethod: 'MANUAL', amount: 99.99 });
    expect(made).toMatchObject({
      orderNumber: expect.stringMatching(/^PUR-\d{6}(-\d+)?$/),
      orderAmount: '99.99',
      amount: '99.99',
      gstAmount: '18.00',
      totalQuantity: 399,
      referenceNumber: null,
      receipt: null,
    });
  });

  it('a different paid amount is stored, not refused', async () => {
    const member = await makeMember(site);
    expect(await submitted(site, member, manual({ amount: '1' }))).toMatchObject({
      finalAmount: '1180.00',
      amount: '1.00',
    });
  });

  it('the same purchaseId with another content is another order, with a suffix', async () => {
    const [a, b] = [await makeMember(site), await makeMember(site)];
    const purchaseId = freshOrder();
    const numbers: string[] = [];
    for (const [member, amount] of [
      [a, '100'],
      [a, '200'],
      [b, '100'],
    ] as const)
      numbers.push((await submitted(site, member, { paymentMethod: 'MANUAL', amount, purchaseId })).orderNumber);
    expect(numbers).toEqual([purchaseId, `${purchaseId}-2`, `${purchaseId}-3`]);
  });

  it('20 parallel members with one purchaseId get 20 different order numbers', async () => {
    const purchaseId = freshOrder();
    const members = await Promise.all(Array.from({ length: 20 }, () => makeMember(site)));
    const answers = await Promise.all(
      members.map((member, i) => post(i % 2 ? site : other, PURCHASE, member, manual({ purchaseId }))),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map((answer) => answer.body.data.orderNumber)).size).toBe(20);
  });

  it('a rejected reference may be used again', async () => {
    const member = await makeMember(site);
    const body = await upi(site, member);
    const first = await submitted(site, member, body);
    expect((await post(site, REJECT, admin, { id: first.id })).status).toBe(200);
    const again = await submitted(site, member, { ...body, purchaseId: freshOrder() });
    expect(again.id).not.toBe(first.id);
  });

  it("the reference of another member's pending purchase is accepted", async () => {
    const [a, b] = [await makeMember(site), await makeMember(site)];
    const referenceNumber = freshReference();
    await submitted(site, a, await upi(site, a, { referenceNumber }));
    await submitted(site, b, await upi(site, b, { referenceNumber }));
  });

  it('the account that the buyer was shown is stored with the purchase', async () => {
    const member = await makeMember(site);
    const details = await site.call('GET', '/api/v1/user/package/beneficiary/get', { token: member.token });
    expect(details.body.data).toMatchObject({
      bankName: 'Example Bank',
      upi: PAYEE_UPI,
      holderName: expect.any(String),
    });
    const [bank] = details.body.data.banks;
    expect(Object.keys(bank).sort()).toEqual([
      'accountNumber',
      'bankName',
      'branch',
      'changedAt',
      'holderName',
      'id',
      'ifscCode',
      'version',
    ]);
    const made = await submitted(
      site,
      member,
      await upi(site, member, { paymentMethod: 'BANK', beneficiaryId: bank.id }),
    );
    expect((await purchaseRow(site, made.id)).beneficiary).toMatchObject({
      id: bank.id,
      accountNumber: bank.accountNumber,
    });
  });
});

describe('401, 403', () => {
  it('requires a member', async () => {
    expect((await site.call('POST', PURCHASE, { body: manual(), ip: freshIp() })).status).toBe(401);
    expect((await post(site, PURCHASE, await makeMember(site, { status: 'BLOCKED' }), manual())).status).toBe(401);
    expect((await post(site, PURCHASE, admin, manual())).status).toBe(403);
    expect((await post(site, PURCHASE, await makeSuper(site), manual())).status).toBe(403);
  });

  it('refuses an unverified member if only verified members may buy, and the price call says so', async () => {
    const [waiting, verified] = [await makeMember(site), await makeMember(site, { isApproved: true })];
    const set = (on: boolean) =>
      site.database.platform
        .updateTable('companies')
        .set({ verified_members_only: on })
        .where('id', '=', companyId)
        .execute();
    await set(true);
    const refused = await post(site, PURCHASE, waiting, manual());
    const prices = await Promise.all(
      [waiting, verified].map((who) => site.call('GET', '/api/v1/user/package/price/get', { token: who.token })),
    );
    await submitted(site, verified, manual());
    await set(false);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Buying is open to verified members only. Please wait until our team has verified your account.',
    ]);
    expect(prices.map((answer) => answer.body.data.buyingClosed)).toEqual([refused.body.message, null]);
  });
});

describe('404', () => {
  it.each([
    ['a receipt that is not there', async () => '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ["another member's receipt", async () => upload(site, await makeMember(site))],
  ])('%s', async (_, receiptId) => {
    const member = await makeMember(site);
    const answer = await post(site, PURCHASE, member, await upi(site, member, { receiptId: await receiptId() }));
    expect([answer.status, answer.body.message]).toEqual([404, 'Receipt not found.']);
    expect(await countOf(member)).toBe(0);
  });

  it('a beneficiary of another company', async () => {
    const foreign = await site.database.platform
      .insertInto('beneficiaries')
      .values({
        company_id: await makeCompany(site),
        holder_name: 'Other',
        bank_name: 'Other',
        branch: 'Other',
        account_number: '123456',
        ifsc_code: 'SBIN0001234',
        upi: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const answer = await post(site, PURCHASE, await makeMember(site), manual({ beneficiaryId: foreign.id }));
    expect(answer.status).toBe(404);
  });
});

describe('409', () => {
  it("the reference of the member's own pending purchase, in any spelling", async () => {
    const member = await makeMember(site);
    const first = await submitted(site, member, await upi(site, member, { referenceNumber: 'axmb1234567890123456' }));
    for (const referenceNumber of ['AXMB1234567890123456', 'axmb-1234/5678 9012 3456', 'ＡＸＭＢ1234567890123456']) {
      const answer = await post(site, PURCHASE, member, await upi(site, member, { referenceNumber }));
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
      expect(answer.body.message).toBe(
        `The UTR or Transaction Number AXMB1234567890123456 has already been used in your order ${first.orderNumber}, which is waiting for approval.`,
      );
    }
  });

  it('a reference that is approved in the company; its owner is not revealed', async () => {
    const [a, b] = [await makeMember(site), await makeMember(site)];
    const body = await upi(site, a);
    const made = await submitted(site, a, body);
    expect((await post(site, '/api/v1/admin/transaction/approve', admin, { id: made.id })).status).toBe(200);
    const answer = await post(site, PURCHASE, b, await upi(site, b, { referenceNumber: body.referenceNumber }));
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `The UTR or Transaction Number ${body.referenceNumber} has already been used for another purchase.`,
    ]);
  });

  it('80 parallel submissions on a pool for 30: exactly 30 are held, the others get the remaining stock', async () => {
    const before = await sums(site, companyId);
    await leaveTokens(site, companyId, 30n * 400n);
    const members = await Promise.all(Array.from({ length: 20 }, () => makeMember(site)));
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, i) =>
        post(
          i % 2 ? site : other,
          PURCHASE,
          members[i % 20] as Account,
          manual({ amount: '118', purchaseAmount: '100' }),
        ),
      ),
    );
    expect(tally(answers)).toEqual({ 200: 30, 409: 50 });
    const sold = await expectSums(site, companyId);
    expect([sold.held - before.held, sold.private - sold.credited - sold.held]).toEqual([12_000n, 0n]);
    expect(answers.find((answer) => answer.status === 409)?.body.message).toBe(
      'All tokens of this sale are sold or on hold.',
    );

    const freed = answers.find((answer) => answer.status === 200)?.body.data;
    expect((await post(site, REJECT, admin, { id: freed.id })).status).toBe(200);
    const tooMany = await post(site, PURCHASE, members[0] as Account, manual({ amount: '101', purchaseAmount: '101' }));
    expect([tooMany.status, tooMany.body.message]).toEqual([
      409,
      'Only 400 tokens are left. Please enter a smaller amount.',
    ]);
    await leaveTokens(site, companyId, before.private - before.credited - before.held);
  });
});

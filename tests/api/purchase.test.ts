import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember, makeSuper } from '../support/accounts.ts';
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
        transactionId: null,
        receipt: { url: `/api/v1/media/${body.receiptId}`, mime: 'image/png' },
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        decidedAt: null,
        rejectReason: null,
        transactionHash: null,
        referenceState: null,
      },
    });
    const after = await expectSums(site, companyId);
    expect(after.held - before.held).toBe(4000n);
    const row = await purchaseRow(site, answer.body.data.id);
    expect(row.beneficiary).toMatchObject({ upi: 'cowl@example', bankName: 'Example Bank' });
    expect(row.search_text).toContain(member.memberId.toLowerCase());
    expect(await site.mail(member.email, { containing: body.purchaseId })).toContain('421234567890');
    const trail = await site.database.platform
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', row.id)
      .execute();
    expect(trail).toMatchObject([{ action: 'purchase.submit', actor_kind: 'member', actor_id: member.id }]);
  });

  it('a manual payment needs neither reference nor receipt; without a purchaseId the server makes the number', async () => {
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

  it('a paid amount that differs is kept, not refused', async () => {
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

  it('20 members with one purchaseId at once get 20 different order numbers', async () => {
    const purchaseId = freshOrder();
    const members = await Promise.all(Array.from({ length: 20 }, () => makeMember(site)));
    const answers = await Promise.all(
      members.map((member, i) => post(i % 2 ? site : other, PURCHASE, member, manual({ purchaseId }))),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map((answer) => answer.body.data.orderNumber)).size).toBe(20);
  });

  it('a reference that was rejected may be used again', async () => {
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

  it('the account that the buyer was shown is kept with the purchase', async () => {
    const member = await makeMember(site);
    const details = await site.call('GET', '/api/v1/user/package/beneficiary/get', { token: member.token });
    expect(details.body.data).toMatchObject({
      bankName: 'Example Bank',
      upi: 'cowl@example',
      holderName: expect.any(String),
    });
    const [bank] = details.body.data.banks;
    expect(Object.keys(bank).sort()).toEqual(['accountNumber', 'bankName', 'branch', 'holderName', 'id', 'ifscCode']);
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

describe('the same call twice', () => {
  it('20 identical submissions with a key, on two nodes at once, make one transaction and one answer', async () => {
    const member = await makeMember(site);
    const body = await upi(site, member);
    const headers = { 'Idempotency-Key': `key-${body.purchaseId}` };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(i % 2 ? site : other, PURCHASE, member, body, headers)),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size).toBe(1);
    expect(await countOf(member)).toBe(1);
    await expectSums(site, companyId);
  });

  it('and without a key: the same purchaseId, method, amount and reference', async () => {
    const member = await makeMember(site);
    const body = await upi(site, member);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(i % 2 ? site : other, PURCHASE, member, body)),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size).toBe(1);
    expect(await countOf(member)).toBe(1);
    const mails = await site.database.platform
      .selectFrom('mails')
      .select('id')
      .where('to_address', '=', member.email)
      .execute();
    expect(mails).toHaveLength(1);
  });

  it('is the first answer also when nothing is left to sell', async () => {
    const member = await makeMember(site);
    const body = manual();
    const first = await submitted(site, member, body);
    const { private: all, credited, held } = await sums(site, companyId);
    await leaveTokens(site, companyId, 0n);
    expect((await submitted(site, member, body)).id).toBe(first.id);
    await leaveTokens(site, companyId, all - credited - held);
  });

  it('after 24 hours it is another order', async () => {
    const member = await makeMember(site);
    const body = manual();
    const first = await submitted(site, member, body);
    await site.database.platform
      .updateTable('purchases')
      .set({ created_at: new Date(Date.now() - 24 * 3_600_000 - 60_000) })
      .where('id', '=', first.id)
      .execute();
    expect((await submitted(site, member, body)).orderNumber).toBe(`${body.purchaseId}-2`);
  });

  it('two equal payments without purchaseId and key are two', async () => {
    const member = await makeMember(site);
    for (let i = 0; i < 2; i++) await submitted(site, member, { paymentMethod: 'MANUAL', amount: '50' });
    expect(await countOf(member)).toBe(2);
  });

  it('a key belongs to its member', async () => {
    const headers = { 'Idempotency-Key': freshOrder() };
    const [a, b] = [await makeMember(site), await makeMember(site)];
    const first = await submitted(site, a, manual(), headers);
    expect((await submitted(site, b, manual(), headers)).id).not.toBe(first.id);
  });
});

describe('401, 403', () => {
  it('needs a member', async () => {
    expect((await site.call('POST', PURCHASE, { body: manual(), ip: freshIp() })).status).toBe(401);
    expect((await post(site, PURCHASE, await makeMember(site, { status: 'BLOCKED' }), manual())).status).toBe(401);
    expect((await post(site, PURCHASE, admin, manual())).status).toBe(403);
    expect((await post(site, PURCHASE, await makeSuper(site), manual())).status).toBe(403);
  });

  it('refuses a waiting member where only verified members may buy, and the price says so', async () => {
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
  it("the reference of the member's own pending purchase, however it is written", async () => {
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

  it('a reference that is approved in the company; whose it was is not told', async () => {
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

  it('80 submissions at once on a pool for 30: exactly 30 are held, the others learn what is left', async () => {
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

describe('422', () => {
  it('a key with another content', async () => {
    const member = await makeMember(site);
    const headers = { 'Idempotency-Key': freshOrder() };
    const body = manual();
    await submitted(site, member, body, headers);
    for (const change of [{ amount: '1181' }, { purchaseAmount: '999' }, { purchaseId: freshOrder() }]) {
      const answer = await post(site, PURCHASE, member, { ...body, ...change }, headers);
      expect([answer.status, answer.body.message]).toEqual([
        422,
        'This Idempotency-Key was already used for another submission.',
      ]);
    }
    expect(await countOf(member)).toBe(1);
  });

  const proof = { referenceNumber: '421234567890', receiptId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' };
  it.each<[string, Record<string, unknown>, string | string[]]>([
    ['no method', { paymentMethod: undefined }, 'Please choose a payment method: UPI, BANK or MANUAL.'],
    ['crypto', { paymentMethod: 'CRYPTO' }, 'Please choose a payment method: UPI, BANK or MANUAL.'],
    ['no amount', { amount: undefined }, 'Please enter a valid amount.'],
    ['nothing', { amount: '0' }, 'Please enter a valid amount.'],
    ['less than nothing', { amount: '-5' }, 'Please enter a valid amount.'],
    ['parts of a paisa', { amount: '1.001' }, 'Please enter a valid amount.'],
    ['an exponent', { amount: '1e3' }, 'Please enter a valid amount.'],
    ['a text', { purchaseAmount: 'ten' }, 'Please enter a valid amount.'],
    [
      'less than one token',
      { amount: '0.24', purchaseAmount: undefined },
      'The smallest order is ₹0.25, the price of one token.',
    ],
    ['a wrong order number', { purchaseId: 'PUR-12' }, 'This order number is not valid.'],
    ['an unknown field', { status: 'APPROVED' }, 'Unknown field: status.'],
    [
      'another company',
      { companyId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
      'This company ID is not the one of this site.',
    ],
    [
      'UPI without proof',
      { paymentMethod: 'UPI' },
      ['Please enter UTR or Transaction Number.', 'Please upload a transaction file before submitting.'],
    ],
    [
      'BANK without a receipt',
      { paymentMethod: 'BANK', ...proof, receiptId: '' },
      'Please upload a transaction file before submitting.',
    ],
    [
      'a blank reference',
      { paymentMethod: 'BANK', ...proof, referenceNumber: ' \u200b ' },
      'Please enter UTR or Transaction Number.',
    ],
    [
      'a reference of dashes',
      { paymentMethod: 'BANK', ...proof, referenceNumber: '-/-' },
      'Please enter UTR or Transaction Number.',
    ],
    [
      'a short reference',
      { paymentMethod: 'BANK', ...proof, referenceNumber: '12345' },
      'The UTR or Transaction Number has 6 to 35 letters and digits.',
    ],
  ])('%s', async (_, change, message) => {
    const answer = await post(site, PURCHASE, await makeMember(site), manual(change));
    expect([answer.status, answer.body.message]).toEqual([422, message]);
  });

  it('an amount that no supply could cover is refused like any other', async () => {
    const answer = await post(
      site,
      PURCHASE,
      await makeMember(site),
      manual({ amount: '9999999999999', purchaseAmount: '9999999999999' }),
    );
    expect(answer.status).toBe(409);
  });
});

describe('GET /user/package/price/get', () => {
  it('gives price, charge and what is left', async () => {
    const member = await makeMember(site);
    const { private: all, credited, held } = await sums(site, companyId);
    const answer = await site.call('GET', '/api/v1/user/package/price/get', { token: member.token });
    expect(answer.body).toEqual({
      status: true,
      message: 'OK',
      data: {
        price: '0.25',
        platformChargePercent: '18',
        remainingPrivateSupply: Number(all - credited - held),
        minimumAmount: '0.25',
        upiLimit: '100000.00',
        buyingClosed: null,
      },
    });
  });

  it('site and platform settings need no more than they say', async () => {
    const site1 = await site.call('GET', '/api/v1/site/get');
    expect(site1.body.data).toMatchObject({
      companyId,
      symbol: 'COWL',
      name: expect.any(String),
      icon_url: expect.stringMatching(/^\//),
      headerLogo: expect.stringMatching(/^\//),
      title: expect.any(String),
      metaData: { title: expect.any(String), description: expect.any(String), keywords: expect.any(String) },
      platformChargePercent: '18',
    });
    expect((await site.call('GET', '/api/v1/site/get?companyId=x')).status).toBe(422);
    expect((await site.call('GET', '/api/v1/user/platform/get')).status).toBe(401);
    const member = await makeMember(site);
    const platform = await site.call('GET', '/api/v1/user/platform/get', { token: member.token });
    expect(platform.body.data).toEqual({ platformChargePercent: '18' });
  });
});

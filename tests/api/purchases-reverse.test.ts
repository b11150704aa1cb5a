/** A wrong approval is reversed once and completely: stock, reward, receipt, reference, mails, trail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import {
  APPROVE,
  expectSums,
  freshReference,
  leaveTokens,
  manual,
  PURCHASE,
  post,
  purchaseRow,
  REJECT,
  REVERSE,
  submitted,
  sums,
  tally,
  upi,
} from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let other: Site;
let companyId: string;
let admin: Account;
let second: Account;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  companyId = await companyIdOf(site);
  [admin, second] = [await makeAdmin(site), await makeAdmin(site, { name: 'Leela Nair' })];
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

const REASON = 'The payment was charged back on 3 March';
const ALREADY = 'This purchase has already been reversed.';
const NOT_APPROVED = 'Only an approved purchase can be reversed. Please reload the list.';

async function approved(buyer: Account, body: unknown = manual()) {
  const made = await submitted(site, buyer, body);
  expect((await post(site, APPROVE, admin, { id: made.id })).status).toBe(200);
  return made;
}
const reverse = (id: string, who = admin, node = site) => post(node, REVERSE, who, { id, reason: REASON });
const get = async (path: string, who: Account) =>
  (await site.call('GET', path, { token: who.token, ip: freshIp() })).body.data;
const profile = (who: Account) => get('/api/v1/user/auth/profile/get', who);
const entriesOf = (id: string) =>
  site.database.platform
    .selectFrom('stock_entries')
    .selectAll()
    .where('source_id', '=', id)
    .where('company_id', '=', companyId)
    .orderBy('seq')
    .execute();

describe('reverse', () => {
  it('takes stock and reward back by entries of their own, and returns them to the supply', async () => {
    const referrer = await makeMember(site, { name: 'Meera Iyer' });
    const buyer = await makeMember(site, { referrerId: referrer.id });
    const before = await sums(site, companyId);
    const priceBefore = await get('/api/v1/user/package/price/get', buyer);
    const made = await approved(buyer, await upi(site, buyer));
    const answer = await reverse(made.id);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        status: true,
        message: 'Purchase reversed successfully',
        data: { id: made.id, status: 'REVERSED', reversedAt: expect.any(String) },
      },
    ]);
    const [, , taken, takenReward, ...more] = await entriesOf(made.id);
    expect(more).toEqual([]);
    expect(taken).toMatchObject({ user_id: buyer.id, quantity: -4000n, kind: 'ADJUSTMENT' });
    expect(takenReward).toMatchObject({ user_id: referrer.id, quantity: -200n, kind: 'ADJUSTMENT' });
    expect([taken?.created_at, takenReward?.created_at]).toEqual(Array(2).fill(new Date(answer.body.data.reversedAt)));
    const after = await expectSums(site, companyId);
    expect([after.credited, after.held]).toEqual([before.credited, before.held]);
    expect((await get('/api/v1/user/package/price/get', buyer)).remainingPrivateSupply).toBe(
      priceBefore.remainingPrivateSupply,
    );
    expect([(await profile(buyer)).stockBalance, (await profile(referrer)).stockBalance]).toEqual([0, 0]);
    expect(await purchaseRow(site, made.id)).toMatchObject({
      status: 'REVERSED',
      decided_by: admin.id,
      reversed_by: admin.id,
      reversal_reason: REASON,
    });
    const mail = await site.mail(buyer.email, { containing: 'has been reversed' });
    for (const text of [made.orderNumber, REASON, `4,000 ${SYMBOL}`]) expect(mail).toContain(text);
    const notice = await site.mail(referrer.email, { containing: 'has been reversed' });
    expect(notice).toContain(buyer.memberId);
    // The purchase and the reason are the buyer's private data.
    for (const text of [REASON, made.orderNumber, buyer.email]) expect(notice).not.toContain(text);
  });

  it('the buyer sees it in history, stock and referral figures; the admin sees who did it', async () => {
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    const made = await approved(buyer, await upi(site, buyer));
    expect((await get('/api/v1/user/referral/get', referrer)).rewardsEarned).toBe(200);
    await reverse(made.id, second);
    const [, , taken, takenReward] = await entriesOf(made.id);
    const list = await get('/api/v1/user/transaction/list?status=ALL', buyer);
    expect(list.records[0]).toMatchObject({
      id: made.id,
      status: 'REVERSED',
      reversalReason: REASON,
      reversalHash: taken?.hash,
      reversedAt: expect.any(String),
      referenceState: null,
    });
    expect((await get('/api/v1/user/transaction/list?status=APPROVED', buyer)).total).toBe(0);
    const [row] = (await get('/api/v1/user/stock/mine', buyer)).records;
    expect(row).toMatchObject({ quantity: -4000, reward: null, memberId: buyer.memberId });
    const [rewardRow] = (await get('/api/v1/user/stock/mine', referrer)).records;
    expect(rewardRow).toMatchObject({
      quantity: -200,
      reward: -200,
      memberId: buyer.memberId,
      transactionHash: takenReward?.hash,
    });
    expect((await get('/api/v1/user/referral/get', referrer)).rewardsEarned).toBe(0);
    const search = `search=${made.orderNumber}`;
    const [seen] = (await get(`/api/v1/admin/transaction/list?status=REVERSED&${search}`, admin)).records;
    expect(seen).toMatchObject({ id: made.id, status: 'REVERSED', reversedBy: 'Leela Nair', decidedBy: 'Vikram Shah' });
    expect(seen.isDecidedByMe).toBe(false);
    const [own] = (await get(`/api/v1/admin/transaction/list?status=REVERSED&${search}`, second)).records;
    expect(own.isDecidedByMe).toBe(true);
    const holders = await get('/api/v1/user/stock/global?limit=100', buyer);
    expect(holders.records.map((it: { quantity: number }) => it.quantity > 0)).not.toContain(false);
  });

  it('the receipt keeps its number and shows that it is cancelled', async () => {
    const buyer = await makeMember(site);
    const made = await approved(buyer);
    const path = `/api/v1/user/transaction/receipt?id=${made.id}`;
    const before = await get(path, buyer);
    expect(before.cancelled).toBeNull();
    await reverse(made.id);
    const after = await get(path, buyer);
    expect(after).toEqual({ ...before, cancelled: { at: expect.any(String), reason: REASON } });
    const next = await approved(buyer);
    expect((await get(`/api/v1/user/transaction/receipt?id=${next.id}`, buyer)).receiptNumber).not.toBe(
      before.receiptNumber,
    );
  });

  it('the trail names the admin, the purchase and the entries, but neither the reason nor a person', async () => {
    const buyer = await makeMember(site);
    const made = await approved(buyer);
    await reverse(made.id, second);
    const trail = await site.database.platform
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', made.id)
      .orderBy('seq')
      .execute();
    const last = trail.at(-1);
    const [, taken] = await entriesOf(made.id);
    expect(last).toMatchObject({
      action: 'purchase.reverse',
      actor_kind: 'admin',
      actor_id: second.id,
      before: { status: 'APPROVED' },
      after: { status: 'REVERSED', quantity: '4000', reward: '0', entries: [String(taken?.seq)] },
    });
    expect(JSON.stringify([last?.before, last?.after])).not.toContain(REASON);
  });

  it('does not change other purchases of the same people', async () => {
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    const [other, undone] = [await approved(buyer), await approved(buyer)];
    await reverse(undone.id);
    expect([(await profile(buyer)).stockBalance, (await profile(referrer)).stockBalance]).toEqual([4000, 200]);
    expect((await entriesOf(other.id)).map((it) => it.quantity)).toEqual([4000n, 200n]);
  });

  it('takes back exactly what was given, even if the reward was limited and the percentage has changed', async () => {
    const before = await sums(site, companyId);
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    await leaveTokens(site, companyId, 4050n);
    const made = await approved(buyer);
    await site.database.platform
      .updateTable('companies')
      .set({ reward_bps: 900 })
      .where('id', '=', companyId)
      .execute();
    expect((await reverse(made.id)).status).toBe(200);
    expect((await entriesOf(made.id)).map((it) => it.quantity)).toEqual([4000n, 50n, -4000n, -50n]);
    const after = await expectSums(site, companyId);
    expect(after.private - after.credited - after.held).toBe(4050n);
    // The returned stock can be sold.
    expect((await post(site, PURCHASE, buyer, manual())).status).toBe(200);
    await site.database.platform
      .updateTable('companies')
      .set({ reward_bps: 500 })
      .where('id', '=', companyId)
      .execute();
    await leaveTokens(site, companyId, before.private - before.credited - before.held);
  });

  it('works for an erased account, and sends no mail', async () => {
    const buyer = await makeMember(site);
    const made = await approved(buyer);
    const email = `erased-${buyer.id}@invalid.example`;
    await site.database.platform
      .updateTable('users')
      .set({ status: 'INACTIVE', deleted_at: new Date(), email, name: 'Deleted member' })
      .where('id', '=', buyer.id)
      .execute();
    expect((await reverse(made.id)).status).toBe(200);
    const mails = await site.database.platform
      .selectFrom('mails')
      .select('id')
      .where('to_address', '=', email)
      .execute();
    expect(mails).toEqual([]);
  });
});

describe('the reference number', () => {
  it('can be used again by its owner, and admins see where it was used', async () => {
    const [wrong, right] = [await makeMember(site), await makeMember(site)];
    const referenceNumber = freshReference();
    const first = await approved(wrong, await upi(site, wrong, { referenceNumber }));
    const refused = await post(site, PURCHASE, right, await upi(site, right, { referenceNumber }));
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('has already been used')]);
    await reverse(first.id);
    const next = await submitted(site, right, await upi(site, right, { referenceNumber }));
    const { records } = await get(`/api/v1/admin/transaction/list?status=PENDING&search=${referenceNumber}`, admin);
    expect(records[0].flags).toMatchObject({ referenceConflict: [], referenceReversed: [first.orderNumber] });
    // The member must not learn whether another member has used it.
    expect(next.referenceState).toBeNull();
    expect((await post(site, APPROVE, admin, { id: next.id })).status).toBe(200);
    expect((await reverse(first.id)).status).toBe(409);
  });
});

describe('races', () => {
  it('a reversal is applied once when twelve are sent in parallel, by two admins on two nodes', async () => {
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    const made = await approved(buyer);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => reverse(made.id, i % 3 ? admin : second, i % 2 ? site : other)),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 11 });
    for (const { status, body } of answers) if (status === 409) expect(body.message).toBe(ALREADY);
    expect(await entriesOf(made.id)).toHaveLength(4);
    await expectSums(site, companyId);
  });

  it('parallel reversals and approvals: a reversal is applied only after the approval, and nothing after it', async () => {
    const buyer = await makeMember(site);
    for (let round = 0; round < 12; round++) {
      const made = await submitted(site, buyer, manual());
      const answers = await Promise.all(
        [APPROVE, REVERSE, REVERSE, APPROVE, REJECT, REVERSE].map((path, i) =>
          post(i % 2 ? site : other, path, i % 3 ? admin : second, {
            id: made.id,
            ...(path === REVERSE && { reason: REASON }),
          }),
        ),
      );
      const { status } = await purchaseRow(site, made.id);
      const done = answers.filter((it) => it.status === 200).map((it) => it.body.data.status);
      expect(done.sort()).toEqual(
        status === 'REVERSED' ? ['APPROVED', 'REVERSED'] : [status === 'APPROVED' ? 'APPROVED' : 'REJECTED'],
      );
      expect(await entriesOf(made.id)).toHaveLength({ REVERSED: 2, APPROVED: 1, REJECTED: 0, PENDING: 0 }[status]);
    }
    await expectSums(site, companyId);
  });
});

describe('401, 403, 404, 409, 422', () => {
  it('requires an admin', async () => {
    const buyer = await makeMember(site);
    const { id } = await approved(buyer);
    expect((await site.call('POST', REVERSE, { body: { id, reason: REASON }, ip: freshIp() })).status).toBe(401);
    expect((await reverse(id, buyer)).status).toBe(403);
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'APPROVED' });
  });

  it('a purchase of another company gets the same 404 as an unknown one', async () => {
    const foreign = await makeAdmin(site, { companyId: await makeCompany(site) });
    const { id } = await approved(await makeMember(site));
    const missing = await reverse('3f2504e0-4f89-41d3-9a0c-0305e82c3301');
    expect([missing.status, missing.body.message]).toEqual([404, 'Purchase not found.']);
    // An admin of another company has no access here at all.
    expect((await reverse(id, foreign)).status).toBe(401);
  });

  it('only approved purchases can be reversed', async () => {
    const buyer = await makeMember(site);
    const pending = await submitted(site, buyer, manual());
    const rejected = await submitted(site, buyer, manual());
    await post(site, REJECT, admin, { id: rejected.id });
    for (const { id } of [pending, rejected]) {
      const answer = await reverse(id);
      expect([answer.status, answer.body.message]).toEqual([409, NOT_APPROVED]);
    }
    const done = await approved(buyer);
    await reverse(done.id);
    for (const path of [APPROVE, REJECT]) expect((await post(site, path, admin, { id: done.id })).status).toBe(409);
  });

  it.each([
    [{ reason: 'x' }, 'This id is not valid.'],
    [{ id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }, 'Please enter a reason.'],
    [{ id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', reason: '  ' }, 'Please enter a reason.'],
    [
      { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', reason: 'x'.repeat(501) },
      'A reason can have at most 500 characters.',
    ],
    [{ id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', reason: 'x', status: 'PENDING' }, 'Unknown field: status.'],
  ])('%j', async (body, message) => {
    const answer = await post(site, REVERSE, admin, body);
    expect([answer.status, answer.body.message]).toEqual([422, message]);
  });
});

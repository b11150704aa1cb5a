import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import {
  APPROVE,
  expectSums,
  freshReference,
  leaveTokens,
  manual,
  post,
  purchaseRow,
  REJECT,
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
  [admin, second] = [await makeAdmin(site), await makeAdmin(site)];
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

const entriesOf = (sourceId: string) =>
  site.database.platform
    .selectFrom('stock_entries')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('seq')
    .execute();
const trailOf = (id: string) =>
  site.database.platform.selectFrom('audit_entries').selectAll().where('subject_id', '=', id).orderBy('seq').execute();
const profileStock = async (member: Account): Promise<bigint> => {
  const row = await site.database.platform
    .selectFrom('stock_balances')
    .select('quantity')
    .where('user_id', '=', member.id)
    .executeTakeFirst();
  return row?.quantity ?? 0n;
};

describe('approve', () => {
  it('turns the reserved stock into stock of the buyer and a reward of the referrer, with audit entry and mails', async () => {
    const referrer = await makeMember(site, { name: 'Meera Iyer' });
    const buyer = await makeMember(site, { referrerId: referrer.id });
    const made = await submitted(site, buyer, await upi(site, buyer));
    const before = await sums(site, companyId);
    const answer = await post(site, APPROVE, admin, { id: made.id });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        status: true,
        message: 'Purchase approved successfully',
        data: { id: made.id, status: 'APPROVED', decidedAt: expect.any(String) },
      },
    ]);
    const [bought, rewarded, ...more] = await entriesOf(made.id);
    expect(more).toEqual([]);
    expect(bought).toMatchObject({ user_id: buyer.id, quantity: 4000n, kind: 'PURCHASE' });
    expect(rewarded).toMatchObject({
      user_id: referrer.id,
      quantity: 200n,
      kind: 'REWARD',
      created_at: bought?.created_at,
    });
    const after = await expectSums(site, companyId);
    expect([after.credited - before.credited, after.held - before.held]).toEqual([4200n, -4000n]);
    expect([await profileStock(buyer), await profileStock(referrer)]).toEqual([4000n, 200n]);
    expect(await purchaseRow(site, made.id)).toMatchObject({ status: 'APPROVED', decided_by: admin.id });
    expect(await trailOf(made.id)).toMatchObject([
      { action: 'purchase.submit' },
      {
        action: 'purchase.approve',
        actor_kind: 'admin',
        actor_id: admin.id,
        before: { status: 'PENDING' },
        after: { status: 'APPROVED', quantity: '4000', reward: '200' },
      },
    ]);
    expect(await site.mail(buyer.email, { containing: 'is approved' })).toContain(made.orderNumber);
    expect(await site.mail(referrer.email, { containing: 'reward' })).toContain(buyer.memberId);
  });

  it.each([
    ['blocked', { status: 'BLOCKED' as const }],
    ['inactive', { status: 'INACTIVE' as const }],
  ])('gives a %s referrer no reward', async (_, options) => {
    const referrer = await makeMember(site, options);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    const made = await submitted(site, buyer, manual());
    expect((await post(site, APPROVE, admin, { id: made.id })).status).toBe(200);
    expect(await entriesOf(made.id)).toHaveLength(1);
  });

  it('rounds a reward down, and writes no entry for a reward of zero', async () => {
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    for (const [purchaseAmount, due] of [
      ['4.75', null],
      ['9.99', 1n],
    ] as const) {
      const made = await submitted(site, buyer, manual({ amount: purchaseAmount, purchaseAmount }));
      expect((await post(site, APPROVE, admin, { id: made.id })).status).toBe(200);
      expect((await entriesOf(made.id))[1]?.quantity ?? null).toBe(due);
    }
  });

  it('credits the buyer first: the reward is limited to the remaining stock, down to zero', async () => {
    const before = await sums(site, companyId);
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    await leaveTokens(site, companyId, 8050n);
    const [a, b] = [await submitted(site, buyer, manual()), await submitted(site, buyer, manual())];
    for (const { id } of [a, b]) expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
    expect((await entriesOf(a.id)).map((entry) => entry.quantity)).toEqual([4000n, 50n]);
    expect((await entriesOf(b.id)).map((entry) => entry.quantity)).toEqual([4000n]);
    const after = await expectSums(site, companyId);
    expect(after.private - after.credited - after.held).toBe(0n);
    await leaveTokens(site, companyId, before.private - before.credited - before.held);
  });

  it('works for a buyer who was blocked in the meantime', async () => {
    const buyer = await makeMember(site);
    const made = await submitted(site, buyer, manual());
    await site.database.platform.updateTable('users').set({ status: 'BLOCKED' }).where('id', '=', buyer.id).execute();
    expect((await post(site, APPROVE, admin, { id: made.id })).status).toBe(200);
    expect(await profileStock(buyer)).toBe(4000n);
  });

  it('sends no mail to an erased account', async () => {
    const buyer = await makeMember(site);
    const made = await submitted(site, buyer, manual());
    const email = `erased-${buyer.id}@invalid.example`;
    await site.database.platform
      .updateTable('users')
      .set({ status: 'INACTIVE', deleted_at: new Date(), email, name: 'Deleted member' })
      .where('id', '=', buyer.id)
      .execute();
    expect((await post(site, APPROVE, admin, { id: made.id })).status).toBe(200);
    const mails = await site.database.platform
      .selectFrom('mails')
      .select('id')
      .where('to_address', '=', email)
      .execute();
    expect(mails).toEqual([]);
    const { search_text } = await purchaseRow(site, made.id);
    expect(search_text).toContain('deleted member');
    expect(search_text).not.toContain('asha');
  });
});

describe('reject', () => {
  it('releases the reserved stock and sends the reason to the buyer', async () => {
    const buyer = await makeMember(site);
    const made = await submitted(site, buyer, await upi(site, buyer));
    const before = await sums(site, companyId);
    const answer = await post(site, REJECT, admin, { id: made.id, reason: 'No such payment on 3 March' });
    expect([answer.status, answer.body.message, answer.body.data.status]).toEqual([
      200,
      'Purchase rejected successfully',
      'REJECTED',
    ]);
    const after = await expectSums(site, companyId);
    expect([after.credited - before.credited, after.held - before.held]).toEqual([0n, -4000n]);
    expect(await site.mail(buyer.email, { containing: 'could not be confirmed' })).toContain(
      'No such payment on 3 March',
    );
    const list = await site.call('GET', '/api/v1/user/transaction/list', { token: buyer.token });
    expect(list.body.data.records[0]).toMatchObject({ status: 'REJECTED', rejectReason: 'No such payment on 3 March' });
    expect((await trailOf(made.id)).at(-1)).toMatchObject({ action: 'purchase.reject', actor_id: admin.id });
  });

  it('does not require a reason', async () => {
    const buyer = await makeMember(site);
    const made = await submitted(site, buyer, manual());
    expect((await post(site, REJECT, admin, { id: made.id, reason: ' ' })).status).toBe(200);
    expect((await purchaseRow(site, made.id)).reject_reason).toBeNull();
  });
});

describe('races', () => {
  const CONFLICT = 'Purchase request has already been processed.';

  it('an approval is applied once when twelve are sent in parallel, by two admins on two nodes', async () => {
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    const made = await submitted(site, buyer, manual());
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        post(i % 2 ? site : other, APPROVE, i % 3 ? admin : second, { id: made.id }),
      ),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 11 });
    for (const { status, body } of answers) if (status === 409) expect(body.message).toBe(CONFLICT);
    expect(await entriesOf(made.id)).toHaveLength(2);
    expect((await trailOf(made.id)).filter((entry) => entry.action === 'purchase.approve')).toHaveLength(1);
    await expectSums(site, companyId);
  });

  it('16 parallel approvals and rejections make one decision, and move its stock once', async () => {
    for (let round = 0; round < 5; round++) {
      const buyer = await makeMember(site);
      const made = await submitted(site, buyer, manual());
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, i) =>
          post(i % 4 < 2 ? site : other, i % 2 ? APPROVE : REJECT, admin, { id: made.id }),
        ),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 15 });
      const { status } = await purchaseRow(site, made.id);
      expect(answers.find((answer) => answer.status === 200)?.body.data.status).toBe(status);
      expect(await entriesOf(made.id)).toHaveLength(status === 'APPROVED' ? 1 : 0);
      await expectSums(site, companyId);
    }
  });

  it('of two purchases with one reference, approved in parallel, exactly one is approved', async () => {
    for (let round = 0; round < 5; round++) {
      const referenceNumber = freshReference();
      const made = [];
      for (let i = 0; i < 2; i++) {
        const buyer = await makeMember(site);
        made.push(await submitted(site, buyer, await upi(site, buyer, { referenceNumber })));
      }
      const answers = await Promise.all(made.map(({ id }, i) => post(i ? site : other, APPROVE, admin, { id })));
      expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
      expect(answers.find((answer) => answer.status === 409)?.body.message).toBe(
        'Another purchase with the same UTR or Transaction Number has already been approved. Please check the bank statement.',
      );
      const refused = made[answers.findIndex((answer) => answer.status === 409)];
      expect(await purchaseRow(site, refused.id)).toMatchObject({ status: 'PENDING', decided_at: null });
      expect((await post(site, REJECT, admin, { id: refused.id })).status).toBe(200);
      await expectSums(site, companyId);
    }
  });

  it('parallel submissions, approvals and rejections on a small pool keep every sum', async () => {
    const before = await sums(site, companyId);
    await leaveTokens(site, companyId, 60_000n);
    const referrer = await makeMember(site);
    const members = await Promise.all(Array.from({ length: 10 }, () => makeMember(site, { referrerId: referrer.id })));
    const run = async (i: number): Promise<void> => {
      const node = i % 2 ? site : other;
      const answer = await post(node, '/api/v1/user/package/purchase', members[i % 10] as Account, manual());
      expect([200, 409]).toContain(answer.status);
      if (answer.status !== 200) return;
      const { id } = answer.body.data;
      const decided = await Promise.all([
        post(site, i % 3 ? APPROVE : REJECT, admin, { id }),
        post(other, i % 5 ? APPROVE : REJECT, second, { id }),
      ]);
      expect(tally(decided)).toEqual({ 200: 1, 409: 1 });
    };
    await Promise.all(Array.from({ length: 60 }, (_, i) => run(i)));
    const after = await expectSums(site, companyId);
    expect(after.held).toBe(before.held);
    await leaveTokens(site, companyId, before.private - before.credited - before.held);
  });
});

describe('401, 403, 404, 409, 422', () => {
  it('requires an admin', async () => {
    const member = await makeMember(site);
    const { id } = await submitted(site, member, manual());
    for (const path of [APPROVE, REJECT]) {
      expect((await site.call('POST', path, { body: { id }, ip: freshIp() })).status).toBe(401);
      expect((await post(site, path, member, { id })).status).toBe(403);
      expect((await post(site, path, await makeMember(site, { role: 'ADMIN' }), { id })).status).toBe(403);
    }
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'PENDING' });
  });

  it('a purchase of another company gets the same 404 as an unknown one, and is unchanged', async () => {
    const foreignCompany = await makeCompany(site);
    const stranger = await makeMember(site, { companyId: foreignCompany });
    const { id } = await site.database.platform
      .insertInto('purchases')
      .values({
        company_id: foreignCompany,
        user_id: stranger.id,
        order_number: 'PUR-000001',
        payment_method: 'MANUAL',
        order_amount_paise: 10_000n,
        price_micros: 250_000n,
        quantity: 400n,
        fee_bps: 0,
        fee_paise: 0n,
        final_amount_paise: 10_000n,
        claimed_amount_paise: 10_000n,
        content_hash: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const path of [APPROVE, REJECT]) {
      const [foreign, missing] = [
        await post(site, path, admin, { id }),
        await post(site, path, admin, { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }),
      ];
      expect([foreign.status, foreign.body.message, foreign.body.code]).toEqual([
        404,
        'Purchase not found.',
        'not_found',
      ]);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
    }
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'PENDING' });
  });

  it('a second decision is refused, approval or rejection', async () => {
    const member = await makeMember(site);
    for (const [first, then] of [
      [APPROVE, REJECT],
      [REJECT, APPROVE],
      [APPROVE, APPROVE],
      [REJECT, REJECT],
    ] as const) {
      const { id } = await submitted(site, member, manual());
      expect((await post(site, first, admin, { id })).status).toBe(200);
      const before = await sums(site, companyId);
      const again = await post(other, then, second, { id });
      expect([again.status, again.body.message]).toEqual([409, 'Purchase request has already been processed.']);
      expect(await sums(site, companyId)).toEqual(before);
    }
  });

  it.each([
    [{}, 'This id is not valid.'],
    [{ id: '17' }, 'This id is not valid.'],
    [{ id: "' OR 1=1 --" }, 'This id is not valid.'],
    [{ id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', status: 'PENDING' }, 'Unknown field: status.'],
  ])('%j', async (body, message) => {
    const answer = await post(site, APPROVE, admin, body);
    expect([answer.status, answer.body.message]).toEqual([422, message]);
  });
});

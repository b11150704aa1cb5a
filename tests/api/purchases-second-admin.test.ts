/** Maker is never checker: admins cannot approve or reverse their own purchases, and large ones need two admins. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins, signIn } from '../support/accounts.ts';
import {
  APPROVE,
  approvalOf,
  expectSums,
  manual,
  post,
  purchaseRow,
  REJECT,
  REVERSE,
  submitted,
  sums,
  tally,
} from '../support/purchases.ts';
import { freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

let site: Site;
let other: Site;
let companyId: string;
let admin: Account;
let second: Account;
let third: Account;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  companyId = await companyIdOf(site);
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  [second, third] = [await makeAdmin(site, { name: 'Leela Nair' }), await makeAdmin(site)];
  buyer = await makeMember(site, { referrerId: (await makeMember(site)).id });
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

/** Rupees; the purchases here cost 1180. */
async function askForTwoAbove(rupees: number | null): Promise<void> {
  const bound = rupees === null ? null : BigInt(rupees) * 100n;
  await site.database.platform
    .updateTable('companies')
    .set({ second_approver_above_paise: bound })
    .where('id', '=', companyId)
    .execute();
}
beforeEach(() => askForTwoAbove(1000));

const REASON = 'The payment was returned or charged back.';
const OTHER_REASON = 'The payment has not reached our account.';
const PROCESSED = 'Purchase request has already been processed.';
const WITHDRAW = `${REVERSE}/withdraw`;
const made = (who = buyer) => submitted(site, who, manual());
const act = (path: string, who: Account, id: string, node = site) =>
  post(node, path, who, { id, ...(path === REVERSE && { reason: REASON }) });
const asAdmin = async (who: Account, query: string) =>
  (await site.call('GET', `/api/v1/admin/transaction/list?${query}`, { token: who.token, ip: freshIp() })).body.data;
const trailOf = async (id: string) =>
  (
    await site.database.platform
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute()
  ).map((it) => [it.action, it.actor_id]);

describe('an admin’s own purchase', () => {
  /** An admin is also a member: the same account, signed in on both sides. */
  async function adminWhoBuys(): Promise<{ asBuyer: Account; asAdmin: Account }> {
    const asAdmin = await makeAdmin(site);
    return {
      asAdmin,
      asBuyer: { ...asAdmin, ...(await signIn(site, { kind: 'member', companyId, accountId: asAdmin.id })) },
    };
  }

  it('is approved only by another admin, with the one-admin rule and with the two-admin rule', async () => {
    for (const bound of [null, 1000]) {
      await askForTwoAbove(bound);
      const own = await adminWhoBuys();
      const { id } = await made(own.asBuyer);
      expect(statusAndMessage(await act(APPROVE, own.asAdmin, id))).toEqual([
        403,
        'You can’t approve your own purchase. Another admin has to decide on it.',
      ]);
      const row = (await asAdmin(own.asAdmin, `status=PENDING&search=${own.asAdmin.memberId}`)).records[0];
      expect(row).toMatchObject({ id, isOwn: true });
      expect(await trailOf(id)).toEqual([['purchase.submit', own.asAdmin.id]]);
      expect((await act(APPROVE, second, id)).status).toBe(200);
    }
  });

  it('can be rejected by its owner, because a rejection gives nothing', async () => {
    const own = await adminWhoBuys();
    const { id } = await made(own.asBuyer);
    expect((await act(REJECT, own.asAdmin, id)).status).toBe(200);
  });

  it('is reversed only by another admin', async () => {
    await askForTwoAbove(null);
    const own = await adminWhoBuys();
    const { id } = await made(own.asBuyer);
    await act(APPROVE, admin, id);
    expect(statusAndMessage(await act(REVERSE, own.asAdmin, id))).toEqual([
      403,
      'You can’t reverse your own purchase. Another admin has to do it.',
    ]);
    expect((await act(REVERSE, second, id)).status).toBe(200);
  });

  it('cannot be approved even by the only active admin', async () => {
    await askForTwoAbove(null);
    const own = await adminWhoBuys();
    const { id } = await made(own.asBuyer);
    const others = site.database.platform
      .updateTable('users')
      .where('company_id', '=', companyId)
      .where('role', '=', 'ADMIN')
      .where('id', '<>', own.asAdmin.id);
    await others.set({ status: 'INACTIVE' }).execute();
    expect((await act(APPROVE, own.asAdmin, id)).status).toBe(403);
    await others.set({ status: 'ACTIVE' }).execute();
    await seasonAdmins(site, [admin.id, second.id, third.id]);
  });
});

const firstApproval = (id: string) => approvalOf(site, id, 'purchase.approve');

describe('two approvals', () => {
  it('the first is recorded and credits nothing; the second, by another admin, credits', async () => {
    const { id } = await made();
    const before = await sums(site, companyId);
    const first = await act(APPROVE, admin, id);
    expect([...statusAndMessage(first), first.body.data]).toEqual([
      200,
      'First approval recorded. A second admin has to approve it too.',
      { id, status: 'PENDING', decidedAt: null },
    ]);
    expect(await sums(site, companyId)).toEqual(before);
    expect(statusAndMessage(await act(APPROVE, admin, id))).toEqual([
      409,
      'You have already approved this purchase. Another admin has to approve it too.',
    ]);
    const done = await act(APPROVE, second, id);
    expect([...statusAndMessage(done), done.body.data.status]).toEqual([
      200,
      'Purchase approved successfully',
      'APPROVED',
    ]);
    const after = await expectSums(site, companyId);
    expect([after.credited - before.credited, after.held - before.held]).toEqual([4200n, -4000n]);
    expect(await purchaseRow(site, id)).toMatchObject({ decided_by: second.id });
    expect(await firstApproval(id)).toEqual({ state: 'CONFIRMED', proposed_by: admin.id, decided_by: second.id });
    expect(await trailOf(id)).toEqual([
      ['purchase.submit', buyer.id],
      ['purchase.approve.first', admin.id],
      ['purchase.approve', second.id],
    ]);
    expect(statusAndMessage(await act(APPROVE, third, id))).toEqual([409, PROCESSED]);
  });

  it('a final amount equal to the bound needs one admin', async () => {
    await askForTwoAbove(1180);
    const { id } = await made();
    // What an admin has approved alone on the same day counts too, so it is one who has approved nothing yet.
    const fresh = await makeAdmin(site);
    expect((await act(APPROVE, fresh, id)).body.data.status).toBe('APPROVED');
  });

  it('the list shows which purchase waits for which admin', async () => {
    const { id, orderNumber } = await made();
    const rowFor = async (who: Account, query = 'status=PENDING') =>
      (await asAdmin(who, `${query}&search=${orderNumber}`)).records[0];
    expect(await rowFor(admin)).toMatchObject({ id, needsTwoAdmins: true, firstApproval: null });
    expect(await rowFor(admin, 'waiting=second')).toBeUndefined();
    await act(APPROVE, admin, id);
    const half = { by: 'Vikram Shah', at: expect.any(String) };
    expect(await rowFor(admin, 'status=PENDING&waiting=second')).toMatchObject({
      firstApproval: { ...half, isMine: true },
    });
    expect(await rowFor(second)).toMatchObject({ firstApproval: { ...half, isMine: false } });
    await act(APPROVE, second, id);
    expect(await rowFor(second, 'status=APPROVED')).toMatchObject({ firstApproval: null, needsTwoAdmins: true });
    // The buyer is notified only of the complete approval.
    const mine = await site.call('GET', '/api/v1/user/transaction/list?status=ALL&limit=1', { token: buyer.token });
    expect(Object.keys(mine.body.data.records[0])).not.toContain('firstApproval');
  });

  it('either admin may reject after the first approval', async () => {
    for (const who of [admin, second]) {
      const { id } = await made();
      await act(APPROVE, admin, id);
      expect((await act(REJECT, who, id)).status).toBe(200);
      expect(statusAndMessage(await act(APPROVE, second, id))).toEqual([409, PROCESSED]);
    }
    await expectSums(site, companyId);
  });

  it('the first approval of someone who is no longer an admin does not count', async () => {
    const gone = await makeAdmin(site);
    const { id } = await made();
    await act(APPROVE, gone, id);
    await site.database.platform.updateTable('users').set({ status: 'BLOCKED' }).where('id', '=', gone.id).execute();
    expect((await act(APPROVE, second, id)).body.data.status).toBe('PENDING');
    expect((await act(APPROVE, third, id)).body.data.status).toBe('APPROVED');
    expect(await purchaseRow(site, id)).toMatchObject({ decided_by: third.id });
    expect(await firstApproval(id)).toEqual({ state: 'CONFIRMED', proposed_by: second.id, decided_by: third.id });
  });

  it('an admin who was added after the first approval cannot give the second one', async () => {
    const { id } = await made();
    await act(APPROVE, admin, id);
    const late = await makeAdmin(site, { adminSince: new Date() });
    expect(statusAndMessage(await act(APPROVE, late, id))).toEqual([
      409,
      'You became an admin, or your email was changed, after the first approval of this purchase. ' +
        'An admin who was one before that has to approve it. If there is no such admin, the first one can approve it again.',
    ]);
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'PENDING' });
    expect(await firstApproval(id)).toEqual({ state: 'OPEN', proposed_by: admin.id, decided_by: null });
    expect((await act(APPROVE, second, id)).body.data.status).toBe('APPROVED');
  });

  it('if all other admins were added later, the first one approves again, and one of them can be the second', async () => {
    const { id } = await made();
    await act(APPROVE, admin, id);
    const db = site.database.platform;
    const others = (state: 'ACTIVE' | 'INACTIVE') =>
      db.updateTable('users').set({ status: state }).where('id', 'in', [second.id, third.id]).execute();
    // Reactivated admins count as admins from now on.
    await others('INACTIVE');
    await others('ACTIVE');
    const active = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'ADMIN')
      .where('status', '=', 'ACTIVE')
      .execute();
    const rest = active.map((it) => it.id).filter((it) => ![admin.id, second.id, third.id].includes(it));
    if (rest.length > 0) await db.updateTable('users').set({ status: 'INACTIVE' }).where('id', 'in', rest).execute();
    expect((await act(APPROVE, second, id)).status).toBe(409);
    expect((await act(APPROVE, admin, id)).body.data.status).toBe('PENDING');
    expect((await act(APPROVE, admin, id)).status).toBe(409);
    expect(statusAndMessage(await act(APPROVE, second, id))).toEqual([
      409,
      'You became an admin, or your email was changed, less than 24 hours ago. Please try again later. ' +
        'Another admin can also approve this purchase.',
    ]);
    await seasonAdmins(site, [second.id, third.id]);
    expect((await act(APPROVE, second, id)).body.data.status).toBe('APPROVED');
    await expectSums(site, companyId);
  });

  it('after the company returns to the one-admin rule, the first admin may finish', async () => {
    const { id } = await made();
    await act(APPROVE, admin, id);
    await askForTwoAbove(null);
    expect((await act(APPROVE, admin, id)).body.data.status).toBe('APPROVED');
    expect(await purchaseRow(site, id)).toMatchObject({ decided_by: admin.id });
    expect(await firstApproval(id)).toMatchObject({ state: 'WITHDRAWN' });
  });

  it('12 parallel approvals by one admin: one is recorded, none credits', async () => {
    const { id } = await made();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => act(APPROVE, admin, id, i % 2 ? site : other)),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 11 });
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'PENDING' });
    expect(await firstApproval(id)).toEqual({ state: 'OPEN', proposed_by: admin.id, decided_by: null });
  });

  it('12 parallel approvals by two admins on two nodes: one of each counts, and the purchase is credited once', async () => {
    const { id } = await made();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => act(APPROVE, i % 3 ? admin : second, id, i % 2 ? site : other)),
    );
    expect(tally(answers)).toEqual({ 200: 2, 409: 10 });
    const row = await purchaseRow(site, id);
    expect(row.status).toBe('APPROVED');
    const first = await firstApproval(id);
    expect(first).toMatchObject({ state: 'CONFIRMED', decided_by: row.decided_by });
    expect(new Set([first?.proposed_by, row.decided_by])).toEqual(new Set([admin.id, second.id]));
    await expectSums(site, companyId);
  });

  it('the database itself refuses the same admin as first and second', async () => {
    const { id } = await made();
    await act(APPROVE, admin, id);
    const both = site.database.platform
      .updateTable('approvals')
      .set({ state: 'CONFIRMED', decided_at: new Date(), decided_by: admin.id })
      .where('subject_id', '=', id);
    await expect(both.execute()).rejects.toThrow('approvals_two_admins');
  });
});

describe('two admins for a reversal', () => {
  async function approved(): Promise<string> {
    await askForTwoAbove(null);
    const { id } = await made();
    expect((await act(APPROVE, admin, id)).status).toBe(200);
    await askForTwoAbove(1000);
    return id;
  }

  it('the first requests, the second agrees with a reason of their own', async () => {
    const id = await approved();
    const before = await sums(site, companyId);
    const requested = await act(REVERSE, admin, id);
    expect([...statusAndMessage(requested), requested.body.data]).toEqual([
      200,
      'Request recorded. A second admin has to agree before the purchase is reversed.',
      { id, status: 'APPROVED', reversedAt: null },
    ]);
    expect(await sums(site, companyId)).toEqual(before);
    const mine = await site.call('GET', '/api/v1/user/transaction/list?status=ALL&limit=1', { token: buyer.token });
    expect(mine.body.data.records[0]).toMatchObject({ id, status: 'APPROVED', reversalReason: null });
    const [row] = (await asAdmin(second, 'status=APPROVED&waiting=second')).records;
    expect(row).toMatchObject({ id, reversalAsked: { by: 'Vikram Shah', reason: REASON, isMine: false } });
    expect(statusAndMessage(await act(REVERSE, admin, id))).toEqual([
      409,
      'You have already requested this reversal. Another admin has to agree.',
    ]);
    const done = await post(site, REVERSE, second, { id, reason: OTHER_REASON });
    expect(done.body.data.status).toBe('REVERSED');
    expect(await purchaseRow(site, id)).toMatchObject({ reversed_by: second.id, reversal_reason: OTHER_REASON });
    expect(await approvalOf(site, id, 'purchase.reverse')).toEqual({
      state: 'CONFIRMED',
      proposed_by: admin.id,
      decided_by: second.id,
    });
    await expectSums(site, companyId);
    expect((await trailOf(id)).slice(-2)).toEqual([
      ['purchase.reverse.ask', admin.id],
      ['purchase.reverse', second.id],
    ]);
  });

  it('an admin who was added after the request cannot agree', async () => {
    const id = await approved();
    await act(REVERSE, admin, id);
    const late = await makeAdmin(site, { adminSince: new Date() });
    expect(statusAndMessage(await act(REVERSE, late, id))).toEqual([
      409,
      'You became an admin, or your email was changed, after this reversal was requested. ' +
        'An admin who was one before that has to agree, or the request has to be withdrawn and made again.',
    ]);
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'APPROVED' });
    expect(await approvalOf(site, id, 'purchase.reverse')).toMatchObject({ state: 'OPEN', proposed_by: admin.id });
    expect((await act(REVERSE, second, id)).body.data.status).toBe('REVERSED');
  });

  it('can be withdrawn or declined, and requested again', async () => {
    const id = await approved();
    for (const who of [admin, second]) {
      await act(REVERSE, admin, id);
      expect(statusAndMessage(await act(WITHDRAW, who, id))).toEqual([200, 'Reversal withdrawn']);
      expect(statusAndMessage(await act(WITHDRAW, who, id))).toEqual([
        409,
        'This reversal request has been withdrawn or declined. Please reload the list.',
      ]);
    }
    expect((await act(REVERSE, second, id)).body.data.status).toBe('APPROVED');
    expect((await act(REVERSE, admin, id)).body.data.status).toBe('REVERSED');
    expect(statusAndMessage(await act(WITHDRAW, admin, id))).toEqual([409, 'This purchase has already been reversed.']);
    expect((await act(WITHDRAW, admin, '3f2504e0-4f89-41d3-9a0c-0305e82c3301')).status).toBe(404);
  });

  it('12 parallel calls by two admins: one of each counts, and the purchase is reversed once', async () => {
    const id = await approved();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => act(REVERSE, i % 3 ? admin : second, id, i % 2 ? site : other)),
    );
    expect(tally(answers)).toEqual({ 200: 2, 409: 10 });
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'REVERSED' });
    await expectSums(site, companyId);
  });
});

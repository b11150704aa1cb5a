/** Maker is never checker: nobody approves or reverses a purchase of his own, and above the company's bound two admins do. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, signIn } from '../support/accounts.ts';
import {
  APPROVE,
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
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

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

/** Rupees; the purchases here come to 1180. */
async function askForTwoAbove(rupees: number | null): Promise<void> {
  const bound = rupees === null ? null : BigInt(rupees) * 100n;
  await site.database.platform
    .updateTable('companies')
    .set({ second_approver_above_paise: bound })
    .where('id', '=', companyId)
    .execute();
}
beforeEach(() => askForTwoAbove(1000));

const REASON = 'Charged back';
const PROCESSED = 'Purchase request has already been processed.';
const WITHDRAW = `${REVERSE}/withdraw`;
const made = (who = buyer) => submitted(site, who, manual());
const says = ({ status, body }: Answer) => [status, body.message];
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

describe('one’s own purchase', () => {
  /** An admin is also a member: the same account, signed in on both sides. */
  async function adminWhoBuys(): Promise<{ asBuyer: Account; asAdmin: Account }> {
    const asAdmin = await makeAdmin(site);
    return {
      asAdmin,
      asBuyer: { ...asAdmin, ...(await signIn(site, { kind: 'member', companyId, accountId: asAdmin.id })) },
    };
  }

  it('is approved by another admin alone, with one admin or two', async () => {
    for (const bound of [null, 1000]) {
      await askForTwoAbove(bound);
      const own = await adminWhoBuys();
      const { id } = await made(own.asBuyer);
      expect(says(await act(APPROVE, own.asAdmin, id))).toEqual([
        403,
        'You can’t approve a purchase of your own. Another admin has to decide on it.',
      ]);
      const row = (await asAdmin(own.asAdmin, `status=PENDING&search=${own.asAdmin.memberId}`)).records[0];
      expect(row).toMatchObject({ id, isOwn: true });
      expect(await trailOf(id)).toEqual([['purchase.submit', own.asAdmin.id]]);
      expect((await act(APPROVE, second, id)).status).toBe(200);
    }
  });

  it('can be rejected by oneself, for that gives nothing', async () => {
    const own = await adminWhoBuys();
    const { id } = await made(own.asBuyer);
    expect((await act(REJECT, own.asAdmin, id)).status).toBe(200);
  });

  it('is reversed by another admin alone', async () => {
    await askForTwoAbove(null);
    const own = await adminWhoBuys();
    const { id } = await made(own.asBuyer);
    await act(APPROVE, admin, id);
    expect(says(await act(REVERSE, own.asAdmin, id))).toEqual([
      403,
      'You can’t reverse a purchase of your own. Another admin has to do it.',
    ]);
    expect((await act(REVERSE, second, id)).status).toBe(200);
  });

  it('never counts for the only active admin either', async () => {
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
  });
});

describe('two approvals', () => {
  it('the first is noted and gives nothing; the second, by another admin, credits', async () => {
    const { id } = await made();
    const before = await sums(site, companyId);
    const first = await act(APPROVE, admin, id);
    expect([...says(first), first.body.data]).toEqual([
      200,
      'Noted as the first approval. A second admin has to approve it too.',
      { id, status: 'PENDING', decidedAt: null },
    ]);
    expect(await sums(site, companyId)).toEqual(before);
    expect(says(await act(APPROVE, admin, id))).toEqual([
      409,
      'You have approved this purchase already. Another admin has to approve it too.',
    ]);
    const done = await act(APPROVE, second, id);
    expect([...says(done), done.body.data.status]).toEqual([200, 'Purchase approved successfully', 'APPROVED']);
    const after = await expectSums(site, companyId);
    expect([after.credited - before.credited, after.held - before.held]).toEqual([4200n, -4000n]);
    expect(await purchaseRow(site, id)).toMatchObject({ first_approved_by: admin.id, decided_by: second.id });
    expect(await trailOf(id)).toEqual([
      ['purchase.submit', buyer.id],
      ['purchase.approve.first', admin.id],
      ['purchase.approve', second.id],
    ]);
    expect(says(await act(APPROVE, third, id))).toEqual([409, PROCESSED]);
  });

  it('a final amount of just the bound needs one admin', async () => {
    await askForTwoAbove(1180);
    const { id } = await made();
    expect((await act(APPROVE, admin, id)).body.data.status).toBe('APPROVED');
  });

  it('the list says what waits for whom', async () => {
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
    // The buyer hears of nothing but the whole approval.
    const mine = await site.call('GET', '/api/v1/user/transaction/list?status=ALL&limit=1', { token: buyer.token });
    expect(Object.keys(mine.body.data.records[0])).not.toContain('firstApproval');
  });

  it('either of the two may reject after the first approval', async () => {
    for (const who of [admin, second]) {
      const { id } = await made();
      await act(APPROVE, admin, id);
      expect((await act(REJECT, who, id)).status).toBe(200);
      expect(says(await act(APPROVE, second, id))).toEqual([409, PROCESSED]);
    }
    await expectSums(site, companyId);
  });

  it('what an admin began who is none any more does not count', async () => {
    const gone = await makeAdmin(site);
    const { id } = await made();
    await act(APPROVE, gone, id);
    await site.database.platform.updateTable('users').set({ status: 'BLOCKED' }).where('id', '=', gone.id).execute();
    expect((await act(APPROVE, second, id)).body.data.status).toBe('PENDING');
    expect((await act(APPROVE, third, id)).body.data.status).toBe('APPROVED');
    expect(await purchaseRow(site, id)).toMatchObject({ first_approved_by: second.id, decided_by: third.id });
  });

  it('an admin who came after the first approval is no second one', async () => {
    const { id } = await made();
    await act(APPROVE, admin, id);
    const late = await makeAdmin(site);
    expect(says(await act(APPROVE, late, id))).toEqual([
      409,
      'You became an admin, or your email was changed, after the first approval of this purchase. ' +
        'An admin from before has to approve it; where there is none, the first one can approve it anew.',
    ]);
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'PENDING', first_approved_by: admin.id });
    expect((await act(APPROVE, second, id)).body.data.status).toBe('APPROVED');
  });

  it('where all others came later, the first approves anew, and one of them can be the second', async () => {
    const { id } = await made();
    await act(APPROVE, admin, id);
    const db = site.database.platform;
    const others = (state: 'ACTIVE' | 'INACTIVE') =>
      db.updateTable('users').set({ status: state }).where('id', 'in', [second.id, third.id]).execute();
    // Opened again, they are admins of now.
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
    expect((await act(APPROVE, second, id)).body.data.status).toBe('APPROVED');
    await expectSums(site, companyId);
  });

  it('once the company asks for one admin again, the first one may finish', async () => {
    const { id } = await made();
    await act(APPROVE, admin, id);
    await askForTwoAbove(null);
    expect((await act(APPROVE, admin, id)).body.data.status).toBe('APPROVED');
    expect(await purchaseRow(site, id)).toMatchObject({ first_approved_by: null, decided_by: admin.id });
  });

  it('12 approvals at once by one admin: one is noted, none credits', async () => {
    const { id } = await made();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => act(APPROVE, admin, id, i % 2 ? site : other)),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 11 });
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'PENDING', first_approved_by: admin.id });
  });

  it('12 approvals at once by two admins on two nodes: two count, of two people, and it is credited once', async () => {
    const { id } = await made();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => act(APPROVE, i % 3 ? admin : second, id, i % 2 ? site : other)),
    );
    expect(tally(answers)).toEqual({ 200: 2, 409: 10 });
    const row = await purchaseRow(site, id);
    expect(row.status).toBe('APPROVED');
    expect(new Set([row.first_approved_by, row.decided_by])).toEqual(new Set([admin.id, second.id]));
    await expectSums(site, companyId);
  });

  it('the database itself refuses that one admin is both', async () => {
    const { id } = await made();
    const both = site.database.platform
      .updateTable('purchases')
      .set({ status: 'APPROVED', decided_at: new Date(), decided_by: admin.id })
      .set({ first_approved_by: admin.id, first_approved_at: new Date() })
      .where('id', '=', id);
    await expect(both.execute()).rejects.toThrow('purchases_two_approvers');
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

  it('the first asks, the second agrees with a reason of his own', async () => {
    const id = await approved();
    const before = await sums(site, companyId);
    const asked = await act(REVERSE, admin, id);
    expect([...says(asked), asked.body.data]).toEqual([
      200,
      'Noted. A second admin has to agree before the purchase is reversed.',
      { id, status: 'APPROVED', reversedAt: null },
    ]);
    expect(await sums(site, companyId)).toEqual(before);
    const mine = await site.call('GET', '/api/v1/user/transaction/list?status=ALL&limit=1', { token: buyer.token });
    expect(mine.body.data.records[0]).toMatchObject({ id, status: 'APPROVED', reversalReason: null });
    const [row] = (await asAdmin(second, 'status=APPROVED&waiting=second')).records;
    expect(row).toMatchObject({ id, reversalAsked: { by: 'Vikram Shah', reason: REASON, isMine: false } });
    expect(says(await act(REVERSE, admin, id))).toEqual([
      409,
      'You have asked for this reversal already. Another admin has to agree.',
    ]);
    const done = await post(site, REVERSE, second, { id, reason: 'Bank says no' });
    expect(done.body.data.status).toBe('REVERSED');
    expect(await purchaseRow(site, id)).toMatchObject({
      reversal_asked_by: admin.id,
      reversed_by: second.id,
      reversal_reason: 'Bank says no',
    });
    await expectSums(site, companyId);
    expect((await trailOf(id)).slice(-2)).toEqual([
      ['purchase.reverse.ask', admin.id],
      ['purchase.reverse', second.id],
    ]);
  });

  it('is not agreed to by an admin who came after it was asked for', async () => {
    const id = await approved();
    await act(REVERSE, admin, id);
    const late = await makeAdmin(site);
    expect(says(await act(REVERSE, late, id))).toEqual([
      409,
      'You became an admin, or your email was changed, after this reversal was asked for. ' +
        'An admin from before has to agree, or the request has to be called off and made anew.',
    ]);
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'APPROVED', reversal_asked_by: admin.id });
    expect((await act(REVERSE, second, id)).body.data.status).toBe('REVERSED');
  });

  it('can be taken back or declined, and asked for again', async () => {
    const id = await approved();
    for (const who of [admin, second]) {
      await act(REVERSE, admin, id);
      expect(says(await act(WITHDRAW, who, id))).toEqual([200, 'Reversal withdrawn']);
      expect(says(await act(WITHDRAW, who, id))).toEqual([
        409,
        'Nobody asks for this reversal any more. Please read the list again.',
      ]);
    }
    expect((await act(REVERSE, second, id)).body.data.status).toBe('APPROVED');
    expect((await act(REVERSE, admin, id)).body.data.status).toBe('REVERSED');
    expect(says(await act(WITHDRAW, admin, id))).toEqual([409, 'This purchase has already been reversed.']);
    expect((await act(WITHDRAW, admin, '3f2504e0-4f89-41d3-9a0c-0305e82c3301')).status).toBe(404);
  });

  it('12 at once by two admins: two count, and it is reversed once', async () => {
    const id = await approved();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => act(REVERSE, i % 3 ? admin : second, id, i % 2 ? site : other)),
    );
    expect(tally(answers)).toEqual({ 200: 2, 409: 10 });
    expect(await purchaseRow(site, id)).toMatchObject({ status: 'REVERSED' });
    await expectSums(site, companyId);
  });
});

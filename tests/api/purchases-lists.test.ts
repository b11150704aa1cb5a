import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { PAYEE_UPI } from '../support/brand.ts';
import {
  APPROVE,
  freshReference,
  manual,
  picture,
  post,
  REJECT,
  submitted,
  upi,
  upload,
} from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());

const MINE = '/api/v1/user/transaction/list';
const ALL = '/api/v1/admin/transaction/list';
const list = async (path: string, who: Account, query: Record<string, string | number> = {}) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const answer = await site.call('GET', `${path}?${search}`, { token: who.token, ip: freshIp() });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};
const ids = (data: { records: { id: string }[] }): string[] => data.records.map((record) => record.id);

/** n purchases of a member, the oldest first. */
async function bought(member: Account, n: number): Promise<string[]> {
  const out: string[] = [];
  for (let i = 0; i < n; i++) out.push((await submitted(site, member, manual())).id);
  return out;
}

describe("a member's own list", () => {
  it("contains only the member's own purchases, newest first, in pages that never overlap", async () => {
    const [member, stranger] = [await makeMember(site), await makeMember(site)];
    const mine = (await bought(member, 23)).reverse();
    await bought(stranger, 1);
    const first = await list(MINE, member);
    expect(first).toMatchObject({ total: 23, lastPage: 3, page: 1, limit: 10 });
    const pages = [first, await list(MINE, member, { page: 2 }), await list(MINE, member, { page: 3 })];
    expect(pages.flatMap(ids)).toEqual(mine);
    expect(await list(MINE, member, { page: 9 })).toEqual({ records: [], total: 23, lastPage: 3, page: 9, limit: 10 });
    expect(ids(await list(MINE, member, { limit: 25 }))).toEqual(mine);
    expect(first.records[0]).not.toHaveProperty('user');
    expect(first.records[0]).not.toHaveProperty('flags');
  });

  it('orders purchases of the same time by id', async () => {
    const member = await makeMember(site);
    const mine = await bought(member, 6);
    const db = site.database.platform;
    await db
      .updateTable('purchases')
      .set({ created_at: new Date('2026-01-01') })
      .where('user_id', '=', member.id)
      .execute();
    const pages = await Promise.all([1, 2, 3].map((page) => list(MINE, member, { page, limit: 2 })));
    expect(pages.flatMap(ids)).toEqual(mine.sort().reverse());
  });

  it('filters by status; without a status and with ALL it has all', async () => {
    const member = await makeMember(site);
    const [a, b, c] = await bought(member, 3);
    await post(site, APPROVE, admin, { id: a });
    await post(site, REJECT, admin, { id: b });
    expect(ids(await list(MINE, member, { status: 'APPROVED' }))).toEqual([a]);
    expect(ids(await list(MINE, member, { status: 'REJECTED' }))).toEqual([b]);
    expect(ids(await list(MINE, member, { status: 'PENDING' }))).toEqual([c]);
    for (const query of [{}, { status: 'ALL' }, { status: '' }])
      expect(ids(await list(MINE, member, query))).toEqual([c, b, a]);
  });

  it('searches order and reference numbers, also in the form that a bank statement prints', async () => {
    const member = await makeMember(site);
    const made = await submitted(site, member, await upi(site, member, { referenceNumber: '551234567890' }));
    await bought(member, 2);
    for (const search of ['551234567890', '5512-3456 7890', '4567', made.orderNumber.toLowerCase()])
      expect(ids(await list(MINE, member, { search }))).toEqual([made.id]);
    expect((await list(MINE, member, { search: 'nothing like it' })).total).toBe(0);
  });

  it('treats %, _ and \\ literally', async () => {
    const member = await makeMember(site, { name: 'Per % Cent_\\ Rao' });
    await bought(member, 1);
    const plain = await makeMember(site, { name: 'Plain Rao' });
    await bought(plain, 1);
    for (const search of ['%', '_', '\\', '% cent_', 't_\\']) {
      expect((await list(MINE, member, { search })).total).toBe(1);
      expect((await list(MINE, plain, { search })).total).toBe(0);
    }
  });

  it.each([
    [{ page: 0 }, 'page must be a whole number from 1 to 1000000.'],
    [{ page: 1.5 }, 'page must be a whole number from 1 to 1000000.'],
    [{ limit: 101 }, 'limit must be a whole number from 1 to 100.'],
    [{ limit: 0 }, 'limit must be a whole number from 1 to 100.'],
    [{ status: 'DONE' }, 'The status must be PENDING, APPROVED, REJECTED, REVERSED or ALL.'],
    [{ search: 'x'.repeat(101) }, 'Search for at most 100 characters.'],
  ])('refuses %j', async (query, message) => {
    const member = await makeMember(site);
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const answer = await site.call('GET', `${MINE}?${search}&unknown=ignored`, { token: member.token });
    expect([answer.status, answer.body.message]).toEqual([422, message]);
  });
});

describe("the company's list", () => {
  it('is only for admins of the company', async () => {
    const member = await makeMember(site);
    expect((await site.call('GET', ALL)).status).toBe(401);
    expect((await site.call('GET', ALL, { token: member.token })).status).toBe(403);
    expect((await site.call('GET', MINE, { token: admin.token })).status).toBe(403);
  });

  it('shows the buyer; PENDING has the oldest first, every other list the newest first', async () => {
    const name = `Searched ${Date.now()}`;
    const member = await makeMember(site, { name, mobile: '+919812345678' });
    const [a, b, c, d] = await bought(member, 4);
    await post(site, APPROVE, admin, { id: a });
    await post(site, APPROVE, admin, { id: b });
    expect(ids(await list(ALL, admin, { search: name, status: 'PENDING' }))).toEqual([c, d]);
    expect(ids(await list(ALL, admin, { search: name, status: 'APPROVED' }))).toEqual([b, a]);
    const all = await list(ALL, admin, { search: name.toUpperCase() });
    expect(ids(all)).toEqual([d, c, b, a]);
    expect(all.records[0].user).toEqual({
      id: member.id,
      referralCode: member.memberId,
      name,
      mobile: '+919812345678',
    });
    for (const search of [member.memberId, member.memberId.toLowerCase(), member.email])
      expect((await list(ALL, admin, { search })).total).toBe(4);
    expect((await list(ALL, admin, { search: '9812345678' })).total).toBeGreaterThanOrEqual(4);
  });

  it('finds a member by the new name, and no longer by the old one', async () => {
    const [old, now] = [`Oldname ${Date.now()}`, `Newname ${Date.now()}`];
    const member = await makeMember(site, { name: old });
    await bought(member, 1);
    await site.database.platform.updateTable('users').set({ name: now }).where('id', '=', member.id).execute();
    expect((await list(ALL, admin, { search: now })).total).toBe(1);
    expect((await list(ALL, admin, { search: old })).total).toBe(0);
  });

  it('contains nothing of another company', async () => {
    const foreign = await makeCompany(site);
    const foreignAdmin = await makeAdmin(site, { companyId: foreign });
    expect((await site.call('GET', ALL, { token: foreignAdmin.token })).status).toBe(401);
    const total = (await list(ALL, admin)).total;
    const rows = await site.database.platform
      .selectFrom('purchases')
      .select('id')
      .where('company_id', '=', companyId)
      .execute();
    expect(total).toBe(rows.length);
  });

  it('flags a different amount, a shared reference, a known file, and a member who is not yet verified', async () => {
    const [a, b] = [await makeMember(site), await makeMember(site, { isApproved: true })];
    const referenceNumber = freshReference();
    const file = picture();
    const ofA = await submitted(
      site,
      a,
      await upi(site, a, { referenceNumber, receiptId: await upload(site, a, file), amount: '1180.01' }),
    );
    const ofB = await submitted(
      site,
      b,
      await upi(site, b, { referenceNumber, receiptId: await upload(site, b, file) }),
    );
    const flagsOf = async (id: string) =>
      (await list(ALL, admin, { search: referenceNumber })).records.find((record: { id: string }) => record.id === id)
        .flags;
    expect(await flagsOf(ofA.id)).toMatchObject({
      amountDiffers: '₹0.01 more than due',
      referenceConflict: [ofB.orderNumber],
      sameFileSeen: [ofB.orderNumber],
      memberNotVerified: true,
    });
    expect(await flagsOf(ofB.id)).toMatchObject({
      amountDiffers: null,
      referenceConflict: [ofA.orderNumber],
      sameFileSeen: [ofA.orderNumber],
      memberNotVerified: false,
    });
    await post(site, REJECT, admin, { id: ofA.id });
    expect(await flagsOf(ofA.id)).toMatchObject({
      amountDiffers: null,
      referenceConflict: [],
      sameFileSeen: [],
      memberNotVerified: false,
      lateProofSeconds: null,
      newAccountSeconds: null,
    });
    // A proof that was rejected once deserves a second look too.
    expect(await flagsOf(ofB.id)).toMatchObject({ referenceConflict: [], sameFileSeen: [ofA.orderNumber] });
  });
});

describe('GET /admin/beneficiary/get', () => {
  it('returns the primary account flat and all active accounts as a list', async () => {
    const answer = await site.call('GET', '/api/v1/admin/beneficiary/get', { token: admin.token });
    expect(answer.body.data).toMatchObject({
      bankName: 'Example Bank',
      upi: PAYEE_UPI,
      beneficiaries: [{ bankName: 'Example Bank', isPrimary: true }],
    });
    const member = await makeMember(site);
    expect((await site.call('GET', '/api/v1/admin/beneficiary/get', { token: member.token })).status).toBe(403);
  });
});

/** The member page of admins: all data, only of their own company, and the remaining data of erased accounts. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { type PageCalls, pageCallsOf, putMail, READS } from '../support/member-page.ts';
import { askForDeletion, callsOf } from '../support/members.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let as: PageCalls;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  as = pageCallsOf(site, admin);
});
afterAll(() => site?.remove());

const NOBODY = '0190f2b6-7c1a-7000-8000-00000000dead';
const data = async (what: (typeof READS)[number], id: string, query?: Record<string, number>) => {
  const answer = await as.read(what, id, query);
  expect([what, answer.status, answer.body.status]).toEqual([what, 200, true]);
  return answer.body.data;
};
const bought = async (member: Account, path: string | null, more: object = {}) => {
  const made = await submitted(site, member, manual());
  if (path !== null) expect((await post(site, path, admin, { id: made.id, ...more })).status).toBe(200);
  return made;
};
const login = (user: Account, path = '/api/v1/user/auth/login') =>
  site.call('POST', path, {
    body: { user: user.email, password: user.password },
    ip: freshIp(),
    headers: { 'User-Agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36' },
  });

describe('every call', () => {
  it('is only for admins of the company', async () => {
    const member = await makeMember(site);
    const abroad = await makeAdmin(site, { companyId: await makeCompany(site) });
    for (const [who, status] of [
      [member, 403],
      [abroad, 401],
    ] as const) {
      const calls = pageCallsOf(site, who);
      for (const what of READS) expect([what, (await calls.read(what, member.id)).status]).toEqual([what, status]);
      expect((await calls.resend(member.id, await putMail(site, member))).status).toBe(status);
    }
  });

  it('returns the same 404 for an account of another company, a deleted one and an unknown one', async () => {
    const foreign = await makeMember(site, { companyId: await makeCompany(site) });
    const gone = await makeMember(site);
    await callsOf(site, admin).remove(gone.id);
    const bodies = new Set<string>();
    for (const id of [foreign.id, gone.id, NOBODY]) {
      for (const what of READS) {
        const answer = await as.read(what, id);
        expect([what, answer.status]).toEqual([what, 404]);
        bodies.add(answer.body.message);
      }
      const page = await site.call('GET', `/admin/usermanage/${id}`, { cookie: admin.cookie });
      expect(page.status).toBe(404);
    }
    expect([...bodies]).toEqual(['User not found.']);
    expect((await site.call('GET', '/admin/usermanage/nobody', { cookie: admin.cookie })).status).toBe(404);
    expect((await as.read('get', 'nobody')).status).toBe(422);
  });
});

describe('the profile', () => {
  it('has every field, the masked Aadhaar number, the referrer and the sums', async () => {
    const referrer = await makeMember(site, { name: 'Ravi Das' });
    const mobile = '+919876501234';
    const member = await makeMember(site, { name: 'Asha Rao', mobile, isApproved: true, referrerId: referrer.id });
    await site.database.platform
      .updateTable('users')
      .set({
        date_of_birth: '1994-05-17',
        aadhaar_last4: '2346',
        aadhaar_hash: 'hash-of-a-number',
        pincode: '400001',
        gender: 'female',
        wallet_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      })
      .where('id', '=', member.id)
      .execute();
    await bought(member, APPROVE);
    await bought(member, APPROVE);
    await bought(member, REJECT);
    await bought(member, null);
    const it = await data('get', member.id);
    expect(it).toMatchObject({
      id: member.id,
      name: 'Asha Rao',
      email: member.email,
      mobile,
      referralCode: member.memberId,
      role: 'USER',
      status: 'ACTIVE',
      isApproved: true,
      erasedAt: null,
      dateOfBirth: '1994-05-17',
      kycDocumentNumber: 'XXXX XXXX 2346',
      pincode: '400001',
      gender: 'female',
      walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      profileImage: null,
      referredBy: { id: referrer.id, name: 'Ravi Das', referralCode: referrer.memberId },
      purchases: { approved: 2, approvedAmount: '2360.00', pending: 1, pendingAmount: '1180.00' },
      stockBalance: 8000,
      membersBrought: 0,
      rewardsEarned: 0,
    });
    expect(JSON.stringify(it)).not.toContain('hash-of-a-number');
    expect(await data('get', referrer.id)).toMatchObject({ membersBrought: 1, rewardsEarned: 400, stockBalance: 400 });
  });

  it('shows the remaining data of an erased account', async () => {
    const member = await makeMember(site, { name: 'Leaving Person' });
    const made = await bought(member, APPROVE);
    await putMail(site, member);
    await askForDeletion(site, member);
    expect((await callsOf(site, admin).remove(member.id)).status).toBe(200);
    const it = await data('get', member.id);
    expect(it).toMatchObject({
      name: 'Deleted member',
      email: '',
      mobile: '',
      referralCode: member.memberId,
      status: 'INACTIVE',
      erasedAt: expect.stringMatching(/Z$/),
      stockBalance: 4000,
    });
    expect((await data('purchases', member.id)).records).toMatchObject([{ orderNumber: made.orderNumber }]);
    expect((await data('stock', member.id)).total).toBe(1);
    expect((await data('mails', member.id)).total).toBe(0);
    expect(JSON.stringify(it)).not.toContain(member.email);
    const page = await site.call('GET', `/admin/usermanage/${member.id}`, { cookie: admin.cookie });
    expect([page.status, page.text.includes('personal data are erased'), page.text.includes(member.email)]).toEqual([
      200,
      true,
      false,
    ]);
  });
});

describe('the lists', () => {
  it('have only the purchases of this member, newest first, in pages that never overlap', async () => {
    const [member, other] = [await makeMember(site), await makeMember(site)];
    const made: string[] = [];
    for (let n = 0; n < 7; n++) made.unshift((await bought(member, n === 0 ? APPROVE : null)).id);
    await bought(other, null);
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await data('purchases', member.id, { page, limit: 3 }));
    expect(pages[0]).toMatchObject({ total: 7, lastPage: 3, page: 1, limit: 3 });
    expect(pages.flatMap((it) => it.records.map((row: { id: string }) => row.id))).toEqual(made);
    expect(pages[2].records[0]).toEqual({
      id: made[6],
      orderNumber: expect.stringMatching(/^PUR-/),
      paymentMethod: 'MANUAL',
      totalQuantity: 4000,
      finalAmount: '1180.00',
      status: 'APPROVED',
      bankState: 'UNKNOWN',
      received: null,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect((await data('purchases', member.id, { page: 9 })).records).toEqual([]);
  });

  it('have every ledger entry with its hash, its purchase and the buyer', async () => {
    const referrer = await makeMember(site, { name: 'Meera Iyer' });
    const member = await makeMember(site, { name: 'Kavya Menon', referrerId: referrer.id });
    const made = await bought(member, APPROVE);
    expect((await post(site, REVERSE, admin, { id: made.id, reason: 'Charged back' })).status).toBe(200);
    const purchase = {
      orderNumber: made.orderNumber,
      status: 'REVERSED',
      buyer: { id: member.id, name: 'Kavya Menon', referralCode: member.memberId },
    };
    const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/);
    expect((await data('stock', member.id)).records).toMatchObject([
      { kind: 'ADJUSTMENT', quantity: -4000, transactionHash: hash, purchase },
      { kind: 'PURCHASE', quantity: 4000, transactionHash: hash, purchase },
    ]);
    expect((await data('stock', referrer.id)).records).toMatchObject([
      { kind: 'ADJUSTMENT', quantity: -200, purchase },
      { kind: 'REWARD', quantity: 200, purchase },
    ]);
    expect((await data('referrals', referrer.id)).records).toMatchObject([{ id: member.id, reward: 0 }]);
  });

  it('have the referred members and the reward for each', async () => {
    const referrer = await makeMember(site);
    const [first, second] = [
      await makeMember(site, { name: 'First', referrerId: referrer.id, isApproved: true }),
      await makeMember(site, { name: 'Second', referrerId: referrer.id, status: 'BLOCKED' }),
    ];
    await bought(first, APPROVE);
    await bought(first, APPROVE);
    await bought(first, null);
    expect((await data('referrals', referrer.id)).records).toEqual([
      {
        id: second.id,
        name: 'Second',
        referralCode: second.memberId,
        createdAt: expect.stringMatching(/Z$/),
        isApproved: false,
        status: 'BLOCKED',
        reward: 0,
      },
      expect.objectContaining({ id: first.id, isApproved: true, status: 'ACTIVE', reward: 400 }),
    ]);
  });
});

describe('sign-ins', () => {
  it('are each listed once: active ones with device and address, ended ones without', async () => {
    const member = await makeMember(site);
    const db = site.database.platform;
    await db.deleteFrom('sessions').where('user_id', '=', member.id).execute();
    const [ended, active] = [(await login(member)).body.data.token, (await login(member)).body.data.token];
    expect((await site.call('POST', '/api/v1/user/auth/logout', { token: ended, body: {} })).status).toBe(200);
    const list = await data('sign-ins', member.id);
    expect(list.total).toBe(2);
    expect(list.records).toEqual([
      {
        startedAt: expect.stringMatching(/Z$/),
        isAdmin: false,
        isActive: true,
        device: 'Chrome on Android',
        ip: expect.stringMatching(/\d/),
        seenAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ isAdmin: false, isActive: false, device: null, ip: null, seenAt: null }),
    ]);
    await sql`UPDATE sessions SET seen_at = now() - make_interval(secs => idle_seconds + 1) WHERE user_id = ${member.id}`.execute(
      db,
    );
    expect((await site.call('GET', '/api/v1/user/auth/profile/get', { token: active })).status).toBe(401);
    const over = await data('sign-ins', member.id);
    expect(over.records.map((row: { isActive: boolean }) => row.isActive)).toEqual([false, false]);
  });

  it('of a blocked member end immediately, in the member area and in the admin area', async () => {
    const member = await makeMember(site);
    const other = await makeAdmin(site);
    const calls = callsOf(site, admin);
    for (const who of [member, other]) {
      expect((await data('sign-ins', who.id)).records[0].isActive).toBe(true);
      expect((await calls.setStatus(who.id, 'BLOCKED')).status).toBe(200);
      expect((await data('sign-ins', who.id)).records.filter((row: { isActive: boolean }) => row.isActive)).toEqual([]);
    }
    const profile = () => site.call('GET', '/api/v1/user/auth/profile/get', { token: member.token });
    expect((await profile()).status).toBe(401);
    expect((await pageCallsOf(site, other).read('get', member.id)).status).toBe(401);
    expect((await login(member)).status).toBe(401);
    expect((await calls.setStatus(member.id, 'ACTIVE')).status).toBe(200);
    expect((await profile()).status).toBe(401);
    expect((await login(member)).status).toBe(200);
  });
});

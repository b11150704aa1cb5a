/** Referral rewards that wait: reserved, seen by both sides, credited once by an admin or on their day, or ended. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configureMail } from '@/lib/mail/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeCompany,
  makeMember,
  seasonAdmins,
  signIn,
} from '../support/accounts.ts';
import {
  APPROVE,
  expectSums,
  leaveTokens,
  manual,
  post,
  REVERSE,
  submitted,
  sums,
  tally,
} from '../support/purchases.ts';
import {
  approvedWith,
  creditDue,
  heldReward,
  ledgerFaults,
  letWaitEnd,
  OWN_REWARDS,
  REASON,
  REWARDS,
  refuse,
  release,
  rewardOf,
  rewardsOf,
} from '../support/rewards.ts';
import { APP_SECRET, freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

let site: Site;
let other: Site;
let companyId: string;
let admin: Account;
let second: Account;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  companyId = await companyIdOf(site);
  configureMail({ secrets: secretsOf(APP_SECRET), from: 'no-reply@example.com' });
  [admin, second] = [await makeAdmin(site, { name: 'Vikram Shah' }), await makeAdmin(site, { name: 'Leela Nair' })];
  await seasonAdmins(site, [admin.id, second.id]);
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

const companies = () => site.database.platform.updateTable('companies').where('id', '=', companyId);
beforeEach(() => companies().set({ reward_wait_days: 0, second_approver_above_paise: null }).execute());
/** The invariant of every test here. */
const expectOrder = async (): Promise<void> => {
  await expectSums(site, companyId);
  expect(await ledgerFaults(site)).toEqual([]);
};
const stockOf = async (who: Account): Promise<number> =>
  (await site.call('GET', '/api/v1/user/auth/profile/get', { token: who.token, ip: freshIp() })).body.data.stockBalance;
const figuresOf = async (who: Account) =>
  (await site.call('GET', '/api/v1/user/referral/get', { token: who.token, ip: freshIp() })).body.data;
const trailOf = async (purchaseId: string): Promise<string[]> => {
  const rows = await site.database.platform
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', purchaseId)
    .where('action', 'like', 'reward.%')
    .orderBy('seq')
    .execute();
  return rows.map((row) => row.action);
};
const mailsAbout = async (purchaseId: string, to: Account): Promise<string[]> => {
  const rows = await site.database.platform
    .selectFrom('mails')
    .select('kind')
    .where('about_id', '=', purchaseId)
    .where('to_address', '=', to.email)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.kind);
};

describe('the rule', () => {
  it('gets a version with each change of its three settings, and no other; a version never changes', async () => {
    const present = () =>
      site.database.platform
        .selectFrom('companies')
        .select(['referral_rule', 'settings_version'])
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow();
    const before = await present();
    const update = async (change: object) => {
      const { settings_version: version } = await present();
      const body = { ...change, version };
      expect((await site.call('PUT', '/api/v1/admin/settings/update', { body, token: admin.token })).status).toBe(200);
      return (await present()).referral_rule - before.referral_rule;
    };
    expect(await update({ notice: 'Open until Friday' })).toBe(0);
    expect(await update({ referralRewardPercent: '4' })).toBe(1);
    expect(await update({ rewardWaitDays: '7' })).toBe(2);
    expect(await update({ rewardSigns: 'wallet, mobile' })).toBe(3);
    expect(await update({ rewardSigns: 'mobile,wallet' })).toBe(3);
    expect(await update({ rewardSigns: '' })).toBe(4);
    const all = 'mobile,wallet,payer,browser,network';
    expect(await update({ referralRewardPercent: '5', rewardWaitDays: '0', rewardSigns: all, notice: '' })).toBe(5);
    const versions = await site.database.platform
      .selectFrom('referral_rules')
      .select(['reward_bps', 'wait_days', 'signs'])
      .where('company_id', '=', companyId)
      .orderBy('version')
      .execute();
    expect(versions.slice(before.referral_rule).map((it) => [it.reward_bps, it.wait_days, it.signs.join()])).toEqual([
      [400, 0, all],
      [400, 7, all],
      [400, 7, 'mobile,wallet'],
      [400, 7, ''],
      [500, 0, all],
    ]);
    const rules = site.database.platform.updateTable('referral_rules').set({ reward_bps: 9 });
    await expect(rules.where('company_id', '=', companyId).execute()).rejects.toThrow(/append-only/);
    const asCompany = site.database.company(companyId);
    await expect(asCompany.updateTable('referral_rules').set({ reward_bps: 9 }).execute()).rejects.toThrow(/denied/);
    await expect(asCompany.deleteFrom('referral_rules').execute()).rejects.toThrow(/denied/);
  });

  it.each([
    [
      { rewardSigns: 'mobile,shoes' },
      'Please name the signs with commas between: mobile, wallet, payer, browser, network.',
    ],
    [{ rewardWaitDays: '366' }, 'Please enter the days until a reward is credited as a whole number from 0 to 365.'],
  ])('refuses %j', async (change, message) => {
    const body = { ...change, version: 1 };
    const answer = await site.call('PUT', '/api/v1/admin/settings/update', { body, token: admin.token });
    expect(statusAndMessage(answer)).toEqual([422, message]);
  });

  it('is named by each reward; without a sign or a wait, a reward is credited with the approval as ever', async () => {
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    const { purchaseId } = await approvedWith(site, buyer, admin);
    const { referral_rule: rule } = await site.database.platform
      .selectFrom('companies')
      .select('referral_rule')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    expect(await rewardOf(site, purchaseId)).toMatchObject({ state: 'CREDITED', quantity: 200n, rule, signs: [] });
    expect(await mailsAbout(purchaseId, referrer)).toEqual(['reward-credited']);
    expect((await rewardsOf(site, referrer)).records).toMatchObject([
      { state: 'CREDITED', quantity: 200, fromMemberId: buyer.memberId, rule: { version: rule, rewardPercent: '5' } },
    ]);
    await expectOrder();
  });
});

describe('a reward with a sign', () => {
  it('is reserved, and both sides see why; an admin’s release credits it', async () => {
    const before = await sums(site, companyId);
    const { referrer, buyer, purchaseId, id } = await heldReward(site, admin);
    expect(await rewardOf(site, purchaseId)).toMatchObject({ state: 'HELD', signs: ['mobile'], held_until: null });
    const after = await sums(site, companyId);
    expect([after.credited - before.credited, after.held - before.held]).toEqual([4000n, 200n]);
    await expectOrder();

    expect(await stockOf(referrer)).toBe(0);
    expect(await figuresOf(referrer)).toMatchObject({ rewardsEarned: 0, rewardsHeld: 200, waitDays: 0 });
    const [own] = (await rewardsOf(site, referrer)).records;
    expect(own).toMatchObject({ id, state: 'HELD', quantity: 200, signs: ['mobile'], heldUntil: null, reason: '' });
    expect(own).not.toHaveProperty('buyer');
    expect((await rewardsOf(site, buyer)).records).toEqual([]);
    const [seen] = (await rewardsOf(site, admin, `${REWARDS}/list?state=HELD&search=${buyer.memberId}`)).records;
    expect(seen).toMatchObject({
      id,
      signs: ['mobile'],
      isOwn: false,
      firstRelease: null,
      referrer: { id: referrer.id, name: 'Meera Iyer', isActive: true },
      buyer: { id: buyer.id, memberId: buyer.memberId },
    });
    const bell = await rewardsOf(site, referrer, '/api/v1/user/notifications/list');
    expect(bell.records[0]).toMatchObject({ kind: 'reward-held', link: '/user/dashboard' });

    expect((await release(site, admin, id)).body).toMatchObject({
      message: 'Reward credited',
      data: { id, state: 'CREDITED' },
    });
    expect(await stockOf(referrer)).toBe(200);
    expect(await figuresOf(referrer)).toMatchObject({ rewardsEarned: 200, rewardsHeld: 0 });
    expect(await mailsAbout(purchaseId, referrer)).toEqual(['reward-held', 'reward-credited']);
    expect(await trailOf(purchaseId)).toEqual(['reward.release']);
    expect(await rewardOf(site, purchaseId)).toMatchObject({ state: 'CREDITED', decided_by: admin.id });
    await expectOrder();
  });

  it('is credited once when two admins on two nodes release it at the same time, twelve times', async () => {
    const { referrer, id, purchaseId } = await heldReward(site, admin);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => release(n % 2 ? site : other, n % 3 ? admin : second, id)),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 11 });
    expect(await stockOf(referrer)).toBe(200);
    expect(await trailOf(purchaseId)).toEqual(['reward.release']);
    await expectOrder();
  });

  it('can be refused with a reason that the referrer reads; its tokens can then be sold', async () => {
    const { referrer, id, purchaseId } = await heldReward(site, admin);
    expect(statusAndMessage(await post(site, `${REWARDS}/refuse`, admin, { id }))).toEqual([
      422,
      'Please enter a reason.',
    ]);
    const before = await sums(site, companyId);
    expect((await refuse(site, admin, id)).body).toMatchObject({
      message: 'Reward refused',
      data: { state: 'REFUSED' },
    });
    expect((await sums(site, companyId)).held).toBe(before.held - 200n);
    expect((await rewardsOf(site, referrer)).records[0]).toMatchObject({ state: 'REFUSED', reason: REASON });
    expect(await mailsAbout(purchaseId, referrer)).toEqual(['reward-held', 'reward-refused']);
    for (const again of [release, refuse])
      expect(statusAndMessage(await again(site, second, id))).toEqual([409, 'This reward has already been refused.']);
    expect(await trailOf(purchaseId)).toEqual(['reward.refuse']);
    await expectOrder();
  });

  it('is limited to what the buyer leaves of the pool, and nothing else is sold from it', async () => {
    const referrer = await makeMember(site, { mobile: '+919811111111' });
    const buyer = await makeMember(site, { referrerId: referrer.id, mobile: '+919811111111' });
    const made = await submitted(site, buyer, manual());
    await leaveTokens(site, companyId, 150n);
    expect((await post(site, APPROVE, admin, { id: made.id })).status).toBe(200);
    const { id, ...row } = await rewardOf(site, made.id);
    expect(row).toMatchObject({ state: 'HELD', quantity: 150n });
    const next = await post(
      site,
      '/api/v1/user/package/purchase',
      buyer,
      manual({ purchaseAmount: '1', amount: '1.18' }),
    );
    expect(next.status).toBe(409);
    expect((await release(site, admin, id)).status).toBe(200);
    expect(await stockOf(referrer)).toBe(150);
    await leaveTokens(site, companyId, 100_000_000n);
    await expectOrder();
  });

  it('waits while the referrer is not active, and keeps the account', async () => {
    const { referrer, id } = await heldReward(site, admin);
    const users = site.database.platform.updateTable('users').where('id', '=', referrer.id);
    await users.set({ status: 'BLOCKED' }).execute();
    expect((await release(site, admin, id)).status).toBe(409);
    const remove = () =>
      site.call('DELETE', '/api/v1/admin/auth/delete', { body: { id: referrer.id }, token: admin.token });
    expect(statusAndMessage(await remove())).toEqual([
      409,
      'This member has a reward on hold. Please release or refuse it first.',
    ]);
    expect((await refuse(site, admin, id)).status).toBe(200);
    expect((await remove()).status).toBe(200);
    // The reward is part of the books, without what was written about the member.
    const row = await site.database.platform.selectFrom('referral_rewards').selectAll().where('id', '=', id).execute();
    expect(row).toMatchObject([{ state: 'REFUSED', refusal_reason: '' }]);
    await expectOrder();
  });
});

describe('the waiting period', () => {
  it('ends with one credit, also when two nodes look at the same time', async () => {
    await companies().set({ reward_wait_days: 7 }).execute();
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    const made = await Promise.all(Array.from({ length: 3 }, () => approvedWith(site, buyer, admin)));
    const [first] = (await rewardsOf(site, referrer)).records;
    expect(Date.parse(first.heldUntil) - Date.parse(first.createdAt)).toBe(7 * 86_400_000);
    expect(first.signs).toEqual([]);
    expect(await creditDue(site)).toBe(0);
    for (const { id } of made.slice(0, 2)) await letWaitEnd(site, id);
    const credited = await Promise.all([creditDue(site), creditDue(site), creditDue(site)]);
    expect(credited.reduce((sum, n) => sum + n, 0)).toBe(2);
    expect(await stockOf(referrer)).toBe(400);
    const states = (await rewardsOf(site, referrer)).records.map((it: { state: string }) => it.state).sort();
    expect(states).toEqual(['CREDITED', 'CREDITED', 'HELD']);
    expect(await trailOf(made[0]?.purchaseId ?? '')).toEqual(['reward.credit']);
    expect(await mailsAbout(made[0]?.purchaseId ?? '', referrer)).toEqual(['reward-held', 'reward-credited']);
    await expectOrder();
  });

  it('does not credit a reward with a sign, nor one of a referrer who is not active', async () => {
    await companies().set({ reward_wait_days: 1 }).execute();
    const suspicious = await heldReward(site, admin);
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    const quiet = await approvedWith(site, buyer, admin);
    for (const { id } of [suspicious, quiet]) await letWaitEnd(site, id);
    const users = site.database.platform.updateTable('users').where('id', '=', referrer.id);
    await users.set({ status: 'INACTIVE' }).execute();
    expect(await creditDue(site)).toBe(0);
    await users.set({ status: 'ACTIVE' }).execute();
    expect(await creditDue(site)).toBe(1);
    expect([await stockOf(referrer), await stockOf(suspicious.referrer)]).toEqual([200, 0]);
    await expectOrder();
  });
});

describe('a reversal', () => {
  const reverse = (id: string) => post(site, REVERSE, admin, { id, reason: 'Charged back' });

  it('ends a reward on hold, and takes back one that was released', async () => {
    const held = await heldReward(site, admin);
    const released = await heldReward(site, admin);
    await release(site, admin, released.id);
    for (const { purchaseId } of [held, released]) expect((await reverse(purchaseId)).status).toBe(200);
    for (const { purchaseId, referrer, id } of [held, released]) {
      expect((await rewardOf(site, purchaseId)).state).toBe('REVERSED');
      expect(await stockOf(referrer)).toBe(0);
      expect(statusAndMessage(await release(site, admin, id))).toEqual([
        409,
        'The purchase of this reward has been reversed.',
      ]);
    }
    expect(await mailsAbout(held.purchaseId, held.referrer)).toEqual(['reward-held', 'reward-ended']);
    expect(await mailsAbout(released.purchaseId, released.referrer)).toEqual([
      'reward-held',
      'reward-credited',
      'reward-reversed',
    ]);
    await expectOrder();
  });

  it('and a release at the same time leave no reward, whichever is first', async () => {
    for (let n = 0; n < 5; n++) {
      const { purchaseId, id, referrer } = await heldReward(site, admin);
      const [reversed, released] = await Promise.all([
        reverse(purchaseId),
        post(other, `${REWARDS}/release`, second, { id }),
      ]);
      expect(reversed.status).toBe(200);
      expect([200, 409]).toContain(released.status);
      expect(await stockOf(referrer)).toBe(0);
      expect((await rewardOf(site, purchaseId)).state).toBe('REVERSED');
    }
    await expectOrder();
  });
});

describe('two admins', () => {
  it('nobody releases a reward that is theirs, or comes from their own purchase', async () => {
    const asAdmin = await makeAdmin(site, { mobile: '+919822222222' });
    const own = await heldReward(site, admin, asAdmin);
    expect(statusAndMessage(await release(site, asAdmin, own.id))).toEqual([
      403,
      'This reward is yours, or comes from your own purchase. Another admin has to release it.',
    ]);
    const referrer = await makeMember(site, { mobile: '+919822222222' });
    await site.database.platform
      .updateTable('users')
      .set({ referrer_id: referrer.id })
      .where('id', '=', asAdmin.id)
      .execute();
    const session = await signIn(site, { kind: 'member', companyId, accountId: asAdmin.id });
    const bought = await approvedWith(site, { ...asAdmin, ...session }, admin);
    expect((await release(site, asAdmin, bought.id)).status).toBe(403);
    for (const { id } of [own, bought]) expect((await release(site, admin, id)).status).toBe(200);
    await expectOrder();
  });

  it('release a reward above the company’s amount, by the tokens at the highest price, with what one has released today', async () => {
    const third = await makeAdmin(site);
    await seasonAdmins(site, [third.id]);
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await heldReward(site, second));
    // 200 tokens at ₹0.25 are ₹50.
    await companies().set({ second_approver_above_paise: 120_00n }).execute();
    const [a, b, c] = made.map(({ id }) => id);
    for (const id of [a, b]) expect((await release(site, third, id ?? '')).body.data.state).toBe('CREDITED');
    const first = await release(site, third, c ?? '');
    expect([first.body.message, first.body.data.state]).toEqual([
      'Release recorded. Your approvals today are above the limit for one admin, so a second admin has to release it too.',
      'HELD',
    ]);
    expect((await release(site, third, c ?? '')).body).toMatchObject({
      code: 'conflict',
      reason: 'second_admin_needed',
    });
    const [seen] = (await rewardsOf(site, third, `${REWARDS}/list?state=HELD`)).records;
    expect(seen).toMatchObject({ id: c, firstRelease: { by: 'Vikram Shah', isMine: true } });
    const answers = await Promise.all([release(site, admin, c ?? ''), release(other, second, c ?? '')]);
    expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    expect(await trailOf(made[2]?.purchaseId ?? '')).toEqual(['reward.release.first', 'reward.release']);
    await expectOrder();
  });
});

describe('another company', () => {
  it('sees no reward, and releases and refuses none', async () => {
    const { id } = await heldReward(site, admin);
    const theirs = await makeCompany(site);
    const stranger = await makeAdmin(site, { companyId: theirs });
    const db = site.database.company(theirs);
    expect(await db.selectFrom('referral_rewards').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('referral_rules').select('company_id').distinct().execute()).toEqual([
      { company_id: theirs },
    ]);
    for (const act of [release, refuse]) expect([401, 403, 404]).toContain((await act(site, stranger, id)).status);
    expect((await release(site, admin, '11111111-1111-4111-8111-111111111111')).status).toBe(404);
    expect((await site.call('GET', OWN_REWARDS, { ip: freshIp() })).status).toBe(401);
    await refuse(site, admin, id);
  });
});

describe('the verification of the ledger', () => {
  it.each([
    [
      'a reward that is marked as credited',
      `UPDATE referral_rewards SET state = 'CREDITED', decided_at = now() WHERE id = $1`,
    ],
    ['another quantity', `UPDATE referral_rewards SET quantity = quantity + 1 WHERE id = $1`],
    ['another version of the rule', `UPDATE referral_rewards SET rule = rule - 1 WHERE id = $1`],
    ['a reward that was removed', `DELETE FROM referral_rewards WHERE id = $1`],
  ])('names %s', async (_, statement) => {
    await companies().set({ reward_bps: 501 }).execute();
    await companies().set({ reward_bps: 500 }).execute();
    const { id, purchaseId } = await heldReward(site, admin);
    await expectOrder();
    const row = await rewardOf(site, purchaseId);
    await sql.raw(statement.replace('$1', `'${id}'`)).execute(site.database.platform);
    expect(await ledgerFaults(site)).toHaveLength(1);
    await site.database.platform.deleteFrom('referral_rewards').where('id', '=', id).execute();
    await site.database.platform.insertInto('referral_rewards').values(row).execute();
    await expectOrder();
    await refuse(site, admin, id);
  });
});

/** A referral code shows strangers only whether it works, and its owner what it earned. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { NOBODYS_MEMBER_ID } from '../support/brand.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let owner: Account;
beforeAll(async () => {
  site = await startSite();
  owner = await makeMember(site, { name: 'Code Owner' });
});
afterAll(() => site?.remove());

const check = (code: string, ip = freshIp()) =>
  site.call('GET', `/api/v1/user/auth/referral/check?code=${encodeURIComponent(code)}`, { ip });

test('an active member’s code exists, in any spelling; the response reveals nothing about the member', async () => {
  for (const code of [owner.memberId, owner.memberId.toLowerCase(), ` ${owner.memberId} `]) {
    const answer = await check(code);
    expect([answer.status, answer.body.data]).toEqual([200, { exists: true }]);
    expect(answer.text).not.toContain('Owner');
  }
});

test('unknown codes and codes of members without access do not exist', async () => {
  const blocked = await makeMember(site, { status: 'BLOCKED' });
  for (const code of [NOBODYS_MEMBER_ID, blocked.memberId])
    expect((await check(code)).body.data).toEqual({ exists: false });
  expect((await check('no')).body).toMatchObject({ status: false, message: 'This referral code is not valid.' });
});

test('guesses of codes are limited', async () => {
  const ip = freshIp();
  const answers = [];
  for (let n = 0; n < 22; n++) answers.push((await check(NOBODYS_MEMBER_ID, ip)).status);
  expect(answers.filter((status) => status === 200)).toHaveLength(20);
  expect(answers.slice(-2)).toEqual([429, 429]);
});

test('the owner sees referred members and earned rewards, and the stock by day', async () => {
  const figures = async (who: Account) =>
    (await site.call('GET', '/api/v1/user/referral/get', { token: who.token, ip: freshIp() })).body.data;
  const history = async (who: Account) =>
    (await site.call('GET', '/api/v1/user/stock/history', { token: who.token, ip: freshIp() })).body.data;
  expect(await figures(owner)).toEqual({
    memberId: owner.memberId,
    link: `/register?ref=${owner.memberId}`,
    membersBrought: 0,
    rewardsEarned: 0,
    rewardsHeld: 0,
    rewardPercent: '5',
    waitDays: 0,
    rule: 1,
    ruleSince: expect.any(String),
  });
  expect((await history(owner)).points).toEqual([]);
  const admin = await makeAdmin(site);
  const [buyer] = await Promise.all([
    makeMember(site, { referrerId: owner.id }),
    makeMember(site, { referrerId: owner.id }),
  ]);
  for (let n = 0; n < 2; n++) {
    const { id } = await submitted(site, buyer, manual());
    await post(site, APPROVE, admin, { id });
  }
  expect(await figures(owner)).toMatchObject({ membersBrought: 2, rewardsEarned: 400 });
  expect(await figures(buyer)).toMatchObject({ membersBrought: 0, rewardsEarned: 0 });
  const { today, points } = await history(buyer);
  expect(points).toEqual([{ day: today, change: 8000, balance: 8000 }]);
  expect((await history(owner)).points).toEqual([{ day: today, change: 400, balance: 400 }]);
});

test('the owner sees who registered with the code, by member ID and time alone', async () => {
  const referrer = await makeMember(site, { name: 'Code Owner' });
  const [first, second, erased] = [
    await makeMember(site, { referrerId: referrer.id, name: 'First Friend' }),
    await makeMember(site, { referrerId: referrer.id, name: 'Second Friend' }),
    await makeMember(site, { referrerId: referrer.id, name: 'Erased Friend' }),
  ];
  const db = site.database.platform;
  await db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - 86_400_000) })
    .where('id', '=', first.id)
    .execute();
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', erased.id).execute();
  const list = async (query = '', who = referrer) =>
    site.call('GET', `/api/v1/user/referral/list${query}`, { token: who.token, ip: freshIp() });
  const { body, text } = await list();
  expect(body.data).toMatchObject({ total: 2, lastPage: 1 });
  expect(body.data.records).toEqual(
    [second, first].map(({ memberId }) => ({ memberId, joinedAt: expect.stringMatching(/Z$/) })),
  );
  expect(text).not.toMatch(/Friend|@/);
  expect((await list('?page=2&limit=1')).body.data.records[0].memberId).toBe(first.memberId);
  expect((await list('', first)).body.data.records).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

const GLOBAL = '/api/v1/user/stock/global';
const MINE = '/api/v1/user/stock/mine';
const get = async (path: string, who: Account) => {
  const answer = await site.call('GET', path, { token: who.token, ip: freshIp() });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};
async function buy(member: Account, rupees: string): Promise<string> {
  const { id } = await submitted(site, member, manual({ amount: rupees, purchaseAmount: rupees }));
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  return id;
}
const launchOf = async () =>
  (
    await site.database.platform
      .selectFrom('companies')
      .select('launch_at')
      .where('id', '=', await companyIdOf(site))
      .executeTakeFirstOrThrow()
  ).launch_at;

describe('stock lists', () => {
  it('are empty before the first approval', async () => {
    const member = await makeMember(site);
    await submitted(site, member, manual());
    for (const path of [GLOBAL, MINE])
      expect(await get(path, member)).toEqual({ records: [], total: 0, lastPage: 1, page: 1, limit: 10 });
  });

  it('rank the holders by balance, do not reveal their names, and count down to the launch', async () => {
    const [big, small, twin, twin2] = await Promise.all(Array.from({ length: 4 }, () => makeMember(site)));
    if (!big || !small || !twin || !twin2) throw new Error('four members');
    const db = site.database.platform;
    const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    await db.updateTable('users').set({ wallet_address: wallet }).where('id', '=', big.id).execute();
    await buy(small, '25');
    await buy(big, '1000');
    for (const member of [twin, twin2]) await buy(member, '100');
    await buy(big, '1000');
    const data = await get(GLOBAL, small);
    const twins = [twin, twin2].sort((a, b) => (a.id < b.id ? -1 : 1));
    const rows = await db.selectFrom('stock_balances').selectAll().execute();
    const unlocksAt = (await launchOf())?.toISOString();
    const hashOf = (member: Account) => rows.find((row) => row.user_id === member.id)?.last_hash;
    expect(data).toMatchObject({ total: 4, lastPage: 1 });
    expect(data.records).toEqual(
      [big, ...twins, small].map((member, i) => ({
        rank: i + 1,
        isOwn: member === small,
        walletAddress: member === big ? '0x5aAe…eAed' : null,
        quantity: [8000, 400, 400, 100][i],
        transactionHash: hashOf(member),
        createdAt: expect.stringMatching(/Z$/),
        unlocksAt,
      })),
    );
    expect(JSON.stringify(data)).not.toContain(big.id);
    const second = await get(`${GLOBAL}?page=2&limit=3`, small);
    expect(second.records.map((record: { rank: number }) => record.rank)).toEqual([4]);
  });

  it("list a member's own entries: purchases under the own ID, rewards under the buyer's", async () => {
    const referrer = await makeMember(site);
    const buyer = await makeMember(site, { referrerId: referrer.id });
    await buy(referrer, '25');
    await buy(buyer, '1000');
    const entry = { transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/), createdAt: expect.any(String) };
    const unlocksAt = (await launchOf())?.toISOString();
    expect((await get(MINE, referrer)).records).toEqual([
      { memberId: buyer.memberId, quantity: 200, reward: 200, unlocksAt, ...entry },
      { memberId: referrer.memberId, quantity: 100, reward: null, unlocksAt, ...entry },
    ]);
    expect((await get(MINE, buyer)).records).toEqual([
      { memberId: buyer.memberId, quantity: 4000, reward: null, unlocksAt, ...entry },
    ]);
  });

  it('contain nothing of another company, and no launch day if none is set', async () => {
    const db = site.database.platform;
    const foreign = await makeCompany(site);
    const stranger = await makeMember(site, { companyId: foreign });
    await db
      .insertInto('stock_balances')
      .values({ company_id: foreign, user_id: stranger.id, quantity: 499_999n, last_hash: '0x', last_at: new Date() })
      .execute();
    const launch = await launchOf();
    await db.updateTable('companies').set({ launch_at: null }).execute();
    const data = await get(GLOBAL, await makeMember(site));
    await db.updateTable('companies').set({ launch_at: launch }).execute();
    expect(data.records.some((record: { quantity: number }) => record.quantity === 499_999)).toBe(false);
    expect(data.records[0].unlocksAt).toBeNull();
  });

  it('require a member session', async () => {
    for (const path of [GLOBAL, MINE]) {
      expect((await site.call('GET', path)).status).toBe(401);
      expect((await site.call('GET', path, { token: admin.token })).status).toBe(403);
    }
  });
});

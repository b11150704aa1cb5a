import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, PASSWORD } from '../support/accounts.ts';
import { APPROVE, approvalOf, expectSums, manual, post, purchaseRow, submitted, tally } from '../support/purchases.ts';
import { freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

const SETTINGS = '/api/v1/admin/settings';
let site: Site;
let companyId: string;
let attacker: Account;
let second: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  second = await makeAdmin(site);
});
afterAll(() => site?.remove());
beforeEach(async () => {
  attacker = await makeAdmin(site);
});

/** Rupees; null turns the rule off. */
async function bound(rupees: number | null): Promise<void> {
  await site.database.platform
    .updateTable('companies')
    .set({ second_approver_above_paise: rupees === null ? null : BigInt(rupees) * 100n })
    .where('id', '=', companyId)
    .execute();
}
async function setPrice(price: string): Promise<void> {
  const { body } = await site.call('GET', `${SETTINGS}/get`, { token: attacker.token, ip: freshIp() });
  const answer = await site.call('PUT', `${SETTINGS}/update`, {
    token: attacker.token,
    ip: freshIp(),
    body: { version: body.data.version, price, password: PASSWORD },
  });
  expect(answer.body).toMatchObject({ data: { state: 'done' } });
}
const approve = (who: Account, id: string) => post(site, APPROVE, who, { id });
const statusOf = async (id: string) => (await purchaseRow(site, id)).status;
/** An order of so many rupees and its fee. */
const order = (rupees: number) => manual({ purchaseAmount: `${rupees}`, amount: (rupees * 1.18).toFixed(2) });

describe('H2: one admin sells most of the pool below the bound of two admins', () => {
  it('tokens that were bought at a lowered price count at the highest price of the last 30 days', async () => {
    await bound(null);
    const buyer = await makeMember(site);
    await setPrice('0.000001');
    const cheap = await submitted(site, buyer, order(2));
    expect(cheap.totalQuantity).toBe(2_000_000);
    await bound(1000);
    const whileLow = await submitted(site, await makeMember(site), order(2));
    expect((await approve(attacker, whileLow.id)).body.data.status).toBe('PENDING');
    await bound(null);
    await setPrice('0.25');
    await bound(1000);
    const answer = await approve(attacker, cheap.id);
    expect(statusAndMessage(answer)).toEqual([200, 'First approval recorded. A second admin has to approve it too.']);
    expect(await statusOf(cheap.id)).toBe('PENDING');
    expect((await approve(attacker, cheap.id)).status).toBe(409);
    const list = await site.call('GET', `/api/v1/admin/transaction/list?status=PENDING&search=${cheap.orderNumber}`, {
      token: attacker.token,
      ip: freshIp(),
    });
    expect(list.body.data.records[0]).toMatchObject({ id: cheap.id, needsTwoAdmins: true });
    expect((await approve(second, cheap.id)).body.data.status).toBe('APPROVED');
    await expectSums(site, companyId);
  });

  it('many purchases below the bound count together for the admin of the day', async () => {
    await bound(1000);
    const buyer = await makeMember(site);
    const [one, two] = [await submitted(site, buyer, order(500)), await submitted(site, buyer, order(400))];
    expect((await approve(attacker, one.id)).body.data.status).toBe('APPROVED');
    expect(statusAndMessage(await approve(attacker, two.id))).toEqual([
      200,
      expect.stringMatching(/^First approval recorded\. Your approvals today are above the limit for one admin/),
    ]);
    expect((await approve(attacker, two.id)).status).toBe(409);
    expect((await approve(second, two.id)).body.data.status).toBe('APPROVED');
    expect(await statusOf(two.id)).toBe('APPROVED');
  });

  it('parallel approvals do not pass the sum of the day', async () => {
    await bound(1000);
    const buyer = await makeMember(site);
    const ids: string[] = [];
    for (let nth = 0; nth < 8; nth++) ids.push((await submitted(site, buyer, order(400))).id);
    const answers = await Promise.all(ids.map((id) => approve(attacker, id)));
    expect(tally(answers)).toEqual({ 200: 8 });
    const states = await Promise.all(ids.map(statusOf));
    expect(states.filter((status) => status === 'APPROVED')).toHaveLength(2);
    await expectSums(site, companyId);
  });

  it('a first approval by one admin does not let another one approve outside of their own sum', async () => {
    await bound(1000);
    const [accomplice, buyer] = [await makeAdmin(site), await makeMember(site)];
    await approve(attacker, (await submitted(site, buyer, order(800))).id);
    const made = [await submitted(site, buyer, order(800)), await submitted(site, buyer, order(800))];
    for (const { id } of made) expect((await approve(attacker, id)).body.data.status).toBe('PENDING');
    const [first, next] = made;
    expect((await approve(accomplice, first?.id ?? '')).body.data.status).toBe('APPROVED');
    expect(await approvalOf(site, first?.id ?? '', 'purchase.approve')).toMatchObject({ state: 'WITHDRAWN' });
    // The second purchase needs two, and they are two: both know of it, and the trail has both.
    expect((await approve(accomplice, next?.id ?? '')).body.data.status).toBe('APPROVED');
    expect(await approvalOf(site, next?.id ?? '', 'purchase.approve')).toMatchObject({ state: 'CONFIRMED' });
  });
});

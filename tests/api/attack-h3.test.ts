import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import {
  APPROVE,
  expectSums,
  leaveTokens,
  manual,
  PURCHASE,
  post,
  purchaseRow,
  REJECT,
  REJECT_ALL,
  submitted,
  sums,
  tally,
  upload,
} from '../support/purchases.ts';
import { type Answer, freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

/** Tokens of `manual()`, 1000 rupees at the seeded price. */
const TOKENS = 4000n;

let site: Site;
let companyId: string;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

interface Caps {
  readonly open_purchases_max?: number;
  readonly held_share_bps?: number;
  readonly held_share_unverified_bps?: number;
}
const DEFAULTS = { open_purchases_max: 50, held_share_bps: 500, held_share_unverified_bps: 100 };

/** A private supply with `orders` times the tokens of `manual()` left, and these caps. */
async function sale(orders: bigint, caps: Caps = {}): Promise<void> {
  await leaveTokens(site, companyId, orders * TOKENS);
  await site.database.platform
    .updateTable('companies')
    .set({ ...DEFAULTS, ...caps })
    .where('id', '=', companyId)
    .execute();
}
const submit = (who: Account, more: Record<string, unknown> = {}) => post(site, PURCHASE, who, manual(more));
const priceOf = async (who: Account) =>
  (await site.call('GET', '/api/v1/user/package/price/get', { token: who.token, ip: freshIp() })).body.data;

/** Makes a pending purchase four days old. */
async function age(id: string): Promise<void> {
  await site.database.platform
    .updateTable('purchases')
    .set({ created_at: sql<Date>`now() - interval '4 days'` })
    .where('id', '=', id)
    .execute();
}
/** Housekeeping ends holds at the start of a program. */
async function endHolds(ids: readonly string[]): Promise<void> {
  const node = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  await expect
    .poll(async () => (await Promise.all(ids.map((id) => purchaseRow(site, id)))).every((row) => row.hold_ended_at))
    .toBe(true);
  await node.remove();
}

describe('H3: one account holds the whole sale without paying', () => {
  it('an unverified member holds at most 1 per cent, and learns it before they pay', async () => {
    await sale(1000n);
    const { private: supply } = await sums(site, companyId);
    const most = (supply + 99n) / 100n;
    const attacker = await makeMember(site);
    const whole = await submit(attacker, { amount: '1180000', purchaseAmount: '1000000' });
    expect(statusAndMessage(whole)).toEqual([
      409,
      expect.stringMatching(/^Your open payments may hold only [\d,]+ more tokens\. Please enter a smaller amount/),
    ]);
    const answers = [];
    for (let nth = 0; nth < 12; nth++) answers.push(await submit(attacker));
    expect(tally(answers)).toEqual({ 200: Number(most / TOKENS), 409: 12 - Number(most / TOKENS) });
    expect((await priceOf(attacker)).holdableQuantity).toBe(Number(most % TOKENS));
    const other = await makeMember(site);
    expect((await submit(other)).status).toBe(200);
    await expectSums(site, companyId);
  });

  it('a verified member holds at most 5 per cent, also with parallel submissions', async () => {
    await sale(1000n);
    const { private: supply } = await sums(site, companyId);
    const attacker = await makeMember(site, { isApproved: true });
    const most = (supply * 5n + 99n) / 100n;
    const quarter = { amount: '14750', purchaseAmount: '12500' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(attacker, quarter)));
    expect(tally(answers)).toEqual({ 200: Number(most / 50_000n), 409: 8 - Number(most / 50_000n) });
    await expectSums(site, companyId);
  });

  it('nobody has more open payments than the company allows; 0 is no limit', async () => {
    await sale(1000n, { open_purchases_max: 3, held_share_unverified_bps: 0 });
    const attacker = await makeMember(site);
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(attacker)));
    expect(tally(answers)).toEqual({ 200: 3, 409: 7 });
    expect(statusAndMessage(await submit(attacker))).toEqual([
      409,
      'You have 3 open payments. Please wait for their review before you submit another one.',
    ]);
    expect((await priceOf(attacker)).buyingClosed).toMatch(/^You have 3 open payments\./);
    await sale(1000n, { open_purchases_max: 0, held_share_unverified_bps: 0 });
    expect((await submit(attacker)).status).toBe(200);
  });

  it('an account submits at most 120 times an hour', async () => {
    await sale(1000n, { open_purchases_max: 1 });
    const attacker = await makeMember(site);
    const answers: Answer[] = [];
    // Submissions of one member wait for each other, and a connection of the program's pool for five seconds.
    for (let batch = 0; batch < 5; batch++)
      answers.push(...(await Promise.all(Array.from({ length: 25 }, () => submit(attacker)))));
    expect(tally(answers)).toMatchObject({ 200: 1, 409: 119, 429: 5 });
  });
});

describe('H3: a hold that nobody decides', () => {
  it('ends after the company’s hours: its tokens can be sold, and it is approved only if enough are left', async () => {
    // An approval ends holds without a proof, also those of the tests above.
    const pending = site.database.platform.selectFrom('purchases').select('id').where('status', '=', 'PENDING');
    for (const { id } of await pending.execute()) await post(site, REJECT, admin, { id });
    await sale(2n, { held_share_bps: 0, held_share_unverified_bps: 0 });
    const squatter = await makeMember(site);
    const [first, late] = [await submitted(site, squatter, manual()), await submitted(site, squatter, manual())];
    const buyer = await makeMember(site, { isApproved: true });
    expect((await submit(buyer)).status).toBe(409);
    for (const { id } of [first, late]) await age(id);
    await endHolds([first.id, late.id]);
    await expectSums(site, companyId);

    // An approval ends no hold of a verified buyer with a proof.
    await submitted(site, buyer, manual({ receiptId: await upload(site, buyer) }));
    const list = await site.call('GET', '/api/v1/user/transaction/list', { token: squatter.token, ip: freshIp() });
    expect(list.body.data.records[0]).toMatchObject({ status: 'PENDING', holdEndedAt: expect.any(String) });
    expect((await post(site, APPROVE, admin, { id: first.id })).body.data.status).toBe('APPROVED');
    expect(statusAndMessage(await post(site, APPROVE, admin, { id: late.id }))).toEqual([
      409,
      'The hold of this purchase has ended, and only 0 tokens are left. Please reject it, or approve it once enough tokens are free.',
    ]);
    expect((await purchaseRow(site, late.id)).status).toBe('PENDING');
    expect((await post(site, REJECT, admin, { id: late.id })).status).toBe(200);
    await expectSums(site, companyId);
  });

  it('never oversells while holds end, others submit and admins decide at the same time', async () => {
    await sale(12n, { held_share_unverified_bps: 0 });
    const [squatter, buyer] = [await makeMember(site), await makeMember(site)];
    const held: { id: string }[] = [];
    for (let nth = 0; nth < 12; nth++) held.push(await submitted(site, squatter, manual()));
    for (const { id } of held) await age(id);
    const before = await sums(site, companyId);
    const node = startSite({ databaseUrl: site.databaseUrl ?? '' });
    const decisions = held.map(({ id }, nth) => post(site, nth % 3 === 0 ? REJECT : APPROVE, admin, { id }));
    const submissions = Array.from({ length: 12 }, () => submit(buyer));
    const answers = await Promise.all([...decisions, ...submissions]);
    await (await node).remove();
    expect(Object.keys(tally(answers)).every((status) => status === '200' || status === '409')).toBe(true);
    const after = await expectSums(site, companyId);
    expect(after.credited + after.held - before.credited - before.held).toBeLessThanOrEqual(0n);
  });
});

describe('H3: many pending purchases of one member', () => {
  it('are rejected in one step, each as a single rejection', async () => {
    await sale(1000n, { open_purchases_max: 0, held_share_unverified_bps: 0 });
    const attacker = await makeMember(site);
    const other = await submitted(site, await makeMember(site), manual());
    const before = await sums(site, companyId);
    for (let nth = 0; nth < 55; nth++) await submitted(site, attacker, manual());
    const reason = 'The payment has not reached our account.';
    const answer = await post(site, REJECT_ALL, admin, { userId: attacker.id, reason });
    expect(answer.body).toMatchObject({ message: '55 purchases rejected', data: { rejected: 55 } });
    expect((await expectSums(site, companyId)).held).toBe(before.held);
    expect((await purchaseRow(site, other.id)).status).toBe('PENDING');
    const rows = await site.database.platform
      .selectFrom('purchases')
      .select(['status', 'reject_reason'])
      .distinct()
      .where('user_id', '=', attacker.id)
      .execute();
    expect(rows).toEqual([{ status: 'REJECTED', reject_reason: reason }]);
    expect((await post(site, REJECT_ALL, admin, { userId: attacker.id })).body.data).toEqual({ rejected: 0 });
    const stranger = '00000000-0000-4000-8000-000000000000';
    expect((await post(site, REJECT_ALL, admin, { userId: stranger })).status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeMember } from '../support/accounts.ts';
import {
  expectSums,
  freshOrder,
  leaveTokens,
  manual,
  PURCHASE,
  post,
  submitted,
  sums,
  tally,
  upi,
} from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let other: Site;
let companyId: string;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  companyId = await companyIdOf(site);
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

const countOf = async (member: Account): Promise<number> => {
  const rows = await site.database.platform
    .selectFrom('purchases')
    .select('id')
    .where('user_id', '=', member.id)
    .execute();
  return rows.length;
};

describe('the same call twice', () => {
  it('20 identical submissions with a key, in parallel on two nodes, make one transaction and one response', async () => {
    const member = await makeMember(site);
    const body = await upi(site, member);
    const headers = { 'Idempotency-Key': `key-${body.purchaseId}` };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(i % 2 ? site : other, PURCHASE, member, body, headers)),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size).toBe(1);
    expect(await countOf(member)).toBe(1);
    await expectSums(site, companyId);
  });

  it('the same without a key, by purchaseId, method, amount and reference', async () => {
    const member = await makeMember(site);
    const body = await upi(site, member);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(i % 2 ? site : other, PURCHASE, member, body)),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data))).size).toBe(1);
    expect(await countOf(member)).toBe(1);
    const mails = await site.database.platform
      .selectFrom('mails')
      .select('id')
      .where('to_address', '=', member.email)
      .execute();
    expect(mails).toHaveLength(1);
  });

  it('gets the first response again, even when nothing is left to sell', async () => {
    const member = await makeMember(site);
    const body = manual();
    const first = await submitted(site, member, body);
    const { private: all, credited, held } = await sums(site, companyId);
    await leaveTokens(site, companyId, 0n);
    expect((await submitted(site, member, body)).id).toBe(first.id);
    await leaveTokens(site, companyId, all - credited - held);
  });

  it('makes another order after 24 hours', async () => {
    const member = await makeMember(site);
    const body = manual();
    const first = await submitted(site, member, body);
    await site.database.platform
      .updateTable('purchases')
      .set({ created_at: new Date(Date.now() - 24 * 3_600_000 - 60_000) })
      .where('id', '=', first.id)
      .execute();
    expect((await submitted(site, member, body)).orderNumber).toBe(`${body.purchaseId}-2`);
  });

  it('two equal payments without purchaseId and key are two orders', async () => {
    const member = await makeMember(site);
    for (let i = 0; i < 2; i++) await submitted(site, member, { paymentMethod: 'MANUAL', amount: '50' });
    expect(await countOf(member)).toBe(2);
  });

  it('a key belongs to its member', async () => {
    const headers = { 'Idempotency-Key': freshOrder() };
    const [a, b] = [await makeMember(site), await makeMember(site)];
    const first = await submitted(site, a, manual(), headers);
    expect((await submitted(site, b, manual(), headers)).id).not.toBe(first.id);
  });
});

/** One person alone, in new ways (docs/decisions/0756): a forged statement that stays, rewards of others, a thief's account. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins } from '../support/accounts.ts';
import { freshCode, redeem } from '../support/codes.ts';
import { addApp } from '../support/factors.ts';
import { callsOf, userRow } from '../support/members.ts';
import { APPROVE, freshReference, manual, post, submitted, withoutCaps } from '../support/purchases.ts';
import { approvedRefund, approveRefund, enterAccount, madeRefund, REFUNDS, refundRow } from '../support/refunds.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { dayInIndia, importLines, makeAccount, RECONCILIATION } from '../support/statements.ts';

let site: Site;
let companyId: string;
let [dishonest, honest, third] = [{}, {}, {}] as [Account, Account, Account];
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  await withoutCaps(site);
  companyId = await companyIdOf(site);
  [dishonest, honest, third] = [await makeAdmin(site), await makeAdmin(site), await makeAdmin(site)];
  await seasonAdmins(site, [dishonest.id, honest.id, third.id]);
});
afterAll(() => site?.remove());

const withRules = (isOn: boolean) =>
  sql`UPDATE companies SET two_admins_for_accounts = ${isOn}, second_approver_above_paise = ${isOn ? 100_000_000 : null}`.execute(
    site.database.platform,
  );

describe('an invented statement', () => {
  const remove = (who: Account, id: string) =>
    site.call('DELETE', `${RECONCILIATION}/statement/delete`, { body: { id }, token: who.token });

  it.each([
    ['a debit, whose refund was reopened', 'DEBIT', false],
    ['a debit, whose refund was reopened and cancelled', 'DEBIT', true],
    ['a return of a payout that is under way', 'CREDIT', false],
  ] as const)(
    'with %s can be deleted by another admin, and the bank’s own is read again',
    async (_, side, isCancelled) => {
      const member = await makeMember(site);
      const id = await approvedRefund(site, member, honest, true);
      const { reference, amount_paise: paise } = await refundRow(site, id);
      const rupees = `${side === 'DEBIT' ? '-' : ''}${paise / 100n}.00`;
      const line = { day: dayInIndia(), amount: rupees, narration: `NEFT ${reference}`, reference };
      const accountId = await makeAccount(site, companyId);
      const imported = await importLines(site, dishonest, accountId, [line]);
      expect(imported.status, imported.text).toBe(201);
      expect((await refundRow(site, id)).state).toBe(side === 'DEBIT' ? 'PAID' : 'WAITING_FOR_ACCOUNT');
      if (side === 'DEBIT') {
        expect((await remove(honest, imported.body.data.statementId)).status).toBe(409);
        expect((await post(site, `${REFUNDS}/reopen`, honest, { id, reason: 'Not at the bank' })).status).toBe(200);
      }
      if (isCancelled)
        expect((await post(site, `${REFUNDS}/cancel`, honest, { id, reason: 'Paid in cash' })).status).toBe(200);
      const removed = await remove(honest, imported.body.data.statementId);
      expect(removed.status, removed.text).toBe(200);
      // The true debit of the payout is news again: nobody pays twice.
      const debit = { ...line, amount: `-${paise / 100n}.00` };
      expect((await importLines(site, honest, accountId, [debit])).status).toBe(201);
      expect((await refundRow(site, id)).state).toBe('PAID');
    },
  );
});

describe('a referrer, whose brought members’ orders reward them', () => {
  it.each(['email', 'block', 'delete'] as const)('%s by one admin waits for a second', async (change) => {
    await withRules(true);
    const referrer = await makeMember(site);
    const buyer = await makeMember(site);
    await sql`UPDATE users SET referrer_id = ${referrer.id} WHERE id = ${buyer.id}`.execute(site.database.platform);
    const { name, mobile, email, role, status } = (await userRow(site, referrer.id)) ?? {};
    const details = { id: referrer.id, name, mobile, email, role, status };
    const calls = callsOf(site, dishonest);
    const answer =
      change === 'delete'
        ? await calls.remove(referrer.id)
        : await calls.update({
            ...details,
            ...(change === 'email'
              ? { email: `mine-${referrer.memberId.toLowerCase()}@example.com` }
              : { status: 'BLOCKED' }),
          });
    expect(answer.body.data, answer.text).toEqual({ state: 'waiting' });
    await withRules(false);
  });

  it('who is an admin does not approve the order alone', async () => {
    const buyer = await makeMember(site, { isApproved: true });
    await sql`UPDATE users SET referrer_id = ${dishonest.id} WHERE id = ${buyer.id}`.execute(site.database.platform);
    const { id } = await submitted(site, buyer, manual({ referenceNumber: freshReference() }));
    await withRules(true);
    const refused = await post(site, APPROVE, dishonest, { id });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'The referral reward of this purchase is yours. Another admin has to decide on it.',
    ]);
    expect((await post(site, APPROVE, honest, { id })).status).toBe(200);
    await withRules(false);
  });
});

describe('an account for a refund that a thief entered', () => {
  it.each(['approve', 'export'] as const)('%s is refused after its owner came back by mail', async (step) => {
    const member = await makeMember(site);
    const id = await madeRefund(site, member, honest);
    await addApp(site, member);
    expect((await enterAccount(site, member, id)).status).toBe(200);
    if (step === 'export') expect((await approveRefund(site, honest, id)).status).toBe(200);
    const code = await freshCode(site, 'reset', member.email);
    expect((await redeem(site, 'reset', member.email, code, { password: 'a new long passphrase' })).status).toBe(200);
    const refused =
      step === 'approve'
        ? await approveRefund(site, honest, id)
        : await post(site, `${REFUNDS}/export`, honest, { ids: [id] });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('in the last 72 hours')]);
    expect((await refundRow(site, id)).state).toBe(step === 'approve' ? 'WAITING_FOR_APPROVAL' : 'APPROVED');
  });
});

it('only a confirmed session enters the account of a refund', async () => {
  const member = await makeMember(site);
  const id = await madeRefund(site, member, honest);
  await sql`UPDATE sessions SET authenticated_at = created_at WHERE user_id = ${member.id}`.execute(
    site.database.platform,
  );
  const refused = await enterAccount(site, member, id);
  expect(refused.body.code).toBe('reauthentication_required');
  const confirmed = await site.call('POST', '/api/v1/user/auth/reauthenticate', {
    token: member.token,
    ip: freshIp(),
    body: { password: member.password },
  });
  expect(confirmed.status).toBe(200);
  expect((await enterAccount(site, member, id)).status).toBe(200);
});

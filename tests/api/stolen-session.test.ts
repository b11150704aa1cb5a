/** A stolen session without its password does little: decisions one by one, at most 50 an hour. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, outdateSessions, PASSWORD } from '../support/accounts.ts';
import { approveExact, approvePairs, plantPair } from '../support/bank-rows.ts';
import {
  APPROVE,
  manual,
  post,
  purchaseRow,
  REJECT,
  REJECT_ALL,
  REVERSE,
  submitted,
  withoutCaps,
} from '../support/purchases.ts';
import { freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';
import { makeAccount } from '../support/statements.ts';

const REQUIRED = [403, 'Confirm that it is you to continue.'];
const CONFIRM = '/api/v1/company/auth/reauthenticate';
const UPDATE = '/api/v1/admin/auth/update';
const NOBODY = '00000000-0000-4000-8000-000000000000';
let site: Site;
let accountId: string;
let buyer: Account;
beforeAll(async () => {
  site = await startSite();
  await withoutCaps(site);
  accountId = await makeAccount(site, await companyIdOf(site));
  buyer = await makeMember(site);
});
afterAll(() => site?.remove());

async function stolen(): Promise<Account> {
  const admin = await makeAdmin(site);
  await outdateSessions(site, admin);
  return admin;
}
const statusOf = async (id: string) => (await purchaseRow(site, id)).status;
const statuses = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status);

describe('an admin’s session older than ten minutes', () => {
  it('reverses no approval and does not reject all purchases of a member', async () => {
    const thief = await stolen();
    const sold = await submitted(site, buyer, manual());
    expect((await post(site, APPROVE, await makeAdmin(site), { id: sold.id })).status).toBe(200);
    const open = await submitted(site, buyer, manual());
    const reason = 'A reason to read';
    expect(statusAndMessage(await post(site, REVERSE, thief, { id: sold.id, reason }))).toEqual(REQUIRED);
    expect(statusAndMessage(await post(site, REJECT_ALL, thief, { userId: buyer.id, reason }))).toEqual(REQUIRED);
    expect([await statusOf(sold.id), await statusOf(open.id)]).toEqual(['APPROVED', 'PENDING']);
    expect((await post(site, CONFIRM, thief, { password: PASSWORD })).status).toBe(200);
    expect((await post(site, REVERSE, thief, { id: sold.id, reason })).status).toBe(200);
    expect((await post(site, REJECT_ALL, thief, { userId: buyer.id, reason })).status).toBe(200);
    expect([await statusOf(sold.id), await statusOf(open.id)]).toEqual(['REVERSED', 'REJECTED']);
  });

  it('approves one pair of a statement, and neither two nor all', async () => {
    const thief = await stolen();
    const [one, two, three] = [
      await plantPair(site, buyer, accountId),
      await plantPair(site, buyer, accountId),
      await plantPair(site, buyer, accountId),
    ];
    expect(statusAndMessage(await approveExact(site, thief))).toEqual(REQUIRED);
    expect(statusAndMessage(await approvePairs(site, thief, [one, two]))).toEqual(REQUIRED);
    expect(await Promise.all([one, two, three].map((pair) => statusOf(pair.purchaseId)))).toEqual([
      'PENDING',
      'PENDING',
      'PENDING',
    ]);
    expect((await approvePairs(site, thief, [one])).status).toBe(200);
    expect(await statusOf(one.purchaseId)).toBe('APPROVED');
    expect((await post(site, CONFIRM, thief, { password: PASSWORD })).status).toBe(200);
    expect((await approvePairs(site, thief, [two, three])).status).toBe(200);
    expect(await statusOf(three.purchaseId)).toBe('APPROVED');
  });

  it.each(['members', 'purchases', 'refunds', 'rewards', 'changes'])('exports no %s', async (kind) => {
    const thief = await stolen();
    const path = `/api/v1/admin/export/${kind}?format=csv`;
    const get = () => site.call('GET', path, { token: thief.token, ip: freshIp(), headers: { Origin: site.url } });
    expect(statusAndMessage(await get())).toEqual(REQUIRED);
    expect((await post(site, CONFIRM, thief, { password: PASSWORD })).status).toBe(200);
    expect((await get()).status).toBe(200);
  });
});

describe('decisions one by one', () => {
  const decide = (who: Account, n: number) =>
    n % 2 === 0
      ? post(site, REJECT, who, { id: NOBODY })
      : post(site, '/api/v1/admin/reconciliation/undo', who, { rowId: NOBODY, reason: 'A wrong row' });

  it('are free up to 50 an hour of all kinds together, and again after a proof', async () => {
    const thief = await stolen();
    for (let n = 0; n < 50; n++) expect((await decide(thief, n)).status).toBe(404);
    const answers = [await decide(thief, 0), await decide(thief, 1), await post(site, APPROVE, thief, { id: NOBODY })];
    for (const answer of answers) expect(statusAndMessage(answer)).toEqual(REQUIRED);
    const member = { id: buyer.id, name: 'Asha Rao', mobile: '+919876543210', email: buyer.email, role: 'USER' };
    const update = await site.call('PUT', UPDATE, { token: thief.token, ip: freshIp(), body: member });
    expect(statusAndMessage(update)).toEqual(REQUIRED);
    expect((await post(site, CONFIRM, thief, { password: PASSWORD })).status).toBe(200);
    expect((await decide(thief, 0)).status).toBe(404);
    await outdateSessions(site, thief);
    expect((await decide(thief, 0)).status).toBe(404);
  });

  it('are counted for each session, also when they come at the same time', async () => {
    const [thief, honest] = [await stolen(), await stolen()];
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => decide(thief, n)));
    expect(statuses(answers).filter((status) => status === 404)).toHaveLength(50);
    expect(statuses(answers).filter((status) => status === 403)).toHaveLength(10);
    expect((await decide(honest, 0)).status).toBe(404);
  });

  it('are not counted in the ten minutes after a sign-in', async () => {
    const admin = await makeAdmin(site);
    const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => decide(admin, n)));
    expect(new Set(statuses(answers))).toEqual(new Set([404]));
    await outdateSessions(site, admin);
    expect((await decide(admin, 0)).status).toBe(404);
  });
});

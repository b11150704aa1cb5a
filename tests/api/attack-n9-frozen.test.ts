/** N9: one admin who refuses each address of a holder in a frozen launch stops it no longer than two others need to block them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember, seasonAdmins } from '../support/accounts.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const LAUNCH = '/api/v1/admin/launch';
const MEMBER = '/api/v1/admin/member';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const THEIRS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

let site: Site;
let refuser: Account;
let first: Account;
let second: Account;
let holder: Account;
const put = (who: Account, path: string, body: object): Promise<Answer> =>
  site.call('PUT', path, { token: who.token, ip: freshIp(), body });
const read = async (path: string) => (await site.call('GET', path, { token: first.token, ip: freshIp() })).body.data;
const setAddress = (who: Account, walletAddress: string): Promise<Answer> =>
  put(who, `${LAUNCH}/address/update`, { userId: holder.id, walletAddress, reason: 'The holder sent it by post.' });
const proposal = async (): Promise<string> => (await read(`${LAUNCH}/get`)).proposals[0].id;

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  [refuser, first, second] = [await makeAdmin(site), await makeAdmin(site), await makeAdmin(site)];
  await seasonAdmins(site, [refuser.id, first.id, second.id]);
  holder = await makeMember(site, { isApproved: true });
  const { id } = await submitted(site, holder, manual());
  expect((await post(site, APPROVE, first, { id })).status).toBe(200);
  const settings = { tokenAddress: `0x${'ab'.repeat(20)}`, chainId: 137, freezeAt: '2099-03-01T12:00:00.000Z' };
  expect((await put(first, `${LAUNCH}/update`, settings)).status).toBe(200);
  await sql`UPDATE companies SET two_admins_for_accounts = true, second_approver_above_paise = 100000`.execute(
    site.database.platform,
  );
  for (const step of ['collect', 'freeze']) {
    await post(site, `${LAUNCH}/${step}`, first, {});
    expect((await post(site, `${LAUNCH}/confirm`, second, { id: await proposal() })).status).toBe(200);
  }
});
afterAll(() => site?.remove());

it('the two others block the refuser, and one of them sets the address', async () => {
  expect((await read(`${LAUNCH}/get`)).state).toBe('FROZEN');
  for (const who of [first, second]) {
    expect((await setAddress(who, ADDRESS)).status).toBe(200);
    expect((await post(site, `${LAUNCH}/refuse`, refuser, { id: await proposal() })).status).toBe(200);
  }
  await setAddress(refuser, THEIRS);
  expect((await put(second, `${MEMBER}/status`, { id: refuser.id, status: 'BLOCKED' })).status).toBe(200);
  const { proposals } = await read(`${MEMBER}/changes`);
  const confirm = { id: proposals[0].id, password: first.password };
  expect((await post(site, `${MEMBER}/changes/refuse`, refuser, { id: proposals[0].id })).status).toBeGreaterThan(399);
  expect((await post(site, `${MEMBER}/changes/confirm`, first, confirm)).status).toBe(200);
  // The place of the blocked admin's own change is free after a refusal, and who was refused by them need not wait for an hour.
  expect((await setAddress(second, ADDRESS)).body.message).toMatch(/already waiting/);
  expect((await post(site, `${LAUNCH}/refuse`, second, { id: await proposal() })).status).toBe(200);
  const again = await setAddress(first, ADDRESS);
  expect([again.status, again.body.message]).toEqual([200, expect.anything()]);
  expect((await post(site, `${LAUNCH}/confirm`, second, { id: await proposal() })).status).toBe(200);
  const { wallet_address: wallet } = await site.database.platform
    .selectFrom('users')
    .select('wallet_address')
    .where('id', '=', holder.id)
    .executeTakeFirstOrThrow();
  expect(wallet).toBe(ADDRESS);
});

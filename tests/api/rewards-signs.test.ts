/** Signs of one person behind two accounts: what is stored of them, which rewards wait for them, and what is erased. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, PASSWORD, signIn } from '../support/accounts.ts';
import { assign, plantPair } from '../support/bank-rows.ts';
import { newAddress, registration, requestCode } from '../support/codes.ts';
import { askForDeletion } from '../support/members.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { approvedWith, ledgerFaults, rewardOf } from '../support/rewards.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';
import { makeAccount } from '../support/statements.ts';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

let numbers = 0;
/** Registers a member by the code of the referrer, in a browser with these cookies. */
async function register(referrer: Account, from: { ip?: string; cookie?: string } = {}): Promise<Account> {
  const { ip = freshIp(), cookie = '' } = from;
  const email = newAddress();
  const client = await requestCode(site, 'register', email, { ip });
  const body = registration(email, client.code, {
    referralCode: referrer.memberId,
    mobile: `+9198111${String(++numbers).padStart(5, '0')}`,
  });
  const cookies = [client.cookie, cookie].filter(Boolean).join('; ');
  const answer = await site.call('POST', '/api/v1/user/auth/register', { ip, cookie: cookies, body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  const { id, member_id: memberId } = await site.database.platform
    .selectFrom('users')
    .select(['id', 'member_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const companyId = await companyIdOf(site);
  const session = await signIn(site, { kind: 'member', companyId, accountId: id });
  return { id, email, password: '', kind: 'member', memberId, companyId, ...session };
}

/** Signs in as a browser does. @returns the cookie by which the browser is known */
async function browserOf(member: Account): Promise<string> {
  const body = { user: member.email, password: PASSWORD };
  const answer = await site.call('POST', '/api/v1/user/auth/login', {
    ip: freshIp(),
    body,
    headers: { Origin: site.url },
  });
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  return cookies.find((cookie) => cookie.startsWith('deviceToken=')) ?? '';
}

const signsOf = async (buyer: Account) =>
  (await rewardOf(site, (await approvedWith(site, buyer, admin)).purchaseId)).signs;
const signUpOf = (id: string) =>
  site.database.platform.selectFrom('referral_sign_ups').selectAll().where('user_id', '=', id).executeTakeFirst();

it('a member who registers by a code elsewhere has none', async () => {
  const referrer = await makeMember(site);
  const buyer = await register(referrer, { ip: '203.0.113.5' });
  expect(await signsOf(buyer)).toEqual([]);
  expect(await signUpOf(buyer.id)).toMatchObject({ is_same_browser: false, network_hash: expect.any(Buffer) });
});

it('one who registers in the browser of the referrer is seen; of the browser nothing but that is stored', async () => {
  const referrer = await makeMember(site);
  const device = await browserOf(referrer);
  expect(device).toMatch(/^deviceToken=/);
  const buyer = await register(referrer, { cookie: device });
  expect(await signUpOf(buyer.id)).toMatchObject({ is_same_browser: true, network_hash: null });
  expect(await signsOf(buyer)).toEqual(['browser']);
  // The referrer's browser is nobody's else: a member whom another one referred is not seen by it.
  const stranger = await register(await makeMember(site), { cookie: device });
  expect((await signUpOf(stranger.id))?.is_same_browser).toBe(false);
});

it('one who pays in the browser of the referrer is seen, however they came', async () => {
  const referrer = await makeMember(site);
  const buyer = await makeMember(site, { referrerId: referrer.id });
  expect(await signsOf(buyer)).toEqual([]);
  const device = await browserOf(referrer);
  const { id } = await submitted(site, buyer, manual(), { Cookie: device });
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  expect((await rewardOf(site, id)).signs).toEqual(['browser']);
});

it('the fifth sign-up with one code from one network within seven days is, and none from elsewhere or later', async () => {
  const [referrer, other] = [await makeMember(site), await makeMember(site)];
  const members: Account[] = [];
  for (const host of [1, 2, 3, 4]) members.push(await register(referrer, { ip: `198.51.100.${host}` }));
  // Another code, another network, and another time.
  const late = await register(referrer, { ip: '198.51.100.60' });
  await sql`UPDATE referral_sign_ups SET created_at = created_at + interval '8 days' WHERE user_id = ${late.id}`.execute(
    site.database.platform,
  );
  await register(other, { ip: '198.51.100.61' });
  await register(referrer, { ip: '192.0.2.1' });
  const [first] = members as [Account];
  expect(await signsOf(first)).toEqual([]);
  const fifth = await register(referrer, { ip: '198.51.100.5' });
  expect(await signsOf(first)).toEqual(['network']);
  expect(await signsOf(fifth)).toEqual(['network']);
  expect(await signsOf(late)).toEqual([]);
  // Equal for one code and one network alone.
  const hashes = await site.database.platform.selectFrom('referral_sign_ups').select('network_hash').execute();
  const distinct = new Set(hashes.map((row) => row.network_hash?.toString('hex')).filter(Boolean));
  expect(distinct.size).toBe(4);
});

it('a bank row that names the referrer is, also where only the reference connects it with the purchase', async () => {
  const account = await makeAccount(site, await companyIdOf(site));
  const referrer = await makeMember(site, { name: 'Meera Iyer' });
  const buyer = await makeMember(site, { referrerId: referrer.id });
  const payFrom = (rowId: string, payerName: string | null, vpa: string | null) =>
    site.database.platform
      .updateTable('bank_rows')
      .set({ payer_name: payerName, vpa })
      .where('id', '=', rowId)
      .execute();
  const matched = await plantPair(site, buyer, account);
  await payFrom(matched.rowId, 'MRS MEERA IYER', null);
  expect((await assign(site, admin, { rowId: matched.rowId, purchaseId: matched.purchaseId })).status).toBe(200);
  expect((await rewardOf(site, matched.purchaseId)).signs).toEqual(['payer']);

  const queued = await plantPair(site, buyer, account);
  await payFrom(queued.rowId, 'IYER MEERA', null);
  expect((await post(site, APPROVE, admin, { id: queued.purchaseId })).status).toBe(200);
  expect((await rewardOf(site, queued.purchaseId)).signs).toEqual(['payer']);

  // By the address that paid for the referrer's own purchase.
  const own = await plantPair(site, referrer, account);
  await payFrom(own.rowId, 'M IYER', 'meera@okaxis');
  expect((await assign(site, admin, { rowId: own.rowId, purchaseId: own.purchaseId })).status).toBe(200);
  const address = await plantPair(site, buyer, account);
  await payFrom(address.rowId, 'ASHA RAO', 'meera@okaxis');
  expect((await assign(site, admin, { rowId: address.rowId, purchaseId: address.purchaseId })).status).toBe(200);
  expect((await rewardOf(site, address.purchaseId)).signs).toEqual(['payer']);

  const honest = await plantPair(site, buyer, account);
  await payFrom(honest.rowId, 'ASHA RAO', 'asha@okaxis');
  expect((await assign(site, admin, { rowId: honest.rowId, purchaseId: honest.purchaseId })).status).toBe(200);
  expect(await rewardOf(site, honest.purchaseId)).toMatchObject({ signs: [], state: 'CREDITED' });
  expect(await ledgerFaults(site)).toEqual([]);
});

it('are erased with the account', async () => {
  const referrer = await makeMember(site);
  const [silent, buyer] = [await register(referrer), await register(referrer)];
  await submitted(site, buyer, manual());
  for (const { id } of [silent, buyer]) {
    expect(await signUpOf(id)).toBeDefined();
    await askForDeletion(site, { id });
    const answer = await site.call('DELETE', '/api/v1/admin/auth/delete', { body: { id }, token: admin.token });
    expect(answer.status).toBe(200);
    expect(await signUpOf(id)).toBeUndefined();
  }
});

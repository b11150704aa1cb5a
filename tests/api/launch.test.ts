/** A launch goes from the sale over the collection of addresses to the freeze, which locks sale and addresses. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeMember,
  outdateSessions,
  PASSWORD,
  seasonAdmins,
} from '../support/accounts.ts';
import { APPROVE, manual, post, REVERSE, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const LAUNCH = '/api/v1/admin/launch';
const PROFILE = '/api/v1/user/auth/profile/update';
const FREEZE_AT = '2099-03-01T12:00:00.000Z';
const TOKEN = `0x${'ab'.repeat(20)}`;
const wallet = (digit: string) => `0x${digit.repeat(40)}`;

let site: Site;
let companyId: string;
let admin: Account;
let second: Account;
let buyer: Account;
let other: Account;
let approvedId: string;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  [admin, second] = [await makeAdmin(site, { name: 'Vikram Shah' }), await makeAdmin(site, { name: 'Leela Nair' })];
  await seasonAdmins(site, [admin.id, second.id]);
  [buyer, other] = [await makeMember(site, { name: 'Asha Rao' }), await makeMember(site, { name: 'Ravi Iyer' })];
  for (const member of [buyer, other]) {
    const { id } = await submitted(site, member, manual());
    expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
    if (member === buyer) approvedId = id;
  }
});
afterAll(() => site?.remove());

const company = (change: object) =>
  site.database.platform.updateTable('companies').set(change).where('id', '=', companyId).execute();
const call = (method: string, path: string, who: Account, body?: object) =>
  site.call(method, path, { token: who.token, ip: freshIp(), ...(body && { body }) });
const step = (name: string, who = admin, body: object = {}) => post(site, `${LAUNCH}/${name}`, who, body);
const get = async () => (await call('GET', `${LAUNCH}/get`, admin)).body.data;
const checkOf = async (name: string) => (await get()).checks.find((it: { name: string }) => it.name === name);
const holders = async (show: string) =>
  (await call('GET', `${LAUNCH}/holders/list?show=${show}&limit=100`, admin)).body.data;
const setWallet = (who: Account, walletAddress: string) =>
  call('PUT', PROFILE, who, { walletAddress, password: PASSWORD });
const actions = async () =>
  (
    await site.database.platform
      .selectFrom('audit_entries')
      .select('action')
      .where('scope_id', '=', companyId)
      .where('action', 'like', 'launch.%')
      .orderBy('seq')
      .execute()
  ).map((it) => it.action);
/** Changes the first entry of the ledger behind the program, which no code of its own can. */
const addToEntry = (tokens: number) =>
  site.database.platform.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = 'replica'`.execute(tx);
    await sql`UPDATE stock_entries SET quantity = quantity + ${tokens} WHERE company_id = ${companyId} AND seq = 1`.execute(
      tx,
    );
  });

beforeEach(async () => {
  await company({ launch_state: 'SELLING', launch_freeze_at: new Date(FREEZE_AT), two_admins_for_accounts: false });
  await site.database.platform.updateTable('users').set({ wallet_address: null }).execute();
  await site.database.platform
    .updateTable('approvals')
    .set({ state: 'EXPIRED', decided_at: new Date() })
    .where('state', '=', 'OPEN')
    .execute();
});

describe('the settings', () => {
  it('keep token, chain and freeze date, and outdate what waits', async () => {
    const { version } = await get();
    const { body } = await call('PUT', `${LAUNCH}/update`, admin, {
      tokenAddress: TOKEN,
      chainId: 137,
      freezeAt: FREEZE_AT,
      version,
    });
    expect(body.data).toMatchObject({ chainId: 137, freezeAt: FREEZE_AT, version: version + 1, state: 'SELLING' });
    expect(body.data.tokenAddress.toLowerCase()).toBe(TOKEN);
    expect((await call('PUT', `${LAUNCH}/update`, admin, { chainId: 1, version })).body).toMatchObject({
      code: 'conflict',
      reason: 'outdated',
    });
    // The same values again are no change.
    const same = { tokenAddress: TOKEN, chainId: 137, freezeAt: FREEZE_AT };
    expect((await call('PUT', `${LAUNCH}/update`, admin, same)).body.data.version).toBe(version + 1);
    for (const bad of [
      { tokenAddress: '0x12' },
      { chainId: 0 },
      { freezeAt: 'soon' },
      { freezeAt: '2020-01-01T00:00:00Z' },
    ])
      expect((await call('PUT', `${LAUNCH}/update`, admin, bad)).status).toBe(422);
  });

  it('and the steps need a recent sign-in', async () => {
    const stale = await makeAdmin(site);
    await outdateSessions(site, stale);
    const answers = [
      await call('PUT', `${LAUNCH}/update`, stale, { chainId: 1 }),
      await step('collect', stale),
      await step('freeze', stale),
      await step('back', stale, { reason: 'Too early' }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(4).fill('reauthentication_required'));
  });
});

describe('collecting', () => {
  it('lists who has no address with their share, and who shares one', async () => {
    expect((await step('collect')).body.data).toEqual({ state: 'COLLECTING_ADDRESSES', outcome: 'done' });
    const missing = await holders('missing');
    expect(missing.records.map((it: { name: string }) => it.name).sort()).toEqual(['Asha Rao', 'Ravi Iyer']);
    expect(missing.records.map((it: { sharePercent: string }) => Number(it.sharePercent))).toEqual([50, 50]);
    expect(await get()).toMatchObject({ holders: 2, withoutAddress: 2 });
    await setWallet(buyer, wallet('1'));
    await setWallet(other, wallet('1'));
    expect((await holders('missing')).total).toBe(0);
    expect((await holders('shared')).total).toBe(2);
    expect(await checkOf('sharedAddresses')).toMatchObject({ ok: false, blocks: null });
    expect(await checkOf('addresses')).toMatchObject({ ok: true });
  });

  it('goes back to the sale, with a reason', async () => {
    await step('collect');
    expect((await step('back')).status).toBe(422);
    expect((await step('back', admin, { reason: 'Too early' })).body.data.state).toBe('SELLING');
    expect((await step('back', admin, { reason: 'Too early' })).status).toBe(409);
  });
});

describe('the freeze', () => {
  it('waits for every pending purchase to be decided, and for a freeze date', async () => {
    expect((await step('freeze')).status).toBe(409);
    await step('collect');
    const { id } = await submitted(site, buyer, manual());
    const refused = await step('freeze');
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('1 purchase waits for a decision.');
    await post(site, '/api/v1/admin/transaction/reject', admin, { id, reason: 'Not received' });
    await company({ launch_freeze_at: null });
    expect((await step('freeze')).body.message).toContain('freeze date');
    await company({ launch_freeze_at: new Date(FREEZE_AT) });
    expect((await step('freeze')).body.data).toEqual({ state: 'FROZEN', outcome: 'done' });
  });

  it('is refused while the entries of the ledger differ from the balances', async () => {
    await step('collect');
    await addToEntry(1);
    const refused = await step('freeze').finally(() => addToEntry(-1));
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Please run ledger:verify.')]);
    expect((await step('freeze')).body.data).toEqual({ state: 'FROZEN', outcome: 'done' });
  });

  it('locks the sale and the addresses, and keeps the rest of a profile open', async () => {
    await setWallet(buyer, wallet('2'));
    await step('collect');
    await step('freeze');
    const buying = await post(site, '/api/v1/user/package/purchase', buyer, manual());
    expect([buying.status, buying.body.message]).toEqual([409, expect.stringContaining('frozen for the launch')]);
    const price = (await call('GET', '/api/v1/user/package/get', buyer)).body.data;
    expect(price?.buyingClosed ?? buying.body.message).toContain('frozen');
    expect((await post(site, REVERSE, admin, { id: approvedId, reason: 'Charged back' })).status).toBe(409);
    const changed = await setWallet(buyer, wallet('3'));
    expect([changed.status, changed.body.field]).toEqual([409, 'walletAddress']);
    expect((await setWallet(buyer, wallet('2'))).status).toBe(200);
    expect((await call('PUT', PROFILE, buyer, { pincode: '400001', password: PASSWORD })).status).toBe(200);
    const deletion = await call('DELETE', '/api/v1/admin/auth/delete', admin, { id: buyer.id });
    expect([deletion.status, deletion.body.message]).toEqual([409, expect.stringContaining('frozen for the launch')]);
  });

  it('decides between an address and the freeze in one order', async () => {
    await step('collect');
    const [saved, frozen] = await Promise.all([setWallet(buyer, wallet('4')), step('freeze')]);
    expect(frozen.status).toBe(200);
    const { wallet_address } = await site.database.platform
      .selectFrom('users')
      .select('wallet_address')
      .where('id', '=', buyer.id)
      .executeTakeFirstOrThrow();
    expect(wallet_address).toBe(saved.status === 200 ? wallet('4') : null);
  });
});

describe('two admins', () => {
  it('confirm a step where the company asks for two, and nobody confirms their own or an outdated one', async () => {
    await company({ two_admins_for_accounts: true });
    const before = (await actions()).length;
    expect((await step('collect')).body.data).toEqual({ state: 'SELLING', outcome: 'waiting' });
    expect((await step('collect', second)).status).toBe(409);
    const [{ id }] = (await get()).proposals;
    expect((await step('confirm', admin, { id })).status).toBe(403);
    expect((await step('confirm', second, { id })).body.data).toEqual({
      state: 'COLLECTING_ADDRESSES',
      outcome: 'done',
    });
    await step('freeze');
    await call('PUT', `${LAUNCH}/update`, second, { chainId: 10 });
    const [waiting] = (await get()).proposals;
    expect(waiting).toMatchObject({ step: 'freeze', isStale: true, isMine: true });
    expect((await step('confirm', second, { id: waiting.id })).body.reason).toBe('outdated');
    expect((await step('refuse', second, { id: waiting.id })).status).toBe(200);
    expect((await get()).state).toBe('COLLECTING_ADDRESSES');
    expect((await actions()).slice(before)).toEqual([
      'launch.propose',
      'launch.confirm',
      'launch.propose',
      'launch.update',
      'launch.refuse',
    ]);
  });

  it('change an address after the freeze, always two, with a reason and a mail to the member', async () => {
    const change = (who: Account, body: object = {}) =>
      call('PUT', `${LAUNCH}/address/update`, who, {
        userId: buyer.id,
        walletAddress: wallet('5'),
        reason: 'Lost key',
        ...body,
      });
    await step('collect');
    expect((await change(admin)).status).toBe(409);
    await step('freeze');
    expect((await change(admin, { reason: '' })).status).toBe(422);
    expect((await change(admin, { walletAddress: `0x${'aB'.repeat(20)}` })).status).toBe(422);
    expect((await change(admin, { userId: admin.id })).status).toBe(403);
    expect((await change(admin)).body.data).toEqual({ outcome: 'waiting' });
    const [proposal] = (await get()).proposals;
    expect(proposal).toMatchObject({ step: null, walletAddress: wallet('5'), reason: 'Lost key' });
    expect(proposal.member).toMatchObject({ id: buyer.id, name: 'Asha Rao' });
    expect((await step('confirm', admin, { id: proposal.id })).status).toBe(403);
    expect((await step('confirm', second, { id: proposal.id })).status).toBe(200);
    const row = await site.database.platform
      .selectFrom('users')
      .select('wallet_address')
      .where('id', '=', buyer.id)
      .executeTakeFirstOrThrow();
    expect(row.wallet_address).toBe(wallet('5'));
    const mails = await site.database.platform
      .selectFrom('mails')
      .select('to_address')
      .where('kind', '=', 'launch-address-changed')
      .execute();
    expect(mails).toEqual([{ to_address: buyer.email }]);
    const stored = await site.database.platform
      .selectFrom('approvals')
      .select(['state', 'change'])
      .where('id', '=', proposal.id)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ state: 'CONFIRMED', change: {} });
  });
});

/** The company's settings: who may change them, what is recorded, and where they apply. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Account,
  companyIdOf,
  makeAdmin,
  makeCompany,
  makeMember,
  makeSuper,
  PASSWORD,
} from '../support/accounts.ts';
import { expectSums, manual, PURCHASE, post, purchaseRow, submitted } from '../support/purchases.ts';
import { freshIp, type Site, startSite, statusAndMessage } from '../support/site.ts';

const BASE = '/api/v1/admin/settings';
let site: Site;
let companyId: string;
let admin: Account;
let checker: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
});
afterAll(() => site?.remove());
beforeEach(async () => {
  // Each admin is mailed what the others change.
  await sql`UPDATE users SET role = 'USER' WHERE role = 'ADMIN'`.execute(site.database.platform);
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  checker = await makeAdmin(site, { name: 'Leela Nair' });
  await sql`UPDATE companies SET two_admins_for_accounts = false, second_approver_above_paise = NULL,
    min_order_paise = NULL, max_order_paise = NULL, verified_members_only = false, notice = '',
    price_micros = 250000, fee_bps = 1800`.execute(site.database.platform);
  await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(
    site.database.platform,
  );
});

const call = (who: Pick<Account, 'token'>, method: string, verb: string, body?: object) =>
  site.call(method, `${BASE}/${verb}`, { token: who.token, ip: freshIp(), ...(body && { body }) });
const read = async (who: Pick<Account, 'token'> = admin) => (await call(who, 'GET', 'get')).body.data;
const set = async (change: object, who: Account = admin) =>
  call(who, 'PUT', 'update', { version: (await read(who)).version, password: PASSWORD, ...change });
const saved = async (change: object): Promise<void> => {
  const answer = await set(change);
  expect(answer.body).toMatchObject({ message: 'Settings updated successfully', data: { state: 'done' } });
};
const price = async (member: Account) =>
  (await site.call('GET', '/api/v1/user/package/price/get', { token: member.token, ip: freshIp() })).body.data;
const entries = () =>
  site.database.platform
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('scope_id', '=', companyId)
    .where('action', 'like', 'settings.%')
    .orderBy('seq')
    .execute();

describe('the limits for pending purchases', () => {
  it('have their defaults, are saved as whole numbers and per cent, and are refused otherwise', async () => {
    const defaults = { openPurchasesMax: 50, heldSharePercent: '5', heldSharePercentUnverified: '1', holdHours: 72 };
    expect((await read()).settings).toMatchObject(defaults);
    await saved({ openPurchasesMax: '10', heldSharePercent: '2.5', heldSharePercentUnverified: 0, holdHours: 24 });
    const { settings, history } = await read();
    const changed = { openPurchasesMax: 10, heldSharePercent: '2.5', heldSharePercentUnverified: '0', holdHours: 24 };
    expect(settings).toMatchObject(changed);
    expect(history[0]).toMatchObject({ before: defaults, after: changed });
    for (const wrong of [{ openPurchasesMax: -1 }, { holdHours: 1.5 }, { holdHours: 9000 }, { heldSharePercent: 101 }])
      expect((await set(wrong)).status).toBe(422);
    await saved(defaults);
  });
});

describe('a change', () => {
  it('keeps fields that are not sent, increases the version, and records the admin with old and new values', async () => {
    const before = await read();
    await saved({ minimumOrder: '500', notice: '  Offices are closed on Diwali. ', supportEmail: 'Help@Example.com' });
    const after = await read();
    expect(after.version).toBe(before.version + 1);
    const changes = {
      minimumOrder: '500.00',
      notice: 'Offices are closed on Diwali.',
      supportEmail: 'help@example.com',
    };
    expect(after.settings).toEqual({ ...before.settings, ...changes });
    expect(after.history[0]).toMatchObject({
      version: after.version,
      changedBy: 'Vikram Shah',
      before: before.settings,
      after: after.settings,
    });
    const last = (await entries()).at(-1);
    expect(last).toMatchObject({
      action: 'settings.update',
      actor_id: admin.id,
      before: { minimumOrder: null },
      after: { minimumOrder: '500.00', changed: ['minimumOrder', 'notice', 'supportEmail'] },
    });
    expect(JSON.stringify(last)).not.toMatch(/Diwali|example\.com/);
    const mail = await site.mail(checker.email, { containing: 'The settings were changed' });
    expect(mail).toContain('Minimum order');
    await saved({ minimumOrder: '', supportEmail: null });
    expect((await read()).settings).toMatchObject({ minimumOrder: null, supportEmail: '' });
  });

  it('without a difference changes nothing', async () => {
    const { version, settings } = await read();
    await saved({ ...settings });
    expect((await read()).version).toBe(version);
  });

  it('on top of another version is refused, also for two parallel changes', async () => {
    const { version } = await read();
    const body = (notice: string) => ({ version, password: PASSWORD, notice });
    const answers = await Promise.all([
      call(admin, 'PUT', 'update', body('One')),
      call(checker, 'PUT', 'update', body('Other')),
    ]);
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
    expect(answers.find((it) => it.status === 409)?.body.message).toBe(
      'The settings were changed by another admin in the meantime. Please check the current settings and try again.',
    );
    expect((await read()).version).toBe(version + 1);
  });

  it.each([
    [{ password: 'not the one' }, 'Your current password is incorrect.'],
    [{ version: 'one' }, 'The version must be a whole number from 1.'],
    [{ price: '0' }, 'Please enter a price above 0 with at most six decimals.'],
    [{ price: '0.1234567' }, 'Please enter a price above 0 with at most six decimals.'],
    [{ platformChargePercent: '101' }, 'Please enter platform fees from 0 to 100 per cent.'],
    [{ referralRewardPercent: '-1' }, 'Please enter a referral reward from 0 to 100 per cent.'],
    [{ upiLimit: '0' }, 'Please enter the UPI limit as an amount above 0.'],
    [{ minimumOrder: '1.234' }, 'Please enter the minimum order as an amount above 0, or nothing.'],
    [{ minimumOrder: '200', maximumOrder: '100' }, 'The maximum order must not be below the minimum order.'],
    [{ maximumOrder: '0.24' }, 'The maximum order must be at least the price of one token.'],
    [{ launchAt: '2026-02-30' }, 'Please enter the launch date and time.'],
    [{ launchAt: '2020-01-01T00:00:00Z' }, 'The launch date must be in the future.'],
    [{ notice: 'x'.repeat(301) }, 'The notice can have at most 300 characters.'],
    [{ supportEmail: 'nobody' }, 'Please enter a valid email address.'],
    [{ supportPhone: '12' }, 'Please enter a valid mobile number.'],
    [{ supply: '1' }, 'Unknown field: supply.'],
  ])('%j is refused with its own message', async (change, message) => {
    const before = await read();
    expect(statusAndMessage(await set(change))).toEqual([422, message]);
    expect(await read()).toEqual(before);
  });

  it('is refused for members, super admins and admins of another company', async () => {
    const elsewhere = await makeAdmin(site, { companyId: await makeCompany(site) });
    for (const [who, status] of [
      [await makeMember(site), 403],
      [await makeSuper(site), 403],
      [elsewhere, 401],
    ] as const) {
      expect((await call(who, 'GET', 'get')).status).toBe(status);
      expect((await call(who, 'PUT', 'update', { version: 1, password: PASSWORD })).status).toBe(status);
      expect((await call(who, 'POST', 'confirm', { id: companyId, password: PASSWORD })).status).toBe(status);
    }
  });
});

describe('the settings apply', () => {
  it('to the smallest and largest order, in the quote and in a submission', async () => {
    const member = await makeMember(site);
    expect(await price(member)).toMatchObject({ minimumAmount: '0.25', maximumAmount: null });
    await sql`UPDATE companies SET min_order_paise = 50000, max_order_paise = 200000`.execute(site.database.platform);
    expect(await price(member)).toMatchObject({ minimumAmount: '500.00', maximumAmount: '2000.00' });
    const order = (purchaseAmount: string) => post(site, PURCHASE, member, manual({ purchaseAmount }));
    expect(statusAndMessage(await order('499.99'))).toEqual([422, 'The smallest order is ₹500.00.']);
    expect(statusAndMessage(await order('2000.01'))).toEqual([
      422,
      'The largest order is ₹2,000.00. Please enter a smaller amount.',
    ]);
    for (const amount of ['500', '2000']) expect((await order(amount)).status).toBe(200);
    expect((await price(member)).minimumAmount).toBe('500.00');
    // Never below one token.
    await sql`UPDATE companies SET min_order_paise = 1`.execute(site.database.platform);
    expect((await price(member)).minimumAmount).toBe('0.25');
  });

  it('to unverified members, immediately after each change', async () => {
    const member = await makeMember(site);
    await saved({ verifiedMembersOnly: true });
    expect((await price(member)).buyingClosed).toMatch('verified members only');
    expect((await post(site, PURCHASE, member, manual())).status).toBe(403);
    expect((await price(await makeMember(site, { isApproved: true }))).buyingClosed).toBeNull();
    await saved({ verifiedMembersOnly: false });
    expect((await post(site, PURCHASE, member, manual())).status).toBe(200);
  });

  it('to the UPI limit and the launch date of the stock page', async () => {
    const member = await makeMember(site);
    const launchAt = new Date(Date.now() + 90 * 86_400_000).toISOString();
    await saved({ upiLimit: '750.50', launchAt });
    expect((await price(member)).upiLimit).toBe('750.50');
    expect((await read()).settings.launchAt).toBe(launchAt);
  });

  it('a new price does not change earlier purchases, and applies to the next one', async () => {
    const member = await makeMember(site);
    const old = await submitted(site, member, manual());
    await saved({ price: '0.5', platformChargePercent: '10' });
    expect(await purchaseRow(site, old.id)).toMatchObject({ quantity: 4000n, price_micros: 250_000n, fee_bps: 1800 });
    const next = await submitted(site, member, manual());
    expect(next).toMatchObject({ totalQuantity: 2000, price: '0.50', gstPercentage: '10', finalAmount: '1100.00' });
    await expectSums(site, companyId);
  });

  it('parallel purchases and price changes: each purchase has exactly one price', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => makeMember(site)));
    const buying = members.map(async (member) => {
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) ids.push((await submitted(site, member, manual())).id);
      return ids;
    });
    for (const next of ['0.5', '0.25', '0.2', '0.25']) await saved({ price: next });
    for (const id of (await Promise.all(buying)).flat()) {
      const row = await purchaseRow(site, id);
      expect(row.quantity).toBe((row.order_amount_paise * 10_000n) / row.price_micros);
    }
    await expectSums(site, companyId);
  });
});

describe('an order placed before the change', () => {
  const shown = { price: '0.25', platformChargePercent: '18' };

  it('is accepted at the shown price for half an hour', async () => {
    const member = await makeMember(site);
    await saved({ price: '0.4', minimumOrder: '5000' });
    const bought = await submitted(site, member, manual(shown));
    expect(bought).toMatchObject({ totalQuantity: 4000, price: '0.25', finalAmount: '1180.00' });
    expect(
      statusAndMessage(await post(site, PURCHASE, member, manual({ price: '0.4', platformChargePercent: '18' }))),
    ).toEqual([422, 'The smallest order is ₹5,000.00.']);
  });

  it('is refused at a price that never existed, or that was replaced longer ago', async () => {
    const member = await makeMember(site);
    await saved({ price: '0.5' });
    const made = await submitted(site, member, manual({ price: '0.01', platformChargePercent: '18' }));
    expect(made).toMatchObject({ totalQuantity: 2000, price: '0.50' });
    await site.database.platform.transaction().execute(async (tx) => {
      await sql`ALTER TABLE company_settings DISABLE TRIGGER company_settings_append_only`.execute(tx);
      await sql`UPDATE company_settings SET changed_at = now() - interval '31 minutes'`.execute(tx);
      await sql`ALTER TABLE company_settings ENABLE TRIGGER company_settings_append_only`.execute(tx);
    });
    expect(await submitted(site, member, manual(shown))).toMatchObject({ totalQuantity: 2000, price: '0.50' });
  });

  it('is accepted as well when a super admin has changed the price', async () => {
    const boss = await makeSuper(site);
    const { version } = await read();
    const list = await site.call('GET', '/api/v1/superadmin/company/list?limit=100', { token: boss.token });
    const {
      id,
      tokenSymbol: _symbol,
      createdAt: _at,
      ...row
    } = list.body.data.records.find((it: { id: string }) => it.id === companyId);
    const names = [
      ...['companyName', 'companyTitle', 'tokenName', 'totalSupply', 'privateSupply', 'publicCellSupply', 'email'],
      ...['angelInvestorSupply', 'founderTeamSupply', 'airdropSupply', 'mobile', 'companyAddress', 'companyPincode'],
    ];
    const body = {
      ...Object.fromEntries(names.map((name) => [name, row[name]])),
      id,
      initialPrice: '0.8',
      companyAadhaarCard: '234123412346',
      companyPan: 'ABCCE1234F',
    };
    const answer = await site.call('PUT', '/api/v1/superadmin/company/update', {
      token: boss.token,
      ip: freshIp(),
      body,
    });
    expect(answer.body).toMatchObject({ status: true });
    const now = await read();
    expect([now.version, now.settings.price]).toEqual([version + 1, '0.80']);
    expect(now.history[0]).toMatchObject({ before: { price: '0.25' }, after: { price: '0.80' } });
    const member = await makeMember(site);
    expect(await submitted(site, member, manual(shown))).toMatchObject({ totalQuantity: 4000, price: '0.25' });
    expect(await submitted(site, member, manual())).toMatchObject({ totalQuantity: 1250, price: '0.80' });
  });

  it('when repeated is the same purchase, whatever price is shown by then', async () => {
    const member = await makeMember(site);
    const order = manual();
    const headers = { 'Idempotency-Key': 'the-key-of-this-order' };
    const first = await submitted(site, member, { ...order, ...shown }, headers);
    await saved({ price: '0.5' });
    const again = await submitted(site, member, { ...order, price: '0.5', platformChargePercent: '18' }, headers);
    expect(again.id).toBe(first.id);
  });
});

describe('the two-admin rules', () => {
  it('need two admins', async () => {
    await sql`UPDATE users SET status = 'INACTIVE' WHERE role = 'ADMIN' AND id <> ${admin.id}`.execute(
      site.database.platform,
    );
    for (const change of [{ twoAdminsForAccounts: true }, { secondApproverAbove: '1000' }])
      expect(statusAndMessage(await set(change))).toEqual([
        422,
        'This needs a second admin who has been one for 24 hours and was not added by you. ' +
          'Please ask a super admin to invite one.',
      ]);
    await sql`UPDATE users SET status = 'ACTIVE' WHERE role = 'ADMIN'`.execute(site.database.platform);
  });

  it.each([
    ['switching off', { twoAdminsForAccounts: false }, { twoAdminsForAccounts: false }],
    ['raising the amount', { secondApproverAbove: '2000' }, { secondApproverAbove: '2000.00' }],
    [
      'no amount any more',
      { secondApproverAbove: null, notice: 'Together' },
      { secondApproverAbove: null, notice: 'Together' },
    ],
  ])('%s waits for the second admin', async (_, change, becomes) => {
    await saved({ twoAdminsForAccounts: true, secondApproverAbove: '1000' });
    const before = await read();
    const answer = await set(change);
    expect(answer.body).toMatchObject({ message: 'The change waits for a second admin.', data: { state: 'waiting' } });
    const { proposals, settings } = await read();
    expect(settings).toEqual(before.settings);
    expect(proposals[0]).toMatchObject({ isMine: true, isStale: false, after: { ...before.settings, ...becomes } });
    const { id } = proposals[0];
    expect((await call(admin, 'POST', 'confirm', { id, password: PASSWORD })).status).toBe(403);
    expect(statusAndMessage(await call(checker, 'POST', 'confirm', { id, password: 'wrong' }))[0]).toBe(422);
    const done = await call(checker, 'POST', 'confirm', { id, password: PASSWORD });
    expect(done.body.data).toEqual({ state: 'done', version: before.version + 1 });
    expect((await read()).settings).toEqual({ ...before.settings, ...becomes });
    expect((await entries()).slice(-2).map((it) => [it.action, it.actor_id])).toEqual([
      ['settings.propose', admin.id],
      ['settings.confirm', checker.id],
    ]);
  });

  it.each([
    { verifiedMembersOnly: true },
    { maximumOrder: '2000' },
    { openPurchasesMax: 1 },
    { heldSharePercent: '0.01', heldSharePercentUnverified: '0.01' },
    { unprovenSharePercent: '0.01' },
  ])('that one admin made stricter for buyers are undone by another alone, whole, once: %o', async (stricter) => {
    await saved({
      twoAdminsForAccounts: true,
      openPurchasesMax: 50,
      heldSharePercent: '5',
      heldSharePercentUnverified: '1',
      maximumOrder: '90000',
    });
    await saved({ unprovenSharePercent: '20', verifiedMembersOnly: false });
    const { settings } = await read();
    await saved({ ...stricter, notice: '' });
    const back = Object.fromEntries(Object.keys(stricter).map((name) => [name, settings[name]]));
    expect((await set(back)).body.data.state).toBe('waiting');
    expect((await set({ ...back, rewardWaitDays: 0, price: '0.1' }, checker)).body.data?.state).not.toBe('done');
    await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(
      site.database.platform,
    );
    expect((await set(back, checker)).body.data.state).toBe('done');
    expect((await read()).settings).toEqual(settings);
  });

  it('that one admin made stricter one after the other are undone by another alone, in any order', async () => {
    await saved({ twoAdminsForAccounts: true, maximumOrder: '90000', unprovenSharePercent: '20' });
    const { settings } = await read();
    const steps = [{ maximumOrder: '50' }, { unprovenSharePercent: '0.01' }, { maximumOrder: '10' }];
    for (const stricter of steps) await saved(stricter);
    const { maximumOrder, unprovenSharePercent } = settings;
    expect((await set({ maximumOrder: '90001' }, checker)).body.data.state).toBe('waiting');
    await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(
      site.database.platform,
    );
    expect((await set({ maximumOrder }, checker)).body.data.state).toBe('done');
    expect((await set({ unprovenSharePercent }, checker)).body.data.state).toBe('done');
    expect((await read()).settings).toEqual(settings);
  });

  it('that guard money are changed and undone by nobody alone', async () => {
    await saved({ twoAdminsForAccounts: true, secondApproverAbove: '1000' });
    for (const secondApproverAbove of ['1', '2000'])
      expect((await set({ secondApproverAbove })).body.data?.state).not.toBe('done');
    expect((await read()).settings.secondApproverAbove).toBe('1000.00');
    await saved({ verifiedMembersOnly: true });
    await sql`UPDATE approvals SET state = 'EXPIRED', decided_at = now() WHERE state = 'OPEN'`.execute(
      site.database.platform,
    );
    await site.database.platform.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE company_settings SET changed_at = changed_at - interval '73 hours'`.execute(tx);
    });
    expect((await set({ verifiedMembersOnly: false }, checker)).body.data.state).toBe('waiting');
  });

  it('stricter rules apply immediately; refusal or withdrawal changes nothing; only a change of the same setting ends the proposal', async () => {
    await saved({ twoAdminsForAccounts: true, maximumOrder: '90000' });
    await saved({ maximumOrder: '500' });
    const before = await read();
    const propose = async () => {
      await set({ twoAdminsForAccounts: false });
      return (await read()).proposals[0].id as string;
    };
    expect((await call(checker, 'POST', 'refuse', { id: await propose() })).status).toBe(200);
    const mine = await propose();
    expect((await call(checker, 'POST', 'withdraw', { id: mine })).status).toBe(403);
    expect((await call(admin, 'POST', 'withdraw', { id: mine })).status).toBe(200);
    expect((await read()).settings).toEqual(before.settings);
    await set({ maximumOrder: '2000' });
    const [{ id }] = (await read()).proposals;
    await saved({ minimumOrder: '77' });
    expect((await read()).proposals[0].isStale).toBe(false);
    await saved({ maximumOrder: '400' });
    expect((await read()).proposals[0].isStale).toBe(true);
    expect((await call(checker, 'POST', 'confirm', { id, password: PASSWORD })).status).toBe(409);
    expect((await read()).settings.maximumOrder).toBe('400.00');
    await call(admin, 'POST', 'withdraw', { id });
    const off = await propose();
    await saved({ minimumOrder: '78' });
    expect((await call(checker, 'POST', 'confirm', { id: off, password: PASSWORD })).status).toBe(200);
    expect((await read()).settings).toMatchObject({ minimumOrder: '78.00', twoAdminsForAccounts: false });
  });

  it('are changed by one admin alone twenty times an hour, and by two after that', async () => {
    await saved({ twoAdminsForAccounts: true });
    await site.database.platform.transaction().execute(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE company_settings SET changed_at = changed_at - interval '2 hours'`.execute(tx);
    });
    for (let n = 0; n < 20; n++) await saved({ minimumOrder: String(100 + n) });
    const refused = await set({ minimumOrder: '99' });
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringContaining('You have changed the settings 20 times in the last hour.'),
    ]);
    expect((await read()).settings.minimumOrder).toBe('119.00');
    expect((await set({ minimumOrder: '98' }, checker)).body.data.state).toBe('done');
    expect((await set({ platformChargePercent: '100' })).body.data.state).toBe('waiting');
  });
});

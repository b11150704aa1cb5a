/** Two admins decide about one reward: in the same moment on two nodes, or one after the other. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REWARD_REASONS } from '@/lib/core/ready-sentences.ts';
import { type Account, companyIdOf, makeAdmin, seasonAdmins } from '../support/accounts.ts';
import { expectSums, tally } from '../support/purchases.ts';
import { heldReward, ledgerFaults, REWARDS, refuse, release, rewardsOf } from '../support/rewards.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let other: Site;
let companyId: string;
let admin: Account;
let second: Account;
beforeAll(async () => {
  site = await startSite();
  other = await startSite({ databaseUrl: site.databaseUrl ?? '' });
  companyId = await companyIdOf(site);
  [admin, second] = [await makeAdmin(site), await makeAdmin(site)];
  await seasonAdmins(site, [admin.id, second.id]);
});
afterAll(async () => {
  await other?.remove();
  await site?.remove();
});

it('a reward is credited once by two releases of which none has ended when the other looks', async () => {
  const { referrer, id, purchaseId } = await heldReward(site, admin);
  const db = site.database.platform;
  const waiting = await db.transaction().execute(async (tx) => {
    await sql`SELECT FROM supplies WHERE company_id = ${companyId} FOR UPDATE`.execute(tx);
    const answers = [release(site, admin, id), release(other, second, id)];
    // One waits for the supply, the other one for the reward.
    await expect
      .poll(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
          AND datname = current_database()`.execute(db);
        return rows.length;
      })
      .toBe(2);
    return { answers };
  });
  expect(tally(await Promise.all(waiting.answers))).toEqual({ 200: 1, 409: 1 });
  const { body } = await site.call('GET', '/api/v1/user/auth/profile/get', { token: referrer.token, ip: freshIp() });
  expect(body.data.stockBalance).toBe(200);
  const trail = db.selectFrom('audit_entries').select('action').where('subject_id', '=', purchaseId);
  expect(await trail.where('action', 'like', 'reward.%').execute()).toEqual([{ action: 'reward.release' }]);
  await expectSums(site, companyId);
  expect(await ledgerFaults(site)).toEqual([]);
});

it('a reward is refused by the rule of a release: what is refused does not come back', async () => {
  const third = await makeAdmin(site, { name: 'Vikram Shah' });
  await seasonAdmins(site, [third.id]);
  const made = [await heldReward(site, second), await heldReward(site, second), await heldReward(site, second)];
  // 200 tokens at ₹0.25 are ₹50.
  const [reason] = REWARD_REASONS;
  const set = { second_approver_above_paise: 120_00n };
  await site.database.platform.updateTable('companies').set(set).where('id', '=', companyId).execute();
  const [a = '', b = '', c = ''] = made.map(({ id }) => id);
  for (const id of [a, b]) expect((await refuse(site, third, id, reason)).body.data.state).toBe('REFUSED');
  const first = await refuse(site, third, c, reason);
  expect([first.body.message, first.body.data.state]).toEqual([
    'Refusal recorded. A second admin has to refuse the reward too, because refused rewards do not come back.',
    'HELD',
  ]);
  expect((await refuse(site, third, c, reason)).body).toMatchObject({
    code: 'conflict',
    reason: 'second_admin_needed',
  });
  const [seen] = (await rewardsOf(site, third, `${REWARDS}/list?state=HELD`)).records;
  expect(seen).toMatchObject({ id: c, firstRelease: null, firstRefusal: { by: 'Vikram Shah', isMine: true } });
  expect((await refuse(site, admin, c, reason)).body.data.state).toBe('REFUSED');
  const trail = site.database.platform.selectFrom('audit_entries').select('action').orderBy('seq');
  const ofReward = trail.where('subject_id', '=', made[2]?.purchaseId ?? '').where('action', 'like', 'reward.%');
  expect((await ofReward.execute()).map(({ action }) => action)).toEqual(['reward.refuse.first', 'reward.refuse']);
  await expectSums(site, companyId);
  expect(await ledgerFaults(site)).toEqual([]);
});

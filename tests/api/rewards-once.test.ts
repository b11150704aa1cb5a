/** Two admins release one reward in the same moment, on two nodes. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, seasonAdmins } from '../support/accounts.ts';
import { expectSums, tally } from '../support/purchases.ts';
import { heldReward, ledgerFaults, release } from '../support/rewards.ts';
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

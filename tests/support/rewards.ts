/** Makes referral rewards over HTTP, and reads them from the database. */
import { expect } from 'vitest';
import { readConfig } from '@/lib/config.ts';
import { verify } from '@/lib/health/verification/service.ts';
import { creditDueRewards } from '@/lib/rewards/due/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { type Account, makeMember } from './accounts.ts';
import { APPROVE, manual, post, submitted } from './purchases.ts';
import { type Answer, APP_SECRET, freshIp, type Site } from './site.ts';

export const REWARDS = '/api/v1/admin/rewards';
export const OWN_REWARDS = '/api/v1/user/rewards/list';

/** A referrer and a buyer with one mobile number, and a purchase of 4,000 tokens whose reward of 200 waits for a review. */
export async function heldReward(site: Site, admin: Account, of?: Account) {
  const referrer = of ?? (await makeMember(site, { name: 'Meera Iyer' }));
  const { mobile } = await site.database.platform
    .selectFrom('users')
    .select('mobile')
    .where('id', '=', referrer.id)
    .executeTakeFirstOrThrow();
  const buyer = await makeMember(site, { name: 'Asha Rao', referrerId: referrer.id, mobile });
  return { referrer, buyer, ...(await approvedWith(site, buyer, admin)) };
}

/** @returns the ids of a purchase of 4,000 tokens that was approved, and of its reward */
export async function approvedWith(site: Site, buyer: Account, admin: Account) {
  const { id: purchaseId } = await submitted(site, buyer, manual());
  expect((await post(site, APPROVE, admin, { id: purchaseId })).status).toBe(200);
  const { id } = await rewardOf(site, purchaseId);
  return { purchaseId, id };
}

export const rewardOf = (site: Site, purchaseId: string) =>
  site.database.platform
    .selectFrom('referral_rewards')
    .selectAll()
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirstOrThrow();

export const release = (site: Site, admin: Account, id: string): Promise<Answer> =>
  post(site, `${REWARDS}/release`, admin, { id });

export const REASON = 'Both numbers are of one person.';
export const refuse = (site: Site, admin: Account, id: string, reason = REASON): Promise<Answer> =>
  post(site, `${REWARDS}/refuse`, admin, { id, reason });

export async function rewardsOf(site: Site, who: Account, path = OWN_REWARDS) {
  const { status, body } = await site.call('GET', path, { token: who.token, ip: freshIp() });
  expect(status).toBe(200);
  return body.data;
}

/** Lets the day of a reward come. */
export async function letWaitEnd(site: Site, id: string): Promise<void> {
  await site.database.platform
    .updateTable('referral_rewards')
    .set({ held_until: new Date(Date.now() - 60_000) })
    .where('id', '=', id)
    .execute();
}

/** What every node runs every ten minutes. */
export const creditDue = (site: Site): Promise<number> =>
  creditDueRewards({
    config: readConfig({ DATA_DIR: site.dataDir }),
    database: site.database,
    log: { warn: () => {} } as never,
    wakeMail: () => {},
  });

/** Whether `ledger:verify` finds a fault, and which. */
export async function ledgerFaults(site: Site): Promise<string[]> {
  const faults: string[] = [];
  const input = { database: site.database, secrets: secretsOf(APP_SECRET) };
  await verify(input, 'ledger', (report) => void faults.push(...report.faults));
  return faults;
}

/** The signs of one person are read again when the day of a reward comes: accounts change after an approval. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { configureMail } from '@/lib/mail/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { REWARD_SIGNS } from '../../src/lib/core/rewards.ts';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { expectSums } from '../support/purchases.ts';
import { approvedWith, creditDue, ledgerFaults, letWaitEnd, release, rewardsOf } from '../support/rewards.ts';
import { APP_SECRET, freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let companyId: string;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  configureMail({ secrets: secretsOf(APP_SECRET), from: 'no-reply@example.com' });
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

const companies = () => site.database.platform.updateTable('companies').where('id', '=', companyId);
beforeEach(() =>
  companies()
    .set({ reward_wait_days: 7, reward_signs: [...REWARD_SIGNS] })
    .execute(),
);
/** The invariant of every test here. */
const expectOrder = async (): Promise<void> => {
  await expectSums(site, companyId);
  expect(await ledgerFaults(site)).toEqual([]);
};
const stockOf = async (who: Account): Promise<number> =>
  (await site.call('GET', '/api/v1/user/auth/profile/get', { token: who.token, ip: freshIp() })).body.data.stockBalance;
const trailOf = async (purchaseId: string): Promise<string[]> => {
  const rows = await site.database.platform
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', purchaseId)
    .where('action', 'like', 'reward.%')
    .orderBy('seq')
    .execute();
  return rows.map((row) => row.action);
};
const mailsAbout = async (purchaseId: string, to: Account): Promise<string[]> => {
  const rows = await site.database.platform
    .selectFrom('mails')
    .select('kind')
    .where('about_id', '=', purchaseId)
    .where('to_address', '=', to.email)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.kind);
};

/** A referrer and a buyer without a sign, whose reward waits for its day. */
async function waiting() {
  const referrer = await makeMember(site, { name: 'Meera Iyer' });
  const buyer = await makeMember(site, { name: 'Asha Rao', referrerId: referrer.id });
  return { referrer, buyer, ...(await approvedWith(site, buyer, admin)) };
}
type Waiting = Awaited<ReturnType<typeof waiting>>;
const users = (id: string) => site.database.platform.updateTable('users').where('id', '=', id);
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';

it.each<[string, string[], (made: Waiting) => Promise<unknown>]>([
  [
    'the buyer takes the mobile number of the referrer',
    ['mobile'],
    ({ buyer, referrer }) =>
      users(buyer.id)
        .set((eb) => ({ mobile: eb.selectFrom('users as u').select('u.mobile').where('u.id', '=', referrer.id) }))
        .execute(),
  ],
  [
    'the referrer takes the wallet of the buyer, in other letters',
    ['wallet'],
    async ({ buyer, referrer }) => {
      await users(buyer.id).set({ wallet_address: WALLET }).execute();
      await users(referrer.id).set({ wallet_address: WALLET.toLowerCase() }).execute();
    },
  ],
  [
    'the buyer uses a browser of the referrer',
    ['browser'],
    ({ buyer }) =>
      site.database.platform
        .insertInto('referral_sign_ups')
        .values({
          company_id: companyId,
          user_id: buyer.id,
          is_same_browser: true,
          network_hash: null,
          created_at: new Date(),
        })
        .execute(),
  ],
])('a reward waits for an admin when %s meanwhile', async (_, signs, change) => {
  const made = await waiting();
  await change(made);
  await letWaitEnd(site, made.id);
  expect(await creditDue(site)).toBe(0);
  expect(await creditDue(site)).toBe(0);
  expect(await stockOf(made.referrer)).toBe(0);
  const [row] = (await rewardsOf(site, made.referrer)).records;
  expect([row.state, row.signs]).toEqual(['HELD', signs]);
  expect(await trailOf(made.purchaseId)).toEqual(['reward.review']);
  expect(await mailsAbout(made.purchaseId, made.referrer)).toEqual(['reward-held', 'reward-held']);
  expect((await release(site, admin, made.id)).status).toBe(200);
  expect(await stockOf(made.referrer)).toBe(200);
  await expectOrder();
});

it('a reward is credited despite a sign that its rule does not name', async () => {
  await companies()
    .set({ reward_signs: ['payer'] })
    .execute();
  const made = await waiting();
  await users(made.buyer.id).set({ wallet_address: WALLET }).execute();
  await users(made.referrer.id).set({ wallet_address: WALLET }).execute();
  await letWaitEnd(site, made.id);
  expect(await creditDue(site)).toBe(1);
  expect(await stockOf(made.referrer)).toBe(200);
});

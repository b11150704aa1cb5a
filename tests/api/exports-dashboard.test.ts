/** Every figure of the dashboard can be recomputed from the exports. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatPaise, parsePaise, percentOf } from '@/lib/core/money.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { proposeChanges } from '../support/approvals.ts';
import { type Row, takeExport } from '../support/exports.ts';
import { APPROVE, manual, post, REJECT, REVERSE, submitted, upi } from '../support/purchases.ts';
import { heldReward } from '../support/rewards.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  const referrer = await makeMember(site, { isApproved: true });
  await makeMember(site, { status: 'BLOCKED' });
  await makeMember(site, { status: 'INACTIVE', isApproved: true });
  const buyers = [referrer, await makeMember(site, { referrerId: referrer.id })];
  const purchases: string[] = [];
  for (let nth = 0; nth < 10; nth++) {
    const buyer = buyers[nth % 2] as Account;
    const amounts = { purchaseAmount: `${1000 + nth * 7}.37` };
    const made = await submitted(site, buyer, nth % 3 ? manual(amounts) : await upi(site, buyer, amounts));
    if (nth < 6) await post(site, APPROVE, admin, { id: made.id });
    if (nth < 2) await post(site, REVERSE, admin, { id: made.id, reason: 'The payment belongs to another order.' });
    if (nth === 6) await post(site, REJECT, admin, { id: made.id });
    purchases.push(made.id);
  }
  await heldReward(site, admin, referrer);
  await sql`UPDATE companies SET second_approver_above_paise = 100000`.execute(site.database.platform);
  for (const id of purchases.slice(7, 9)) await post(site, APPROVE, admin, { id });
  await post(site, REVERSE, admin, { id: purchases[3], reason: 'The payment was returned or charged back.' });
  await proposeChanges(site, admin);
});
afterAll(() => site?.remove());

const read = async (path: string) =>
  (await site.call('GET', `/api/v1/admin/${path}`, { token: admin.token, ip: freshIp() })).body.data;
const count = (rows: readonly Row[], which: (row: Row) => boolean): number => rows.filter(which).length;
const tokens = (rows: readonly Row[], head: string): bigint =>
  rows.reduce((sum, row) => sum + BigInt(row[head] ?? '0'), 0n);
const rupees = (rows: readonly Row[]): string =>
  formatPaise(rows.reduce((sum, row) => sum + (parsePaise(row['Final amount'] ?? '') ?? 0n), 0n));

it.each(['csv', 'xlsx'] as const)('from %s files', async (format) => {
  const take = async (kind: string) => (await takeExport(site, admin, kind, { format })).rows;
  // One after the other: the program runs at most four exports in parallel.
  const members = await take('members');
  const purchases = await take('purchases');
  const ledger = await take('ledger');
  const supply = await take('supply');
  const changes = await take('changes');
  const refunds = await take('refunds');
  const rewards = await take('rewards');
  expect(changes).toHaveLength(3);
  const part = (name: string): number => Number(supply.find((row) => row.Supply === name)?.Tokens);
  const pending = purchases.filter((row) => row.Status === 'PENDING');
  const credited = tokens(ledger, 'Credited') - tokens(ledger, 'Taken back');
  const onHold = rewards.filter((row) => row.State === 'On hold');
  const [held, rewarded] = [onHold, rewards.filter((row) => row.State === 'Credited')].map((rows) =>
    tokens(rows, 'Quantity'),
  );
  const remaining = part('Private Supply') - Number(credited) - Number(tokens(pending, 'Quantity')) - Number(held);
  expect([held, part('Referral rewards on hold')]).toEqual([200n, 200]);
  expect(credited).toBe(tokens(members, 'Stock balance'));

  expect(await read('dashboard/get')).toEqual({
    userActive: count(members, (row) => row.Status === 'ACTIVE'),
    userInactive: count(members, (row) => row.Status === 'INACTIVE'),
    userBlock: count(members, (row) => row.Status === 'BLOCKED'),
    totalSupply: part('Total Supply'),
    privateSupply: part('Private Supply'),
    remainingPrivateSupply: remaining,
    publicCellSupply: part('Public Cell Supply'),
    angelInvestorSupply: part('Angel Investor Supply'),
    founderTeamSupply: part('Founder Team Supply'),
    airdropSupply: part('Airdrop Supply'),
    privateSupplyData: { total: part('Private Supply'), remaining, stockBalance: Number(credited) },
    rewards: {
      credited: Number(rewarded),
      held: Number(held),
      sharePercent: percentOf((held ?? 0n) + (rewarded ?? 0n), BigInt(part('Private Supply'))),
    },
    waiting: {
      purchases: pending.length,
      amount: rupees(pending),
      oldestAt: pending.map((row) => row['Submitted (UTC)']).sort()[0] ?? null,
      membersToVerify: count(members, (row) => row.Verified === 'No'),
      secondApprovals: count(pending, (row) => row['First approval by'] !== ''),
      reversals: count(purchases, (row) => row.Status === 'APPROVED' && row['Reversal asked by'] !== ''),
      beneficiaryChanges: count(changes, (row) => row['Change of'] === 'Beneficiary'),
      settingsChanges: count(changes, (row) => row['Change of'] === 'Settings'),
      adminChanges: count(changes, (row) => row['Change of'] === 'Admin'),
      refundsToApprove: count(refunds, (row) => row.State === 'Waiting for approval'),
      refundsToPay: count(refunds, (row) => row.State === 'To pay'),
      rewardsToReview: count(onHold, (row) => row.Signs !== ''),
      messagesToConfirm: 0,
      messagesPath: '',
    },
  });
  expect(await read('member/statistics')).toEqual({
    total: members.length,
    verificationCompleted: count(members, (row) => row.Verified === 'Yes'),
    verificationPending: count(members, (row) => row.Verified === 'No'),
  });
  const approved = (method?: string) =>
    rupees(purchases.filter((row) => row.Status === 'APPROVED' && (!method || row.Method === method)));
  expect(await read('transaction/statistics')).toEqual({
    total: approved(),
    bank: approved('BANK'),
    upi: approved('UPI'),
    manual: approved('MANUAL'),
    crypto: approved('CRYPTO'),
  });
});

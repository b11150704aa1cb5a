/** The dashboards' figures, counted from the rows themselves. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { percentOf } from '../../src/lib/core/money.ts';
import type { Home } from './accounts.ts';

interface Live {
  active: number;
  inactive: number;
  blocked: number;
  members: number;
  verified: number;
  waiting: number;
  second_approvals: number;
  reversals: number;
  beneficiary_proposals: number;
  admin_proposals: number;
  settings_proposals: number;
  refunds_to_approve: number;
  refunds_to_pay: number;
  rewards_to_review: number;
  rewards_credited: number;
  rewards_held: number;
  pending: number;
  pending_amount: string;
  oldest: Date | null;
  total: string;
  bank: string;
  upi: string;
  manual: string;
  crypto: string;
  entries: number;
  held: number;
  company: Record<string, number>;
}

const REWARDS = sql`
  (SELECT count(*)::int FROM referral_rewards WHERE company_id = c.id AND state = 'HELD' AND signs <> '{}') AS rewards_to_review,
  (SELECT coalesce(sum(e.quantity), 0)::int FROM stock_entries e JOIN purchases p ON p.company_id = e.company_id AND p.id = e.source_id
    WHERE e.company_id = c.id AND e.user_id <> p.user_id) AS rewards_credited,
  (SELECT coalesce(sum(quantity), 0)::int FROM referral_rewards WHERE company_id = c.id AND state = 'HELD') AS rewards_held`;

const rewardsOf = ({ rewards_credited: credited, rewards_held: held, company }: Live) => ({
  credited,
  held,
  sharePercent: percentOf(BigInt(credited + held), BigInt(company.private_supply ?? 0)),
});

const NO_MESSAGES = { messagesToConfirm: 0, messagesPath: '' };

/** What the three calls of the admin dashboard must answer. */
export async function liveFigures(home: Home, companyId: string) {
  const brought = (
    method: string,
  ) => sql`(SELECT (coalesce(sum(final_amount_paise), 0) / 100)::numeric(30, 2)::text FROM purchases
    WHERE company_id = c.id AND status = 'APPROVED' AND payment_method LIKE ${method})`;
  const users = (condition: string) =>
    sql`(SELECT count(*)::int FROM users WHERE company_id = c.id AND deleted_at IS NULL AND ${sql.raw(condition)})`;
  const proposals = (kind: string) => sql`(SELECT count(*)::int FROM approvals
    WHERE company_id = c.id AND state = 'OPEN' AND expires_at > now() AND kind LIKE ${kind})`;
  const halfDone = (kind: string) => sql`(SELECT count(*)::int FROM approvals
    WHERE company_id = c.id AND state = 'OPEN' AND kind = ${kind})`;
  const refunds = (state: string) =>
    sql`(SELECT count(*)::int FROM refunds WHERE company_id = c.id AND state = ${state})`;
  const { rows } = await sql<Live>`SELECT
      ${users("status = 'ACTIVE'")} AS active, ${users("status = 'INACTIVE'")} AS inactive,
      ${users("status = 'BLOCKED'")} AS blocked, ${users('true')} AS members,
      ${users('is_approved')} AS verified, ${users('NOT is_approved')} AS waiting,
      (SELECT count(*)::int FROM purchases WHERE company_id = c.id AND status = 'PENDING') AS pending,
      (SELECT (coalesce(sum(final_amount_paise), 0) / 100)::numeric(30, 2)::text FROM purchases
        WHERE company_id = c.id AND status = 'PENDING') AS pending_amount,
      (SELECT min(created_at) FROM purchases WHERE company_id = c.id AND status = 'PENDING') AS oldest,
      ${halfDone('purchase.approve')} AS second_approvals,
      ${halfDone('purchase.reverse')} AS reversals,
      ${proposals('beneficiary%')} AS beneficiary_proposals, ${proposals('settings%')} AS settings_proposals,
      ${proposals('admin%')} AS admin_proposals,
      ${refunds('WAITING_FOR_APPROVAL')} AS refunds_to_approve, ${refunds('APPROVED')} AS refunds_to_pay,
      ${REWARDS},
      ${brought('%')} AS total, ${brought('BANK')} AS bank, ${brought('UPI')} AS upi,
      ${brought('MANUAL')} AS manual, ${brought('CRYPTO')} AS crypto,
      (SELECT coalesce(sum(quantity), 0)::int FROM stock_entries WHERE company_id = c.id) AS entries,
      (SELECT coalesce(sum(quantity), 0)::int FROM purchases WHERE company_id = c.id AND status = 'PENDING') AS held,
      to_jsonb(c) AS company
    FROM companies c WHERE c.id = ${companyId}`.execute(home.database.platform);
  const it = rows[0];
  if (!it) throw new Error('there is no such company');
  const remaining = Number(it.company.private_supply) - it.entries - it.held - it.rewards_held;
  return {
    summary: {
      userActive: it.active,
      userInactive: it.inactive,
      userBlock: it.blocked,
      totalSupply: it.company.total_supply,
      privateSupply: it.company.private_supply,
      remainingPrivateSupply: remaining,
      publicCellSupply: it.company.public_cell_supply,
      angelInvestorSupply: it.company.angel_investor_supply,
      founderTeamSupply: it.company.founder_team_supply,
      airdropSupply: it.company.airdrop_supply,
      privateSupplyData: { total: it.company.private_supply, remaining, stockBalance: it.entries },
      rewards: rewardsOf(it),
      waiting: {
        purchases: it.pending,
        amount: it.pending_amount,
        oldestAt: it.oldest?.toISOString() ?? null,
        membersToVerify: it.waiting,
        secondApprovals: it.second_approvals,
        reversals: it.reversals,
        beneficiaryChanges: it.beneficiary_proposals,
        settingsChanges: it.settings_proposals,
        adminChanges: it.admin_proposals,
        refundsToApprove: it.refunds_to_approve,
        refundsToPay: it.refunds_to_pay,
        rewardsToReview: it.rewards_to_review,
        ...NO_MESSAGES,
      },
    },
    members: { total: it.members, verificationCompleted: it.verified, verificationPending: it.waiting },
    transactions: { total: it.total, bank: it.bank, upi: it.upi, manual: it.manual, crypto: it.crypto },
  };
}

/** The totals of every company agree with its rows. */
export async function expectTotals(home: Home): Promise<void> {
  const db = home.database.platform;
  const [users, countedUsers, purchases, countedPurchases] = await Promise.all([
    sql`SELECT company_id, status, is_approved, sum(users)::bigint AS users FROM user_totals
      GROUP BY 1, 2, 3 HAVING sum(users) <> 0 ORDER BY 1, 2, 3`.execute(db),
    sql`SELECT company_id, status, is_approved, count(*) AS users FROM users WHERE deleted_at IS NULL
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db),
    sql`SELECT company_id, status, payment_method, sum(purchases)::bigint AS purchases,
        sum(final_amount_paise)::bigint AS amount, sum(quantity)::bigint AS quantity FROM purchase_totals
      GROUP BY 1, 2, 3 HAVING sum(purchases) <> 0 OR sum(final_amount_paise) <> 0 OR sum(quantity) <> 0
      ORDER BY 1, 2, 3`.execute(db),
    sql`SELECT company_id, status, payment_method, count(*) AS purchases,
        sum(final_amount_paise)::bigint AS amount, sum(quantity)::bigint AS quantity FROM purchases
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db),
  ]);
  expect(users.rows).toEqual(countedUsers.rows);
  expect(purchases.rows).toEqual(countedPurchases.rows);
}

/** The figures of the admin dashboard. */
import { CHANGE_KINDS, type ChangeKind } from '../approvals/rules.ts';
import { listProposals } from '../approvals/service.ts';
import type { OutputOf } from '../core/contract.ts';
import { formatIsoDay } from '../core/format.ts';
import { formatPaise, percentOf } from '../core/money.ts';
import type { Result, Scope } from '../scope.ts';
import type {
  Collection,
  getCollection as Collections,
  getDashboard as Dashboard,
  DashboardSummary,
  MemberStatistics,
  getMemberStatistics as Members,
  TransactionStatistics,
  getTransactionStatistics as Transactions,
} from './contract.ts';
import {
  collectionOf,
  countUsers,
  firstCollectionDay,
  memberStatisticsOf,
  sumPurchases,
  transactionStatisticsOf,
} from './rules.ts';
import * as store from './store.ts';

export async function getDashboard(scope: Scope): Promise<Result<OutputOf<typeof Dashboard>>> {
  const { db, company } = scope;
  const [users, purchases, oldest, seconds, refunds, rewards, proposals, supply] = await Promise.all([
    store.readUserTotals(db, company.id),
    store.readPurchaseTotals(db, company.id),
    store.readOldestPending(db, company.id),
    store.countSecondDecisions(db, company.id),
    store.countRefunds(db, company.id),
    store.readRewards(db, company.id),
    listProposals(scope, CHANGE_KINDS),
    store.readSupply(db, company.id),
  ]);
  const changesOf = (feature: ChangeKind extends `${infer F}.${string}` ? F : never): number =>
    proposals.filter(({ kind }) => kind.startsWith(`${feature}.`)).length;
  const pending = sumPurchases(purchases, (it) => it.status === 'PENDING');
  return {
    data: {
      userActive: countUsers(users, (it) => it.status === 'ACTIVE'),
      userInactive: countUsers(users, (it) => it.status === 'INACTIVE'),
      userBlock: countUsers(users, (it) => it.status === 'BLOCKED'),
      totalSupply: Number(supply.total_supply),
      privateSupply: Number(supply.private_supply),
      remainingPrivateSupply: Number(supply.remaining),
      publicCellSupply: Number(supply.public_cell_supply),
      angelInvestorSupply: Number(supply.angel_investor_supply),
      founderTeamSupply: Number(supply.founder_team_supply),
      airdropSupply: Number(supply.airdrop_supply),
      privateSupplyData: {
        total: Number(supply.private_supply),
        remaining: Number(supply.remaining),
        stockBalance: Number(supply.credited),
      },
      rewards: {
        credited: Number(rewards.credited),
        held: Number(rewards.held),
        sharePercent: percentOf(rewards.credited + rewards.held, supply.private_supply),
      },
      waiting: {
        purchases: pending.purchases,
        amount: formatPaise(pending.finalAmountPaise),
        oldestAt: oldest?.toISOString() ?? null,
        membersToVerify: countUsers(users, (it) => !it.isApproved),
        secondApprovals: Number(seconds.approvals),
        reversals: Number(seconds.reversals),
        beneficiaryChanges: changesOf('beneficiary'),
        settingsChanges: changesOf('settings'),
        adminChanges: changesOf('admin'),
        refundsToApprove: Number(refunds.approve),
        refundsToPay: Number(refunds.pay),
        rewardsToReview: Number(rewards.toReview),
      },
    },
  };
}

export async function getMemberStatistics(scope: Scope): Promise<Result<OutputOf<typeof Members>>> {
  return { data: memberStatisticsOf(await store.readUserTotals(scope.db, scope.company.id)) };
}

export async function getTransactionStatistics(scope: Scope): Promise<Result<OutputOf<typeof Transactions>>> {
  return { data: transactionStatisticsOf(await store.readPurchaseTotals(scope.db, scope.company.id)) };
}

export async function getCollection(scope: Scope): Promise<Result<OutputOf<typeof Collections>>> {
  const { db, company } = scope;
  const today = formatIsoDay(scope.now.toISOString());
  const [totals, days] = await Promise.all([
    store.readPurchaseTotals(db, company.id),
    store.readCollectedDays(db, company.id, firstCollectionDay(today)),
  ]);
  return { data: collectionOf(totals, days, today) };
}

export interface DashboardPage {
  readonly collection: Collection | null;
  readonly summary: DashboardSummary | null;
  readonly members: MemberStatistics | null;
  readonly transactions: TransactionStatistics | null;
}

/** Reads everything that the page shows. A part that fails is null: the screen retries it and shows the failure. */
export async function openDashboard(scope: Scope): Promise<DashboardPage> {
  const orNull = async <T>(call: Promise<Result<T>>): Promise<T | null> => {
    try {
      return (await call).data ?? null;
    } catch (err) {
      scope.app.log.error({ requestId: scope.request.id, err }, 'a part of the dashboard could not be read');
      return null;
    }
  };
  const [collection, summary, members, transactions] = await Promise.all([
    orNull(getCollection(scope)),
    orNull(getDashboard(scope)),
    orNull(getMemberStatistics(scope)),
    orNull(getTransactionStatistics(scope)),
  ]);
  return { collection, summary, members, transactions };
}

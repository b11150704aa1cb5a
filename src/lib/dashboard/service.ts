/** The figures of the admin dashboard. */
import { CHANGE_KINDS, type ChangeKind } from '../approvals/rules.ts';
import { listProposals } from '../approvals/service.ts';
import type { OutputOf } from '../core/contract.ts';
import { formatIsoDay } from '../core/format.ts';
import { formatPaise, percentOf } from '../core/money.ts';
import { pathOfWaiting } from '../messages/waiting/service.ts';
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

/** The totals that several parts of the dashboard show, each read one time. */
interface Totals {
  readonly users: ReturnType<typeof store.readUserTotals>;
  readonly purchases: ReturnType<typeof store.readPurchaseTotals>;
}

const usersOf = ({ db, company }: Scope): Totals['users'] => store.readUserTotals(db, company.id);
const purchasesOf = ({ db, company }: Scope): Totals['purchases'] => store.readPurchaseTotals(db, company.id);

export async function getDashboard(scope: Scope): Promise<Result<OutputOf<typeof Dashboard>>> {
  return { data: await summaryOf(scope, { users: usersOf(scope), purchases: purchasesOf(scope) }) };
}

async function summaryOf(scope: Scope, totals: Totals): Promise<DashboardSummary> {
  const [users, purchases, proposals, row] = await Promise.all([
    totals.users,
    totals.purchases,
    listProposals(scope, CHANGE_KINDS),
    store.readSummary(scope.db, scope.company.id),
  ]);
  const changesOf = (feature: ChangeKind extends `${infer F}.${string}` ? F : never): number =>
    proposals.filter(({ kind }) => kind.startsWith(`${feature}.`)).length;
  const pending = sumPurchases(purchases, (it) => it.status === 'PENDING');
  return {
    userActive: countUsers(users, (it) => it.status === 'ACTIVE'),
    userInactive: countUsers(users, (it) => it.status === 'INACTIVE'),
    userBlock: countUsers(users, (it) => it.status === 'BLOCKED'),
    totalSupply: Number(row.total_supply),
    privateSupply: Number(row.private_supply),
    remainingPrivateSupply: Number(row.remaining),
    publicCellSupply: Number(row.public_cell_supply),
    angelInvestorSupply: Number(row.angel_investor_supply),
    founderTeamSupply: Number(row.founder_team_supply),
    airdropSupply: Number(row.airdrop_supply),
    privateSupplyData: {
      total: Number(row.private_supply),
      remaining: Number(row.remaining),
      stockBalance: Number(row.credited),
    },
    rewards: {
      credited: Number(row.rewardsCredited),
      held: Number(row.rewardsHeld),
      sharePercent: percentOf(row.rewardsCredited + row.rewardsHeld, row.private_supply),
    },
    waiting: {
      purchases: pending.purchases,
      amount: formatPaise(pending.finalAmountPaise),
      oldestAt: row.oldestPending?.toISOString() ?? null,
      membersToVerify: countUsers(users, (it) => !it.isApproved),
      secondApprovals: Number(row.approvals),
      reversals: Number(row.reversals),
      beneficiaryChanges: changesOf('beneficiary'),
      settingsChanges: changesOf('settings'),
      adminChanges: changesOf('admin'),
      refundsToApprove: Number(row.refundsToApprove),
      refundsToPay: Number(row.refundsToPay),
      rewardsToReview: Number(row.rewardsToReview),
      messagesToConfirm: changesOf('message'),
      messagesPath: pathOfWaiting(proposals),
    },
  };
}

export async function getMemberStatistics(scope: Scope): Promise<Result<OutputOf<typeof Members>>> {
  return { data: memberStatisticsOf(await usersOf(scope)) };
}

export async function getTransactionStatistics(scope: Scope): Promise<Result<OutputOf<typeof Transactions>>> {
  return { data: transactionStatisticsOf(await purchasesOf(scope)) };
}

export async function getCollection(scope: Scope): Promise<Result<OutputOf<typeof Collections>>> {
  return { data: await collectedOf(scope, purchasesOf(scope)) };
}

async function collectedOf({ db, company, now }: Scope, purchases: Totals['purchases']): Promise<Collection> {
  const today = formatIsoDay(now.toISOString());
  const days = store.readCollectedDays(db, company.id, firstCollectionDay(today));
  return collectionOf(...(await Promise.all([purchases, days])), today);
}

export interface DashboardPage {
  readonly collection: Collection | null;
  readonly summary: DashboardSummary | null;
  readonly members: MemberStatistics | null;
  readonly transactions: TransactionStatistics | null;
}

/** Reads everything that the page shows. A part that fails is null: the screen retries it and shows the failure. */
export async function openDashboard(scope: Scope): Promise<DashboardPage> {
  const orNull = async <T>(part: Promise<T>): Promise<T | null> => {
    try {
      return await part;
    } catch (err) {
      scope.app.log.error({ requestId: scope.request.id, err }, 'a part of the dashboard could not be read');
      return null;
    }
  };
  const totals = { users: usersOf(scope), purchases: purchasesOf(scope) };
  const [collection, summary, members, transactions] = await Promise.all([
    orNull(collectedOf(scope, totals.purchases)),
    orNull(summaryOf(scope, totals)),
    orNull(totals.users.then(memberStatisticsOf)),
    orNull(totals.purchases.then(transactionStatisticsOf)),
  ]);
  return { collection, summary, members, transactions };
}

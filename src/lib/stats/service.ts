/** The figures of a company's own dashboard. */
import type { OutputOf } from '../core/contract.ts';
import { formatPaise } from '../core/money.ts';
import { listProposals } from '../proposals/service.ts';
import type { Result, Scope } from '../scope.ts';
import type {
  getDashboard as Dashboard,
  DashboardSummary,
  MemberStatistics,
  getMemberStatistics as Members,
  TransactionStatistics,
  getTransactionStatistics as Transactions,
} from './contract.ts';
import { countUsers, memberStatisticsOf, sumPurchases, transactionStatisticsOf } from './rules.ts';
import * as store from './store.ts';

const PROPOSAL_KINDS = ['beneficiary.add', 'beneficiary.update', 'beneficiary.delete', 'settings.update'] as const;

export async function getDashboard(scope: Scope): Promise<Result<OutputOf<typeof Dashboard>>> {
  const { db, company } = scope;
  const [users, purchases, oldest, seconds, proposals, supply] = await Promise.all([
    store.readUserTotals(db, company.id),
    store.readPurchaseTotals(db, company.id),
    store.readOldestPending(db, company.id),
    store.countSeconds(db, company.id),
    listProposals(scope, PROPOSAL_KINDS),
    store.readSupply(db, company.id),
  ]);
  const settingsChanges = proposals.filter((it) => it.kind === 'settings.update').length;
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
      waiting: {
        purchases: pending.purchases,
        amount: formatPaise(pending.finalAmountPaise),
        oldestAt: oldest?.toISOString() ?? null,
        membersToVerify: countUsers(users, (it) => !it.isApproved),
        secondApprovals: Number(seconds.approvals),
        reversals: Number(seconds.reversals),
        beneficiaryChanges: proposals.length - settingsChanges,
        settingsChanges,
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

export interface DashboardPage {
  readonly summary: DashboardSummary | null;
  readonly members: MemberStatistics | null;
  readonly transactions: TransactionStatistics | null;
}

/** Everything that the page shows. What could not be read is null: the screen asks again and says what failed. */
export async function openDashboard(scope: Scope): Promise<DashboardPage> {
  const settled = async <T>(call: Promise<Result<T>>): Promise<T | null> => {
    try {
      return (await call).data ?? null;
    } catch (err) {
      scope.app.log.error({ requestId: scope.request.id, err }, 'a part of the dashboard could not be read');
      return null;
    }
  };
  const [summary, members, transactions] = await Promise.all([
    settled(getDashboard(scope)),
    settled(getMemberStatistics(scope)),
    settled(getTransactionStatistics(scope)),
  ]);
  return { summary, members, transactions };
}

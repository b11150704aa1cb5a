import { ChartCard } from '@/islands/chart/ChartCard.tsx';
import type { ChartSpec, Tone } from '@/islands/chart/spec.ts';
import { type Fetched, useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { useRefreshing } from '@/islands/useRefreshing.ts';
import { PATHS } from '@/lib/core/paths.ts';
import {
  type DashboardSummary,
  getDashboard,
  getMemberStatistics,
  getTransactionStatistics,
  type MemberStatistics,
  type TransactionStatistics,
} from '@/lib/stats/contract.ts';
import { collectionRows, referralRows, supplyRows } from '@/lib/stats/rules.ts';
import { StatCard } from './StatCard.tsx';
import { Waiting } from './Waiting.tsx';

export interface AdminDashboardProps {
  token: { readonly symbol: string; readonly iconUrl: string };
  /** What the page was rendered with; null where it could not be read. */
  summary: DashboardSummary | null;
  members: MemberStatistics | null;
  transactions: TransactionStatistics | null;
  /** When the page was rendered, in ms since the epoch. */
  renderedAtMs: number;
  /** Where people register, with the origin. */
  registerUrl: string;
}

const SUPPLY_TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6, 7];
const REFERRAL_TONES: readonly Tone[] = [1, 3, 4];

const CALLS = [getDashboard, getMemberStatistics, getTransactionStatistics];

export function AdminDashboard(given: AdminDashboardProps) {
  const summary = useFetched(getDashboard, {}, given.summary ?? undefined);
  const members = useFetched(getMemberStatistics, {}, given.members ?? undefined);
  const transactions = useFetched(getTransactionStatistics, {}, given.transactions ?? undefined);
  useRefreshing(CALLS);
  const parts: readonly Fetched<unknown>[] = [summary, members, transactions];
  const stale = parts.filter((it) => it.stale);
  const { token } = given;

  const supply: ChartSpec | undefined = summary.data && {
    kind: 'pie',
    rows: supplyRows(summary.data),
    tones: SUPPLY_TONES,
  };
  const referral: ChartSpec | undefined = summary.data && {
    kind: 'doughnut',
    rows: referralRows(summary.data),
    tones: REFERRAL_TONES,
  };
  const collection: ChartSpec | undefined = transactions.data && {
    kind: 'bar',
    series: { label: '%', tone: 1, rows: collectionRows(transactions.data) },
    unit: '%',
    max: 100,
  };
  const nothingYet = Number(transactions.data?.total ?? 0) === 0;

  return (
    <>
      {stale.length > 0 && (
        <div className="notice" data-tone="warning" role="alert">
          <Icon name="warning" />
          <p className="flex-1">These figures could not be read again just now, so they may be out of date.</p>
          <Button look="secondary" size="sm" icon="retry" onClick={() => stale.forEach((it) => void it.retry())}>
            Try again
          </Button>
        </div>
      )}
      <Waiting summary={summary} renderedAtMs={given.renderedAtMs} registerUrl={given.registerUrl} />
      <div className="dash-pair">
        <StatCard
          title="Users"
          source={summary}
          figures={[
            ['Active User', summary.data?.userActive],
            ['Inactive User', summary.data?.userInactive],
            ['Blocked User', summary.data?.userBlock],
          ]}
        />
        <StatCard
          title="Members"
          source={members}
          figures={[
            ['Total Member', members.data?.total],
            ['Verification Completed', members.data?.verificationCompleted],
            ['Verification Pending', members.data?.verificationPending],
          ]}
        />
      </div>
      <div className="dash-pair">
        <ChartCard
          title="Token Supply Distribution"
          lead={`In ${token.symbol}. The total is the sum of its parts; what remains is part of the private supply.`}
          spec={supply}
          heads={['Part', token.symbol]}
          loading={summary.loading}
          error={summary.error}
          onRetry={summary.retry}
        />
        <ChartCard
          title="Referral Supply"
          lead={`In crore (CR) ${token.symbol}: the private supply, what is left to sell, and what members hold.`}
          spec={referral}
          heads={['Part', `Crore ${token.symbol}`]}
          unit=" CR"
          iconUrl={token.iconUrl}
          loading={summary.loading}
          error={summary.error}
          onRetry={summary.retry}
        />
      </div>
      <ChartCard
        title="Total Collection Method Wise"
        lead="Share of each payment method in what approved purchases have brought."
        spec={collection}
        heads={['Method', 'Share']}
        unit="%"
        loading={transactions.loading}
        error={transactions.error}
        onRetry={transactions.retry}
        empty={
          nothingYet && (
            <EmptyState
              text="No money has been collected yet."
              hint="The shares appear with the first approved purchase."
            >
              <a className="link" href={PATHS.purchaseRequest}>
                Go to the purchase requests
              </a>
            </EmptyState>
          )
        }
      />
    </>
  );
}

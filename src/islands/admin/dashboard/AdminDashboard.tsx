import { ChartCard } from '@/islands/chart/ChartCard.tsx';
import type { ChartSpec, Tone } from '@/islands/chart/spec.ts';
import { type Fetched, useFetched } from '@/islands/data.ts';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { StaleNotice } from '@/islands/ui/StaleNotice.tsx';
import { usePolling } from '@/islands/usePolling.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { getCollection, getDashboard, getMemberStatistics, getTransactionStatistics } from '@/lib/dashboard/calls.ts';
import type {
  Collection,
  DashboardSummary,
  MemberStatistics,
  TransactionStatistics,
} from '@/lib/dashboard/contract.ts';
import { collectionRows, referralRows, supplyRows } from '@/lib/dashboard/rules.ts';
import { CollectionLine } from './CollectionLine.tsx';
import { MoneyCards } from './MoneyCards.tsx';
import { StatCard } from './StatCard.tsx';
import { Waiting } from './Waiting.tsx';

export interface AdminDashboardProps {
  token: { readonly symbol: string; readonly iconUrl: string };
  /** What the page was rendered with; null where it could not be read. */
  collection: Collection | null;
  summary: DashboardSummary | null;
  members: MemberStatistics | null;
  transactions: TransactionStatistics | null;
  /** When the page was rendered, in ms since the epoch. */
  renderedAtMs: number;
  /** For buyers; null while they would see example payment details. */
  registerUrl: string | null;
}

const SUPPLY_TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6, 7];
const REFERRAL_TONES: readonly Tone[] = [1, 3, 4];

const CALLS = [getCollection, getDashboard, getMemberStatistics, getTransactionStatistics];

export function AdminDashboard(given: AdminDashboardProps) {
  const collection = useFetched(getCollection, {}, given.collection ?? undefined);
  const summary = useFetched(getDashboard, {}, given.summary ?? undefined);
  const members = useFetched(getMemberStatistics, {}, given.members ?? undefined);
  const transactions = useFetched(getTransactionStatistics, {}, given.transactions ?? undefined);
  usePolling(CALLS);

  return (
    <>
      <StaleNotice sources={[collection, summary, members, transactions]} />
      <Waiting summary={summary} renderedAtMs={given.renderedAtMs} registerUrl={given.registerUrl} />
      <MoneyCards collection={collection} summary={summary} />
      <div className="grid gap-6 max-sm:grid-cols-2 max-sm:gap-3 min-[900px]:grid-cols-2">
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
      <div className="chart-row">
        <CollectionLine collection={collection} />
        <SupplyCharts summary={summary} token={given.token} />
        <CollectionChart transactions={transactions} />
      </div>
    </>
  );
}

interface SupplyChartsProps {
  summary: Fetched<DashboardSummary>;
  token: AdminDashboardProps['token'];
}

function SupplyCharts({ summary, token }: SupplyChartsProps) {
  const { data, loading, error, retry } = summary;
  const supply: ChartSpec | undefined = data && { kind: 'pie', rows: supplyRows(data), tones: SUPPLY_TONES };
  const referral: ChartSpec | undefined = data && { kind: 'doughnut', rows: referralRows(data), tones: REFERRAL_TONES };
  const source = { loading, error, onRetry: retry };
  return (
    <>
      <ChartCard
        {...source}
        title="Token Supply Distribution"
        lead={`In ${token.symbol}. The total is the sum of its parts; what remains is part of the private supply.`}
        spec={supply}
        heads={['Part', token.symbol]}
      />
      <ChartCard
        {...source}
        title="Referral Supply"
        lead={`In crore (CR) ${token.symbol}: the private supply, what is left to sell, and what members hold.`}
        spec={referral}
        heads={['Part', `Crore ${token.symbol}`]}
        unit=" CR"
        iconUrl={token.iconUrl}
      />
    </>
  );
}

function CollectionChart({ transactions }: { transactions: Fetched<TransactionStatistics> }) {
  const { data, loading, error, retry } = transactions;
  const collection: ChartSpec | undefined = data && {
    kind: 'bar',
    series: { label: '%', tone: 1, rows: collectionRows(data) },
    unit: '%',
    max: 100,
  };
  const isEmpty = Number(data?.total ?? 0) === 0;
  return (
    <ChartCard
      title="Total Collection Method Wise"
      lead="Approved payments by method."
      spec={collection}
      heads={['Method', 'Share']}
      unit="%"
      loading={loading}
      error={error}
      onRetry={retry}
      empty={
        isEmpty && (
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
  );
}

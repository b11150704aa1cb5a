import { ChartCard } from '@/islands/chart/ChartCard.tsx';
import type { ChartSpec, Tone } from '@/islands/chart/spec.ts';
import { type Fetched, useFetched } from '@/islands/data.ts';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { StaleNotice } from '@/islands/ui/StaleNotice.tsx';
import { usePolling } from '@/islands/usePolling.ts';
import { getSuperDashboard } from '@/lib/superadmin/dashboard/calls.ts';
import type { SuperDashboard as Data } from '@/lib/superadmin/dashboard/contract.ts';
import { collectionSeries, type NamedRows, statusSeries, supplySeries } from '@/lib/superadmin/dashboard/rules.ts';
import { CompaniesTable } from './CompaniesTable.tsx';
import { Concerns } from './Concerns.tsx';
import { HealthBoard } from './HealthBoard.tsx';
import { PurchaseMatrix } from './PurchaseMatrix.tsx';
import { Totals } from './Totals.tsx';

export interface SuperDashboardProps {
  /** What the page was rendered with; null where it could not be read. */
  initial: Data | null;
  /** When the page was rendered, in ms since the epoch. */
  renderedAtMs: number;
}

const CALLS = [getSuperDashboard];

export function SuperDashboard({ initial, renderedAtMs }: SuperDashboardProps) {
  const fetched = useFetched(getSuperDashboard, {}, initial ?? undefined);
  const { data } = fetched;
  usePolling(CALLS);
  if (!data) return <NoFigures fetched={fetched} />;
  return (
    <>
      <StaleNotice sources={[fetched]} />
      <Concerns totals={data.totals} health={data.health} companies={data.companies} />
      <Totals totals={data.totals} />
      <CompaniesTable companies={data.companies} />
      {data.companies.length > 1 ? (
        <CompanyCharts data={data} fetched={fetched} />
      ) : (
        <PurchaseMatrix companies={data.companies} totals={data.totals} />
      )}
      <HealthBoard health={data.health} renderedAtMs={renderedAtMs} />
    </>
  );
}

/** In place of the figures until they have come. */
function NoFigures({ fetched: { loading, error, retry } }: { fetched: Fetched<Data> }) {
  return (
    <section className="card" aria-label="Figures" aria-busy={loading || undefined}>
      {error === null ? (
        <div className="flex min-h-80 items-center justify-center gap-2 text-muted" role="status">
          <span className="spinner" aria-hidden="true" /> Loading the figures...
        </div>
      ) : (
        <LoadError text={error} onRetry={retry} />
      )}
    </section>
  );
}

function stacked(axis: 'percent' | 'rupees' | 'count', rows: readonly NamedRows[], tones: readonly Tone[]): ChartSpec {
  const series = rows.map((row, index) => ({ ...row, tone: tones[index] ?? 1 }));
  return { kind: 'stacked', axis, series };
}

const headsOf = (series: readonly NamedRows[]): string[] => ['Company', ...series.map((it) => it.label)];

interface CompanyChartsProps {
  data: Data;
  fetched: Fetched<Data>;
}

/** The figures of all companies as charts, and the table of purchases. */
function CompanyCharts({ data: { companies, totals }, fetched: { loading, error, retry } }: CompanyChartsProps) {
  const source = { loading, error, onRetry: retry };
  const collection = collectionSeries(companies);
  const supply = supplySeries(companies);
  const status = statusSeries(companies);
  return (
    <div className="chart-row">
      <ChartCard
        {...source}
        title="Collected by company"
        lead="Rupees of approved purchases, by payment method."
        spec={stacked('rupees', collection, [1, 2, 4, 6])}
        heads={headsOf(collection)}
        empty={
          Number(totals.collected.total) === 0 && (
            <EmptyState text="No money has been collected yet." hint="It appears with the first approved purchase." />
          )
        }
      />
      <ChartCard
        {...source}
        title="Private supply by company"
        lead="What is sold, held for pending purchases, and left, in per cent."
        spec={stacked('percent', supply, [1, 4, 3])}
        heads={headsOf(supply)}
      />
      <ChartCard
        {...source}
        title="Purchases by company"
        lead="How many there are in each status."
        spec={stacked('count', status, ['warning', 'success', 'danger', 'neutral'])}
        heads={headsOf(status)}
        empty={
          status.every((it) => it.rows.every((row) => row.value === 0)) && (
            <EmptyState text="Nothing has been bought yet." hint="Purchases appear when members send their proofs." />
          )
        }
      />
      <PurchaseMatrix companies={companies} totals={totals} />
    </div>
  );
}

import { ChartCard } from '@/islands/chart/ChartCard.tsx';
import type { ChartSeries, ChartSpec, Tone } from '@/islands/chart/spec.ts';
import { useFetched } from '@/islands/data.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { EmptyState } from '@/islands/ui/EmptyState.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { useRefreshing } from '@/islands/useRefreshing.ts';
import { type SuperDashboard as Data, getSuperDashboard } from '@/lib/stats/platform-contract.ts';
import { collectionSeries, type NamedRows, statusSeries, supplySeries } from '@/lib/stats/platform-rules.ts';
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

const toned = (series: readonly NamedRows[], tones: readonly Tone[]): ChartSeries[] =>
  series.map((it, index) => ({ ...it, tone: tones[index] ?? 1 }));

export function SuperDashboard({ initial, renderedAtMs }: SuperDashboardProps) {
  const { data, error, loading, stale, retry } = useFetched(getSuperDashboard, {}, initial ?? undefined);
  useRefreshing(CALLS);

  if (!data) {
    return (
      <section className="card" aria-label="Figures" aria-busy={loading || undefined}>
        {error === null ? (
          <div className="super-loading" role="status">
            <span className="spinner" aria-hidden="true" /> Loading the figures...
          </div>
        ) : (
          <EmptyState drawing="error" text={error} role="alert">
            <Button look="secondary" size="sm" icon="retry" onClick={retry}>
              Try again
            </Button>
          </EmptyState>
        )}
      </section>
    );
  }

  const { companies, totals, health } = data;
  const chart = { loading, error, onRetry: retry };
  const stacked = (axis: 'percent' | 'rupees' | 'count', series: readonly NamedRows[], tones: readonly Tone[]) =>
    ({ kind: 'stacked', axis, series: toned(series, tones) }) satisfies ChartSpec;
  const heads = (series: readonly NamedRows[]): string[] => ['Company', ...series.map((it) => it.label)];
  const collection = collectionSeries(companies);
  const supply = supplySeries(companies);
  const status = statusSeries(companies);

  return (
    <>
      {stale && (
        <div className="notice" data-tone="warning" role="alert">
          <Icon name="warning" />
          <p className="flex-1">These figures could not be read again just now, so they may be out of date.</p>
          <Button look="secondary" size="sm" icon="retry" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      <Concerns totals={totals} health={health} />
      <Totals totals={totals} />
      <CompaniesTable companies={companies} />
      <div className="dash-pair">
        <ChartCard
          {...chart}
          title="Collected by company"
          lead="Rupees of approved purchases, by payment method."
          spec={stacked('rupees', collection, [1, 2, 4, 6])}
          heads={heads(collection)}
          empty={
            Number(totals.collected.total) === 0 && (
              <EmptyState text="No money has been collected yet." hint="It appears with the first approved purchase." />
            )
          }
        />
        <ChartCard
          {...chart}
          title="Private supply by company"
          lead="What is sold, held for pending purchases, and left, in per cent."
          spec={stacked('percent', supply, [1, 4, 3])}
          heads={heads(supply)}
        />
      </div>
      <div className="dash-pair">
        <ChartCard
          {...chart}
          title="Purchases by company"
          lead="How many there are in each status."
          spec={stacked('count', status, ['warning', 'success', 'danger', 'neutral'])}
          heads={heads(status)}
          empty={
            status.every((it) => it.rows.every((row) => row.value === 0)) && (
              <EmptyState text="Nothing has been bought yet." hint="Purchases appear when members send their proofs." />
            )
          }
        />
        <PurchaseMatrix companies={companies} totals={totals} />
      </div>
      <HealthBoard health={health} renderedAtMs={renderedAtMs} />
    </>
  );
}

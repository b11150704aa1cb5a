import type { Fetched } from '@/islands/data.ts';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import type { Collection, DashboardSummary } from '@/lib/dashboard/contract.ts';

interface MoneyCardsProps {
  collection: Fetched<Collection>;
  summary: Fetched<DashboardSummary>;
}

/** Rupees first: collected, today, this week, approved, waiting. */
export function MoneyCards({ collection: { data, loading, error }, summary }: MoneyCardsProps) {
  const waiting = summary.data?.waiting;
  const figures: readonly (readonly [label: string, value: string | undefined, hint?: string | undefined])[] = [
    ['Collected', data && formatRupees(data.collected)],
    ['Today', data && formatRupees(data.today)],
    ['This week', data && formatRupees(data.thisWeek), 'since Monday'],
    ['Approved', data && formatQuantity(data.approved), 'purchases'],
    ['Waiting', waiting && formatRupees(waiting.amount), waiting && `${formatQuantity(waiting.purchases)} to decide`],
  ];
  return (
    <section className="card" aria-label="Collected" aria-busy={loading || undefined}>
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-3 min-[1200px]:grid-cols-5">
        {figures.map(([label, value, hint]) => (
          <div key={label} className="max-md:first:col-span-2">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="grid">
              <span className="font-semibold tabular-nums md:text-lg">{value ?? '--'}</span>
              {hint && <span className="text-sm text-muted">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {error !== null && (
        <p className="mt-3 text-sm text-danger" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

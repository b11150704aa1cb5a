import { useId } from 'react';
import type { Fetched } from '@/islands/data.ts';
import { LoadError } from '@/islands/ui/LoadError.tsx';
import { figureText } from '@/lib/dashboard/rules.ts';

export interface StatCardProps {
  title: string;
  /** Where the figures come from: whether they load, and why they did not come. */
  source: Fetched<unknown>;
  figures: readonly (readonly [label: string, value: number | undefined])[];
}

/** Some figures side by side; '--' for zero or absent. */
export function StatCard({ title, source, figures }: StatCardProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id} aria-busy={source.loading || undefined}>
      <h2 className="card-title" id={id}>
        {title}
      </h2>
      {source.data === undefined && source.error !== null ? (
        <LoadError text={source.error} onRetry={source.retry} />
      ) : (
        <dl className="stat-list max-sm:grid max-sm:gap-3">
          {figures.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {source.loading ? <span className="skeleton" role="status" aria-label="Loading" /> : figureText(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

import type { ReactNode } from 'react';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import type { PlatformTotals } from '@/lib/stats/platform-contract.ts';

/** All companies together. */
export function Totals({ totals }: { totals: PlatformTotals }) {
  const { purchases } = totals;
  const figures: readonly (readonly [label: string, value: string, hint?: ReactNode])[] = [
    ['Companies', formatQuantity(totals.companies)],
    ['Members', formatQuantity(totals.members), `${formatQuantity(totals.verified)} verified`],
    ['Collected', formatRupees(totals.collected.total), `${formatQuantity(purchases.approved.total)} approved`],
    ['Pending', formatQuantity(purchases.pending.total), `${formatQuantity(totals.waitingLong)} over 24 h`],
    ['Sold', formatQuantity(totals.sold), 'tokens'],
    ['Remaining', formatQuantity(totals.remaining), 'tokens'],
  ];
  return (
    <section className="card" aria-labelledby="totals-title">
      <h2 className="card-title" id="totals-title">
        All companies
      </h2>
      <dl className="totals">
        {figures.map(([label, value, hint]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className="totals-value">{value}</span>
              {hint && <span className="totals-hint">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

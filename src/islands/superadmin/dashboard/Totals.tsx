import type { ReactNode } from 'react';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import type { PlatformTotals } from '@/lib/superadmin/dashboard/contract.ts';

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
      <dl className="mt-4 grid gap-x-4 gap-y-3 sm:grid-cols-3 sm:gap-y-5">
        {figures.map(([label, value, hint]) => (
          <div key={label} className="flex justify-between gap-4 sm:block">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="grid justify-items-end text-end sm:justify-items-start sm:text-start">
              <span className="text-lg font-semibold tracking-[-0.017em] wrap-anywhere lg:text-xl">{value}</span>
              {hint && <span className="text-sm text-muted">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

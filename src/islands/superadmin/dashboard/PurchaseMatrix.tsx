import { useRef, useState } from 'react';
import { Select } from '@/islands/ui/Select.tsx';
import { useOverflow } from '@/islands/ui/Table.tsx';
import { formatQuantity } from '@/lib/core/format.ts';
import type { CompanyFigures, PlatformTotals } from '@/lib/superadmin/dashboard/contract.ts';

const STATUSES = [
  ['pending', 'Pending'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['reversed', 'Reversed'],
] as const;
const METHODS = [
  ['bank', 'Bank'],
  ['upi', 'UPI'],
  ['manual', 'Manual'],
  ['crypto', 'Crypto'],
  ['total', 'Total'],
] as const;

const CELL = 'py-2.5 text-end not-first:ps-1 first:text-start sm:not-first:ps-3';
const HEAD = `${CELL} text-xs font-medium text-muted`;

/** Numbers of purchases by status and method, of one company or of all. */
export function PurchaseMatrix({
  companies,
  totals,
}: {
  companies: readonly CompanyFigures[];
  totals: PlatformTotals;
}) {
  const [chosen, setChosen] = useState('');
  const frame = useRef<HTMLElement>(null);
  const isScrollable = useOverflow(frame);
  const { purchases } = companies.find((it) => it.id === chosen) ?? totals;
  return (
    <section className="card grid content-start gap-4" aria-labelledby="matrix-title">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 [&>.control]:min-w-40">
        <h2 className="card-title" id="matrix-title">
          Purchases by status and method
        </h2>
        {companies.length > 1 && (
          <Select
            label="Company"
            quietLabel
            value={chosen}
            onValue={setChosen}
            placeholder="All companies"
            options={companies.map((it) => ({ value: it.id, label: it.tokenSymbol }))}
          />
        )}
      </div>
      <section
        ref={frame}
        className="overflow-x-auto"
        aria-label="Purchases by status and method"
        tabIndex={isScrollable ? 0 : undefined}
      >
        <table className="matrix w-full text-sm max-sm:text-[12px]">
          <caption className="sr-only">Numbers of purchases by status and payment method</caption>
          <thead>
            <tr>
              <th scope="col" className={HEAD}>
                Status
              </th>
              {METHODS.map(([key, label]) => (
                <th scope="col" key={key} className={HEAD}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {STATUSES.map(([status, label]) => (
              <tr key={status} className="border-t border-line">
                <th scope="row" className={`${CELL} font-normal`}>
                  {label}
                </th>
                {METHODS.map(([method]) => (
                  <td key={method} className={`${CELL} last:font-semibold`}>
                    {formatQuantity(purchases[status][method])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

import { useState } from 'react';
import { Select } from '@/islands/ui/Select.tsx';
import { formatQuantity } from '@/lib/core/format.ts';
import type { CompanyFigures, PlatformTotals } from '@/lib/stats/platform-contract.ts';

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

/** Numbers of purchases by status and method, of one company or of all. */
export function PurchaseMatrix({
  companies,
  totals,
}: {
  companies: readonly CompanyFigures[];
  totals: PlatformTotals;
}) {
  const [chosen, setChosen] = useState('');
  const { purchases } = companies.find((it) => it.id === chosen) ?? totals;
  return (
    <section className="card matrix-card" aria-labelledby="matrix-title">
      <div className="matrix-head">
        <h2 className="card-title" id="matrix-title">
          Purchases by status and method
        </h2>
        <Select
          label="Company"
          quietLabel
          value={chosen}
          onValue={setChosen}
          placeholder="All companies"
          options={companies.map((it) => ({ value: it.id, label: it.tokenSymbol }))}
        />
      </div>
      <section className="matrix-scroll" aria-label="Purchases by status and method">
        <table className="matrix">
          <caption className="sr-only">Numbers of purchases by status and payment method</caption>
          <thead>
            <tr>
              <th scope="col">Status</th>
              {METHODS.map(([key, label]) => (
                <th scope="col" key={key}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {STATUSES.map(([status, label]) => (
              <tr key={status}>
                <th scope="row">{label}</th>
                {METHODS.map(([method]) => (
                  <td key={method}>{formatQuantity(purchases[status][method])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

import type { Fetched } from '@/islands/data.ts';
import { formatLongDay, formatQuantity, formatRupees } from '@/lib/core/format.ts';
import { parsePaise } from '@/lib/core/money.ts';
import type { Collection } from '@/lib/dashboard/contract.ts';

const WIDTH = 600;
const HEIGHT = 160;

type Days = Collection['days'];

/** A day of the calendar as an instant within it in India. */
const dayText = (day: string): string => formatLongDay(`${day}T06:00:00Z`);

/** In rupees: a pixel needs no paise. */
const rupeesOf = (amount: string): number => Number((parsePaise(amount) ?? 0n) / 100n);

/** The next 1, 2 or 5 with zeros, at or above. */
function roundUp(value: number): number {
  let unit = 100;
  while (unit * 10 <= value) unit *= 10;
  for (const step of [unit, unit * 2, unit * 5]) if (value <= step) return step;
  return unit * 10;
}

/** What was collected on each of the last 30 days: a line, and the same figures as a table. */
export function CollectionLine({ collection: { data } }: { collection: Fetched<Collection> }) {
  if (!data) return null;
  const { days } = data;
  const [first] = days;
  if (!first) return null;
  return (
    <section className="card chart-card grid-rows-[auto_minmax(0,1fr)_auto]" aria-labelledby="collection-line">
      <div>
        <h2 className="card-title" id="collection-line">
          Collected per day
        </h2>
        <p className="text-sm text-muted">Approved purchases of the last 30 days, by the day of approval.</p>
      </div>
      <LineDrawing days={days} from={first.day} />
      <DaysTable days={days} />
    </section>
  );
}

function LineDrawing({ days, from }: { days: Days; from: string }) {
  const top = roundUp(Math.max(...days.map(({ amount }) => rupeesOf(amount))));
  const at = (amount: string, index: number): string => {
    const x = Math.round((index / (days.length - 1)) * WIDTH * 10) / 10;
    return `${x} ${Math.round((HEIGHT - (rupeesOf(amount) / top) * HEIGHT) * 10) / 10}`;
  };
  const line = `M${days.map(({ amount }, index) => at(amount, index)).join('L')}`;
  return (
    <div
      className="grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-xs text-muted"
      aria-hidden="true"
    >
      <div className="flex flex-col justify-between text-end tabular-nums">
        {[top, top / 2, 0].map((rupees) => (
          <span key={rupees}>₹{formatQuantity(rupees)}</span>
        ))}
      </div>
      <svg
        className="h-full min-h-60 w-full overflow-visible"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <path
            key={y}
            d={`M0 ${y}H${WIDTH}`}
            className="stroke-line"
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path d={`${line}V${HEIGHT}H0Z`} className="fill-brand-soft" />
        <path
          d={line}
          className="fill-none stroke-brand"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span />
      <div className="flex justify-between">
        <span>{dayText(from)}</span>
        <span>Today</span>
      </div>
    </div>
  );
}

function DaysTable({ days }: { days: Days }) {
  const cell = 'py-1.5 text-end first:text-start';
  return (
    <details className="disclose text-sm">
      <summary>The figures as a table</summary>
      <div className="mt-3">
        <table className="w-full">
          <caption className="sr-only">Collected per day, the latest first</caption>
          <thead className="text-xs text-muted">
            <tr>
              {['Day', 'Purchases', 'Collected'].map((head) => (
                <th key={head} scope="col" className={`${cell} font-medium`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, purchases, amount }) => (
              <tr key={day} className="border-t border-line">
                <td className={cell}>{dayText(day)}</td>
                <td className={cell}>{formatQuantity(purchases)}</td>
                <td className={cell}>{formatRupees(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

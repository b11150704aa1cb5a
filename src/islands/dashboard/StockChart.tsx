import type { OutputOf } from '@/lib/core/contract.ts';
import { formatLongDay, formatQuantity } from '@/lib/core/format.ts';
import { t } from '@/lib/core/texts.ts';
import { getStockHistory } from '@/lib/ledger/history/calls.ts';
import { useFetched } from '../data.ts';
import { LoadError } from '../ui/LoadError.tsx';
import { drawing, HEIGHT, WIDTH } from './chart.ts';

export interface StockChartProps {
  symbol: string;
  /** With at least one point: without stock there is nothing to draw. */
  initial: OutputOf<typeof getStockHistory>;
}

/** A day of the calendar as an instant within it in India. */
const dayText = (day: string): string => formatLongDay(`${day}T06:00:00Z`);

/** The member's own stock over time: a drawing, and the same figures as a table. */
export function StockChart({ symbol, initial }: StockChartProps) {
  const { data, error, retry } = useFetched(getStockHistory, {}, initial);
  const drawn = data ? drawing(data.points, data.today) : null;
  const latest = data?.points.at(-1);
  return (
    <section className="card grid min-w-0 content-start gap-2 sm:gap-4" aria-label={t('My stock over time')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="card-title">{t('My stock over time')}</h2>
        {latest && (
          <p className="text-sm text-muted max-sm:hidden">
            {t('Now')} <strong className="text-ink tabular-nums">{formatQuantity(latest.balance, symbol)}</strong>
          </p>
        )}
      </div>
      {error !== null && <LoadError text={error} onRetry={retry} />}
      {error === null && data && drawn && (
        <>
          <StockDrawing drawn={drawn} />
          <StockFigures points={data.points} />
        </>
      )}
    </section>
  );
}

function StockDrawing({ drawn }: { drawn: NonNullable<ReturnType<typeof drawing>> }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs text-muted" aria-hidden="true">
      <div className="flex flex-col justify-between text-end tabular-nums">
        <span>{formatQuantity(drawn.top)}</span>
        <span>{formatQuantity(drawn.top / 2)}</span>
        <span>0</span>
      </div>
      <svg
        className="block h-20 w-full sm:h-48 overflow-visible"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
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
        <path d={drawn.area} className="fill-brand-soft" />
        <path
          d={drawn.line}
          className="fill-none stroke-brand"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span />
      <div className="flex justify-between">
        <span>{dayText(drawn.from)}</span>
        <span>{t('Today')}</span>
      </div>
    </div>
  );
}

function StockFigures({ points }: Pick<OutputOf<typeof getStockHistory>, 'points'>) {
  return (
    <details className="disclose text-sm">
      <summary>{t('The figures as a table')}</summary>
      <div className="mt-3 max-h-72 overflow-y-auto">
        <table className="w-full">
          <caption className="sr-only">{t('My stock by day, the latest first')}</caption>
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="py-1 text-start font-medium">
                {t('Day')}
              </th>
              <th scope="col" className="py-1 text-end font-medium">
                {t('Day’s change')}
              </th>
              <th scope="col" className="py-1 text-end font-medium">
                {t('Balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point) => (
              <tr key={point.day} className="border-t border-line">
                <td className="py-1.5">{dayText(point.day)}</td>
                <td className="py-1.5 text-end">
                  {point.change > 0 ? '+' : ''}
                  {formatQuantity(point.change)}
                </td>
                <td className="py-1.5 text-end">{formatQuantity(point.balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

import { Money } from '@/islands/ui/Figures.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import type { OutputOf } from '@/lib/core/contract.ts';
import { formatQuantity } from '@/lib/core/format.ts';
import type { getSummary } from '@/lib/reconciliation/calls.ts';
import type { Bucket } from '@/lib/reconciliation/contract.ts';
import { BUCKET_ORDER, BUCKET_TEXTS } from './buckets.ts';

export type Summary = OutputOf<typeof getSummary>;

const ITEM =
  'flex min-h-14 w-full items-center gap-3 rounded-md border border-line px-3 py-2 text-start hover:bg-sunken aria-[current]:border-brand aria-[current]:bg-brand-soft';

interface BucketListProps {
  summary: Summary;
  selected: Bucket | null;
  hrefOf: (bucket: Bucket) => string;
  onSelect: (bucket: Bucket) => void;
}

/** Every bucket with its count and rupees. The sum of the bank's rows is that of the credits. */
export function BucketList({ summary, selected, hrefOf, onSelect }: BucketListProps) {
  const figures = new Map(summary.buckets.map((it) => [it.bucket, it]));
  const rows = summary.buckets.filter(({ bucket }) => bucket !== 'NOT_AT_BANK' && bucket !== 'SETTLEMENT');
  // A payment that is used in part is in two groups.
  const count = rows.reduce((sum, row) => sum + row.count, 0) - summary.rests.count;
  return (
    <nav aria-label="Buckets" className="grid gap-3">
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {BUCKET_ORDER.map((bucket) => {
          const figure = figures.get(bucket);
          if (!figure || (figure.count === 0 && bucket !== selected)) return null;
          return (
            <li key={bucket}>
              <a
                className={ITEM}
                href={hrefOf(bucket)}
                aria-current={bucket === selected || undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onSelect(bucket);
                }}
              >
                <span className="grid min-w-0 flex-1">
                  <strong className="font-semibold">{BUCKET_TEXTS[bucket].title}</strong>
                  <span className="text-sm text-muted">
                    <Money value={figure.amount} />
                    {bucket === 'NOT_AT_BANK' && ' claimed'}
                  </span>
                </span>
                <span className="text-lg font-semibold tabular-nums">
                  {formatQuantity(figure.count)}
                  <span className="sr-only"> {figure.count === 1 ? 'row' : 'rows'}</span>
                </span>
                <Icon name="right" size={16} className="text-muted" />
              </a>
            </li>
          );
        })}
      </ul>
      <p className="text-sm text-muted">
        {formatQuantity(count)} {count === 1 ? 'payment' : 'payments'} at the bank, together{' '}
        <Money value={summary.credits} />. Every rupee is in exactly one of these groups
        {summary.rests.count > 0 && (
          <>
            : the rests of {formatQuantity(summary.rests.count)} {summary.rests.count === 1 ? 'payment' : 'payments'} (
            <Money value={summary.rests.amount} />) are open
          </>
        )}
        {(figures.get('NOT_AT_BANK')?.count ?? 0) > 0 && '; claims without a payment are not part of the sum'}.
      </p>
    </nav>
  );
}

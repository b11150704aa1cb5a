import { Money } from '@/islands/ui/Figures.tsx';
import { PartsBar } from '@/islands/ui/PartsBar.tsx';
import { parsePaise } from '@/lib/core/money.ts';
import type { Summary } from './BucketList.tsx';

/**
 * Outcome of the credits: they equal approved, assigned, part payments, refunds, not ours, rejected and open, less what
 * aggregators kept of their settlements, to the rupee.
 */
export function Balance({ summary }: { summary: Summary }) {
  const parts = [
    { label: 'Approved', value: summary.approved, tone: 1 },
    { label: 'Assigned', value: summary.assigned, tone: 2 },
    ...(summary.parts === '0.00' ? [] : [{ label: 'Part payments', value: summary.parts, tone: 4 } as const]),
    ...(summary.refunds === '0.00' ? [] : [{ label: 'Refunds', value: summary.refunds, tone: 5 } as const]),
    { label: 'Not ours', value: summary.notOurs, tone: 3 },
    // Few have any: the money of claims that were rejected.
    ...(summary.rejected === '0.00' ? [] : [{ label: 'Rejected', value: summary.rejected, tone: 5 } as const]),
    { label: 'Open', value: summary.open, tone: 6 },
  ] as const;
  const deducted = deductedOf(summary);
  return (
    <section className="grid gap-2" aria-label="Sum of the credits">
      <PartsBar
        parts={parts.map((part) => ({ ...part, value: Number(parsePaise(part.value) ?? 0n) }))}
        label={parts.map((part) => part.label).join(', ')}
      />
      <p className="balance-line flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm">
        <span className="text-muted">Credits</span> <Money value={summary.credits} />
        {parts.map(({ label, value, tone }, index) => (
          <span key={label} className="inline-flex flex-wrap items-baseline gap-x-2">
            <span aria-hidden="true">{index === 0 ? '=' : '+'}</span>
            <span className="swatch self-center" data-tone={tone} aria-hidden="true" />
            <span className="text-muted">{label}</span> <Money value={value} />
          </span>
        ))}
        {deducted !== null && (
          <span className="inline-flex flex-wrap items-baseline gap-x-2">
            <span aria-hidden="true">−</span> <span className="text-muted">Kept by aggregators</span>{' '}
            <Money value={deducted} />
          </span>
        )}
      </p>
    </section>
  );
}

/** Difference between the payments of settlements and their credits, mostly fees; null for nothing. */
function deductedOf({ buckets }: Summary): string | null {
  const { amount = '0.00' } = buckets.find(({ bucket }) => bucket === 'SETTLEMENT') ?? {};
  return amount === '0.00' ? null : amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

import { formatQuantity, percentText } from '@/lib/core/format.ts';
import { formatRupeesOfPaise } from '@/lib/core/money.ts';
import { t } from '@/lib/core/texts.ts';
import type { Quote } from '@/lib/purchases/rules.ts';

export interface BuySummaryProps {
  /** Null while there is no price. */
  quoted: Quote | null;
  feePercent: string;
  symbol: string;
}

/** What the typed amount buys and costs. */
export function BuySummary({ quoted, feePercent, symbol }: BuySummaryProps) {
  const rows = [
    [t('Order Amount'), formatRupeesOfPaise(quoted?.orderAmountPaise ?? 0n)],
    [t('Platform Fees ({percent})', { percent: percentText(feePercent) }), formatRupeesOfPaise(quoted?.feePaise ?? 0n)],
  ] as const;
  return (
    <div className="grid gap-4">
      <div className="rounded-lg bg-sunken p-4">
        <p className="text-sm text-muted">{t('Tokens received')}</p>
        <p className="text-xl font-semibold break-words tabular-nums">
          {formatQuantity(quoted?.quantity ?? 0n, symbol)}
        </p>
      </div>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div data-total>
          <dt>{t('Approximate total')}</dt>
          <dd>{formatRupeesOfPaise(quoted?.totalPaise ?? 0n)}</dd>
        </div>
      </dl>
    </div>
  );
}

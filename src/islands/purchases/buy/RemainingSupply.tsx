import { useId } from 'react';
import { formatQuantity } from '@/lib/core/format.ts';
import { t } from '@/lib/core/texts.ts';

export interface RemainingSupplyProps {
  /** Whole tokens. */
  remaining: number;
  total: string;
  symbol: string;
}

/** The share that is no longer left, in whole percent: rounded down, so that nothing looks sold out before it is. */
function takenPercent(remaining: number, total: number): string {
  const percent = total > 0 ? ((total - remaining) * 100) / total : 0;
  return percent > 0 && percent < 1 ? t('under 1%') : `${Math.floor(percent)}%`;
}

/** What is left of this sale, as a figure, and what is sold, as a bar. */
export function RemainingSupply({ remaining, total, symbol }: RemainingSupplyProps) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="text-muted">{t('Remaining private supply')}</span>
        <span className="font-medium tabular-nums">{formatQuantity(remaining, symbol)}</span>
      </div>
      <progress className="bar" value={Number(total) - remaining} max={Number(total)} aria-labelledby={id} />
      <p className="flex flex-wrap justify-between gap-x-4 text-xs text-muted tabular-nums">
        <span id={id}>{t('{percent} sold or reserved', { percent: takenPercent(remaining, Number(total)) })}</span>
        <span>{t('of {total}', { total: formatQuantity(total, symbol) })}</span>
      </p>
    </div>
  );
}

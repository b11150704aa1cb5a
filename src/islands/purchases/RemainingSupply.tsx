import { useId } from 'react';
import { formatQuantity } from '@/lib/core/format.ts';

export interface RemainingSupplyProps {
  /** Whole tokens. */
  remaining: number;
  total: string;
  symbol: string;
}

/** What is left of this sale, as figures and as a bar. */
export function RemainingSupply({ remaining, total, symbol }: RemainingSupplyProps) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="text-muted" id={id}>
          Remaining private supply
        </span>
        <span className="font-medium tabular-nums">{formatQuantity(remaining, symbol)}</span>
      </div>
      <progress className="bar" value={remaining} max={Number(total)} aria-labelledby={id} />
      <p className="text-xs text-muted tabular-nums">of {formatQuantity(total, symbol)}</p>
    </div>
  );
}

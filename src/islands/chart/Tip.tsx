import { useLayoutEffect, useRef } from 'react';
import type { ChartPoint, ChartSpec } from './spec.ts';

/** 'label: text' of what the pointer is on; of a stacked bar, the category before it. */
function wordsOf(spec: ChartSpec, { index, series }: ChartPoint): string {
  if (spec.kind === 'stacked') {
    const one = spec.series[series];
    const row = one?.rows[index];
    return row ? `${row.label}, ${one?.label}: ${row.text}` : '';
  }
  const row = spec.kind === 'bar' ? spec.series.rows[index] : spec.rows[index];
  return row ? `${row.label}: ${row.text}${spec.kind === 'bar' ? spec.unit : ''}` : '';
}

/** The words beside the pointer, kept within the drawing. */
export function Tip({ spec, point }: { spec: ChartSpec; point: ChartPoint }) {
  const place = useRef<HTMLParagraphElement>(null);
  const words = wordsOf(spec, point);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words have another width
  useLayoutEffect(() => {
    const tip = place.current;
    const frame = tip?.parentElement;
    if (!tip || !frame) return;
    const left = Math.max(0, Math.min(frame.clientWidth - tip.offsetWidth, point.x - tip.offsetWidth / 2));
    const above = point.y - tip.offsetHeight - 8;
    tip.style.translate = `${left}px ${above < 0 ? point.y + 8 : above}px`;
  }, [point.x, point.y, words]);
  return (
    <p ref={place} className="chart-tip" role="presentation">
      {words}
    </p>
  );
}

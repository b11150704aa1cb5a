import { useLayoutEffect, useRef } from 'react';
import type { ChartPoint, ChartSpec } from './spec.ts';

/** 'label: text' of the part under the pointer; a stacked bar has its category in front. */
function textOf(spec: ChartSpec, { index, series }: ChartPoint): string {
  if (spec.kind === 'stacked') {
    const one = spec.series[series];
    const row = one?.rows[index];
    return row ? `${row.label}, ${one?.label}: ${row.text}` : '';
  }
  const row = spec.kind === 'bar' ? spec.series.rows[index] : spec.rows[index];
  return row ? `${row.label}: ${row.text}${spec.kind === 'bar' ? spec.unit : ''}` : '';
}

/** The text next to the pointer, within the drawing. */
export function Tip({ spec, point }: { spec: ChartSpec; point: ChartPoint }) {
  const tipRef = useRef<HTMLParagraphElement>(null);
  const text = textOf(spec, point);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another width
  useLayoutEffect(() => {
    const tip = tipRef.current;
    const frame = tip?.parentElement;
    if (!tip || !frame) return;
    const left = Math.max(0, Math.min(frame.clientWidth - tip.offsetWidth, point.x - tip.offsetWidth / 2));
    const above = point.y - tip.offsetHeight - 8;
    tip.style.translate = `${left}px ${above < 0 ? point.y + 8 : above}px`;
  }, [point.x, point.y, text]);
  return (
    <p ref={tipRef} className="chart-tip" role="presentation">
      {text}
    </p>
  );
}

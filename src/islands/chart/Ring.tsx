import { useEffect, useState } from 'react';
import type { ChartRow } from '@/lib/dashboard/rules.ts';
import type { Tone } from './spec.ts';

export interface RingProps {
  rows: readonly ChartRow[];
  tones: readonly Tone[];
  unit: string;
  /** The slice under the pointer; null when it is on none. */
  hovered: number | null;
  /** The pointer or the keyboard is on a name. */
  onPoint: (index: number | null) => void;
}

/** The text of a ring: the slice that was pointed at last, and a button for each slice, for people without a pointer. */
export function Ring({ rows, tones, unit, hovered, onPoint }: RingProps) {
  const [last, setLast] = useState(0);
  useEffect(() => {
    if (hovered !== null) setLast(hovered);
  }, [hovered]);
  const row = rows[last];
  function point(index: number | null): void {
    if (index !== null) setLast(index);
    onPoint(index);
  }
  return (
    <div className="chart-words">
      <p className="chart-word">{row && `${row.label}: ${row.text}${unit}`}</p>
      <ul className="chart-names">
        {rows.map(({ label, text }, index) => (
          <li key={label}>
            <button
              type="button"
              className="chart-name"
              aria-pressed={index === last}
              aria-label={`${label}: ${text}${unit}`}
              onPointerEnter={() => point(index)}
              onPointerLeave={() => point(null)}
              onFocus={() => point(index)}
              onBlur={() => point(null)}
              onClick={() => point(index)}
            >
              <span className="swatch" data-tone={tones[index]} aria-hidden="true" />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

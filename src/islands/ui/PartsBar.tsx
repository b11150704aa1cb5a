export interface Part {
  readonly label: string;
  /** Any unit; the parts are drawn in proportion. */
  readonly value: number;
  /** Which of the chart colours, from 1 (charts.css). */
  readonly tone: 1 | 2 | 3 | 4 | 5 | 6 | 7;
}

export interface PartsBarProps {
  parts: readonly Part[];
  /** What it says in words, for those who can't see it. */
  label: string;
}

const WIDTH = 1000;

/** A whole drawn as one bar of its parts. Its text is next to it. */
export function PartsBar({ parts, label }: PartsBarProps) {
  const sum = parts.reduce((all, part) => all + part.value, 0);
  let at = 0;
  return (
    <svg className="parts" viewBox={`0 0 ${WIDTH} 8`} preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className="parts-ground" x="0" y="0" width={WIDTH} height="8" />
      {parts.map((part) => {
        const width = sum === 0 ? 0 : (WIDTH * part.value) / sum;
        const x = at;
        at += width;
        return width === 0 ? null : (
          <rect key={part.label} data-tone={part.tone} x={x} y="0" width={width} height="8" />
        );
      })}
    </svg>
  );
}

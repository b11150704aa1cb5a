import { type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { Ring } from './Ring.tsx';
import type { ChartPoint, ChartSpec } from './spec.ts';
import { Tip } from './Tip.tsx';
import { useChart } from './useChart.ts';

export interface ChartCardProps {
  title: string;
  /** What the figures are, one sentence. */
  lead?: ReactNode;
  /** Undefined while there are no figures. */
  spec: ChartSpec | undefined;
  /** Heads of the table's columns, the first of the labels. */
  heads: readonly string[];
  /** Behind each figure of the table and of the ring, as ' CR'. */
  unit?: string;
  /** In the middle of a ring. */
  iconUrl?: string;
  loading: boolean;
  /** Why there are no figures. */
  error: string | null;
  onRetry: () => void;
  /** Stands in for a chart that has nothing to show. */
  empty?: ReactNode;
}

/** Columns of figures, each with a text for every label. */
function columnsOf(spec: ChartSpec) {
  if (spec.kind === 'stacked') return spec.series.map((it) => it.rows);
  return [spec.kind === 'bar' ? spec.series.rows : spec.rows];
}

/** Lying bars need room for each: small up to three of them, large from seven on. */
function sizeOf(spec: ChartSpec): 'small' | 'large' | undefined {
  if (spec.kind !== 'stacked') return undefined;
  const bars = spec.series[0]?.rows.length ?? 0;
  return bars <= 3 ? 'small' : bars >= 7 ? 'large' : undefined;
}

/** A title, a chart, and the same figures as a table. */
export function ChartCard(props: ChartCardProps) {
  const { title, lead, spec, heads, unit = '', loading, error, onRetry, empty } = props;
  const id = useId();
  const [hovered, setHovered] = useState<ChartPoint | null>(null);
  const shown = spec && !empty ? spec : null;
  const chart = useChart(shown, setHovered);
  return (
    <section className="card chart-card" aria-labelledby={id} aria-busy={loading || undefined}>
      <div>
        <h2 className="card-title" id={id}>
          {title}
        </h2>
        {lead && <p className="text-sm text-muted">{lead}</p>}
      </div>
      {!spec && error !== null && <LoadError text={error} onRetry={onRetry} />}
      {!spec && error === null && (
        <div className="chart-frame" data-state="waiting" role="status">
          <span className="sr-only">Loading {title}...</span>
        </div>
      )}
      {spec && empty}
      {shown && (
        <>
          <div className="chart-frame" data-kind={shown.kind} data-size={sizeOf(shown)} data-state={chart.state}>
            <canvas
              ref={chart.canvas}
              role="img"
              aria-label={`${title}, a chart. Its figures follow as a table.`}
              onPointerLeave={() => setHovered(null)}
            />
            {shown.kind === 'doughnut' && props.iconUrl && (
              <img className="chart-icon" src={props.iconUrl} alt="" width="56" height="56" />
            )}
            {shown.kind !== 'doughnut' && hovered && <Tip spec={shown} point={hovered} />}
            {chart.state === 'failed' && (
              <div className="chart-failed" role="alert">
                <p>The chart could not be drawn. Its figures are below.</p>
                <Button look="secondary" size="sm" icon="retry" onClick={chart.retry}>
                  Draw again
                </Button>
              </div>
            )}
          </div>
          {shown.kind === 'doughnut' ? (
            <Ring
              rows={shown.rows}
              tones={shown.tones}
              unit={unit}
              hovered={hovered?.index ?? null}
              onPoint={chart.mark}
            />
          ) : (
            <Legend spec={shown} />
          )}
          <FigureTable title={title} heads={heads} unit={unit} spec={shown} />
        </>
      )}
    </section>
  );
}

function Legend({ spec }: { spec: ChartSpec }) {
  if (spec.kind === 'doughnut') return null;
  const names =
    spec.kind === 'pie'
      ? spec.rows.map(({ label }, index) => ({ label, tone: spec.tones[index] }))
      : spec.kind === 'bar'
        ? [spec.series]
        : spec.series;
  return (
    <ul className="chart-legend" aria-label="Legend">
      {names.map(({ label, tone }) => (
        <li key={label}>
          <span className="swatch" data-tone={tone} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

interface FigureTableProps {
  title: string;
  heads: readonly string[];
  unit: string;
  spec: ChartSpec;
}

function FigureTable({ title, heads, unit, spec }: FigureTableProps) {
  const columns = columnsOf(spec);
  const [first = '', ...rest] = heads;
  return (
    <details className="chart-figures disclose">
      <summary>The figures as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is cut off is reached by the arrow keys */}
      <section className="chart-scroll" aria-label={title} tabIndex={0}>
        <table>
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {rest.map((head) => (
                <th scope="col" key={head} data-align="end">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns[0]?.map((row, index) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                {columns.map((column, nth) => (
                  <td key={heads[nth + 1]} data-align="end">
                    {column[index]?.text}
                    {unit}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

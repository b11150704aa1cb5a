/** The only file that imports chart.js, part by part. It loads with the first chart of a page. */
import {
  type ActiveElement,
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  DoughnutController,
  LinearScale,
  PieController,
} from 'chart.js';
import type { ChartColours } from './colours.ts';
import type { ChartPoint, ChartSeries, ChartSpec, OnHover } from './spec.ts';

Chart.register(ArcElement, BarController, BarElement, CategoryScale, DoughnutController, LinearScale, PieController);

export interface DrawOptions {
  readonly colours: ChartColours;
  /** Nothing moves. */
  readonly still: boolean;
  readonly font: string;
  readonly onHover: OnHover;
}

type Kind = 'pie' | 'doughnut' | 'bar';
type Config = ChartConfiguration<Kind, number[], string>;
type Options = NonNullable<Config['options']>;

const MOTION_MS = 200;

function common({ colours, still, onHover }: DrawOptions): Options {
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: still ? false : { duration: MOTION_MS },
    color: colours.muted,
    onHover: (_, [first]) => onHover(first ? pointOf(first) : null),
  };
}

/** What the pointer is on, and where there is room for text next to it. */
function pointOf({ element, index, datasetIndex }: ActiveElement): ChartPoint {
  const { x, y } = element.tooltipPosition(true);
  return { index, series: datasetIndex, x: x ?? 0, y: y ?? 0 };
}

function round(spec: Extract<ChartSpec, { kind: 'pie' | 'doughnut' }>, draw: DrawOptions): Config {
  const { colours } = draw;
  const fill = spec.tones.map((tone) => colours.tone(tone));
  const base = common(draw);
  const isPie = spec.kind === 'pie';
  return {
    type: spec.kind,
    data: {
      labels: spec.rows.map((row) => row.label),
      datasets: [
        {
          data: spec.rows.map((row) => row.value),
          backgroundColor: fill,
          hoverBackgroundColor: fill,
          borderColor: colours.surface,
          hoverBorderColor: colours.surface,
          borderWidth: 2,
          hoverOffset: isPie ? 6 : 0,
          ...(!isPie && { cutout: '68%' }),
        },
      ],
    },
    options: {
      ...base,
      layout: { padding: isPie ? 8 : 0 },
    },
  };
}

/** Figures along an axis are short: '₹3L', '1.5K'. */
const short = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });

const TICKS = {
  percent: (value: number) => `${value}%`,
  rupees: (value: number) => `₹${short.format(value)}`,
  count: (value: number) => (Number.isInteger(value) ? short.format(value) : ''),
} as const;

interface Bars {
  readonly series: readonly ChartSeries[];
  readonly tick: (value: number) => string;
  readonly max?: number | undefined;
  /** From the left to the right, the series one after the other. */
  readonly lying: boolean;
}

function bars({ series, tick, max, lying }: Bars, draw: DrawOptions): Config {
  const { colours } = draw;
  const ticks = { color: colours.muted };
  const names = { stacked: lying, grid: { display: false }, border: { color: colours.line }, ticks };
  const figures = {
    stacked: lying,
    beginAtZero: true,
    ...(max !== undefined && { max }),
    grid: { color: colours.line },
    border: { display: false },
    ticks: { ...ticks, maxTicksLimit: 6, callback: (value: string | number) => tick(Number(value)) },
  };
  return {
    type: 'bar',
    data: {
      labels: series[0]?.rows.map((row) => row.label) ?? [],
      datasets: series.map(({ label, rows, tone }) => ({
        label,
        data: rows.map((row) => row.value),
        backgroundColor: colours.tone(tone),
        hoverBackgroundColor: colours.tone(tone),
        borderRadius: lying ? 0 : 6,
        maxBarThickness: lying ? 24 : 72,
      })),
    },
    options: {
      ...common(draw),
      indexAxis: lying ? 'y' : 'x',
      scales: lying ? { x: figures, y: names } : { x: names, y: figures },
    },
  };
}

/** The configuration for chart.js. */
export function configOf(spec: ChartSpec, draw: DrawOptions): Config {
  if (spec.kind === 'bar')
    return bars({ series: [spec.series], tick: (value) => `${value}${spec.unit}`, max: spec.max, lying: false }, draw);
  if (spec.kind === 'stacked') {
    const max = spec.axis === 'percent' ? 100 : undefined;
    return bars({ series: spec.series, tick: TICKS[spec.axis], max, lying: true }, draw);
  }
  return round(spec, draw);
}

export interface Drawn {
  /** Marks a slice as the pointer would. */
  mark(index: number | null): void;
  destroy(): void;
}

export function draw(canvas: HTMLCanvasElement, spec: ChartSpec, options: DrawOptions): Drawn {
  Chart.defaults.font.family = options.font;
  const chart = new Chart(canvas, configOf(spec, options));
  return {
    mark: (index) => {
      chart.setActiveElements(index === null ? [] : [{ datasetIndex: 0, index }]);
      chart.update('none');
    },
    destroy: () => chart.destroy(),
  };
}

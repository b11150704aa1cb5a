import type { ChartRow } from '@/lib/dashboard/rules.ts';

export const TONES = [1, 2, 3, 4, 5, 6, 7, 'success', 'danger', 'warning', 'neutral'] as const;
/** Which of the theme's chart colours: `--chart-1` and so on in charts.css; words for what stands for a state. */
export type Tone = (typeof TONES)[number];

export interface ChartSeries {
  readonly label: string;
  readonly tone: Tone;
  /** One a category, in their order. */
  readonly rows: readonly ChartRow[];
}

/** What a chart draws; the same rows stand in its table. */
export type ChartSpec =
  /** A slice a row, the legend at the bottom, 'label: text' next to the pointer. */
  | { readonly kind: 'pie'; readonly rows: readonly ChartRow[]; readonly tones: readonly Tone[] }
  /** A slice a row around a picture; its words stand outside of the drawing. */
  | { readonly kind: 'doughnut'; readonly rows: readonly ChartRow[]; readonly tones: readonly Tone[] }
  /** Upright bars, one a row, in one series. */
  | { readonly kind: 'bar'; readonly series: ChartSeries; readonly unit: string; readonly max?: number }
  /** A lying bar a category, made of a piece a series. */
  | {
      readonly kind: 'stacked';
      readonly series: readonly ChartSeries[];
      readonly axis: 'percent' | 'rupees' | 'count';
    };

/** What the pointer is on. */
export interface ChartPoint {
  /** Of the row. */
  readonly index: number;
  readonly series: number;
  /** Its place in the drawing, in CSS pixels. */
  readonly x: number;
  readonly y: number;
}
/** Null when the pointer is on nothing. */
export type OnHover = (point: ChartPoint | null) => void;

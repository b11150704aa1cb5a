/** The table of results: one row per promise, with its figure, its target and the peer's figure of the same run. */

export interface Row {
  readonly what: string;
  readonly figure: string;
  readonly bar: string;
  /** Measured in the same run, or '–'. */
  readonly peer: string;
  /** Null if this machine cannot show it. */
  readonly isMet: boolean | null;
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en-IN')}/s`;

const MARKS = { true: 'met', false: 'missed', null: 'open' } as const;
export const markOf = (row: Row): string => MARKS[`${row.isMet}`];

export function asMarkdown(rows: readonly Row[]): string {
  const cells = rows.map((it) => [it.what, it.figure, it.bar, it.peer, markOf(it)]);
  return [['what', 'figure', 'bar', 'peer in the same run', ''], ['---', '---', '---', '---', '---'], ...cells]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

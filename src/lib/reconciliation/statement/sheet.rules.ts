/** Tables of cells, as every file format gives them. */

export interface SheetRow {
  /** Line of the file, or row of the sheet; the first is 1. */
  readonly line: number;
  /** As displayed and trimmed; dates of workbooks are `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. Line breaks are '\n'. */
  readonly cells: readonly string[];
  /** The values of numeric cells by column: what a cell displays may be rounded. Null for none. */
  readonly numbers: ReadonlyMap<number, number> | null;
}

export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

/** Why a line cannot be read. Line 0 is the file as a whole. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

export const ROWS_MAX = 50_000;
export const COLUMNS_MAX = 64;

export const isBlankRow = (row: SheetRow): boolean => row.cells.every((cell) => cell === '');

/** Longer texts are no labels. */
const LABEL_LENGTH_MAX = 200;

/**
 * The text of a header or label for comparison: Latin capitals and digits with single spaces. A text without Latin letters is
 * compared in its own script, so that a header with two languages has the label of its English part.
 */
export function labelOf(text: string): string {
  const upper = text.slice(0, LABEL_LENGTH_MAX).normalize('NFKC').toUpperCase();
  return /[A-Z]/.test(upper) ? upper.replace(/[^A-Z0-9]+/g, ' ').trim() : scriptLabelOf(text);
}

/** The letters, marks and digits of a label in any script, without the names of the currency. */
export const scriptLabelOf = (text: string): string =>
  text
    .slice(0, LABEL_LENGTH_MAX)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/(?<= )(?:INR|RS|रुपये|रु)$/u, '')
    .trim();

const SAMPLE_ROWS = 20;
const SAMPLE_LENGTH_MAX = 30;

/** For each column of a header the first text of the rows after it, cut; '' for none. Who says what a column means sees it. */
export const samplesOf = (header: readonly string[], rows: readonly SheetRow[]): string[] =>
  header.map((_, at) => {
    const text = rows.slice(0, SAMPLE_ROWS).find((row) => (row.cells[at] ?? '') !== '')?.cells[at] ?? '';
    const line = text.replace(/\s+/g, ' ');
    return line.length > SAMPLE_LENGTH_MAX ? `${line.slice(0, SAMPLE_LENGTH_MAX - 1)}…` : line;
  });

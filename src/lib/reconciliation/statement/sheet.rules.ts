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

/** The most problems that are stored and shown. */
export const PROBLEMS_MAX = 50;
const PROBLEM_LENGTH_MAX = 500;

/** The first problems; the last of them says how many there are. */
export function firstProblems(problems: readonly LineProblem[]): LineProblem[] {
  const cut = problems
    .slice(0, PROBLEMS_MAX)
    .map(({ line, message }) => ({ line, message: message.slice(0, PROBLEM_LENGTH_MAX) }));
  if (problems.length <= PROBLEMS_MAX) return cut;
  const count = problems.length.toLocaleString('en-IN');
  return [
    ...cut.slice(0, -1),
    { line: 0, message: `This file has ${count} problems. The first ${PROBLEMS_MAX - 1} are listed.` },
  ];
}

export const ROWS_MAX = 50_000;
export const COLUMNS_MAX = 64;
/** Characters of a cell, and of a narration of several. Longer ones are none of a bank; it keeps what reads them short. */
export const CELL_LENGTH_MAX = 2_000;
export const LONG_TEXT = `A text of this line is longer than ${CELL_LENGTH_MAX.toLocaleString('en-IN')} characters.`;

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

/** Where the lines of a settlement file are, and which columns they have: as an admin chose, by names, or as a proposal. */
import { ApiError } from '../../core/errors.ts';
import type { FileKind, Mapping } from '../statement/contract.ts';
import type { Sheet, SheetRow } from '../statement/sheet.rules.ts';
import {
  findLikely,
  findLineHeader,
  hasColumns,
  type LineColumns,
  type LineHeader,
  lineColumnsOf,
  missingIn,
  providerOf,
} from './columns.rules.ts';
import { guessColumns } from './guess.rules.ts';

const NOT_OF_A_BANK =
  'This is a settlement file of a payment aggregator: its lines are no money at your bank. Read it as a settlement file.';
const NO_HEADER =
  'This file has no line with the names of its columns where they were expected. Download the settlement report again and upload it unchanged.';

export interface LineTable extends LineHeader {
  readonly columns: LineColumns;
  /** The aggregator whose names the columns are; 'Settlement' for another. */
  readonly provider: string;
  /** An admin has to say what the columns mean. */
  readonly needsAnswer: boolean;
  /** The report is a known one, or an admin chose the columns: what was saved for its header does not count. */
  readonly isCertain: boolean;
  /** What the columns lack, so that no line can be read. */
  readonly missing: readonly string[];
  /** What the file can be. */
  readonly kinds: FileKind[];
}

/** The row of a mapping's header: of several sheets, of that with the most cells in it. Null without that line. */
function headerAt(sheets: readonly Sheet[], line: number): LineHeader | null {
  const rows = sheets.flatMap((sheet) => {
    const header = sheet.rows.find((row) => row.line === line);
    return header ? [{ sheet, header }] : [];
  });
  const filled = ({ header }: LineHeader): number => header.cells.filter(Boolean).length;
  return rows.sort((a, b) => filled(b) - filled(a))[0] ?? null;
}

const after = ({ sheet, header }: LineHeader): SheetRow[] => sheet.rows.filter((row) => row.line > header.line);

/**
 * The table of lines; null for a file that is no settlement file by its columns, unless an admin says that it is one.
 * @throws ApiError `invalid` for a settlement file that is to be read as a bank statement
 */
export function lineTableOf(sheets: readonly Sheet[], mapping: Mapping | undefined): LineTable | null {
  const known = findLineHeader(sheets);
  if (mapping?.kind === 'STATEMENT') {
    if (!known) return null;
    if (Object.keys(mapping.columns).length > 0) throw new ApiError('invalid', NOT_OF_A_BANK);
  }
  const chosen = mapping?.kind === 'SETTLEMENT' ? mapping.columns : {};
  const isChosen = hasColumns(chosen);
  const isExpected = mapping?.kind === 'SETTLEMENT' && (isChosen || !known);
  const lineHeader = isExpected ? headerAt(sheets, mapping.headerLine) : (known ?? findLikely(sheets));
  if (!lineHeader && mapping?.kind === 'SETTLEMENT') throw new ApiError('invalid', NO_HEADER);
  if (!lineHeader) return null;
  const { cells } = lineHeader.header;
  const named = lineColumnsOf(cells);
  const isNamed = lineHeader === known && missingIn(named).length === 0;
  const columns =
    isChosen || isNamed ? lineColumnsOf(cells, chosen) : lineColumnsOf(cells, guessColumns(cells, after(lineHeader)));
  const missing = missingIn(columns);
  const provider = providerOf(cells);
  return {
    ...lineHeader,
    columns,
    provider,
    needsAnswer: missing.length > 0 || !(isChosen || isNamed),
    isCertain: isChosen || (isNamed && provider !== 'Settlement'),
    missing: isChosen ? missing : [],
    kinds: known ? ['SETTLEMENT'] : ['STATEMENT', 'SETTLEMENT'],
  };
}

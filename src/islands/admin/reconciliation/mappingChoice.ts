/* A mapping as its form changes it: column by column. */
import { IN_SEVERAL_COLUMNS } from '@/lib/reconciliation/settlements/meanings.rules.ts';
import type { ColumnMeaning, FileKind, LineMeaning, Mapping } from '@/lib/reconciliation/statement/contract.ts';

export type Meaning = ColumnMeaning | LineMeaning;

const isSeveral = (meaning: string): boolean => (IN_SEVERAL_COLUMNS as ReadonlySet<string>).has(meaning);
const columnsAt = (at: number | readonly number[] | undefined): readonly number[] =>
  at === undefined ? [] : typeof at === 'number' ? [at] : at;

/** What a column means; '' for a column that is not used. */
export const meaningAt = ({ columns }: Mapping, column: number): string =>
  Object.entries(columns).find(([, at]) => columnsAt(at).includes(column))?.[0] ?? '';

/**
 * The mapping with another meaning of one column. A meaning that only one column can have leaves the column that had it.
 * @param meaning '' for a column that is not used
 */
export function withMeaning(mapping: Mapping, column: number, meaning: Meaning | ''): Mapping {
  if (mapping.kind === 'STATEMENT') {
    const others = Object.entries(mapping.columns).filter(([known, at]) => at !== column && known !== meaning);
    return { ...mapping, columns: Object.fromEntries(meaning === '' ? others : [...others, [meaning, column]]) };
  }
  const columns: Record<string, number[]> = {};
  for (const [known, at] of Object.entries(mapping.columns)) {
    const remaining = columnsAt(at).filter((other) => other !== column && (known !== meaning || isSeveral(known)));
    if (remaining.length > 0) columns[known] = remaining;
  }
  if (meaning !== '') columns[meaning] = [...(columns[meaning] ?? []), column];
  return { ...mapping, columns };
}

/** Asks for a proposal, with the file read as another kind. */
export function emptyMapping(kind: FileKind, headerLine: number): Mapping {
  const open = { headerLine, columns: {}, dateOrder: null };
  return kind === 'STATEMENT' ? { kind, ...open } : { kind, ...open, unit: null };
}

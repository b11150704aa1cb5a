/* A mapping as its form changes it: column by column. */
import { IN_SEVERAL_COLUMNS } from '@/lib/reconciliation/settlements/meanings.rules.ts';
import type { ColumnMeaning, FileKind, LineMeaning, Mapping } from '@/lib/reconciliation/statement/contract.ts';

/** Meanings of a statement's columns that several can have, outside of the mapping's `columns`. */
const LISTED = ['moreNarration', 'ignored'] as const;
export type ListedMeaning = (typeof LISTED)[number];

export type Meaning = ColumnMeaning | ListedMeaning | LineMeaning;

const isListed = (meaning: string): meaning is ListedMeaning => LISTED.some((listed) => listed === meaning);

const isSeveral = (meaning: string): boolean => (IN_SEVERAL_COLUMNS as ReadonlySet<string>).has(meaning);
const columnsAt = (at: number | readonly number[] | undefined): readonly number[] =>
  at === undefined ? [] : typeof at === 'number' ? [at] : at;

/** What a column means; '' for a column that is not used. */
export function meaningAt(mapping: Mapping, column: number): string {
  const own = Object.entries(mapping.columns).find(([, at]) => columnsAt(at).includes(column))?.[0];
  if (own !== undefined || mapping.kind === 'SETTLEMENT') return own ?? '';
  return LISTED.find((listed) => mapping[listed]?.includes(column)) ?? '';
}

/**
 * The mapping with another meaning of one column. A meaning that only one column can have leaves the column that had it.
 * @param meaning '' for a column that is not used
 */
export function withMeaning(mapping: Mapping, column: number, meaning: Meaning | ''): Mapping {
  if (mapping.kind === 'STATEMENT') {
    const others = Object.entries(mapping.columns).filter(([known, at]) => at !== column && known !== meaning);
    const isSingle = meaning !== '' && !isListed(meaning);
    const changed = { ...mapping, columns: Object.fromEntries(isSingle ? [...others, [meaning, column]] : others) };
    for (const listed of LISTED) {
      // Without a list the names of the columns decide.
      if (mapping[listed] === undefined && listed !== meaning) continue;
      const remaining = (mapping[listed] ?? []).filter((at) => at !== column);
      changed[listed] = listed === meaning ? [...remaining, column] : remaining;
    }
    return changed;
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

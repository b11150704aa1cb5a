import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import type { TableColumn } from '@/islands/ui/Table.tsx';
import type { Selection } from './useSelection.ts';

interface Row {
  readonly id: string;
}

export function areAllSelected<R extends Row>(rows: readonly R[], selection: Selection<R>): boolean {
  return rows.length > 0 && rows.every(({ id }) => selection.rows.has(id));
}

/** Selects rows for a decision on many. @param nameOf what a row is called next to its box */
export function selectColumn<R extends Row>(
  rows: readonly R[],
  selection: Selection<R>,
  nameOf: (row: R) => string,
): TableColumn<R> {
  return {
    key: 'select',
    phone: 'select',
    bare: true,
    head: (
      <Checkbox
        label={<span className="sr-only">Select all on this page</span>}
        checked={areAllSelected(rows, selection)}
        onChecked={(isOn) => selection.set(rows, isOn)}
      />
    ),
    cell: (row) => (
      <Checkbox
        label={<span className="sr-only">Select {nameOf(row)}</span>}
        checked={selection.rows.has(row.id)}
        onChecked={(isOn) => selection.set([row], isOn)}
      />
    ),
  };
}
